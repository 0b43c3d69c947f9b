"""What is learned from self-play: PPO with a critic that sees all hands.

What the deal decided is not what a player did. A critic that sees all hands (in training only, :mod:`.critic`) judges each position
after each choice. The surprise of a choice, summed over the choices after it, is its advantage: it holds little of the luck of the
cards. The policy sees its own observation alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._cardroom import CardroomError
from .._game import Game, load_game
from .config import Config
from .critic import scales, sight
from .deals import Deals, play
from .net import Adam, Array, Net
from .whole import Exported

FORBIDDEN = np.float32(-1e9)


class Inputs:
    """What the policy is given of an observation: the first numbers of it, up to a channel."""

    def __init__(self, game: Game, last: str, scale: dict[str, Any]) -> None:
        self.width = game.channel(last).slice.stop
        self.scale: Array = scales(game)[: self.width]
        for name, factor in scale.items():
            self.scale[game.channel(name).slice] = factor

    def policy(self, observation: NDArray[np.int8]) -> Array:
        """What the policy is given."""
        return observation[:, : self.width] * self.scale


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
        self.game = load_game(config.game, options=config.options)
        self.inputs = Inputs(self.game, config.inputs, config.scale)
        self.sight = sight(self.game)
        rng = np.random.default_rng([seed, 0])
        self.policy = Net([self.inputs.width, *config.hidden, self.game.num_actions], rng)
        self.critic = Net([self.sight.width, *config.critic_hidden, self.game.seats], rng)
        self.alone = 0
        """The number of first iterations in which only the critic learns."""
        self.policy_adam = Adam(self.policy, 0.5)
        self.critic_adam = Adam(self.critic, 1.0)
        self.average = [w.copy() for w in self.policy.weights]
        """The average of the policy's weights over the last iterations: it plays better than the last."""
        self.iterations = 0
        self.decisions = 0
        """How many decisions it has learned from."""

    def begin_with(self, begun: Exported) -> None:
        """Gives the policy the weights of a net. Before it learns on, the critic learns alone: who knows nothing does not
        judge who knows something."""
        if begun.observation_version != self.game.version:
            raise CardroomError(
                f"the net learned from version {begun.observation_version} of the observation; this is version {self.game.version}"
            )
        sizes = [len(begun.net.shifts), *(len(layer.bias) for layer in begun.net.layers)]
        wanted = [self.inputs.width, *self.config.hidden, self.game.num_actions]
        if sizes != wanted:
            raise CardroomError(f"the net has layers of {sizes}; the configuration wants {wanted}")
        for place, weight in enumerate(begun.weights(self.inputs.scale)):
            self.policy.weights[place][...] = weight
            self.average[place][...] = weight
        self.alone = self.config.critic_alone

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
        told = self.improve_policy(deals, advantage, rng) if self.iterations >= self.alone else {}
        told |= self.improve_critic(state, target, rng)
        self.iterations += 1
        self.decisions += len(deals.rows)
        part = np.float32(1 / min(self.iterations, config.average))
        for mean, weight in zip(self.average, self.policy.weights, strict=True):
            mean += part * (weight - mean)
        return told

    def play(self, rng: np.random.Generator) -> Deals:
        """Deals, played by the policy on all seats."""

        def choose(observation: NDArray[np.int8], mask: NDArray[np.int8]) -> tuple[NDArray[np.int64], Array]:
            all_chances = chances(self.policy.out(self.inputs.policy(observation)), mask)
            point = rng.random((len(mask), 1), dtype=np.float32)
            reached = np.cumsum(all_chances, 1) >= point * np.float32(0.999999)
            drawn = (reached & (mask > 0)).argmax(1)
            return drawn, all_chances[np.arange(len(mask)), drawn]

        config, seed = self.config, int(rng.integers(2**63))
        game = self.game
        if config.easier and self.iterations < config.easier_for:
            game = load_game(config.game, options={**config.options, **config.easier})
        # While the critic learns alone it needs no opponent, which takes longer.
        against = config.against if self.iterations >= self.alone else ""
        return play(game, config.matches, config.deals, choose, seed, config.longest, config.broken_off, against)

    def judge(self, deals: Deals) -> tuple[Array, Array, Array]:
        """The advantage of each kept choice, what the critic should have said of its position, and what it was given."""
        config, rows, seats = self.config, deals.rows, self.game.seats
        state, so_far = self.sight.state(deals), self.sight.so_far(deals)
        parts = [self.critic.out(part) for part in np.array_split(state, 16)]
        expected = so_far + np.concatenate(parts) * np.float32(config.points)
        # From the actor's order of seats to the table's, and back.
        seat = deals.seat.reshape(-1)[rows]
        steps = (np.arange(seats) - seat[:, None]) % seats
        around = (np.arange(seats) + seat[:, None]) % seats
        total = np.zeros((deals.kept.size, seats), np.float32)
        total[rows] = np.take_along_axis(expected, steps, 1)
        total = total.reshape(*deals.kept.shape, seats)
        gain = deals.final - total
        trace = np.float32(config.trace)
        for step in reversed(range(len(gain) - 1)):
            on = ~deals.done[step]
            gain[step, on] = total[step + 1, on] - total[step, on] + trace * gain[step + 1, on]
        target = (total + gain).reshape(-1, seats)[rows]
        own = np.take_along_axis(gain.reshape(-1, seats)[rows], seat[:, None], 1)[:, 0]
        said = (np.take_along_axis(target, around, 1) - so_far) / np.float32(config.points)
        # They are of this type; the stubs of NumPy do not know it.
        return np.asarray(own, np.float32), np.asarray(said, np.float32), state

    def improve_policy(self, deals: Deals, advantage: Array, rng: np.random.Generator) -> dict[str, float]:
        """PPO's clipped steps over all decisions where there was a choice."""
        config = self.config
        rows, mask, observation = deals.rows, deals.flat(deals.mask), deals.flat(deals.observation)
        free = np.flatnonzero((mask.sum(1, dtype=np.int32) > 1) & deals.own.reshape(-1)[rows])
        action, chance, gain = deals.action.reshape(-1)[rows], deals.chance.reshape(-1)[rows], advantage
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
