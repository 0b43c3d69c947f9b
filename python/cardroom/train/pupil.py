"""Learning what a bot would do, choice by choice.

A bot that searches plays all seats, and the policy learns its choices from the observations. Such a net plays a little worse than its
teacher, at once and without search. A search that plays on with the net then judges what is likely to happen better than one that
plays on by rules of thumb.

The choices of a bot that searches cost much, so none is thrown away: the policy learns from those of all iterations in each of them.
They are kept beside the checkpoints.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._cardroom import CardroomError
from .config import Config
from .deals import play
from .heads import LegalRows
from .learner import Learner

LESSONS = "lessons"


class Pupil(Learner):
    """A policy that learns the choices of ``config.teacher``. ``folder``: where these are kept."""

    def __init__(self, config: Config, seed: int, folder: Path, *, gpu: bool = False, threads: int = 1) -> None:
        super().__init__(config, seed, gpu=gpu, threads=threads)
        self.folder = folder / LESSONS
        self.lessons: list[dict[str, NDArray[Any]]] = []
        """The choices of each iteration: the observations, the legal actions, and what the teacher did."""

    def iterate(self) -> dict[str, float]:
        """Watches deals of the teacher, and learns from all that it has seen."""
        rng = np.random.default_rng([self.seed, 1 + self.iterations])
        for missed in range(len(self.lessons), self.iterations):
            self.lessons.append(self.read(missed))
        lesson = self.watch(rng)
        self.lessons.append(lesson)
        told = self.learn(rng)
        self.improved(len(lesson["action"]))
        return told

    def watch(self, rng: np.random.Generator) -> dict[str, NDArray[Any]]:
        """Deals of the teacher. They are kept before anything is learned from them."""
        config = self.config
        deals = play(self.game, config, config.teacher, int(rng.integers(2**63)), threads=self.threads)
        places = deals.places[deals.free]
        lesson = {
            "observation": deals.observation.reshape(-1, self.game.observation_size)[places, : self.inputs.width],
            "action": deals.action.reshape(-1)[places],
        }
        if deals.rows is None:
            lesson["mask"] = deals.mask.reshape(-1, self.game.num_actions)[places]
        else:
            lesson |= {"rows": deals.rows.rows, "counts": np.diff(deals.rows.offsets)}
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.file(self.iterations).open("wb") as file:
            np.savez_compressed(file, **lesson)
        return lesson

    def file(self, iteration: int) -> Path:
        """Where the choices of an iteration are kept."""
        return self.folder / f"{iteration:06}.npz"

    def read(self, iteration: int) -> dict[str, NDArray[Any]]:
        """The choices of an iteration."""
        try:
            with np.load(self.file(iteration), allow_pickle=False) as kept:
                return dict(kept)
        except (OSError, ValueError) as error:
            raise CardroomError(f"{self.file(iteration)} cannot be read: {error}") from None

    def learn(self, rng: np.random.Generator) -> dict[str, float]:
        """Steps that make the teacher's choices likelier, over all lessons. Returns the surprise at a choice, in nats, and the share of
        choices that the policy would have made itself."""
        config, head, xp = self.config, self.head, self.xp
        observation = xp.asarray(np.concatenate([lesson["observation"] for lesson in self.lessons]))
        action = xp.asarray(np.concatenate([lesson["action"] for lesson in self.lessons]))
        legal: Any
        if config.by_row:
            rows, counts = (np.concatenate([lesson[name] for lesson in self.lessons]) for name in ("rows", "counts"))
            legal = LegalRows.of(rows, counts).to(xp)
        else:
            legal = xp.asarray(np.concatenate([lesson["mask"] for lesson in self.lessons]))
        rate = config.falling(config.rate, self.decisions)
        surprises: list[float] = []
        same: list[float] = []
        for _ in range(config.policy_epochs):
            order = rng.permutation(len(action))
            for shuffled in np.array_split(order, max(1, len(order) // config.batch)):
                part = xp.asarray(shuffled)
                allowed, chosen = legal[part], action[part]
                hidden = self.policy.layers(self.inputs.policy(observation[part]))
                slope = head.chances(hidden[-1], allowed)
                likely = head.at(slope, allowed, chosen)
                surprises.append(-float(np.log(likely + np.float32(1e-9)).mean()))
                same.append(float((likely >= head.most(slope, allowed)).mean()))
                head.add(slope, allowed, chosen, np.float32(-1))
                slope /= np.float32(len(part))
                self.adams[0].step(self.policy.slopes(hidden, head.back(slope, allowed)), rate)
        return {"surprise": float(np.mean(surprises)), "same": float(np.mean(same))}
