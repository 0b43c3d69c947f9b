"""The part that all methods have in common: a policy, the average of its weights, and the state that has to be saved.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
import torch
import whole
from config import Settings
from deals import Deals, by_chance, play
from policy import Policy
from torch import Tensor, nn

from cardroom import CardroomError, Game, load_game, vector

S = TypeVar("S", bound=Settings)


class Learner(ABC, Generic[S]):
    """A policy, and a method that improves it. The result depends only on the settings and the seed."""

    method: ClassVar[str]
    """The name of the method, and of its table in the configuration of a game."""
    kind: ClassVar[type[Settings]]

    def __init__(self, settings: S, seed: int, *, device: str = "cpu", threads: int = 1) -> None:
        if not 0 <= seed < 2**63:
            raise CardroomError("the seed of a run is a number from 0 to 2**63 - 1")
        self.settings = settings
        self.seed = seed
        self.game = load_game(settings.game, options=settings.options)
        self.opponent = str(getattr(settings, "against", ""))
        """The bot that plays the other seats and does not learn; empty if there is none."""
        if self.opponent:
            # If there is no such bot, this is reported now, and not when the bot has to choose.
            vector.make(self.game, 1, seat_policy=self.opponent)
        self.device = usable(device)
        self.threads = threads
        torch.set_num_threads(threads)
        self.first = torch.Generator().manual_seed(seed)
        """The random numbers of the first weights. They are drawn on the CPU, so they are the same on every device."""
        self.policy = Policy(self.game, settings, self.first).to(self.device)
        self.average = copy.deepcopy(self.policy)
        """The policy with the average of its weights over the last iterations, which plays better than the newest
        policy."""
        self.optimizers: dict[str, torch.optim.Adam] = {}
        self.iterations = 0
        self.decisions = 0
        """The number of decisions from which it has learned."""

    @abstractmethod
    def iterate(self) -> dict[str, float]:
        """Learns for one iteration. Returns figures for the curve."""

    def nets(self) -> dict[str, nn.Module]:
        """All nets that are saved, by name."""
        return {"policy": self.policy, "average": self.average}

    def adam(self, name: str, net: nn.Module, rate: float) -> torch.optim.Adam:
        """An optimiser that is saved together with the nets."""
        self.optimizers[name] = torch.optim.Adam(net.parameters(), rate, fused=True)
        return self.optimizers[name]

    def state(self) -> dict[str, Any]:
        """The state of the learner, for a checkpoint."""
        kept: dict[str, Any] = {"iterations": self.iterations, "decisions": self.decisions}
        kept["nets"] = {name: net.state_dict() for name, net in self.nets().items()}
        kept["optimizers"] = {name: optimizer.state_dict() for name, optimizer in self.optimizers.items()}
        return kept

    def load(self, kept: dict[str, Any]) -> None:
        """Restores a state that :meth:`state` returned."""
        for name, net in self.nets().items():
            net.load_state_dict(kept["nets"][name])
        for name, optimizer in self.optimizers.items():
            optimizer.load_state_dict(kept["optimizers"][name])
        self.iterations, self.decisions = int(kept["iterations"]), int(kept["decisions"])

    def begin_with(self, begun: whole.Exported) -> None:
        """Gives the policy the weights of an exported net. Hidden layers may be larger than those of the net. The
        weights of the additional units are 0 at first, so the policy plays as the net does."""
        if begun.observation_version != self.game.version:
            raise CardroomError(
                f"the net learned from version {begun.observation_version} of the observation; this is version {self.game.version}"
            )
        has, wants = begun.net.sizes, self.policy.sizes
        if len(has) != len(wants) or (has[0], has[-1]) != (wants[0], wants[-1]) or any(a > b for a, b in zip(has, wants, strict=True)):
            raise CardroomError(f"the net has layers of {has}; the configuration wants {wants}")
        scale, factor = self.policy.scale.cpu().numpy(), self.policy.factor.cpu().numpy()
        for net in (self.policy, self.average):
            for parameter, weights in zip(net.parameters(), begun.weights(scale, factor), strict=True):
                # PyTorch stores the weights of a layer with a row for each output.
                known = torch.from_numpy(weights.T)
                if known.ndim == 2:
                    parameter.data[:, known.shape[1] :] = 0
                parameter.data[tuple(slice(size) for size in known.shape)] = known.to(parameter)
        self.began_with_net()

    def began_with_net(self) -> None:
        """Prepares the learner after its policy has received the weights of a net."""

    def rng(self) -> tuple[int, torch.Generator]:
        """The random numbers of the next iteration: a seed for the matches, and a generator for everything else. They
        depend only on the seed and on the number of the iteration, so a resumed run draws the same numbers as one that
        was not interrupted."""
        drawn = np.random.default_rng([self.seed, 1 + self.iterations])
        seed, other = (int(number) for number in drawn.integers(2**63, size=2))
        return seed, torch.Generator(self.device).manual_seed(other)

    def play(self, seed: int, generator: torch.Generator, against: str = "") -> Deals:
        """Plays deals. The policy plays all seats, or one seat if the bot ``against`` plays the others."""
        nothing = self.settings.nothing if self.begins else 0.0
        choose = by_chance(self.policy, generator)
        return play(self.rules(), self.settings, choose, seed, self.device, against=against, nothing=nothing, threads=self.threads)

    @property
    def begins(self) -> bool:
        """True in the first iterations, which can have easier rules."""
        return self.iterations < self.settings.easier_for

    def rules(self) -> Game:
        """The game with the rules of this iteration."""
        settings = self.settings
        if not (settings.easier and self.begins):
            return self.game
        return load_game(settings.game, options={**settings.options, **settings.easier})

    def batches(self, count: int, epochs: int, generator: torch.Generator) -> list[Tensor]:
        """The batches of some epochs over ``count`` examples. Each epoch has an order of its own."""
        orders = (torch.randperm(count, generator=generator, device=self.device) for _ in range(epochs))
        return [part for order in orders for part in order.tensor_split(max(1, count // self.settings.batch))]

    @torch.no_grad()
    def improved(self, decisions: int) -> None:
        """Counts an iteration that has learned from this number of decisions, and adds the policy to the average."""
        self.iterations += 1
        self.decisions += decisions
        part = 1 / min(self.iterations, self.settings.average)
        for mean, weight in zip(self.average.parameters(), self.policy.parameters(), strict=True):
            mean.lerp_(weight, part)


def set_rate(adam: torch.optim.Adam, rate: float) -> None:
    """Sets the learning rate."""
    for group in adam.param_groups:
        group["lr"] = rate


def descend(adam: torch.optim.Adam, net: nn.Module, loss: Tensor, longest: float) -> None:
    """Does a step of Adam. A gradient with a norm above ``longest`` is shortened to this norm."""
    adam.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(net.parameters(), longest)
    adam.step()


def usable(name: str) -> torch.device:
    """The device with this name. Raises :class:`CardroomError` if it cannot be used."""
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise CardroomError(f"the device {name} cannot be used: {str(error).splitlines()[0]}") from None
    return device
