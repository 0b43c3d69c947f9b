"""A net in whole numbers, as the file that crates/net reads. docs/nets.md has the format and the arithmetic.

NumPy is all that this module needs.
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
        """Its answers, exactly as crates/net gives them."""
        numbers: Whole = observation[:, : len(self.shifts)].astype(np.int64) << self.shifts
        for place, layer in enumerate(self.layers):
            sums = numbers @ layer.weights + layer.bias
            numbers = (sums * layer.factor + (1 << (layer.shift - 1))) >> layer.shift
            if place < len(self.layers) - 1:
                numbers = np.clip(numbers, 0, HIDDEN)
        return np.clip(numbers, -(2**31), 2**31 - 1)

    def file(self, version: int, run: str) -> bytes:
        """The file."""
        parts = [MAGIC, struct.pack("<I", version), bytes.fromhex(run), struct.pack("<I", len(self.layers))]
        parts += [np.array(self.sizes, "<u4").tobytes(), self.shifts.astype(np.uint8).tobytes()]
        for place, layer in enumerate(self.layers):
            # The first layer adds a row for each input, the others sum up a row for each output.
            rows = layer.weights if place == 0 else layer.weights.T
            parts.append(np.ascontiguousarray(rows).astype(np.int8).tobytes())
            parts += [layer.bias.astype("<i4").tobytes(), layer.factor.astype("<i4").tobytes(), bytes([layer.shift])]
        return b"".join(parts)


def rounded(weights: list[NDArray[np.float64]], biases: list[NDArray[np.float64]], inputs: NDArray[np.int8]) -> WholeNet:
    """A net of floats in whole numbers. ``weights``: ``[inputs, outputs]`` of each layer. ``inputs``: examples, to which the hidden
    layers are fitted.

    The numbers of a hidden layer go from 0 to 8191; how much of a float one step is, is fitted to the examples. Each output of a layer
    has its own scale of weights, each input of the first its own power of two.
    """
    hidden = inputs.astype(np.float64)
    shifts = np.zeros(inputs.shape[1], np.int64)
    layers: list[Layer] = []
    step = 1.0
    """What one step of a layer's inputs is worth."""
    for place, (matrix, bias) in enumerate(zip(weights, biases, strict=True)):
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
    """A net from its file."""

    observation_version: int
    run: str
    """What names the run that it was learned in."""
    net: WholeNet

    def weights(self, scale: Array, factor: Array) -> list[Array]:
        """Its weights as floats, over inputs that are multiplied with ``scale`` first, with outputs that are multiplied with
        ``factor`` afterwards.

        In whole numbers a net keeps what it computes, not how its floats were shared out between the layers: a hidden number
        twice as large and weights after it half as large are the same net. Here the weights of all layers get the same size on
        average, since Adam's steps are as long in each of them.
        """
        layers = self.net.layers
        # What each whole number adds to a whole number of the next layer.
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
    """The net in a file that ``export`` has written."""
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
        # The first layer has a row for each input, the others one for each output.
        weights = weights.reshape(rows, columns) if not layers else weights.reshape(columns, rows).T
        layers.append(Layer(weights, take("<i4", columns), take("<i4", columns), int(take("u1", 1)[0])))
    if place != len(content):
        raise ValueError("it goes on after its end")
    return Exported(version, run.hex(), WholeNet(shifts, layers))
