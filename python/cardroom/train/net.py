"""Layers with rectified sums between them, in float32, and Adam."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._game import Channel

Array = NDArray[np.float32]


def scales(channels: Sequence[Channel]) -> Array:
    """What each number of some channels is multiplied with, so that it is 1 at most."""
    return np.concatenate([np.full(c.size, 1 / max(-c.low, c.high), np.float32) for c in channels])


class Net:
    """Fully connected layers. ``weights`` holds a matrix and a vector for each layer, in order."""

    def __init__(self, sizes: Sequence[int], rng: np.random.Generator, xp: Any = np) -> None:
        self.weights: list[Array] = []
        for rows, columns in zip(sizes, sizes[1:], strict=False):
            self.weights.append(xp.asarray((rng.standard_normal((rows, columns)) * np.sqrt(2 / rows)).astype(np.float32)))
            self.weights.append(xp.zeros(columns, np.float32))
        self.weights[-2] *= np.float32(0.1)

    def layers(self, inputs: Array) -> list[Array]:
        """The inputs, each hidden layer, and the last layer."""
        hidden = [inputs]
        last = len(self.weights) - 2
        for place in range(0, len(self.weights), 2):
            out: Array = hidden[-1] @ self.weights[place]
            out += self.weights[place + 1]
            if place < last:
                np.maximum(out, 0, out=out)
            hidden.append(out)
        return hidden

    def out(self, inputs: Array) -> Array:
        """The last layer."""
        return self.layers(inputs)[-1]

    def slopes(self, hidden: list[Array], slope: Array) -> list[Array]:
        """The slope of the loss by each weight. ``slope``: that by the last layer."""
        slopes: list[Array] = []
        for layer in reversed(range(len(self.weights) // 2)):
            slopes[:0] = [hidden[layer].T @ slope, slope.sum(0)]
            if layer:
                slope = slope @ self.weights[2 * layer].T
                slope *= hidden[layer] > 0
        return slopes


class Adam:
    """Steps down the slope; the norm of a slope is cut off at ``cut``."""

    def __init__(self, net: Net, cut: float) -> None:
        self.net = net
        self.cut = cut
        self.mean = [np.zeros_like(w) for w in net.weights]
        self.square = [np.zeros_like(w) for w in net.weights]
        self.updates = 0

    def step(self, slopes: list[Array], rate: float) -> None:
        """One step of this length."""
        norm = float(np.sqrt(float(sum(np.vdot(s, s) for s in slopes))))
        cut = np.float32(min(1.0, self.cut / (norm + 1e-8)))
        self.updates += 1
        length = np.float32(rate * np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates))
        for weight, mean, square, slope in zip(self.net.weights, self.mean, self.square, slopes, strict=True):
            slope *= cut
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope * slope - square)
            weight -= length * mean / (np.sqrt(square) + np.float32(1e-8))
