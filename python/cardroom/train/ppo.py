"""Self-play in Schwarze Dame, and what is learned from it: PPO with a critic that sees all hands.

Everything that chance decides is decided by the deal: once the hands are known, what a deal brings depends on what is played.
A critic that sees all hands (in training only) judges each position after each play. The surprise of a play, summed over
the plays after it, is its advantage: it holds none of the luck of the cards. The policy sees its own observation alone.

No environment shows hands. A deal that is over shows them by itself: a seat has held what it played later.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .. import vector
from .._cardroom import CardroomError
from .._game import Game, load_game
from .config import Config
from .net import Adam, Array, Net

SEATS, CARDS, CHOICES = 4, 52, 52
FORBIDDEN = np.float32(-1e9)


class Inputs:
    """What the policy and the critic are given of an observation."""

    def __init__(self, game: Game) -> None:
        self.width = game.channel("points").slice.stop
        """What comes after is of the match; one deal has no use for it."""
        scale = np.concatenate([np.full(c.size, max(-c.low, c.high), np.float32) for c in game.channels])
        self.scale: Array = (1 / scale[: self.width]).astype(np.float32)
        self.points = game.channel("points").slice
        table = [game.channel(name).slice for name in ("trick", "led", "winning", "worth")]
        self.table = np.concatenate([np.arange(s.start, s.stop) for s in table])
        self.critic_width = SEATS * CARDS + len(self.table)

    def policy(self, observation: NDArray[np.int8]) -> Array:
        """What the policy is given."""
        return observation[:, : self.width] * self.scale


@dataclass
class Deals:
    """Deals that were played, choice by choice: the first axis is the choice, the second the deal."""

    observation: NDArray[np.int8]
    mask: NDArray[np.int8]
    seat: NDArray[np.int64]
    action: NDArray[np.int64]
    chance: Array
    """The chance with which the policy took the action; 1 where there was no choice."""
    final: Array
    """What each seat made in the deal."""


def chances(logits: Array, mask: NDArray[np.int8]) -> Array:
    """The chance of each action."""
    weights = np.where(mask > 0, logits, FORBIDDEN)
    weights -= weights.max(1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(1, keepdims=True)
    return weights


class Learner:
    """A policy and its critic, and how they improve. Its state is its weights, Adam's means, and how often it improved."""

    def __init__(self, config: Config, seed: int) -> None:
        if not 0 <= seed < 2**63:
            raise CardroomError("the seed of a run is a number from 0 to 2**63 - 1")
        self.config = config
        self.seed = seed
        self.game = load_game(config.game, options={"deals": 1})
        self.inputs = Inputs(self.game)
        rng = np.random.default_rng([seed, 0])
        self.policy = Net([self.inputs.width, *config.hidden, self.game.num_actions], rng)
        self.critic = Net([self.inputs.critic_width, *config.critic_hidden, SEATS], rng)
        self.policy_adam = Adam(self.policy, 0.5)
        self.critic_adam = Adam(self.critic, 1.0)
        self.average = [w.copy() for w in self.policy.weights]
        """The average of the policy's weights over the last iterations: it plays better than the last."""
        self.iterations = 0

    @property
    def decisions(self) -> int:
        """How many decisions it has learned from."""
        return self.iterations * self.config.deals * CHOICES

    def arrays(self) -> list[NDArray[np.float32]]:
        """All that it has learned, in a fixed order."""
        adams = (self.policy_adam, self.critic_adam)
        moments = [m for adam in adams for m in (*adam.mean, *adam.square)]
        return [*self.policy.weights, *self.critic.weights, *self.average, *moments]

    def iterate(self) -> dict[str, float]:
        """Plays deals and learns from them. Returns what there is to tell."""
        config = self.config
        rng = np.random.default_rng([self.seed, 1 + self.iterations])
        deals = self.play(rng)
        advantage, target, state = self.judge(deals)
        told = self.improve_policy(deals, advantage, rng)
        told |= self.improve_critic(state, target, rng)
        self.iterations += 1
        part = np.float32(1 / min(self.iterations, config.average))
        for mean, weight in zip(self.average, self.policy.weights, strict=True):
            mean += part * (weight - mean)
        return told

    def play(self, rng: np.random.Generator) -> Deals:
        """Deals, played by the policy on all seats."""
        count, game = self.config.deals, self.game
        envs = vector.make(game, count, seed=int(rng.integers(2**63)), threads=1)
        envs.reset()
        observation = np.empty((CHOICES, count, game.observation_size), np.int8)
        mask = np.empty((CHOICES, count, game.num_actions), np.int8)
        seat, action = np.empty((2, CHOICES, count), np.int64)
        chance = np.ones((CHOICES, count), np.float32)
        for choice in range(CHOICES):
            observation[choice], mask[choice], seat[choice] = envs.observation, envs.mask, envs.seat
            chosen = envs.mask.argmax(1)
            free = np.flatnonzero(envs.mask.sum(1, dtype=np.int32) > 1)
            if len(free):
                allowed = envs.mask[free]
                all_chances = chances(self.policy.out(self.inputs.policy(envs.observation[free])), allowed)
                point = rng.random((len(free), 1), dtype=np.float32)
                reached = np.cumsum(all_chances, 1) >= point * np.float32(0.999999)
                drawn = (reached & (allowed > 0)).argmax(1)
                chosen[free] = drawn
                chance[choice, free] = all_chances[np.arange(len(free)), drawn]
            action[choice] = chosen
            envs.step(chosen.astype(np.int32))
        if not envs.done.all():
            raise CardroomError(f"{self.config.game}: a deal took more than {CHOICES} decisions")
        return Deals(observation, mask, seat, action, chance, envs.reward.copy())

    def judge(self, deals: Deals) -> tuple[Array, Array, Array]:
        """The advantage of each choice, what the critic should have said of each position, and what it was given."""
        count, config = self.config.deals, self.config
        every = np.arange(count)
        turn = np.empty((count, CARDS), np.int64)
        owner = np.empty((count, CARDS), np.int64)
        for choice in range(CHOICES):
            turn[every, deals.action[choice]] = choice
            owner[every, deals.action[choice]] = deals.seat[choice]
        state = np.zeros((CHOICES, count, self.inputs.critic_width), np.float32)
        table = self.inputs.table
        for choice in range(CHOICES):
            steps = (owner - deals.seat[choice][:, None]) % SEATS
            place = steps * CARDS + np.arange(CARDS)
            np.put_along_axis(state[choice], place, (turn >= choice).astype(np.float32), 1)
            state[choice, :, SEATS * CARDS :] = deals.observation[choice][:, table] * self.inputs.scale[table]
        flat = state.reshape(CHOICES * count, -1)
        to_come = np.concatenate([self.critic.out(part) for part in np.array_split(flat, 16)])
        to_come = to_come.reshape(CHOICES, count, SEATS) * np.float32(config.points)
        so_far = deals.observation[:, :, self.inputs.points].astype(np.float32)
        # From the actor's order of seats to the table's, and back.
        seats = np.arange(SEATS)
        steps = (seats - deals.seat[:, :, None]) % SEATS
        total = np.empty((CHOICES + 1, count, SEATS), np.float32)
        total[:CHOICES] = np.take_along_axis(so_far + to_come, steps, 2)
        total[CHOICES] = deals.final
        gain = np.diff(total, axis=0)
        for choice in reversed(range(CHOICES - 1)):
            gain[choice] += np.float32(config.trace) * gain[choice + 1]
        own = np.take_along_axis(gain, deals.seat[:, :, None], 2)[:, :, 0]
        around = (seats + deals.seat[:, :, None]) % SEATS
        target = (np.take_along_axis(total[:CHOICES] + gain, around, 2) - so_far) / np.float32(config.points)
        return own, target.reshape(-1, SEATS), flat

    def improve_policy(self, deals: Deals, advantage: Array, rng: np.random.Generator) -> dict[str, float]:
        """PPO's clipped steps over all decisions where there was a choice."""
        config = self.config
        mask = deals.mask.reshape(CHOICES * config.deals, -1)
        free = np.flatnonzero(mask.sum(1, dtype=np.int32) > 1)
        observation = deals.observation.reshape(len(mask), -1)
        action, chance, gain = deals.action.reshape(-1), deals.chance.reshape(-1), advantage.reshape(-1)
        middle, spread = float(gain[free].mean()), float(gain[free].std())
        gain = (gain - np.float32(middle)) / np.float32(spread + 1e-6)
        rate = config.falling(config.rate, self.decisions)
        worth = np.float32(config.falling(config.entropy, self.decisions))
        entropies: list[float] = []
        for _ in range(config.policy_epochs):
            order = rng.permutation(free)
            for part in np.array_split(order, max(1, len(order) // config.batch)):
                allowed, chosen, wins = mask[part], action[part], gain[part]
                hidden = self.policy.layers(self.inputs.policy(observation[part]))
                now = chances(hidden[-1], allowed)
                rows = np.arange(len(part))
                ratio = now[rows, chosen] / chance[part]
                far = np.where(wins > 0, ratio > 1 + config.clip, ratio < 1 - config.clip)
                push = np.where(far, np.float32(0), wins * ratio)
                slope = now * push[:, None]
                slope[rows, chosen] -= push
                log = np.log(now + np.float32(1e-9))
                mean = (now * log).sum(1, keepdims=True)
                entropies.append(-float(mean.mean()))
                slope += worth * now * (log - mean)
                slope /= np.float32(len(part))
                self.policy_adam.step(self.policy.slopes(hidden, slope), rate)
        return {"entropy": float(np.mean(entropies)), "spread": spread}

    def improve_critic(self, state: Array, target: Array, rng: np.random.Generator) -> dict[str, float]:
        """Steps of the critic towards what it should have said."""
        config = self.config
        rate = config.falling(config.critic_rate, self.decisions)
        errors: list[float] = []
        for _ in range(config.critic_epochs):
            order = rng.permutation(len(state))
            for part in np.array_split(order, max(1, len(order) // config.batch)):
                hidden = self.critic.layers(state[part])
                wrong = hidden[-1] - target[part]
                errors.append(float(np.square(wrong).mean()))
                slope = np.clip(wrong, -1, 1) / np.float32(len(part))
                self.critic_adam.step(self.critic.slopes(hidden, slope), rate)
        return {"error": float(np.sqrt(np.mean(errors))) * config.points}
