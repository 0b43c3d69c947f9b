"""Writes the policy of a run as a net that the program can read.

    python python/train/export.py runs/sd --to games/schwarze-dame

The folder gets two files: ``net.bin``, which crates/net reads (whole.py), and ``tests/net.json``, which contains a few
observations with the answers of the net, for a test that compares them with the answers of the program.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from learner import Learner
from policy import Policy
from run import Run
from torch import Tensor, nn
from whole import UNIT, WholeNet, rounded

from cardroom import CardroomError

ENOUGH = 512
"""The matches whose positions the net is fitted to; a run on a GPU plays many more at the same time."""


def whole_net(policy: Policy, observation: Tensor) -> WholeNet:
    """The policy as a net in whole numbers. ``observation``: positions of play, to which the hidden layers are fitted.
    """
    linear = [layer for layer in policy.layers if isinstance(layer, nn.Linear)]
    weights = [layer.weight.detach().double().cpu().numpy().T for layer in linear]
    biases = [layer.bias.detach().double().cpu().numpy() for layer in linear]
    # The first layer gets observations without their scale, so the scale becomes a part of its weights.
    weights[0] = weights[0] * policy.scale.cpu().numpy()[:, None]
    factor = policy.factor.cpu().numpy()
    weights[-1], biases[-1] = weights[-1] * factor, biases[-1] * factor
    return rounded(weights, biases, observation[:, : policy.inputs].cpu().numpy())


@torch.no_grad()
def export(run: Run, to: Path, name: str = "net.bin", examples: int = 24) -> dict[str, Any]:
    """Writes the net and its examples. Returns a description of what was written, and how often the net in whole
    numbers chooses the same action as the net in floats."""
    learner: Learner[Any] = run.learner
    policy = learner.average
    policy.layers.bf16 = False  # The net in whole numbers is compared with floats of full precision.
    learner.settings = replace(learner.settings, matches=min(learner.settings.matches, ENOUGH))
    deals = learner.play(0, torch.Generator(learner.device).manual_seed(0))
    observation = deals.observation.flatten(0, 1)[deals.free_rows]
    net = whole_net(policy, observation)
    answers, floats = net.answer(observation.cpu().numpy()), policy(observation)
    ours = deals.legal.best(deals.legal.products(torch.from_numpy(answers).to(learner.device) / UNIT))
    theirs = deals.legal.best(deals.legal.products(floats))
    file = net.file(learner.game.version, run.hash())
    vectors = [
        {
            "observation": observation[place].tolist(),
            "answer": answers[place].tolist(),
            "floats": [round(number, 4) for number in floats[place].tolist()],
        }
        for place in np.linspace(0, len(observation) - 1, examples).astype(int)
    ]
    (to / "tests").mkdir(parents=True, exist_ok=True)
    (to / name).write_bytes(file)
    lines = ",\n".join(json.dumps(vector, separators=(",", ":")) for vector in vectors)
    (to / "tests" / "net.json").write_text(f"[\n{lines}\n]\n")
    return {
        "file": str(to / name),
        "bytes": len(file),
        "run": run.hash(),
        "decisions": learner.decisions,
        "cpu_seconds": round(run.seconds, 1),
        "same_choice": float((ours == theirs).double().mean()),
        "mean_error": float(np.abs(answers / UNIT - floats.cpu().numpy()).mean()),
    }


def main() -> int:
    """Runs the command line. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("--to", type=Path, required=True, help="the folder of the game")
    options = parser.parse_args()
    try:
        print(json.dumps(export(Run.resume(options.run), options.to)))
    except CardroomError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
