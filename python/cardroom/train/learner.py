"""What all learners have in common: a policy that sees its own observation alone, and what is kept of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import vector
from .._cardroom import CardroomError
from .._game import Game, load_game
from .arrays import module_of, on_gpu, to_numpy
from .config import Config
from .deals import Choose, Deals, play
from .heads import ByNumber, ByRow, Head
from .net import Adam, Array, Net, scales
from .whole import Exported


class Inputs:
    """What the policy is given of an observation: the first numbers of it, up to a channel."""

    def __init__(self, game: Game, last: str, scale: dict[str, Any]) -> None:
        self.width = game.channel(last).slice.stop
        self.scale: Array = scales(game.channels)[: self.width]
        for name, factor in scale.items():
            self.scale[game.channel(name).slice] = factor

    def policy(self, observation: NDArray[np.int8]) -> Array:
        """What the policy is given."""
        given: Array = observation[:, : self.width] * module_of(observation).asarray(self.scale)
        return given


class Learner(ABC):
    """A policy, and how it improves. Its state is its weights, Adam's means, and how often it improved."""

    def __init__(self, config: Config, seed: int, *, gpu: bool = False, threads: int = 1) -> None:
        if not 0 <= seed < 2**63:
            raise CardroomError("the seed of a run is a number from 0 to 2**63 - 1")
        self.config = config
        self.seed = seed
        self.game = load_game(config.game, options=config.options)
        for bot in filter(None, (config.teacher, config.against)):
            # There is no such bot: better said now than when it is asked.
            vector.make(self.game, 1, seat_policy=bot)
        self.inputs = Inputs(self.game, config.inputs, config.scale)
        self.head: Head = ByRow(self.game) if config.by_row else ByNumber(self.game)
        self.xp: Any = on_gpu() if gpu else np
        """Where the nets compute: NumPy, or CuPy on a GPU."""
        self.threads = threads
        """The threads that play. What is learned does not depend on them."""
        self.first = np.random.default_rng([seed, 0])
        """The random numbers of the first weights."""
        self.policy = Net([self.inputs.width, *config.hidden, self.head.outputs], self.first, self.xp)
        self.adams = [Adam(self.policy, 0.5)]
        """Adam's means for each net, the policy first."""
        self.average = [w.copy() for w in self.policy.weights]
        """The average of the policy's weights over the last iterations: it plays better than the last."""
        self.iterations = 0
        self.decisions = 0
        """How many decisions it has learned from."""

    def begin_with(self, begun: Exported) -> None:
        """Gives the policy the weights of a net."""
        if begun.observation_version != self.game.version:
            raise CardroomError(
                f"the net learned from version {begun.observation_version} of the observation; this is version {self.game.version}"
            )
        sizes = [len(begun.net.shifts), *(len(layer.bias) for layer in begun.net.layers)]
        wanted = [self.inputs.width, *self.config.hidden, self.head.outputs]
        if sizes != wanted:
            raise CardroomError(f"the net has layers of {sizes}; the configuration wants {wanted}")
        for place, weight in enumerate(begun.weights(self.inputs.scale, self.head.factor)):
            self.policy.weights[place][...] = self.xp.asarray(weight)
            self.average[place][...] = self.xp.asarray(weight)
        self.began_with_net()

    def began_with_net(self) -> None:
        """Prepares a policy that began with the weights of a net to learn on."""

    def arrays(self) -> list[NDArray[np.float32]]:
        """All that it has learned, in a fixed order."""
        moments = [m for adam in self.adams for m in (*adam.mean, *adam.square)]
        return [*(w for adam in self.adams for w in adam.net.weights), *self.average, *moments]

    @abstractmethod
    def iterate(self) -> dict[str, float]:
        """Learns for one iteration. Returns what there is to tell."""

    def play(self, rng: np.random.Generator) -> Deals:
        """Deals, played by the policy on all seats."""
        seed = int(rng.integers(2**63))
        return play(self.game, self.config, self.chooser(rng), seed, threads=self.threads)

    def chooser(self, rng: np.random.Generator) -> Choose:
        """The policy as a player. It draws actions with the chances that it gives them."""

        def choose(observation: NDArray[np.int8], legal: Any) -> tuple[NDArray[np.int64], Array]:
            point = self.xp.asarray(rng.random(len(observation), dtype=np.float32))
            legal = legal.to(self.xp) if self.config.by_row else self.xp.asarray(legal)
            out = self.policy.out(self.inputs.policy(self.xp.asarray(observation)))
            drawn, chance = self.head.draw(self.head.chances(out, legal), legal, point)
            return to_numpy(drawn), to_numpy(chance)

        return choose

    def improved(self, decisions: int) -> None:
        """Counts an iteration that learned from this number of decisions, and adds its policy to the average."""
        self.iterations += 1
        self.decisions += decisions
        part = np.float32(1 / min(self.iterations, self.config.average))
        for mean, weight in zip(self.average, self.policy.weights, strict=True):
            mean += part * (weight - mean)
