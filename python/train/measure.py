"""Lets the policy of a run play against bots, in duplicate sets, and prints a line of JSON.

    python python/train/measure.py runs/sd --against expert@2000 --sets 300 --seed 2026
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from run import Run, count, versus

from cardroom import CardroomError


def main() -> int:
    """Runs the command line. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("--against", default="rule", help="bots, separated by commas; the last sits on all other seats (rule)")
    parser.add_argument("--sets", type=count, default=1000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--threads", type=count, default=1)
    options = parser.parse_args()
    try:
        run = Run.resume(options.run, threads=options.threads)
        learner, others = run.learner, options.against.split(",")
        gain = versus(learner.game, learner.average, others, options.sets, options.seed, options.threads)
    except CardroomError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    about = {"iteration": learner.iterations, "decisions": learner.decisions, "cpu_seconds": round(run.seconds, 1)}
    print(json.dumps({**about, "against": options.against, "sets": options.sets, "seed": options.seed, **gain}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
