"""Self-play: many matches at once, some deals of each, choice by choice."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import vector
from .._game import Game
from .arrays import module_of
from .config import Config
from .heads import LegalRows, numbers
from .net import Array

Choose = Callable[[NDArray[np.int8], Any], tuple[NDArray[np.int64], Array]]
"""Chooses from observations and legal actions (masks, or rows): the places of the actions, and the chance that each was taken with."""


@dataclass
class Deals:
    """Deals that were played. The first axis is the step, the second the match.

    A match whose deals are over waits for the others: its steps from then on are not ``kept``.
    """

    observation: NDArray[np.int8]
    mask: NDArray[np.int8]
    seat: NDArray[np.int64]
    action: NDArray[np.int64]
    chance: Array
    """The chance with which the policy took the action; 1 where there was no choice."""
    done: NDArray[np.bool_]
    """Whether the choice ended its deal."""
    final: Array
    """What the deal that ended there brought each seat, less the mean of all, or what it cost that it was broken off: ``[steps,
    matches, seats]``."""
    kept: NDArray[np.bool_]
    own: NDArray[np.bool_]
    """Whether the policy made the choice, not an opponent."""
    rows: LegalRows | None
    """What the policy could choose where there was a choice, in a game whose actions are rows."""

    @property
    def free(self) -> NDArray[np.int64]:
        """The places among the kept choices where the policy had a choice."""
        choice = self.mask.sum(2, dtype=np.int32) > 1
        return np.flatnonzero((choice & self.own).reshape(-1)[self.places])

    @property
    def number(self) -> NDArray[np.int64]:
        """Which deal a choice belongs to; deals are numbered match by match."""
        done = self.done.astype(np.int64)
        number: NDArray[np.int64] = np.cumsum(done, 0) - done + module_of(done).arange(done.shape[1]) * self.each
        return number

    @property
    def each(self) -> int:
        """More than the deals of a match."""
        return int(self.done.sum(0).max()) + 1

    @property
    def count(self) -> int:
        """More than the greatest number of a deal."""
        return int(self.done.shape[1]) * self.each

    @property
    def places(self) -> Any:
        """The places of the kept choices among all, step by step."""
        return np.flatnonzero(self.kept)

    def flat(self, values: Any) -> Any:
        """The kept choices of ``[steps, matches, …]``, one after the other."""
        joined = values.reshape(-1, *values.shape[2:])
        return joined if self.kept.all() else joined[self.places]

    def to(self, xp: Any) -> Deals:
        """The same in arrays of another module."""
        if xp is np:
            return self
        arrays: dict[str, Any] = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        rows = arrays.pop("rows")
        moved = {name: xp.asarray(array) for name, array in arrays.items()}
        return Deals(**moved, rows=rows.to(xp) if rows else None)


def play(
    game: Game, config: Config, choose: Choose | str, seed: int, *, against: str = "", nothing: float = 0.0, threads: int = 1
) -> Deals:
    """Plays the matches of an iteration, all seats by ``choose``, a function that is asked where there is a choice, or a bot. With the bot ``against`` one
    seat only, match i the seat i modulo the number of seats. A deal that takes more than ``config.longest`` choices is broken off, and
    costs each seat ``config.broken_off`` points; one that brings nobody anything costs ``nothing``."""
    matches = config.matches
    envs = vector.make(game, matches, seed=seed, threads=threads, max_steps=config.longest)
    envs.reset()
    steps: dict[str, list[NDArray[Any]]] = {}
    rows: list[LegalRows] = []
    ended = np.zeros(matches, np.int64)
    while (ended < config.deals).any():
        active = ended < config.deals
        action, chance = envs.mask.argmax(1), np.ones(matches, np.float32)
        choice = active & (envs.mask.sum(1, dtype=np.int32) > 1)
        own = np.ones(matches, np.bool_) if not against else envs.seat == np.arange(matches) % game.seats
        free = np.flatnonzero(choice & own)
        step: dict[str, NDArray[Any]] = {}
        step |= {"observation": envs.observation.copy(), "mask": envs.mask.copy(), "seat": envs.seat.astype(np.int64)}
        if len(free):
            legal: Any = envs.mask[free]
            if config.by_row:
                legal = LegalRows.asked(envs.rows(), choice & own)
                rows.append(legal)
            if isinstance(choose, str):
                action[free] = envs.bot_actions(choose, choice & own)[free]
            else:
                place, chance[free] = choose(envs.observation[free], legal)
                action[free] = numbers(place, envs.mask[free])
        if (choice & ~own).any():
            action = np.where(choice & ~own, envs.bot_actions(against, choice & ~own), action)
        envs.step(action.astype(np.int32))
        brought = envs.reward - envs.reward.mean(1, keepdims=True)
        brought[envs.truncated == 1] = -config.broken_off
        brought[(envs.done == 1) & (envs.truncated == 0) & (envs.reward == 0).all(1)] = -nothing
        step |= {"action": action, "chance": chance, "done": envs.done == 1, "final": brought, "kept": active, "own": own}
        for name, values in step.items():
            steps.setdefault(name, []).append(values)
        ended += envs.done
    stacked: dict[str, Any] = {name: np.stack(values) for name, values in steps.items()}
    return Deals(**stacked, rows=LegalRows.joined(rows) if config.by_row else None)
