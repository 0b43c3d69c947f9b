"""Choices of self-play as columns, for programs that learn."""

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
    """Self-play before it is played, so that its shards can be played anywhere."""

    game: Game
    policy: str | Policy
    shards: int
    num_envs: int
    choices: int
    seed: str
    rows: bool

    def part(self, shard: SupportsIndex) -> Columns:
        """The choices of one shard: the same wherever it is played."""
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
        # What a deal brought goes back to each of its choices; those of deals that did not end are left out.
        gain = np.zeros((size, count), np.float32)
        whole = np.zeros((size, count), bool)
        of_deal = np.zeros((count, self.game.seats), np.float32)
        known = np.zeros(count, bool)
        for step in reversed(range(size)):
            ends = done[step] == 1
            of_deal[ends], known[ends] = reward[step][ends], True
            gain[step] = of_deal[np.arange(count), seat[step]]
            whole[step] = known
        # Match by match, in the order of play.
        kept = whole.T.ravel()
        columns: Columns = {"observation": observation, "mask": mask, "seat": seat, "action": action, "gain": gain}
        return {
            name: np.ascontiguousarray(column.swapaxes(0, 1)).reshape(size * count, *column.shape[2:])[kept]
            for name, column in columns.items()
        }

    @staticmethod
    def join(parts: list[Columns]) -> Columns:
        """The shards together, in their order."""
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
    """Self-play that :class:`Sampling` plays shard by shard. The arguments are those of :func:`sample`."""
    if isinstance(game, str):
        game = load_game(game, options, seats)
    elif options is not None or seats is not None:
        raise CardroomError("a loaded game has its options and seats: name them in load_game")
    shards, num_envs = _number("shards", shards, 1, 2**32), _number("num_envs", num_envs, 1, vector.MOST_ENVS)
    # A shard is in memory at once.
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
    """Choices of self-play, a row each: what a seat observed, what it did, what the deal brought it.

    ``observation`` int8[n, observation_size] · ``mask`` int8[n, num_actions] · ``seat`` uint8[n] · ``action`` int32[n] ·
    ``gain`` float32[n]: the points that the deal brought the seat that chose, more is better. Choices of deals that did not
    end are left out.

    ``policy``: a bot, or a function as in :func:`arena`; it plays every seat. A shard is ``num_envs`` matches of ``choices``
    choices each, with a seed of its own: the same arguments give the same bytes, here and on a cluster
    (:func:`cardroom.ray.sample`). ``progress``: called with the number of shards played.
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
