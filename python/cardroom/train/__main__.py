"""``python -m cardroom.train``: see ``--help``."""

from __future__ import annotations

import os
import sys

for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")

import argparse
import json
from pathlib import Path
from typing import Any

from .._cardroom import CardroomError


def main(arguments: list[str] | None = None) -> int:
    """Carries out the arguments; returns the exit status."""
    from . import config
    from .run import Run, versus

    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        if arguments[:1] == ["export"]:
            from .export import export

            options = exporting().parse_args(arguments[1:])
            print(json.dumps(export(Run.resume(options.run), options.to)))
            return 0
        if arguments[:1] == ["measure"]:
            options = measuring().parse_args(arguments[1:])
            run = Run.resume(options.run, threads=options.threads)
            gain = versus(run.learner, options.against.split(","), options.sets, options.seed)
            told = {"iteration": run.learner.iterations, "decisions": run.learner.decisions, "cpu_seconds": run.seconds}
            print(json.dumps({**told, "against": options.against, "sets": options.sets, "seed": options.seed, **gain}))
            return 0
        exploits = arguments[:1] == ["exploit"]
        options = learning(exploits).parse_args(arguments[1:] if exploits else arguments)
        if options.resume is not None:
            if options.dir is not None or options.set or options.seed is not None or options.net:
                raise CardroomError("a resumed run keeps its folder, its configuration, its seed and what it began with")
            run = Run.resume(options.resume, gpu=options.gpu, threads=options.threads)
            if run.learner.config.game != options.game:
                raise CardroomError(f"{options.resume} learns {run.learner.config.game}, not {options.game}")
            if exploits != bool(run.learner.config.against):
                raise CardroomError(f"{options.resume} learns against {run.learner.config.against or 'itself'}: go on with it so")
        else:
            if options.dir is None:
                raise CardroomError("name the folder of a new run with --dir, or that of an old one with --resume")
            opponent = {"against": options.against, **FEW_DEALS} if exploits else {}
            settings = config.read(options.game, {**opponent, **dict(map(changed, options.set))})
            seed = 1 if options.seed is None else options.seed
            run = Run.begin(options.dir, settings, seed, options.net, gpu=options.gpu, threads=options.threads)
        run.go(
            iterations=options.iterations,
            minutes=options.minutes,
            every=options.every,
            sets=options.sets,
            stop=options.stop_file,
        )
        if exploits:
            against = run.learner.config.against
            gain = versus(run.learner, [against], options.measure, options.measure_seed)
            told = {"iteration": run.learner.iterations, "decisions": run.learner.decisions, "cpu_seconds": round(run.seconds, 1)}
            print(json.dumps({**told, "against": against, "sets": options.measure, "seed": options.measure_seed, **gain}))
    except CardroomError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped; the last checkpoint is kept", file=sys.stderr)
        return 130
    return 0


FEW_DEALS: dict[str, Any] = {"matches": 64, "batch": 128, "average": 10, "critic_alone": 5}
"""The bot's decisions take nearly all of the time, and the learner has one seat of four: it learns in small steps from what there is."""


def changed(text: str) -> tuple[str, Any]:
    """A changed value of the configuration: ``trace=0.8``, ``hidden=[256,256]``."""
    name, equals, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        raise CardroomError(f"--set wants name=value, as trace=0.8 or hidden=[256,256], not {text!r}") from None


def whole(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def learning(exploits: bool = False) -> argparse.ArgumentParser:
    """The options of a run; with ``exploits`` of one against a bot that stays as it is."""
    alone = "Learns a game by playing against itself. `exploit`, `export` and `measure` in place of the game do more."
    frozen = "Learns to beat three of a bot that stays as it is, and says what it gains against them: an approximate best response."
    parser = argparse.ArgumentParser(
        prog="python -m cardroom.train" + (" exploit" if exploits else ""), description=frozen if exploits else alone
    )
    if exploits:
        parser.add_argument("--against", default="champion", metavar="BOT", help="the bot (champion)")
        parser.add_argument("--measure", type=whole, default=200, metavar="SETS", help="duplicate sets of the last measurement (200)")
        parser.add_argument("--measure-seed", type=int, default=2026, metavar="SEED", help="its seed (2026)")
    parser.add_argument("game")
    parser.add_argument("--dir", type=Path, help="the folder of a new run")
    parser.add_argument("--resume", type=Path, metavar="DIR", help="go on with the run in this folder")
    parser.add_argument("--seed", type=int, help="the seed of a new run (1)")
    parser.add_argument("--from", type=Path, dest="net", metavar="NET", help="begin with the weights of an exported net")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change the configuration")
    parser.add_argument("--iterations", type=whole, help="stop after this number of iterations in all")
    parser.add_argument("--minutes", type=float, help="stop after this number of minutes")
    parser.add_argument("--stop-file", type=Path, help="stop when there is this file, or `stop` in the folder")
    parser.add_argument("--every", type=whole, default=50, help="iterations between two checkpoints (50)")
    parser.add_argument("--gpu", action="store_true", help="compute on a GPU, with CuPy")
    parser.add_argument("--threads", type=whole, default=1, help="threads that play; what is learned does not depend on them (1)")
    opponent = "that bot" if exploits else "rule players"
    sets = 0 if exploits else 500
    parser.add_argument("--sets", type=int, default=sets, help=f"duplicate sets against {opponent} at each checkpoint; 0: none ({sets})")
    return parser


def measuring() -> argparse.ArgumentParser:
    """The options of a measurement."""
    parser = argparse.ArgumentParser(
        prog="python -m cardroom.train measure", description="Meets bots in duplicate sets; prints a line of JSON."
    )
    parser.add_argument("run", type=Path)
    parser.add_argument("--against", default="rule", help="bots, separated by commas (rule)")
    parser.add_argument("--sets", type=whole, default=1000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--threads", type=whole, default=1)
    return parser


def exporting() -> argparse.ArgumentParser:
    """The options of an export."""
    parser = argparse.ArgumentParser(
        prog="python -m cardroom.train export", description="Writes what a run has learned as a net for crates/net."
    )
    parser.add_argument("run", type=Path)
    parser.add_argument("--to", type=Path, required=True, help="the folder of the game: net.bin, and tests/net.json")
    return parser


if __name__ == "__main__":
    sys.exit(main())
