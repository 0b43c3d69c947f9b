"""A run: a folder with its configuration, its last checkpoint and its curve. Also the command line of every method."""

from __future__ import annotations

import argparse
import dataclasses
import fcntl
import hashlib
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import config
import curve
import torch
import whole
from learner import Learner
from policy import Legal, Policy

from cardroom import CardroomError, Game, arena
from cardroom._runs import Bot, Questions

CHECKPOINT, CONFIG, CURVE, PICTURE, STOP, LOCK = "checkpoint.pt", "run.json", "curve.jsonl", "curve.svg", "stop", "lock"
SAVE_AFTER = 600
"""The time in seconds after which a checkpoint is written, even if nothing is measured."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Locks the folder, because two programs that learn in it would overwrite each other's checkpoints. If a program is
    killed, its lock is released."""
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CardroomError(f"another program learns in {folder}: wait for its end, or stop it with a file {folder / STOP}") from None
        yield


class Run:
    """A learner, and the folder in which it is saved."""

    def __init__(self, folder: Path, learner: Learner[Any]) -> None:
        self.folder = folder
        self.learner = learner
        self.measured: list[dict[str, Any]] = []
        """The results of the measurements, in order."""
        self.seconds = 0.0
        """The processor time that learning has taken, in seconds."""
        self.saved = self._last_saved()
        """The time at which the checkpoint was written that this run has read or written last."""

    def _last_saved(self) -> int | None:
        """The time in nanoseconds at which the checkpoint was written; ``None`` if there is none yet."""
        try:
            return (self.folder / CHECKPOINT).stat().st_mtime_ns
        except FileNotFoundError:
            return None

    @staticmethod
    def begin(folder: Path, learner: Learner[Any], net: Path | None = None) -> Run:
        """Begins a new run, in a folder that contains none. ``net``: an exported net, with whose weights the policy
        starts."""
        if (folder / CONFIG).exists():
            raise CardroomError(f"{folder} has a run: continue it (--resume {folder}), or name another folder")
        about: dict[str, Any] = {"method": learner.method, "seed": learner.seed, "observation_version": learner.game.version}
        if net is not None:
            begun = whole.read(net)
            learner.begin_with(begun)
            about["from"] = begun.run
        folder.mkdir(parents=True, exist_ok=True)
        (folder / CONFIG).write_text(json.dumps({**about, **dataclasses.asdict(learner.settings)}, indent=1) + "\n")
        run = Run(folder, learner)
        if net is not None:
            run.save()
        return run

    @staticmethod
    def resume(folder: Path, *, device: str = "cpu", threads: int = 1) -> Run:
        """Reads the run in this folder, with its last checkpoint."""
        try:
            about = json.loads((folder / CONFIG).read_text())
            method, seed, version = (about.pop(name) for name in ("method", "seed", "observation_version"))
            begun = about.pop("from", None) is not None
        except FileNotFoundError:
            raise CardroomError(f"{folder} has no run") from None
        except (KeyError, TypeError, ValueError) as error:
            raise CardroomError(f"{folder / CONFIG} cannot be read: {error}") from None
        kind = learner_of(str(method))
        learner = kind(config.parse(kind.kind, about), int(seed), device=device, threads=threads)
        if learner.game.version != version:
            raise CardroomError(f"{folder} learned from version {version} of the observation; this is version {learner.game.version}")
        if begun:
            learner.began_with_net()
        run = Run(folder, learner)
        if (folder / CHECKPOINT).exists():
            run._load()
        return run

    def _load(self) -> None:
        file = self.folder / CHECKPOINT
        try:
            kept = torch.load(file, map_location=self.learner.device, weights_only=True)
            seconds = float(kept["seconds"])
        except Exception as error:
            # The file is no checkpoint. All exceptions are caught, because torch.load has none of its own.
            raise CardroomError(f"{file} cannot be read: {error}") from None
        try:
            self.learner.load(kept["learner"])
        except (KeyError, ValueError, RuntimeError):
            raise CardroomError(f"{file} does not fit the configuration beside it") from None
        self.seconds = seconds
        if (self.folder / CURVE).exists():
            lines = (self.folder / CURVE).read_text().splitlines()
            self.measured = [m for m in map(json.loads, lines) if m["iteration"] <= self.learner.iterations]

    def save(self) -> None:
        """Writes the checkpoint and the curve. After a crash the previous checkpoint is still complete."""
        new = self.folder / ("new-" + CHECKPOINT)
        torch.save({"learner": self.learner.state(), "seconds": self.seconds}, new)
        os.replace(new, self.folder / CHECKPOINT)
        self.saved = self._last_saved()
        (self.folder / CURVE).write_text("".join(json.dumps(m) + "\n" for m in self.measured))
        title = f"{self.learner.settings.game}: points a deal gained against three {self.opponent}, 95 % intervals"
        (self.folder / PICTURE).write_text(curve.svg(self.measured, title))

    @property
    def opponent(self) -> str:
        """The bot against which the policy is measured."""
        return self.learner.opponent or "rule"

    def go(self, *, iterations: int | None, minutes: float | None, every: int, sets: int, stop: Path | None = None) -> None:
        """Learns until there are ``iterations`` in all, until ``minutes`` of wall time are over, or until the folder
        contains a file ``stop``, whichever comes first. Measures and saves after every ``every`` iterations, and also
        saves every ten minutes and at the end. Raises :class:`CardroomError` if another program learns in the folder,
        or has learned there since this run was read."""
        with alone(self.folder):
            if self._last_saved() != self.saved:
                raise CardroomError(f"{self.folder} has learned more since it was read: resume it again")
            self._go(iterations, minutes, every, sets, [self.folder / STOP] + ([stop] if stop else []))

    def _go(self, iterations: int | None, minutes: float | None, every: int, sets: int, stops: list[Path]) -> None:
        begin, learner = time.monotonic(), self.learner
        saved, saved_at = -1, begin
        while True:
            late = minutes is not None and time.monotonic() - begin >= 60 * minutes
            done = iterations is not None and learner.iterations >= iterations
            if late or done or any(file.exists() for file in stops):
                break
            spent = time.process_time()
            figures = learner.iterate()
            self.seconds += time.process_time() - spent
            self._show(figures)
            is_measured = learner.iterations % every == 0
            if is_measured and sets:
                self.measure(figures, sets)
            if is_measured or time.monotonic() - saved_at >= SAVE_AFTER:
                self.save()
                saved, saved_at = learner.iterations, time.monotonic()
        if saved != learner.iterations:
            self.save()
        if sys.stderr.isatty():
            print(file=sys.stderr)

    def _show(self, figures: dict[str, float]) -> None:
        """Shows a line of progress, but only on a terminal."""
        if not sys.stderr.isatty():
            return
        last = f", {self.measured[-1]['gain']:+.2f} against {self.opponent}" if self.measured else ""
        words = f"{self.learner.decisions / 1e6:.1f} M decisions, {self.seconds:.0f} s of CPU time, "
        words += ", ".join(f"{name} {value:.2f}" for name, value in figures.items())
        print(f"\r{words}{last}\033[K", end="", file=sys.stderr, flush=True)

    def measure(self, figures: dict[str, float], sets: int) -> None:
        """Plays in duplicate sets against three rule players, or against three copies of the bot that the policy learns
        to beat. The sets are the same each time. The result is added to the curve."""
        learner = self.learner
        gain = versus(learner.game, learner.average, [self.opponent], sets, seed=1, threads=learner.threads)
        measured = {
            "iteration": learner.iterations,
            "decisions": learner.decisions,
            "cpu_seconds": round(self.seconds, 1),
            "gain": gain["estimate"],
            "low": gain["low"],
            "high": gain["high"],
            **{name: round(value, 4) for name, value in figures.items()},
        }
        self.measured.append(measured)
        if not sys.stderr.isatty():
            words = f"{measured['decisions'] / 1e6:.1f} M decisions, {self.seconds:.0f} s of CPU time: "
            interval = f"{measured['gain']:+.2f} ({measured['low']:+.2f} to {measured['high']:+.2f})"
            print(f"{words}{interval} against three {self.opponent}", flush=True)

    def hash(self) -> str:
        """A hash that identifies this run at this point. It is computed from the configuration, the seed and the
        weights."""
        digest = hashlib.sha256((self.folder / CONFIG).read_bytes())
        digest.update(f"{self.learner.iterations}\n".encode())
        for parameter in self.learner.average.parameters():
            digest.update(parameter.detach().cpu().numpy().tobytes())
        return digest.hexdigest()


def learner_of(method: str) -> type[Learner[Any]]:
    """The learner of a method. It is in the file with the name of the method."""
    if method not in config.METHODS:
        raise CardroomError(f"there is no method {method!r}; there are {', '.join(config.METHODS)}")
    found: type[Learner[Any]] = importlib.import_module(method).LEARNER
    return found


def player(policy: Policy) -> Callable[[Questions], Any]:
    """The policy as a player of the arena, which always chooses the action with the highest probability."""
    device = policy.scale.device

    @torch.no_grad()
    def net(questions: Questions) -> Any:
        legal = Legal.of(questions.mask, questions.rows, torch.ones(len(questions.mask), dtype=torch.bool, device=device))
        best = legal.best(policy.logits(torch.from_numpy(questions.observation).to(device), legal))
        return legal.at(legal.actions, best).cpu().numpy()

    return net


def versus(game: Game, policy: Policy, others: Sequence[Bot], sets: int, seed: int, threads: int = 1) -> dict[str, Any]:
    """The points that a policy gains in each deal against others. The last of ``others`` plays all further seats."""
    results = arena(game, [player(policy), *others], sets=sets, seed=seed, threads=threads, rows=policy.by_row)
    gain: dict[str, Any] = results["entrants"][0]["gain_per_deal"]
    return gain


def main(kind: type[Learner[Any]], about: str | None, arguments: list[str] | None = None) -> int:
    """Runs the command line of a method. Returns the exit status."""
    options = parser(kind.method, about or "").parse_args(arguments)
    try:
        if options.resume is not None:
            if options.dir is not None or options.set or options.seed is not None or options.net:
                raise CardroomError("a resumed run keeps its folder, its configuration, its seed and the net that it started from")
            run = Run.resume(options.resume, device=options.device, threads=options.threads)
            if (run.learner.method, run.learner.settings.game) != (kind.method, options.game):
                raise CardroomError(f"{options.resume} learns {run.learner.settings.game} by {run.learner.method}")
        else:
            if options.dir is None:
                raise CardroomError("name the folder of a new run with --dir, or that of an old one with --resume")
            settings = config.read(kind.kind, kind.method, options.game, dict(map(changed, options.set)))
            seed = 1 if options.seed is None else options.seed
            run = Run.begin(options.dir, kind(settings, seed, device=options.device, threads=options.threads), options.net)
        run.go(iterations=options.iterations, minutes=options.minutes, every=options.every, sets=options.sets, stop=options.stop_file)
    except CardroomError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped; the last checkpoint is kept", file=sys.stderr)
        return 130
    return 0


def changed(text: str) -> tuple[str, Any]:
    """The name and the value in a change of the configuration, such as ``trace=0.8``, ``hidden=[256,256]`` or
    ``against=champion``."""
    name, equals, value = text.partition("=")
    if not equals:
        raise CardroomError(f"--set wants name=value, as trace=0.8 or hidden=[256,256], not {text!r}")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def count(text: str) -> int:
    """A whole number that is at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def parser(method: str, about: str) -> argparse.ArgumentParser:
    """The parser for the command line of a method."""
    parser = argparse.ArgumentParser(
        prog=f"{method}.py", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--dir", type=Path, help="the folder of a new run")
    parser.add_argument("--resume", type=Path, metavar="DIR", help="continue the run in this folder")
    parser.add_argument("--seed", type=int, help="the seed of a new run (1)")
    parser.add_argument("--from", type=Path, dest="net", metavar="NET", help="start with the weights of an exported net")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change the configuration")
    parser.add_argument("--iterations", type=count, help="stop after this number of iterations in all")
    parser.add_argument("--minutes", type=float, help="stop after this number of minutes")
    parser.add_argument("--stop-file", type=Path, help="stop when there is this file, or `stop` in the folder")
    parser.add_argument("--every", type=count, default=50, help="iterations between two measurements (50)")
    parser.add_argument("--sets", type=int, default=500, help="duplicate sets of a measurement; 0: none (500)")
    parser.add_argument("--device", default="cpu", help="where the nets compute: cpu, cuda, cuda:1 (cpu)")
    parser.add_argument("--threads", type=count, default=1, help="threads that play, and that compute on a CPU (1)")
    return parser
