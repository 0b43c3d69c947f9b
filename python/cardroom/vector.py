"""Many matches at once, which Rust plays on all cores.

::

    import cardroom.vector

    envs = cardroom.vector.make("schwarze-dame", num_envs=1024, seat_policy="rule", seed=1)
    envs.reset()
    while True:
        actions = choose(envs.observation, envs.mask)     # int32[num_envs]
        envs.step(actions)
        ...                                               # envs.reward, envs.done

The arrays are made once, and each step writes into them; ``torch.from_numpy`` shares them without a copy. When a deal
ends, ``done`` is 1, ``reward`` is what the deal brought each seat, and ``observation`` already belongs to the next deal.
When the match ends too, ``over`` is 1, ``won`` marks its winners, and ``final_observation`` is how it ended.

:func:`cardroom.gymnasium.vector_env` has the interface of Gymnasium.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from . import _cardroom
from ._cardroom import CAP, CardroomError, IllegalAction
from ._game import _THREADS, Game, OptionValue, _number, _penalty, load_game
from ._runs import Rows

AGENT = "agent"

MOST_ENVS = 1 << 20
"""The largest number of matches in a batch. Its arrays need a gigabyte."""


class VectorEnv:
    """Many matches of one game, which :func:`make` makes."""

    observation: NDArray[np.int8]
    """``int8[num_envs, observation_size]``: the observation of the seat that has to choose."""
    mask: NDArray[np.int8]
    """``int8[num_envs, num_actions]``: 1 for each action that this seat may choose."""
    seat: NDArray[np.uint8]
    """``uint8[num_envs]``: the seat that has to choose."""
    reward: NDArray[np.float32]
    """``float32[num_envs, seats]``: what each seat has gained in the last step; more is better, and 0 while a deal goes
    on."""
    done: NDArray[np.uint8]
    """``uint8[num_envs]``: 1 if a deal has ended in the last step."""
    truncated: NDArray[np.uint8]
    """``uint8[num_envs]``: 1 if that deal was cut off after ``max_steps`` choices."""
    over: NDArray[np.uint8]
    """``uint8[num_envs]``: 1 if that deal was the last of its match, or was cut off. A new match has begun."""
    won: NDArray[np.uint8]
    """``uint8[num_envs, seats]``: 1 for each seat that has won the match that has ended in the last step."""
    final_observation: NDArray[np.int8]
    """``int8[num_envs, observation_size]``: where ``over`` is 1, the observation at the end of the match, for
    the seat that had chosen last. The numbers of other matches are older."""
    state: NDArray[np.int8]
    """``int8[num_envs, state_size]``: the hidden cards (``game.state_channels``), with seats counted from the seat that
    has to choose. Only a batch that was made with ``all_cards=True`` has this array, for critics. Never show it to a
    player."""

    def __init__(
        self,
        game: Game,
        num_envs: int,
        players: Sequence[str],
        seed: int,
        threads: int,
        spin: bool,
        max_steps: int,
        reward: str,
        illegal: float | None,
        all_cards: bool,
    ) -> None:
        self._made = (game, num_envs, players, seed, threads, spin, max_steps, reward, illegal, all_cards)
        self.game = game
        self.num_envs = num_envs
        names = [None if player == AGENT else player for player in players]
        options = json.dumps(dict(game.options))
        arrays: dict[str, NDArray[Any]] = {
            "observation": np.zeros((num_envs, game.observation_size), np.int8),
            "mask": np.zeros((num_envs, game.num_actions), np.int8),
            "seat": np.zeros(num_envs, np.uint8),
            "reward": np.zeros((num_envs, game.seats), np.float32),
            "done": np.zeros(num_envs, np.uint8),
            "truncated": np.zeros(num_envs, np.uint8),
            "over": np.zeros(num_envs, np.uint8),
            "won": np.zeros((num_envs, game.seats), np.uint8),
            "final_observation": np.zeros((num_envs, game.observation_size), np.int8),
            "state": np.zeros((num_envs, game.state_size if all_cards else 0), np.int8),
        }
        self._batch = _cardroom.Batch(
            game.id, options, game.seats, num_envs, seed, threads, spin, max_steps, reward, illegal, names, arrays
        )
        if not all_cards:
            del arrays["state"]
        for name, array in arrays.items():
            setattr(self, name, array)
        self._rows = np.zeros((0, game.row_size), np.int8)
        self._numbers = np.zeros(0, np.int32)
        self._offsets = np.zeros(num_envs + 1, np.int64)

    def __getstate__(self) -> dict[str, Any]:
        """The arguments of :func:`make`, the states of the matches, and the results of the last step. The other arrays
        follow from them."""
        results = ("reward", "done", "truncated", "over", "won", "final_observation")
        return {"made": self._made, "saved": self._batch.save(), "kept": {name: getattr(self, name) for name in results}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        VectorEnv.__init__(self, *state["made"])
        if state["saved"]:
            self._batch.load(state["saved"])
            for name, array in state["kept"].items():
                getattr(self, name)[...] = array

    def reset(self, seed: SupportsIndex | None = None) -> None:
        """Begins all matches anew. The same seed gives the same cards. Without a seed, the first call uses the seed of
        :func:`make`, and each later call begins other matches, which follow from the last seed."""
        self._batch.reset(None if seed is None else _number("seed", seed, 0, 2**64 - 1))

    def copies(self, places: NDArray[np.integer[Any]] | Sequence[int]) -> VectorEnv:
        """A new batch. Match i of it continues match ``places[i]`` of this batch, with the same cards and random
        numbers. In this way several actions can be tried at one decision."""
        saved = self._batch.save()
        if not saved:
            raise CardroomError("no match has begun: call reset first")
        seed, matches = json.loads(saved)
        chosen = [matches[_number("a place", place, 0, self.num_envs - 1)] for place in places]
        made_with: tuple[Any, ...] = self._made
        game, _, *rest = made_with
        made = VectorEnv(game, len(chosen), *rest)
        made._batch.load(json.dumps([seed, chosen]))
        return made

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Plays ``actions``, an ``int32[num_envs]`` of numbers that the mask allows, and the actions of the bots until
        the agent has to choose again.

        Raises :class:`~cardroom.IllegalAction` if an action is not legal in its match, unless ``illegal`` of :func:`make`
        is a reward; in this case no match has changed. Values that the caller has written into ``mask`` have no effect.
        """
        self._batch.step(self._checked(actions))

    def random_steps(self, steps: SupportsIndex) -> None:
        """Plays ``steps`` random choices in each match, to measure how long the steps alone take."""
        self._batch.random_steps(_number("steps", steps, 0, 2**63 - 1))

    def rows(self) -> Rows:
        """The legal actions of all matches, with their rows. The next call writes into the same arrays."""
        self._batch.row_offsets(self._offsets)
        count = int(self._offsets[-1])
        if len(self._numbers) < count:
            room = max(count, 2 * len(self._numbers))
            self._rows = np.zeros((room, self.game.row_size), np.int8)
            self._numbers = np.zeros(room, np.int32)
        self._batch.rows(self._rows, self._numbers)
        return Rows(self._rows[:count], self._numbers[:count], self._offsets)

    def bot_actions(self, level: str, asked: NDArray[np.bool_] | None = None) -> NDArray[np.int32]:
        """The actions that a bot of this level chooses in each match, from the view of the seat that has to act.

        ``asked``: a ``bool[num_envs]`` that selects the matches in which the bot chooses, because a bot can need much
        time. In the other matches the number is 0. ``"random"`` is the fastest way to draw a legal action in each match.
        """
        asked = None if asked is None else np.asarray(asked)
        if asked is not None and (asked.dtype != np.bool_ or asked.shape != (self.num_envs,)):
            raise CardroomError(f"asked is bool{[self.num_envs]}, not {asked.dtype}{list(asked.shape)}")
        actions = np.zeros(self.num_envs, np.int32)
        self._batch.bot_actions(level, None if asked is None else np.ascontiguousarray(asked), actions)
        return actions

    def _checked(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
        if not isinstance(actions, np.ndarray) or actions.dtype.kind not in "iu":
            raise CardroomError("actions is a NumPy array of whole numbers")
        if actions.shape != (self.num_envs,):
            raise CardroomError(f"actions has shape {actions.shape}; ({self.num_envs},) is wanted")
        if actions.dtype != np.int32:
            # A number that is no action must not become one by the conversion to ``int32``.
            wrong = (actions < 0) | (actions >= self.game.num_actions)
            if wrong.any():
                place = int(wrong.argmax())
                raise IllegalAction(f"action {actions[place]} of match {place} is not allowed by its mask")
        return np.ascontiguousarray(actions, np.int32)


def make(
    game: str | Game,
    num_envs: SupportsIndex,
    *,
    seat_policy: str | Sequence[str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 0,
    spin: bool = False,
    max_steps: SupportsIndex = CAP,
    reward: str = "points",
    illegal: float | None = None,
    all_cards: bool = False,
) -> VectorEnv:
    """Many matches at once.

    ``seat_policy``: with None, the agent plays every seat; with the name of a bot, the agent plays seat 0 against it; a
    sequence has a name for each seat, with ``"agent"`` among them. Names are those of :func:`cardroom.levels`, and
    methods such as ``pimc:200``.
    ``seed``: the seed of the first ``reset()``. Match i of a seed is the same whatever else is in the batch, and on any
    number of threads.
    ``threads``: the number of threads, or 0 for the number of cores.
    ``spin``: true if threads that wait for the next step keep their cores busy, for at most 10 ms. This is faster if
    steps are short and nothing else needs the cores, because waking a sleeping core can take longer than a step.
    ``max_steps``: the number of choices after which a deal is cut off, with ``truncated`` 1.
    ``reward``: ``"points"``, or ``"value"`` for the formula of docs/bots/python-reference.md.
    ``illegal``: None if an action that a mask forbids is an error; or its reward, and then it changes nothing.
    ``all_cards``: true for an array ``state`` with the hidden cards, for critics.
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
    return VectorEnv(
        game,
        _number("num_envs", num_envs, 1, MOST_ENVS),
        players,
        _number("seed", seed, 0, 2**64 - 1),
        _number("threads", threads, 0, _THREADS),
        bool(spin),
        _number("max_steps", max_steps, 1, 2**31),
        str(reward),
        _penalty(illegal),
        bool(all_cards),
    )
