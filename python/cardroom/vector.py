"""Many matches at once, stepped in Rust on all cores.

::

    import cardroom.vector

    envs = cardroom.vector.make("schwarze-dame", num_envs=1024, seat_policy="rule", seed=1)
    envs.reset()
    while True:
        actions = choose(envs.observation, envs.mask)     # int32[num_envs]
        envs.step(actions)
        ...                                               # envs.reward, envs.done

The arrays are made once and written in place; ``torch.from_numpy`` shares them without a copy. A deal is an episode: when
it ends, ``done`` is 1, ``reward`` is what it brought, and ``observation`` is that of the next deal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _cardroom
from ._cardroom import CardroomError
from ._game import Game, OptionValue, load_game
from ._runs import Rows

AGENT = "agent"


class VectorEnv:
    """Many matches of one game. :func:`make` makes one."""

    observation: NDArray[np.int8]
    """``int8[num_envs, observation_size]``: what the seat that is asked observes."""
    mask: NDArray[np.int8]
    """``int8[num_envs, num_actions]``: 1 for each action that it may choose."""
    seat: NDArray[np.uint8]
    """``uint8[num_envs]``: who is asked."""
    reward: NDArray[np.float32]
    """``float32[num_envs, seats]``: what each seat gained since the step before, in points, more is better; 0 while a deal
    goes on."""
    done: NDArray[np.uint8]
    """``uint8[num_envs]``: 1 if a deal has ended since the step before."""
    truncated: NDArray[np.uint8]
    """``uint8[num_envs]``: 1 if it was broken off after ``max_steps`` choices."""

    def __init__(
        self, game: Game, num_envs: int, players: Sequence[str], seed: int, threads: int, spin: bool, max_steps: int
    ) -> None:
        if not 0 <= seed < 2**64:
            raise CardroomError("the seed of a batch is a number from 0 to 2**64 - 1")
        if not 1 <= num_envs <= 1 << 24:
            raise CardroomError(f"num_envs is a number from 1 to {1 << 24}, not {num_envs}")
        self.game = game
        self.num_envs = num_envs
        names = [None if player == AGENT else player for player in players]
        options = json.dumps(dict(game.options))
        self._batch = _cardroom.Batch(game.id, options, game.seats, num_envs, seed, threads, spin, max_steps, names)
        self.observation = np.zeros((num_envs, game.observation_size), np.int8)
        self.mask = np.zeros((num_envs, game.num_actions), np.int8)
        self.seat = np.zeros(num_envs, np.uint8)
        self.reward = np.zeros((num_envs, game.seats), np.float32)
        self.done = np.zeros(num_envs, np.uint8)
        self.truncated = np.zeros(num_envs, np.uint8)
        self._rows = np.zeros((0, game.row_size), np.int8)
        self._numbers = np.zeros(0, np.int32)
        self._offsets = np.zeros(num_envs + 1, np.int64)

    @property
    def _arrays(
        self,
    ) -> tuple[
        NDArray[np.int8], NDArray[np.int8], NDArray[np.uint8], NDArray[np.float32], NDArray[np.uint8], NDArray[np.uint8]
    ]:
        return (self.observation, self.mask, self.seat, self.reward, self.done, self.truncated)

    def reset(self) -> None:
        """Begins all matches again, as they began first."""
        self._batch.reset(self._arrays)

    def step(self, actions: NDArray[np.int32]) -> None:
        """Plays ``actions``, an ``int32[num_envs]`` of numbers that the mask allows, then bots until the agent is asked.

        Raises :class:`~cardroom.IllegalAction` where a mask forbids a number; no match has moved then.
        """
        self._batch.step(self._checked(actions), self._arrays)

    def random_steps(self, steps: int) -> None:
        """Plays ``steps`` random choices in each match: what stepping alone costs."""
        self._batch.random_steps(steps, self._arrays)

    def rows(self) -> Rows:
        """The legal actions of all matches with what they are. The arrays are written again by the next call."""
        self._batch.row_offsets(self._offsets)
        count = int(self._offsets[-1])
        if len(self._numbers) < count:
            room = max(count, 2 * len(self._numbers))
            self._rows = np.zeros((room, self.game.row_size), np.int8)
            self._numbers = np.zeros(room, np.int32)
        self._batch.rows(self._offsets, self._rows, self._numbers)
        return Rows(self._rows[:count], self._numbers[:count], self._offsets)

    def bot_actions(self, level: str, asked: NDArray[np.bool_] | None = None) -> NDArray[np.int32]:
        """What a bot of this level chooses in each match, from the view of the seat that is to act.

        ``asked``: a ``bool[num_envs]`` of the matches that matter, where a bot takes long; the others' numbers are 0.
        """
        if asked is not None and (asked.dtype != np.bool_ or asked.shape != (self.num_envs,)):
            raise CardroomError(f"asked is bool{[self.num_envs]}, not {asked.dtype}{list(asked.shape)}")
        actions = np.zeros(self.num_envs, np.int32)
        self._batch.bot_actions(level, None if asked is None else np.ascontiguousarray(asked), actions)
        return actions

    def _checked(self, actions: NDArray[np.int32]) -> NDArray[np.int32]:
        if not isinstance(actions, np.ndarray) or actions.dtype.kind not in "iu":
            raise CardroomError("actions is a NumPy array of whole numbers")
        if actions.shape != (self.num_envs,):
            raise CardroomError(f"actions has shape {actions.shape}; ({self.num_envs},) is wanted")
        return np.ascontiguousarray(actions, np.int32)


def make(
    game: str | Game,
    num_envs: int,
    *,
    seat_policy: str | Sequence[str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    seats: int | None = None,
    seed: int = 0,
    threads: int = 0,
    spin: bool = False,
    max_steps: int = 10_000,
) -> VectorEnv:
    """Many matches at once.

    ``seat_policy``: None, and the agent plays every seat; the name of a bot, and the agent plays seat 0 against it; or a
    name for each seat, ``"agent"`` among them. Names: :func:`cardroom.levels`, and methods as ``pimc:200``.
    ``seed``: match i is the same whatever else is in the batch, and on any number of threads.
    ``threads``: 0 for as many as there are cores.
    ``spin``: threads that wait for the next step keep their cores busy, for at most 10 ms. It pays where a step is short and
    nothing else needs the cores: to wake a sleeping core can take longer than a step.
    ``max_steps``: a deal is broken off after that many choices, its ``truncated`` 1.
    """
    if isinstance(game, str):
        game = load_game(game, options, seats)
    elif options is not None or seats is not None:
        raise CardroomError("a loaded game has its options and seats: name them in load_game")
    match seat_policy:
        case None:
            players: Sequence[str] = [AGENT]
        case str():
            players = [AGENT, seat_policy] if game.seats > 1 else [AGENT]
        case _:
            players = list(seat_policy)
            if len(players) != game.seats:
                raise CardroomError(f"seat_policy names {len(players)} players for {game.seats} seats")
    return VectorEnv(game, num_envs, players, seed, threads, spin, max_steps)
