"""A learned policy in whole numbers, as the file that crates/net reads (:mod:`.whole`).

A hidden layer's numbers go from 0 to 8191; how much of a float one step is, is fitted to positions of play. Each output of a
layer has its own scale of weights, each input of the first its own power of two.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import to_numpy
from .learner import Learner
from .run import Run
from .whole import BIAS, HIDDEN, UNIT, Layer, WholeNet


def whole(learner: Learner, observation: NDArray[np.int8]) -> WholeNet:
    """The averaged policy in whole numbers. ``observation``: positions of play, to which the hidden layers are fitted."""
    weights = [to_numpy(w).astype(np.float64) for w in learner.average]
    count = len(weights) // 2
    # The first layer takes observations as they are, not scaled.
    weights[0] = weights[0] * learner.inputs.scale.astype(np.float64)[:, None]
    weights[-2] = weights[-2] * learner.head.factor.astype(np.float64)
    weights[-1] = weights[-1] * learner.head.factor.astype(np.float64)
    hidden = observation[:, : learner.inputs.width].astype(np.float64)
    shifts = np.zeros(len(weights[0]), np.int64)
    layers: list[Layer] = []
    step = 1.0
    """What one step of a layer's inputs is worth."""
    for place in range(count):
        matrix, bias = weights[2 * place], weights[2 * place + 1]
        if place == 0:
            # Seven bits more for the weights of small inputs: a row is shifted as far as its weights have to be.
            scale = np.abs(matrix).max(0) / (127 << 7)
            needed = np.abs(matrix / scale).max(1) / 127
            shifts = np.clip(np.ceil(np.log2(np.maximum(needed, 1e-9))), 0, 7).astype(np.int64)
            numbers = np.rint(matrix / scale / (1 << shifts)[:, None])
        else:
            scale = np.abs(matrix).max(0) / 127
            numbers = np.rint(matrix / scale)
        hidden = hidden @ matrix + bias
        if place < count - 1:
            hidden = np.maximum(hidden, 0)
            after = float(hidden.max()) * 1.25 / HIDDEN
        else:
            after = 1 / UNIT
        ratio = step * scale / after
        shift = int(np.clip(np.floor(np.log2((1 << 30) / ratio.max())), 1, 40))
        layers.append(
            Layer(
                weights=np.clip(numbers, -127, 127).astype(np.int64),
                bias=np.clip(np.rint(bias / (step * scale)), -BIAS, BIAS).astype(np.int64),
                factor=np.rint(ratio * 2.0**shift).astype(np.int64),
                shift=shift,
            )
        )
        step = after
    return WholeNet(shifts, layers)


def export(run: Run, to: Path, name: str = "net.bin", examples: int = 24) -> dict[str, Any]:
    """Writes the net, and in ``tests/net.json`` a few observations with its answers, for the test that compares them."""
    learner = run.learner
    deals = learner.play(np.random.default_rng([learner.seed, 0, 1]))
    free = deals.free
    observation, head = deals.flat(deals.observation)[free], learner.head
    legal = deals.rows if learner.config.by_row else deals.flat(deals.mask)[free]
    net = whole(learner, observation)
    answers = net.answer(observation)
    weights, learner.policy.weights = learner.policy.weights, learner.average
    out = to_numpy(learner.policy.out(learner.inputs.policy(learner.xp.asarray(observation))))
    learner.policy.weights = weights
    floats = out * head.factor
    ours = head.best((answers / (UNIT * head.factor.astype(np.float64))).astype(np.float32), legal)
    theirs = head.best(out, legal)
    file = net.file(learner.game.version, run.hash())
    places = np.linspace(0, len(observation) - 1, examples).astype(int)
    vectors = [
        {
            "observation": observation[place].tolist(),
            "answer": answers[place].tolist(),
            "floats": [round(float(x), 4) for x in floats[place]],
        }
        for place in places
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
        "same_choice": float((ours == theirs).mean()),
        "mean_error": float(np.abs(answers / UNIT - floats).mean()),
    }
