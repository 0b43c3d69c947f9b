"""A net in whole numbers, in the file format that crates/net reads. docs/bots/nets.md describes the format and the
arithmetic.

This module needs only NumPy.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cardroom import CardroomError

MAGIC, HIDDEN, UNIT, BIAS = b"cardnet1", 8191, 1024, 1 << 29
Whole = NDArray[np.int64]
Array = NDArray[np.float32]


@dataclass
class Layer:
    """A layer in whole numbers."""

    weights: Whole
    """``[inputs, outputs]``, from −127 to 127."""
    bias: Whole
    factor: Whole
    shift: int


@dataclass
class WholeNet:
    """A net in whole numbers."""

    shifts: Whole
    layers: list[Layer]

    @property
    def sizes(self) -> list[int]:
        """The number of inputs, and the size of each layer."""
        return [len(self.shifts), *(len(layer.bias) for layer in self.layers)]

    def answer(self, observation: NDArray[np.int8]) -> Whole:
        """The outputs of the net for observations, exactly as crates/net computes them."""
        numbers: Whole = observation[:, : len(self.shifts)].astype(np.int64) << self.shifts
        for place, layer in enumerate(self.layers):
            sums = numbers @ layer.weights + layer.bias
            numbers = (sums * layer.factor + (1 << (layer.shift - 1))) >> layer.shift
            if place < len(self.layers) - 1:
                numbers = np.clip(numbers, 0, HIDDEN)
        return np.clip(numbers, -(2**31), 2**31 - 1)

    def file(self, version: int, run: str) -> bytes:
        """The content of the net's file."""
        parts = [MAGIC, struct.pack("<I", version), bytes.fromhex(run), struct.pack("<I", len(self.layers))]
        parts += [np.array(self.sizes, "<u4").tobytes(), self.shifts.astype(np.uint8).tobytes()]
        for place, layer in enumerate(self.layers):
            # The first layer is stored with a row for each input, because its rows are added up. The other layers have
            # a row for each output.
            rows = layer.weights if place == 0 else layer.weights.T
            parts.append(np.ascontiguousarray(rows).astype(np.int8).tobytes())
            parts += [layer.bias.astype("<i4").tobytes(), layer.factor.astype("<i4").tobytes(), bytes([layer.shift])]
        return b"".join(parts)


def rounded(weights: list[NDArray[np.float64]], biases: list[NDArray[np.float64]], inputs: NDArray[np.int8]) -> WholeNet:
    """A net in whole numbers, converted from floats. ``weights``: the matrix ``[inputs, outputs]`` of each layer.
    ``inputs``: examples, to which the hidden layers are fitted.

    The numbers of a hidden layer go from 0 to 8191, and the examples decide how much of a float one step is. Each
    output of a layer has a scale of its own for its weights, and each input of the first layer a power of two.
    """
    hidden = inputs.astype(np.float64)
    shifts = np.zeros(inputs.shape[1], np.int64)
    layers: list[Layer] = []
    step = 1.0
    """The value, as a float, of one step of the layer's inputs."""
    for place, (matrix, bias) in enumerate(zip(weights, biases, strict=True)):
        if place == 0:
            # The weights of small inputs get up to seven more bits: each row is shifted only as far as its largest
            # weight requires.
            scale = np.abs(matrix).max(0) / (127 << 7)
            needed = np.abs(matrix / scale).max(1) / 127
            shifts = np.clip(np.ceil(np.log2(np.maximum(needed, 1e-9))), 0, 7).astype(np.int64)
            numbers = np.rint(matrix / scale / (1 << shifts)[:, None])
        else:
            scale = np.abs(matrix).max(0) / 127
            numbers = np.rint(matrix / scale)
        hidden = hidden @ matrix + bias
        if place < len(weights) - 1:
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


@dataclass
class Exported:
    """A net that was read from its file."""

    observation_version: int
    run: str
    """The hash of the run in which the net was trained."""
    net: WholeNet

    def weights(self, scale: Array, factor: Array) -> list[Array]:
        """The weights as floats, for inputs that are multiplied by ``scale`` before the first layer, and outputs that
        are multiplied by ``factor`` after the last one.

        Whole numbers preserve what a net computes, but not how its floats were distributed among the layers: with
        hidden numbers twice as large and the weights after them half as large, the net is the same. Here the weights of
        all layers get the same average size, because the steps of Adam have the same length in every layer.
        """
        layers = self.net.layers
        # The amount that each whole number adds to a whole number of the next layer.
        adds = [layer.weights * (layer.factor / 2.0**layer.shift) for layer in layers]
        adds[0] = adds[0] * (2.0**self.net.shifts / scale)[:, None]
        sizes = [float(np.sqrt(np.square(matrix).mean())) for matrix in adds]
        size = float(np.prod(sizes) / UNIT) ** (1 / len(layers))
        weights: list[Array] = []
        step = 1.0
        for place, (layer, matrix) in enumerate(zip(layers, adds, strict=True)):
            after = step * size / sizes[place] if place < len(layers) - 1 else 1 / UNIT
            weights.append((matrix * (after / step)).astype(np.float32))
            weights.append((layer.bias * (layer.factor / 2.0**layer.shift) * after).astype(np.float32))
            step = after
        weights[-2] /= factor
        weights[-1] /= factor
        return weights


def read(file: Path) -> Exported:
    """Reads the net from a file that ``export`` has written."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise CardroomError(f"{file} cannot be read: {error.strerror}") from None
    try:
        return _parse(content)
    except (struct.error, ValueError) as error:
        raise CardroomError(f"{file} is no net: {error}") from None


def _parse(content: bytes) -> Exported:
    place = 0

    def take(kind: str, count: int) -> NDArray[np.int64]:
        nonlocal place
        part = np.frombuffer(content, kind, count, place)
        place += part.nbytes
        return part.astype(np.int64)

    if content[: len(MAGIC)] != MAGIC:
        raise ValueError("it begins otherwise")
    (version, run, count) = struct.unpack_from("<I32sI", content, len(MAGIC))
    place = len(MAGIC) + 40
    sizes = take("<u4", count + 1).tolist()
    shifts = take("u1", sizes[0])
    layers: list[Layer] = []
    for rows, columns in zip(sizes, sizes[1:], strict=False):
        weights = take("i1", rows * columns)
        # The first layer is stored with a row for each input, the other layers with a row for each output.
        weights = weights.reshape(rows, columns) if not layers else weights.reshape(columns, rows).T
        layers.append(Layer(weights, take("<i4", columns), take("<i4", columns), int(take("u1", 1)[0])))
    if place != len(content):
        raise ValueError("it goes on after its end")
    return Exported(version, run.hex(), WholeNet(shifts, layers))
