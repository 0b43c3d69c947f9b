"""Self-play: several deals in each of many matches that are played at the same time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from config import Settings
from numpy.typing import NDArray
from policy import Legal, Policy
from torch import Tensor

from cardroom import Game, vector

Choose = Callable[[Tensor, Legal], tuple[Tensor, Tensor]]
"""A function that chooses from observations and legal actions. For each decision it returns the index of the action
among the legal actions, and the logarithm of the probability with which the action was chosen."""


@dataclass
class Deals:
    """Deals that were played. The first axis of the tensors is the step, the second the match.

    A match that has finished its deals waits for the other matches. Its steps from then on are not ``kept``.
    """

    observation: Tensor
    """``int8[steps, matches, observation_size]``"""
    seat: Tensor
    action: Tensor
    """The number of the action."""
    done: Tensor
    """True if the choice ended its deal."""
    final: Tensor
    """``float32[steps, matches, seats]``: the points that a deal that ended with this choice brought each seat, minus
    the mean over the seats; or the cost of a deal that was cut off."""
    kept: Tensor
    free: Tensor
    """True if the policy had a choice: the player was the policy, and more than one action was legal."""
    legal: Legal
    """The legal actions at the policy's choices, in the order of steps."""
    place: Tensor
    """The index, among the legal actions, of the action at each of these choices."""
    log_chance: Tensor
    """The logarithm of the probability with which each of these actions was chosen."""

    @property
    def rows(self) -> Tensor:
        """The indices of the kept choices among all choices, in the order of steps."""
        return self.kept.flatten().nonzero()[:, 0]

    @property
    def free_rows(self) -> Tensor:
        """The indices of the policy's choices among all choices, in the order of steps."""
        return self.free.flatten().nonzero()[:, 0]

    @property
    def each(self) -> int:
        """A number that is greater than the number of deals of any match."""
        return int(self.done.sum(0).max()) + 1

    @property
    def number(self) -> Tensor:
        """The number of the deal of each choice. The numbers of the deals of one match follow each other."""
        done = self.done.long()
        return done.cumsum(0) - done + torch.arange(done.shape[1], device=done.device) * self.each

    def flat(self, values: Tensor) -> Tensor:
        """The kept choices from a tensor ``[steps, matches, …]``, one after the other."""
        joined = values.flatten(0, 1)
        return joined if self.kept.all() else joined.index_select(0, self.rows)


def by_chance(policy: Policy, generator: torch.Generator) -> Choose:
    """The policy as a player, which draws each action with the probability that the policy gives it."""

    @torch.no_grad()
    def choose(observation: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        log_chances = legal.log_chances(policy.logits(observation, legal))
        place = legal.draw(log_chances, generator)
        return place, legal.at(log_chances, place)

    return choose


def play(
    game: Game,
    settings: Settings,
    choose: Choose,
    seed: int,
    device: torch.device,
    *,
    against: str = "",
    nothing: float = 0.0,
    threads: int = 1,
) -> Deals:
    """Plays the matches of an iteration. ``choose`` decides for all seats where more than one action is legal. With the
    bot ``against`` it decides for one seat only: in match i for seat i modulo the number of seats. A deal in which all
    seats get 0 points costs each seat ``nothing`` points."""
    envs = begin(game, settings, seed, threads)
    steps: list[dict[str, Tensor]] = []
    choices: list[tuple[Legal, Tensor, Tensor]] = []
    ended = np.zeros(settings.matches, np.int64)

    def send(array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(device, copy=True)

    own_seat = torch.arange(settings.matches, device=device) % game.seats
    while (ended < settings.deals).any():
        kept, seat, observation, mask = (send(array) for array in (ended < settings.deals, envs.seat, envs.observation, envs.mask))
        choice = kept & (mask.sum(1) > 1)
        own = seat == own_seat if against else torch.ones_like(kept)
        free, others = choice & own, choice & ~own
        action = mask.argmax(1)
        legal = Legal.asked(envs, free, settings.by_row)
        if len(legal):
            place, log_chance = choose(observation[free], legal)
            choices.append((legal, place, log_chance))
            action[free] = legal.at(legal.actions, place)
        if against and others.any():
            action = torch.where(others, send(envs.bot_actions(against, others.cpu().numpy())).long(), action)
        envs.step(action.int().cpu().numpy())
        done, final = send(envs.done == 1), send(returns(envs, settings, nothing))
        step = {"observation": observation, "seat": seat.long(), "kept": kept, "free": free}
        steps.append({**step, "action": action, "done": done, "final": final})
        ended += envs.done
    stacked = {name: torch.stack([step[name] for step in steps]) for name in steps[0]}
    legals, places, log_chances = zip(*choices, strict=True)
    return Deals(**stacked, legal=Legal.joined(legals), place=torch.cat(places), log_chance=torch.cat(log_chances))


def begin(game: Game, settings: Settings, seed: int, threads: int) -> vector.VectorEnv:
    """The matches of an iteration, at their beginning."""
    envs = vector.make(game, settings.matches, seed=seed, threads=threads, max_steps=settings.longest, reward="value")
    envs.reset()
    return envs


def returns(envs: vector.VectorEnv, settings: Settings, nothing: float = 0.0) -> NDArray[np.float32]:
    """The points that the deals that have just ended bring each seat, minus the mean over the seats. A deal that was
    cut off costs each seat a fixed number of points, and so does, with ``nothing``, a deal in which all seats get 0
    points. 0 for a deal that goes on."""
    brought: NDArray[np.float32] = envs.reward - envs.reward.mean(1, keepdims=True)
    brought[envs.truncated == 1] = -settings.broken_off
    if nothing:
        brought[(envs.done == 1) & (envs.truncated == 0) & (envs.reward == 0).all(1)] = -nothing
    return brought
