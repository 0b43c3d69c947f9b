"""From the last layer of a policy to the chances of actions.

In most games an action has a number, and the last layer a logit for each: :class:`ByNumber`. In La Dame Noire an action is what its
row says (docs/observations.md), and the last layer has a number for each number of a row: the logit of an action is the sum of the
products (:class:`ByRow`). Then a net needs one pass for all actions of a hand, however many there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .._game import Game
from .._runs import Rows
from .arrays import largest, module_of, total
from .net import Array, scales

FORBIDDEN = np.float32(-1e9)


class Head(Protocol):
    """How a policy chooses. ``legal``: the legal actions of some decisions, in the form of the head. Values of actions (logits,
    chances) have a form of their own, too; a decision's have as many as it has actions."""

    outputs: int
    """How many numbers the last layer has."""
    factor: Array
    """What the numbers of the last layer are multiplied with in the exported net."""

    def chances(self, out: Any, legal: Any) -> Any:
        """The chance of each action."""
        ...

    def draw(self, chances: Any, legal: Any, point: Any) -> tuple[Any, Any]:
        """An action of each decision, by a random point from 0 to 1, and its chance."""
        ...

    def best(self, out: Any, legal: Any) -> Any:
        """The likeliest action of each decision, the first of equals."""
        ...

    def at(self, values: Any, legal: Any, action: Any) -> Any:
        """The values of some actions, one a decision."""
        ...

    def most(self, values: Any, legal: Any) -> Any:
        """The largest value of each decision."""
        ...

    def each(self, numbers: Any, legal: Any) -> Any:
        """A number of each decision for each of its actions."""
        ...

    def total(self, values: Any, legal: Any) -> Any:
        """The sum of each decision's values."""
        ...

    def add(self, values: Any, legal: Any, action: Any, numbers: Any) -> None:
        """Adds a number to one value of each decision."""
        ...

    def back(self, slope: Any, legal: Any) -> Any:
        """From the slope by the logits to that by the last layer."""
        ...


def numbers(place: Any, mask: NDArray[np.int8]) -> Any:
    """The numbers of actions, from their places as a head chooses them. The last row of a decision may be that of "not now", whose
    number is the last of all."""
    return np.where(mask[np.arange(len(place)), place] > 0, place, mask.shape[1] - 1)


class ByNumber:
    """A logit for each number of an action. The legal actions are masks: ``int8[decisions, num_actions]``."""

    def __init__(self, game: Game) -> None:
        self.outputs = game.num_actions
        self.factor: Array = np.ones(self.outputs, np.float32)

    def chances(self, out: Any, legal: Any) -> Any:
        weights = np.where(legal > 0, out, FORBIDDEN)
        weights -= weights.max(1, keepdims=True)
        np.exp(weights, out=weights)
        weights /= weights.sum(1, keepdims=True)
        return weights

    def draw(self, chances: Any, legal: Any, point: Any) -> tuple[Any, Any]:
        reached = np.cumsum(chances, 1) >= point[:, None] * np.float32(0.999999)
        drawn = (reached & (legal > 0)).argmax(1)
        return drawn, self.at(chances, legal, drawn)

    def best(self, out: Any, legal: Any) -> Any:
        return np.where(legal > 0, out, FORBIDDEN).argmax(1)

    def at(self, values: Any, legal: Any, action: Any) -> Any:
        return values[module_of(values).arange(len(action)), action]

    def most(self, values: Any, legal: Any) -> Any:
        return values.max(1)

    def each(self, numbers: Any, legal: Any) -> Any:
        return numbers[:, None]

    def total(self, values: Any, legal: Any) -> Any:
        return values.sum(1)

    def add(self, values: Any, legal: Any, action: Any, numbers: Any) -> None:
        values[module_of(values).arange(len(action)), action] += numbers

    def back(self, slope: Any, legal: Any) -> Any:
        return slope


@dataclass
class LegalRows:
    """Legal actions as rows, decision by decision."""

    rows: Any
    """``int8[actions, row_size]``."""
    offsets: Any
    """``int64[decisions + 1]``: where the rows of each decision begin."""
    owner: Any
    """``int64[actions]``: the decision of each row."""

    @staticmethod
    def of(rows: Any, counts: Any) -> LegalRows:
        """From the rows, and how many each decision has."""
        return LegalRows(rows, *_runs(counts))

    @staticmethod
    def asked(rows: Rows, among: NDArray[np.bool_]) -> LegalRows:
        """Those of the matches that are asked."""
        counts = np.diff(rows.offsets)
        return LegalRows.of(rows.rows[np.repeat(among, counts)], counts[among])

    @staticmethod
    def joined(parts: list[LegalRows]) -> LegalRows:
        """Those of several lists of decisions, one after the other."""
        return LegalRows.of(np.concatenate([part.rows for part in parts]), np.concatenate([np.diff(part.offsets) for part in parts]))

    def to(self, xp: Any) -> LegalRows:
        """The same in arrays of another module."""
        return LegalRows(xp.asarray(self.rows), xp.asarray(self.offsets), xp.asarray(self.owner))

    def __getitem__(self, decisions: Any) -> LegalRows:
        begins = self.offsets[:-1][decisions]
        offsets, owner = _runs(self.offsets[1:][decisions] - begins)
        step = module_of(owner).arange(len(owner)) - offsets[owner]
        return LegalRows(self.rows[begins[owner] + step], offsets, owner)


def _runs(counts: Any) -> tuple[Any, Any]:
    """Where each run of so many values begins, and the run of each value."""
    xp = module_of(counts)
    offsets = xp.zeros(len(counts) + 1, np.int64)
    offsets[1:] = xp.cumsum(counts)
    return offsets, xp.searchsorted(offsets, xp.arange(int(offsets[-1])), side="right") - 1


class ByRow:
    """A number for each number of a row. Values of actions are lists over all rows. An action's number is its place among its
    decision's rows, but "not now" has the last number of all: it is the last row."""

    def __init__(self, game: Game) -> None:
        self.outputs = game.row_size
        self.factor: Array = scales(game.row_channels)

    def logits(self, out: Any, legal: LegalRows) -> Any:
        """The logit of each action."""
        scaled = out * module_of(out).asarray(self.factor)
        return (scaled[legal.owner] * legal.rows).sum(1)

    def chances(self, out: Any, legal: LegalRows) -> Any:
        logits = self.logits(out, legal)
        weights = np.exp(logits - self.most(logits, legal)[legal.owner])
        weights /= self.total(weights, legal)[legal.owner]
        return weights

    def draw(self, chances: Any, legal: LegalRows, point: Any) -> tuple[Any, Any]:
        xp = module_of(chances)
        up_to = xp.cumsum(chances, dtype=np.float64)
        first, last = legal.offsets[:-1], legal.offsets[1:] - 1
        before = xp.concatenate([xp.zeros(1), up_to])[first]
        reached = xp.searchsorted(up_to, before + point.astype(np.float64) * 0.999999, side="left")
        drawn = np.minimum(np.maximum(reached, first), last)
        return drawn - first, np.maximum(chances[drawn], np.float32(1e-6))

    def best(self, out: Any, legal: LegalRows) -> Any:
        logits = self.logits(out, legal)
        most = self.most(logits, legal)[legal.owner]
        place = module_of(out).arange(len(logits)) - legal.offsets[legal.owner]
        return -largest(np.where(logits == most, -place, -len(logits)), legal.offsets, legal.owner)

    def at(self, values: Any, legal: LegalRows, action: Any) -> Any:
        return values[_row(legal, action)]

    def most(self, values: Any, legal: LegalRows) -> Any:
        return largest(values, legal.offsets, legal.owner)

    def each(self, numbers: Any, legal: LegalRows) -> Any:
        return numbers[legal.owner]

    def total(self, values: Any, legal: LegalRows) -> Any:
        return total(values, legal.offsets, legal.owner)

    def add(self, values: Any, legal: LegalRows, action: Any, numbers: Any) -> None:
        values[_row(legal, action)] += numbers

    def back(self, slope: Any, legal: LegalRows) -> Any:
        return total(slope[:, None] * legal.rows, legal.offsets, legal.owner) * module_of(slope).asarray(self.factor)


def _row(legal: LegalRows, action: Any) -> Any:
    """The row of an action of each decision."""
    return np.minimum(legal.offsets[:-1] + action, legal.offsets[1:] - 1)
