"""What is learned from self-play: PPO with a critic that sees all hands.

What the deal decided is not what a player did. A critic that sees all hands (in training only, :mod:`.critic`) judges each position
after each choice. The surprise of a choice, summed over the choices after it, is its advantage: it holds little of the luck of the
cards. The policy sees its own observation alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._game import load_game
from .arrays import to_numpy
from .config import Config
from .critic import sight
from .deals import Deals, play
from .learner import Learner
from .net import Adam, Array, Net


class SelfPlay(Learner):
    """A policy that learns from what its own deals bring, and the critic that judges its choices."""

    def __init__(self, config: Config, seed: int, *, gpu: bool = False, threads: int = 1) -> None:
        super().__init__(config, seed, gpu=gpu, threads=threads)
        self.sight = sight(self.game)
        self.critic = Net([self.sight.width, *config.critic_hidden, self.game.seats], self.first, self.xp)
        self.adams.append(Adam(self.critic, 1.0))
        self.alone = 0
        """The number of first iterations in which only the critic learns."""

    def began_with_net(self) -> None:
        """Before it learns on, the critic learns alone: who knows nothing does not judge who knows something."""
        self.alone = self.config.critic_alone

    def iterate(self) -> dict[str, float]:
        """Plays deals and learns from them. Returns what there is to tell."""
        rng = np.random.default_rng([self.seed, 1 + self.iterations])
        played = self.play(rng)
        deals = played.to(self.xp)
        advantage, target, state = self.judge(deals)
        told = self.improve_policy(deals, played.free, advantage, rng) if self.iterations >= self.alone else {}
        told |= self.improve_critic(state, target, rng)
        self.improved(len(played.places))
        return told

    def play(self, rng: np.random.Generator) -> Deals:
        config, seed = self.config, int(rng.integers(2**63))
        game, begins = self.game, self.iterations < config.easier_for
        if config.easier and begins:
            game = load_game(config.game, options={**config.options, **config.easier})
        # While the critic learns alone it needs no opponent, which takes longer.
        against = config.against if self.iterations >= self.alone else ""
        nothing = config.nothing if begins else 0.0
        return play(game, config, self.chooser(rng), seed, against=against, nothing=nothing, threads=self.threads)

    def judge(self, deals: Deals) -> tuple[Array, Array, Array]:
        """The advantage of each kept choice, what the critic should have said of its position, and what it was given."""
        config, seats = self.config, self.game.seats
        state, so_far = self.sight.state(deals), to_numpy(self.sight.so_far(deals))
        parts = [to_numpy(self.critic.out(part)) for part in np.array_split(state, 16)]
        expected = so_far + np.concatenate(parts) * np.float32(config.points)
        rows, kept, seat = (to_numpy(values) for values in (deals.places, deals.kept, deals.seat))
        done, final = to_numpy(deals.done), to_numpy(deals.final)
        # From the actor's order of seats to the table's, and back.
        seat = seat.reshape(-1)[rows]
        steps = (np.arange(seats) - seat[:, None]) % seats
        around = (np.arange(seats) + seat[:, None]) % seats
        total = np.zeros((kept.size, seats), np.float32)
        total[rows] = np.take_along_axis(expected, steps, 1)
        total = total.reshape(*kept.shape, seats)
        gain = final - total
        trace = np.float32(config.trace)
        for step in reversed(range(len(gain) - 1)):
            on = ~done[step]
            gain[step, on] = total[step + 1, on] - total[step, on] + trace * gain[step + 1, on]
        target = (total + gain).reshape(-1, seats)[rows]
        own = np.take_along_axis(gain.reshape(-1, seats)[rows], seat[:, None], 1)[:, 0]
        said = (np.take_along_axis(target, around, 1) - so_far) / np.float32(config.points)
        # They are of this type; the stubs of NumPy do not know it.
        return np.asarray(own, np.float32), np.asarray(said, np.float32), state

    def improve_policy(
        self, deals: Deals, free: NDArray[np.int64], advantage: Array, rng: np.random.Generator
    ) -> dict[str, float]:
        """PPO's clipped steps over all decisions where there was a choice."""
        config, head, xp = self.config, self.head, self.xp
        places = deals.places[xp.asarray(free)]
        observation = deals.observation.reshape(-1, self.game.observation_size)
        action, chance = deals.action.reshape(-1)[places], deals.chance.reshape(-1)[places]
        legal: Any = deals.rows if config.by_row else deals.mask.reshape(-1, self.game.num_actions)[places]
        gain = advantage[free]
        middle, spread = float(gain.mean()), float(gain.std())
        gain = xp.asarray((gain - np.float32(middle)) / np.float32(spread + 1e-6))
        rate = config.falling(config.rate, self.decisions)
        worth = np.float32(config.falling(config.entropy, self.decisions))
        entropies: list[float] = []
        for _ in range(config.policy_epochs):
            order = rng.permutation(len(free))
            for shuffled in np.array_split(order, max(1, len(order) // config.batch)):
                part = xp.asarray(shuffled)
                allowed, chosen, wins = legal[part], action[part], gain[part]
                hidden = self.policy.layers(self.inputs.policy(observation[places[part]]))
                now = head.chances(hidden[-1], allowed)
                ratio = head.at(now, allowed, chosen) / chance[part]
                far = np.where(wins > 0, ratio > 1 + config.clip, ratio < 1 - config.clip)
                push = np.where(far, np.float32(0), wins * ratio)
                slope = now * head.each(push, allowed)
                head.add(slope, allowed, chosen, -push)
                log = np.log(now + np.float32(1e-9))
                mean = head.total(now * log, allowed)
                entropies.append(-float(mean.mean()))
                slope += worth * now * (log - head.each(mean, allowed))
                slope /= np.float32(len(part))
                self.adams[0].step(self.policy.slopes(hidden, head.back(slope, allowed)), rate)
        return {"entropy": float(np.mean(entropies)), "spread": spread}

    def improve_critic(self, state: Any, target: Array, rng: np.random.Generator) -> dict[str, float]:
        """Steps of the critic towards what it should have said."""
        config, xp = self.config, self.xp
        wanted = xp.asarray(target)
        rate = config.falling(config.critic_rate, self.decisions)
        errors: list[float] = []
        for _ in range(config.critic_epochs):
            order = rng.permutation(len(state))
            for shuffled in np.array_split(order, max(1, len(order) // config.batch)):
                part = xp.asarray(shuffled)
                hidden = self.critic.layers(state[part])
                wrong = hidden[-1] - wanted[part]
                errors.append(float(np.square(wrong).mean()))
                slope = np.clip(wrong, -1, 1) / np.float32(len(part))
                self.adams[1].step(self.critic.slopes(hidden, slope), rate)
        return {"error": float(np.sqrt(np.mean(errors))) * config.points}
