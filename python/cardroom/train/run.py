"""A run: a folder with its configuration, its last checkpoint and its curve."""

from __future__ import annotations

import dataclasses
import fcntl
import hashlib
import json
import os
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from .. import arena
from .._cardroom import CardroomError
from .._runs import Questions
from . import config, curve, whole
from .arrays import to_numpy
from .heads import LegalRows, numbers
from .learner import Learner
from .net import Array
from .ppo import SelfPlay
from .pupil import Pupil

CHECKPOINT, CONFIG, CURVE, PICTURE, STOP, LOCK = "checkpoint.npz", "run.json", "curve.jsonl", "curve.svg", "stop", "lock"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """No other program learns in this folder meanwhile: two of them would overwrite each other's checkpoints. A program that was
    killed leaves no lock."""
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CardroomError(f"another program learns in {folder}: wait for its end, or stop it with a file {folder / STOP}") from None
        yield


class Run:
    """A learner and the folder that it is kept in."""

    def __init__(self, folder: Path, learner: Learner, measured: list[dict[str, Any]], seconds: float) -> None:
        self.folder = folder
        self.learner = learner
        self.measured = measured
        """How strong it was, and when."""
        self.seconds = seconds
        """CPU time that it has learned for."""
        self.saved = self._last_saved()
        """When the checkpoint was written that it stands at."""

    def _last_saved(self) -> int | None:
        """In nanoseconds; ``None`` if there is no checkpoint yet."""
        try:
            return (self.folder / CHECKPOINT).stat().st_mtime_ns
        except FileNotFoundError:
            return None

    @staticmethod
    def begin(
        folder: Path, settings: config.Config, seed: int, net: Path | None = None, *, gpu: bool = False, threads: int = 1
    ) -> Run:
        """A new run, in a folder that has none. ``net``: an exported net, with whose weights the policy begins. ``gpu`` and
        ``threads``: where and on how many threads it computes."""
        if (folder / CONFIG).exists():
            raise CardroomError(f"{folder} has a run: go on with it (--resume {folder}), or name another folder")
        learner = new_learner(settings, seed, folder, gpu=gpu, threads=threads)
        about = {"seed": seed, "observation_version": learner.game.version, **dataclasses.asdict(settings)}
        if net is not None:
            begun = whole.read(net)
            learner.begin_with(begun)
            about["from"] = begun.run
        folder.mkdir(parents=True, exist_ok=True)
        (folder / CONFIG).write_text(json.dumps(about, indent=1) + "\n")
        run = Run(folder, learner, [], 0.0)
        if net is not None:
            run.save()
        return run

    @staticmethod
    def resume(folder: Path, *, gpu: bool = False, threads: int = 1) -> Run:
        """The run in this folder, from its last checkpoint."""
        try:
            about = json.loads((folder / CONFIG).read_text())
            seed, version = int(about.pop("seed")), int(about.pop("observation_version"))
            begun = about.pop("from", None) is not None
        except FileNotFoundError:
            raise CardroomError(f"{folder} has no run") from None
        except (KeyError, TypeError, ValueError) as error:
            raise CardroomError(f"{folder / CONFIG} cannot be read: {error}") from None
        learner = new_learner(config.parse(about), seed, folder, gpu=gpu, threads=threads)
        if learner.game.version != version:
            raise CardroomError(
                f"{folder} learned from version {version} of the observation; this is version {learner.game.version}"
            )
        if begun:
            learner.began_with_net()
        run = Run(folder, learner, [], 0.0)
        if (folder / CHECKPOINT).exists() or begun:
            run._load()
        return run

    def _load(self) -> None:
        file, learner = self.folder / CHECKPOINT, self.learner
        try:
            with np.load(file, allow_pickle=False) as kept:
                arrays = [kept[f"a{place}"] for place in range(len(learner.arrays()))]
                iterations, decisions, *updates, seconds = kept["progress"].tolist()
        except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
            raise CardroomError(f"{file} cannot be read: {error}") from None
        for own, other in zip(learner.arrays(), arrays, strict=True):
            if own.shape != other.shape or own.dtype != other.dtype:
                raise CardroomError(f"{file} does not fit the configuration beside it")
            own[...] = learner.xp.asarray(other)
        learner.iterations, learner.decisions = int(iterations), int(decisions)
        for adam, number in zip(learner.adams, updates, strict=True):
            adam.updates = int(number)
        self.seconds = float(seconds)
        if (self.folder / CURVE).exists():
            lines = (self.folder / CURVE).read_text().splitlines()
            self.measured = [m for m in map(json.loads, lines) if m["iteration"] <= learner.iterations]

    def save(self) -> None:
        """Writes the checkpoint and the curve. A crash leaves the checkpoint before."""
        learner = self.learner
        progress = [learner.iterations, learner.decisions, *(adam.updates for adam in learner.adams), self.seconds]
        arrays: dict[str, Any] = {f"a{place}": to_numpy(array) for place, array in enumerate(learner.arrays())}
        new = self.folder / ("new-" + CHECKPOINT)
        with new.open("wb") as file:
            np.savez(file, progress=np.array(progress), **arrays)
        os.replace(new, self.folder / CHECKPOINT)
        self.saved = self._last_saved()
        (self.folder / CURVE).write_text("".join(json.dumps(m) + "\n" for m in self.measured))
        others = f"three of {learner.config.against}" if learner.config.against else "three rule players"
        title = f"{learner.config.game}: points a deal gained against {others}, 95 % intervals"
        (self.folder / PICTURE).write_text(curve.svg(self.measured, title))

    def go(self, *, iterations: int | None, minutes: float | None, every: int, sets: int, stop: Path | None = None) -> None:
        """Learns until ``iterations`` in all, for ``minutes`` of wall time, or until the folder has a file ``stop``, whichever
        comes first. Saves and measures after ``every`` iterations, and saves at the end. Fails where another program learns in the
        folder, or has done so since the run was read."""
        with alone(self.folder):
            if self._last_saved() != self.saved:
                raise CardroomError(f"{self.folder} has learned more since it was read: resume it again")
            self._go(iterations, minutes, every, sets, [self.folder / STOP] + ([stop] if stop else []))

    def _go(self, iterations: int | None, minutes: float | None, every: int, sets: int, stops: list[Path]) -> None:
        begin, learner = time.monotonic(), self.learner
        saved = -1
        while True:
            late = minutes is not None and time.monotonic() - begin >= 60 * minutes
            done = iterations is not None and learner.iterations >= iterations
            if late or done or any(file.exists() for file in stops):
                break
            spent = time.process_time()
            told = learner.iterate()
            self.seconds += time.process_time() - spent
            part = learner.iterations / iterations if iterations else None
            if minutes:
                part = max(part or 0.0, (time.monotonic() - begin) / (60 * minutes))
            self._tell(told, part)
            if learner.iterations % every == 0:
                if sets:
                    self.measure(told, sets)
                self.save()
                saved = learner.iterations
        if saved != learner.iterations:
            self.save()
        if sys.stderr.isatty():
            print(file=sys.stderr)

    def _tell(self, told: dict[str, float], part: float | None) -> None:
        """A progress bar, on a terminal only."""
        if not sys.stderr.isatty():
            return
        bar = "" if part is None else f"[{'#' * int(24 * min(1, part)):<24}] "
        against = self.learner.config.against or "rule"
        last = f", {self.measured[-1]['gain']:+.2f} against {against}" if self.measured else ""
        words = f"{bar}{self.learner.decisions / 1e6:.1f} M decisions, {self.seconds:.0f} s of CPU time, "
        words += ", ".join(f"{name} {value:.2f}" for name, value in told.items())
        print(f"\r{words}{last}\033[K", end="", file=sys.stderr, flush=True)

    def measure(self, told: dict[str, float], sets: int) -> dict[str, Any]:
        """Meets three rule players, or three of the bot that it learns against, in duplicate sets, the same ones each time; adds what
        came out to the curve."""
        against = self.learner.config.against or "rule"
        gain = versus(self.learner, [against], sets, seed=1)
        measured = {
            "iteration": self.learner.iterations,
            "decisions": self.learner.decisions,
            "cpu_seconds": round(self.seconds, 1),
            "gain": gain["estimate"],
            "low": gain["low"],
            "high": gain["high"],
            **{name: round(value, 4) for name, value in told.items()},
        }
        self.measured.append(measured)
        if not sys.stderr.isatty():
            words = f"{measured['decisions'] / 1e6:.1f} M decisions, {self.seconds:.0f} s of CPU time: "
            print(f"{words}{measured['gain']:+.2f} ({measured['low']:+.2f} to {measured['high']:+.2f}) against three {against}", flush=True)
        return measured

    def hash(self) -> str:
        """What names this run at this point: its configuration, its seed and its weights."""
        learner = self.learner
        digest = hashlib.sha256((self.folder / CONFIG).read_bytes())
        digest.update(f"{learner.iterations}\n".encode())
        for array in learner.average:
            digest.update(to_numpy(array).tobytes())
        return digest.hexdigest()


def new_learner(settings: config.Config, seed: int, folder: Path, *, gpu: bool, threads: int) -> Learner:
    """A learner by its configuration: a pupil where a teacher is named."""
    if settings.teacher:
        return Pupil(settings, seed, folder, gpu=gpu, threads=threads)
    return SelfPlay(settings, seed, gpu=gpu, threads=threads)


def versus(learner: Learner, others: list[str], sets: int, seed: int, weights: list[Array] | None = None) -> dict[str, Any]:
    """What the averaged policy gains a deal against some bots."""
    policy, kept = learner.policy, learner.policy.weights

    def net(questions: Questions) -> Any:
        legal: Any = learner.xp.asarray(questions.mask)
        if questions.rows is not None:
            rows = questions.rows
            legal = LegalRows.of(rows.rows, np.diff(rows.offsets)).to(learner.xp)
        place = to_numpy(learner.head.best(policy.out(learner.inputs.policy(learner.xp.asarray(questions.observation))), legal))
        return numbers(place, questions.mask)

    policy.weights = weights or learner.average
    try:
        by_row = learner.config.by_row
        results = arena(learner.game, [net, *others], sets=sets, seed=seed, threads=learner.threads, rows=by_row)
    finally:
        policy.weights = kept
    gain: dict[str, Any] = results["entrants"][0]["gain_per_deal"]
    return gain
