"""Values instead of choices: the policy learns what each legal action of a decision brings, compared on the same cards.

    python python/train/values.py schwarze-dame --dir runs/values --minutes 60

The current policy plays deals. At some of the decisions the deal branches: for each legal action a copy of the match
plays this action, and the policy plays the copy to the end of the deal. All copies have the same cards, so that little
of the difference between their results is luck. The net learns these differences, and the policy chooses actions by the
softmax of value / temperature.

A run that starts from a net (``--from``) uses the logits of that net as a prior: it learns prior + value / temperature,
so that it chooses actions by policy · exp(value / temperature).
"""

from __future__ import annotations

import copy
import sys
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np
import torch
from config import Settings
from deals import Deals, begin, by_chance, returns
from learner import Learner, descend, set_rate
from policy import Legal, Policy
from run import main
from torch import Tensor, nn


@dataclass(frozen=True, kw_only=True)
class ValuesSettings(Settings):
    """The settings for learning values."""

    branches: float
    """The average number of decisions of a deal at which it branches."""
    temperature: float
    """The difference of values, in points, that makes an action e times as probable as another."""
    memory: int
    """The number of iterations from whose branches an iteration learns, including itself."""
    epochs: int = 1
    """The number of times that an iteration learns from each of these branches."""


@dataclass
class Branches:
    """Decisions at which deals branched."""

    observation: Tensor
    legal: Legal
    value: Tensor
    """``float32[actions]``: the points that each action brought its seat, in units of the temperature, minus the mean
    over the actions of the decision."""


class Values(Learner[ValuesSettings]):
    """A policy that learns the values of its actions."""

    method: ClassVar[str] = "values"
    kind: ClassVar[type[Settings]] = ValuesSettings

    def __init__(self, settings: ValuesSettings, seed: int, *, device: str = "cpu", threads: int = 1) -> None:
        super().__init__(settings, seed, device=device, threads=threads)
        self.policy_adam = self.adam("policy", self.policy, settings.rate)
        self.memory: list[Branches] = []
        """The branches of the last iterations."""
        self.prior: Policy | None = None
        """The net from which the run started; None if it started without one."""

    def began_with_net(self) -> None:
        self.prior = copy.deepcopy(self.policy).requires_grad_(False)

    def nets(self) -> dict[str, nn.Module]:
        return {**super().nets(), **({"prior": self.prior} if self.prior else {})}

    def state(self) -> dict[str, Any]:
        return {**super().state(), "memory": [asdict(branches) for branches in self.memory]}

    def load(self, kept: dict[str, Any]) -> None:
        super().load(kept)
        self.memory = [Branches(**{**branches, "legal": Legal(**branches["legal"])}) for branches in kept["memory"]]

    def iterate(self) -> dict[str, float]:
        seed, generator = self.rng()
        deals = self.play(seed, generator)
        branches, played = self.branch(deals, seed, generator)
        self.memory = [*self.memory, branches][-self.settings.memory :]
        figures = self.learn(generator)
        self.improved(len(deals.rows) + played)
        return {"spread": float(branches.value.std()) * self.settings.temperature, **figures}

    @torch.no_grad()
    def branch(self, deals: Deals, seed: int, generator: torch.Generator) -> tuple[Branches, int]:
        """Tries every legal action at some decisions of deals that were played with this seed, and plays each of these
        deals to its end. Returns the branches, and the number of decisions that were played in them."""
        settings, matches = self.settings, deals.done.shape[1]
        wanted = round(settings.branches * matches * settings.deals)
        order = torch.randperm(len(deals.free_rows), generator=generator, device=self.device)
        sampled = order[:wanted].sort().values
        rows, legal = deals.free_rows[sampled], deals.legal[sampled]
        observation = deals.observation.flatten(0, 1)[rows, : self.policy.inputs]
        # Each action gets a copy of its match, which first repeats the actions before the decision.
        row = rows[legal.owner].cpu().numpy()
        branch_step, match = np.divmod(row, matches)
        seat = deals.seat.flatten().cpu().numpy()[row]
        branch_action, recorded = legal.actions.cpu().numpy(), deals.action.cpu().numpy()
        choose = by_chance(self.policy, generator)
        envs = begin(self.rules(), settings, seed, self.threads).copies(match)
        value = np.zeros(len(row), np.float32)
        goes_on = np.full(len(row), True)
        step = played = 0
        while goes_on.any():
            before, after = step < branch_step, goes_on & (step > branch_step)
            action = envs.mask.argmax(1)
            free = torch.from_numpy(after & (envs.mask.sum(1, dtype=np.int32) > 1)).to(self.device)
            options = Legal.asked(envs, free, settings.by_row)
            if len(options):
                place, _ = choose(torch.from_numpy(envs.observation).to(self.device)[free], options)
                action[free.cpu().numpy()] = options.at(options.actions, place).cpu().numpy()
            if before.any():
                action[before] = recorded[step, match[before]]
            action = np.where(step == branch_step, branch_action, action)
            envs.step(action.astype(np.int32))
            ends = goes_on & ~before & (envs.done == 1)
            value[ends] = returns(envs, settings)[ends, seat[ends]]
            played += int((goes_on & ~before).sum())
            goes_on &= ~ends
            step += 1
        values = torch.from_numpy(value).to(self.device) / settings.temperature
        return Branches(observation, legal, centred(values, legal)), played

    def learn(self, generator: torch.Generator) -> dict[str, float]:
        """Improves the net by steps towards the values of all branches in the memory."""
        settings = self.settings
        set_rate(self.policy_adam, settings.falling(settings.rate, self.decisions))
        errors: list[Tensor] = []
        for _ in range(settings.epochs):
            for number in torch.randperm(len(self.memory), generator=generator, device=self.device).tolist():
                branches = self.memory[number]
                for part in self.batches(len(branches.legal), 1, generator):
                    errors.append(self.step(branches, part))
        return {"error": float(torch.stack(errors).mean().sqrt()) * settings.temperature}

    def step(self, branches: Branches, part: Tensor) -> Tensor:
        """Does a step over some decisions. Returns the mean of the squared errors."""
        legal, observation = branches.legal[part], branches.observation[part]
        wanted = branches.value[branches.legal.places(part)]
        if self.prior is not None:
            wanted = wanted + centred(self.prior.logits(observation, legal), legal)
        error = (centred(self.policy.logits(observation, legal), legal) - wanted).square()
        descend(self.policy_adam, self.policy, legal.total(error).mean(), 10.0)
        return error.detach().mean()


def centred(values: Tensor, legal: Legal) -> Tensor:
    """The values of actions, each minus the mean over the actions of its decision."""
    mean = legal.total(values) / legal.offsets.diff()
    return values - mean[legal.owner]


LEARNER = Values

if __name__ == "__main__":
    sys.exit(main(Values, __doc__))
