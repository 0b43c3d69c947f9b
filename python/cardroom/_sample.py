"""Decisions of self-play as columns, for programs that learn."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from . import vector
from ._cardroom import CardroomError
from ._game import Game, OptionValue, _hex, _number, load_game
from ._runs import Policy, Questions

Columns = dict[str, NDArray[Any]]


class Sampling(NamedTuple):
    """Planned self-play, whose shards can be played on any machine."""

    game: Game
    policy: str | Policy
    shards: int
    num_envs: int
    choices: int
    seed: str
    rows: bool

    def part(self, shard: SupportsIndex) -> Columns:
        """The decisions of one shard. They are the same on every machine."""
        shard = _number("shard", shard, 0, self.shards - 1)
        key = hashlib.sha256(f"cardroom-sample/1 {self.seed} {shard}".encode()).digest()
        envs = vector.make(self.game, self.num_envs, seed=int.from_bytes(key[:8], "little"), threads=1)
        envs.reset()
        count, size = self.num_envs, self.choices
        observation = np.empty((size, count, self.game.observation_size), np.int8)
        mask = np.empty((size, count, self.game.num_actions), np.int8)
        seat, done = np.empty((2, size, count), np.uint8)
        action = np.empty((size, count), np.int32)
        reward = np.empty((size, count, self.game.seats), np.float32)
        for step in range(size):
            observation[step], mask[step], seat[step] = envs.observation, envs.mask, envs.seat
            if isinstance(self.policy, str):
                action[step] = envs.bot_actions(self.policy)
            else:
                rows = envs.rows() if self.rows else None
                action[step] = self.policy(Questions(envs.observation, envs.mask, envs.seat, rows))
            envs.step(action[step])
            reward[step], done[step] = envs.reward, envs.done & ~envs.truncated
        # Every choice of a deal gets the points that the deal brought its seat. Choices of deals that did not end are
        # left out.
        gain = np.zeros((size, count), np.float32)
        whole = np.zeros((size, count), bool)
        of_deal = np.zeros((count, self.game.seats), np.float32)
        known = np.zeros(count, bool)
        for step in reversed(range(size)):
            ends = done[step] == 1
            of_deal[ends], known[ends] = reward[step][ends], True
            gain[step] = of_deal[np.arange(count), seat[step]]
            whole[step] = known
        # The rows are ordered by match, and within a match in the order of play.
        kept = whole.T.ravel()
        columns: Columns = {"observation": observation, "mask": mask, "seat": seat, "action": action, "gain": gain}
        return {
            name: np.ascontiguousarray(column.swapaxes(0, 1)).reshape(size * count, *column.shape[2:])[kept]
            for name, column in columns.items()
        }

    @staticmethod
    def join(parts: list[Columns]) -> Columns:
        """The columns of all shards, in the order of the shards."""
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def plan_sample(
    game: str | Game,
    policy: str | Policy = "random",
    *,
    shards: SupportsIndex = 8,
    num_envs: SupportsIndex = 64,
    choices: SupportsIndex = 256,
    seed: SupportsIndex | bytes | str = 0,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    rows: bool = False,
) -> Sampling:
    """Self-play that is played shard by shard: see :class:`Sampling`. The arguments are those of :func:`sample`."""
    if isinstance(game, str):
        game = load_game(game, options, seats)
    elif options is not None or seats is not None:
        raise CardroomError("a loaded game has its options and seats: name them in load_game")
    shards, num_envs = _number("shards", shards, 1, 2**32), _number("num_envs", num_envs, 1, vector.MOST_ENVS)
    # The arrays of a shard are in memory as a whole.
    choices = _number("choices", choices, 1, 2**22 // num_envs)
    return Sampling(game, policy, shards, num_envs, choices, _hex(seed), bool(rows))


def sample(
    game: str | Game,
    policy: str | Policy = "random",
    *,
    shards: SupportsIndex = 8,
    num_envs: SupportsIndex = 64,
    choices: SupportsIndex = 256,
    seed: SupportsIndex | bytes | str = 0,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    rows: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Columns:
    """Plays matches of a policy against itself. Returns a row for each choice: what the seat observed, what it did, and
    what the deal brought it.

    ``observation`` int8[n, observation_size] · ``mask`` int8[n, num_actions] · ``seat`` uint8[n] · ``action`` int32[n]
    · ``gain`` float32[n]: the points that the deal brought the seat of this choice; more is better. Choices of deals
    that did not end are left out.

    ``policy``: the name of a bot, or a function as in :func:`arena`; it plays every seat. A shard consists of
    ``num_envs`` matches with ``choices`` choices each, and has a seed of its own. So the same arguments give the same
    bytes here and on a cluster (:func:`cardroom.ray.sample`). ``progress``: a function that is called with the number
    of shards played.
    """
    plan = plan_sample(
        game,
        policy,
        shards=shards,
        num_envs=num_envs,
        choices=choices,
        seed=seed,
        options=options,
        seats=seats,
        rows=rows,
    )
    parts = []
    for shard in range(plan.shards):
        parts.append(plan.part(shard))
        if progress is not None:
            progress(shard + 1)
    return plan.join(parts)
