"""Distillation: a small net learns to choose in the same way as a large one.

    python python/train/ppo.py hearts --dir runs/large --set 'hidden=[1024, 512]' --minutes 600
    python python/train/distil.py hearts --dir runs/small --set teacher=runs/large --minutes 60

The small net plays the deals, so that it learns in the positions that it reaches itself. In each position it learns the
probabilities that the large net gives to the legal actions.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import torch
from config import Settings
from learner import Learner, descend, set_rate
from run import Run, main
from torch import Tensor

from cardroom import CardroomError


@dataclass(frozen=True, kw_only=True)
class DistilSettings(Settings):
    """The settings for distillation."""

    teacher: str = ""
    """The folder of the run that has trained the large net."""
    epochs: int = 2
    """The number of times that an iteration learns from each of its decisions."""


class Distil(Learner[DistilSettings]):
    """A policy that learns the probabilities that another policy gives to actions."""

    method: ClassVar[str] = "distil"
    kind: ClassVar[type[Settings]] = DistilSettings

    def __init__(self, settings: DistilSettings, seed: int, *, device: str = "cpu", threads: int = 1) -> None:
        super().__init__(settings, seed, device=device, threads=threads)
        teacher = Run.resume(Path(settings.teacher), device=device, threads=threads).learner
        if teacher.settings.game != settings.game or teacher.policy.by_row != settings.by_row:
            raise CardroomError(f"{settings.teacher} learns another game")
        self.teacher = teacher.average
        self.policy_adam = self.adam("policy", self.policy, settings.rate)

    def iterate(self) -> dict[str, float]:
        settings = self.settings
        seed, generator = self.rng()
        deals = self.play(seed, generator)
        rows, seen = deals.free_rows, deals.observation.flatten(0, 1)
        set_rate(self.policy_adam, settings.falling(settings.rate, self.decisions))
        distances: list[Tensor] = []
        for part in self.batches(len(rows), settings.epochs, generator):
            observation, legal = seen.index_select(0, rows[part]), deals.legal[part]
            with torch.no_grad():
                taught = legal.log_chances(self.teacher.logits(observation, legal))
            learned = legal.log_chances(self.policy.logits(observation, legal))
            distance = legal.total(taught.exp() * (taught - learned)).mean()
            descend(self.policy_adam, self.policy, distance, 0.5)
            distances.append(distance.detach())
        self.improved(len(deals.rows))
        return {"distance": float(torch.stack(distances).mean())}


LEARNER = Distil

if __name__ == "__main__":
    sys.exit(main(Distil, __doc__))
