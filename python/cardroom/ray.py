"""The arena, simulations, the solver and self-play on a Ray cluster.

::

    import ray
    import cardroom.ray

    ray.init(address="auto")
    results = cardroom.ray.arena("schwarze-dame", ["expert", "rule"], sets=10_000, parquet="matches.parquet")

Each function has the arguments of the function with its name in :mod:`cardroom`, except for ``threads`` and
``progress``, and returns exactly the same: the work is split into shards whose seeds follow from their numbers, the
shard of a lost worker is played again on another one, and the results are joined in the order of the shards. Only the
wall time, in ``time`` and ``ms``, differs. ``shard``: the number of sets, matches or deals in a shard. ``bar=False``
hides the progress bar. ``parquet``: the name of a file to which the matches or columns are written, with a row group
for each shard. Only Ray core is needed. The machines of the cluster need this package too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, SupportsIndex, TypeVar

import numpy as np
from numpy.typing import NDArray

try:
    import ray as _ray
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise ImportError("cardroom.ray needs Ray: pip install 'cardroom[ray]'") from error

from . import _runs, _sample
from ._game import Game, _number
from ._runs import Bot, Policy

# Types are checked in the same way whether Ray is installed or not.
ray: Any = _ray
_Out = TypeVar("_Out")

# If a worker is lost with its machine, its shard is played again, as often as necessary.
_RETRIES = -1


def _shards(count: int, size: SupportsIndex) -> list[tuple[int, int]]:
    size = _number("shard", size, 1, 2**32)
    return [(first, min(first + size, count)) for first in range(0, count, size)]


def _on_cluster(work: Callable[..., _Out], pieces: Sequence[Any], what: str, bar: bool) -> Iterator[_Out]:
    """Yields the results of ``work`` on each piece, in the order of the pieces."""
    if not ray.is_initialized():
        ray.init()
    remote = ray.remote(num_cpus=1, max_retries=_RETRIES)(work)
    # Enough shards are started to keep all workers busy, but no more, because their results wait in memory.
    ahead = max(8, 4 * int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[int, Any] = {}
    begun = 0
    for place in range(len(pieces)):
        while begun < len(pieces) and begun < place + ahead:
            waiting[begun] = remote.remote(pieces[begun])
            begun += 1
        yield ray.get(waiting.pop(place))
        if bar and sys.stderr.isatty():
            done = 40 * (place + 1) // len(pieces)
            end = "\n" if place + 1 == len(pieces) else ""
            print(f"\r{'#' * done:40} {place + 1}/{len(pieces)} {what}", end=end, file=sys.stderr, flush=True)


class _Parquet:
    """A Parquet file that gets a row group for each shard. It has a temporary name until it is complete."""

    def __init__(self, path: str | Path | None) -> None:
        self._path = None if path is None else Path(path)
        self._writer: Any = None

    def __enter__(self) -> _Parquet:
        return self

    def add(self, columns: dict[str, Any]) -> None:
        if self._path is None:
            return
        import pyarrow as pa
        import pyarrow.parquet as pq

        arrays = {name: _array(column, pa) for name, column in columns.items()}
        table = pa.table(arrays)
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._partial, table.schema)
        self._writer.write_table(table)

    @property
    def _partial(self) -> Path:
        assert self._path is not None
        return self._path.with_name(self._path.name + ".partial")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._writer is not None and self._path is not None:
            self._writer.close()
            if kind is None:
                self._partial.replace(self._path)
            else:
                self._partial.unlink()


def _array(column: Any, pa: Any) -> Any:
    if isinstance(column, np.ndarray) and column.ndim == 2:
        return pa.FixedSizeListArray.from_arrays(pa.array(column.ravel()), column.shape[1])
    return pa.array(column)


def arena(
    game: str | Game,
    bots: Sequence[Bot] | Bot,
    *,
    sets: SupportsIndex = 100,
    shard: SupportsIndex = 10,
    parquet: str | Path | None = None,
    records: list[str] | None = None,
    bar: bool = True,
    **rest: Any,
) -> dict[str, Any]:
    """:func:`cardroom.arena` on the cluster. ``parquet`` gets ``set``, ``rotation`` and ``record`` of each match. With
    ``sprt`` all sets are played, and those after the decision of the test are left out of the results."""
    plan = _runs.plan_arena(game, bots, sets=sets, threads=1, **rest)
    wants_records = records is not None or parquet is not None

    def play(piece: tuple[int, int]) -> tuple[bytes, list[str]]:
        return plan.part(*piece, wants_records)

    parts = []
    pieces = _shards(plan.sets, shard)
    with _Parquet(parquet) as table:
        for (first, end), (part, lines) in zip(pieces, _on_cluster(play, pieces, "shards", bar), strict=True):
            parts.append(part)
            if records is not None:
                records.extend(lines)
            rotations = len(lines) // (end - first)
            places = [(number, rotation) for number in range(first, end) for rotation in range(rotations)]
            table.add({"set": [p[0] for p in places], "rotation": [p[1] for p in places], "record": lines})
    return plan.join(parts)


def simulate(
    game: str | Game,
    bots: Sequence[Bot] | Bot = "rule",
    *,
    matches: SupportsIndex | None = None,
    numbered: tuple[SupportsIndex, SupportsIndex] | None = None,
    shard: SupportsIndex = 100,
    parquet: str | Path | None = None,
    records: list[str] | None = None,
    bar: bool = True,
    **rest: Any,
) -> dict[str, Any]:
    """:func:`cardroom.simulate` on the cluster. ``parquet`` gets ``match`` and ``record`` of each match."""
    plan = _runs.plan_simulation(game, bots, matches=matches, numbered=numbered, threads=1, **rest)
    wants_records = records is not None or parquet is not None

    def play(piece: tuple[int, int]) -> tuple[bytes, list[str]]:
        return plan.part(*piece, wants_records)

    parts = []
    pieces = _shards(plan.matches, shard)
    with _Parquet(parquet) as table:
        for (first, end), (part, lines) in zip(pieces, _on_cluster(play, pieces, "shards", bar), strict=True):
            parts.append(part)
            if records is not None:
                records.extend(lines)
            table.add({"match": list(range(first, end)) if wants_records else [], "record": lines})
    return plan.join(parts)


def solve_range(
    first: SupportsIndex,
    last: SupportsIndex,
    *,
    shard: SupportsIndex = 10,
    parquet: str | Path | None = None,
    records: list[str] | None = None,
    bar: bool = True,
    **rest: Any,
) -> dict[str, NDArray[Any]]:
    """:func:`cardroom.solve_range` on the cluster. ``parquet`` gets the columns."""
    low, high = _runs._range(first, last)

    def play(piece: tuple[int, int]) -> tuple[dict[str, NDArray[Any]], list[str]]:
        lines: list[str] = []
        columns = _runs.solve_range(low + piece[0], low + piece[1] - 1, threads=1, records=lines, **rest)
        return columns, lines

    parts = []
    with _Parquet(parquet) as table:
        for columns, lines in _on_cluster(play, _shards(high - low + 1, shard), "shards", bar):
            parts.append(columns)
            if records is not None:
                records.extend(lines)
            table.add(columns)
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def sample(
    game: str | Game,
    policy: str | Policy = "random",
    *,
    parquet: str | Path | None = None,
    bar: bool = True,
    **rest: Any,
) -> _sample.Columns:
    """:func:`cardroom.sample` on the cluster. ``parquet`` gets the columns."""
    plan = _sample.plan_sample(game, policy, **rest)

    def play(shard: int) -> _sample.Columns:
        return plan.part(shard)

    parts = []
    with _Parquet(parquet) as table:
        for columns in _on_cluster(play, range(plan.shards), "shards", bar):
            parts.append(columns)
            table.add(columns)
    return plan.join(parts)
