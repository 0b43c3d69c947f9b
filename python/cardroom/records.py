"""Conversion of records to tables of pandas, polars or pyarrow, and back.

::

    from cardroom import records

    frames = records.to_frames(open("kael.jsonl"), library="polars")
    frames.deals.group_by("dealer").len()
    lines = records.from_frames(frames)          # the same bytes

There are three tables, with a row for each match, deal or action: ``matches``, ``deals`` and ``actions``. Nothing is
lost. docs/bots/records.md describes the columns.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from ._cardroom import CardroomError

MATCH = ["match", "format", "rules", "game", "options", "seats", "names", "seed", "entropy", "winners", "more"]
DEAL = ["match", "deal", "dealer", "deck", "points", "totals", "more"]
ACTION = ["match", "deal", "place", "seat", "action"]

_MATCH_KEYS = ("format", "rules", "game", "options", "seats", "names", "seed", "entropy", "deals", "winners")
_DEAL_KEYS = ("dealer", "deck", "actions", "points", "totals")


class Frames(NamedTuple):
    """The records as tables of pandas, polars or pyarrow."""

    matches: Any
    """``match`` from 0, ``format``, ``rules``, ``game``, ``options`` and ``winners`` as JSON, ``seats``, ``names`` as
    JSON, ``seed``, ``entropy`` as JSON (null if the players did not shuffle together), and ``more``: all other keys, as
    JSON."""
    deals: Any
    """``match``, ``deal`` from 0, ``dealer``, ``deck``, ``points`` and ``totals`` as JSON (null if the deal was not
    finished), and ``more``."""
    actions: Any
    """``match``, ``deal``, ``place`` from 0, ``seat`` (−1 for the line that shuffles Kaël's new deck), and ``action``
    in notation."""


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _frame(library: str, columns: list[str], rows: list[tuple[Any, ...]]) -> Any:
    by_name = {name: [row[place] for row in rows] for place, name in enumerate(columns)}
    if library == "pandas":
        import pandas as pd

        return pd.DataFrame(by_name, columns=columns)
    numbers = {"match", "rules", "seats", "deal", "dealer", "place", "seat"}
    if library == "pyarrow":
        import pyarrow as pa

        return pa.table(by_name, pa.schema([(name, pa.int64() if name in numbers else pa.string()) for name in columns]))
    import polars as pl

    return pl.DataFrame(by_name, schema={name: pl.Int64 if name in numbers else pl.String for name in columns})


def to_frames(lines: Iterable[str], library: str = "pandas", first: int = 0) -> Frames:
    """Converts records to tables. ``lines``: one record in JSON on each line; blank lines are skipped. ``library``:
    ``"pandas"``, ``"polars"`` or ``"pyarrow"``. ``first``: the number of the first match. Raises
    :class:`~cardroom.CardroomError` if a line is no record (``python -m cardroom record check`` gives details), and
    :class:`ImportError` if the library is not installed."""
    if library not in ("pandas", "polars", "pyarrow"):
        raise CardroomError(f"library is 'pandas', 'polars' or 'pyarrow', not {library!r}")
    matches: list[tuple[Any, ...]] = []
    deals: list[tuple[Any, ...]] = []
    actions: list[tuple[Any, ...]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        match = first + len(matches)
        try:
            record = json.loads(line)
            for place, deal in enumerate(record["deals"]):
                for at, action in enumerate(deal["actions"]):
                    seat, _, words = action.partition(" ")
                    actions.append((match, place, at, -1 if seat == "*" else int(seat), words))
                ends = [_text(deal[key]) if key in deal else None for key in ("points", "totals")]
                deals.append((match, place, deal["dealer"], deal["deck"], *ends, _more(deal, _DEAL_KEYS)))
            fields = (record["format"], record["rules"], record["game"], _text(record["options"]), record["seats"])
            names, winners = _text(record["names"]), _text(record["winners"])
            entropy = _text(record["entropy"]) if "entropy" in record else None
            matches.append((match, *fields, names, record["seed"], entropy, winners, _more(record, _MATCH_KEYS)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise CardroomError(f"line {number} is no record: {error!r}") from error
    frames = ((MATCH, matches), (DEAL, deals), (ACTION, actions))
    return Frames(*(_frame(library, columns, rows) for columns, rows in frames))


def _more(thing: dict[str, Any], known: tuple[str, ...]) -> str:
    return _text({key: value for key, value in thing.items() if key not in known})


def _rows(frame: Any, columns: list[str]) -> list[tuple[Any, ...]]:
    missing = [name for name in columns if name not in getattr(frame, "column_names", frame.columns)]
    if missing:
        raise CardroomError(f"the table has no column {', '.join(missing)}")
    if hasattr(frame, "itertuples"):
        # Some versions of pandas use NaN for a missing text, others None.
        plain = frame[columns].astype(object)
        return list(plain.where(plain.notna(), None).itertuples(index=False, name=None))
    if hasattr(frame, "column_names"):
        return list(zip(*(frame.column(name).to_pylist() for name in columns), strict=True))
    return list(frame.select(columns).iter_rows())


def from_frames(frames: Frames) -> list[str]:
    """Converts tables to records, one in each line, without line ends. If the records that were read had the form that
    docs/bots/records.md describes, the bytes are the same as theirs."""
    told: dict[tuple[int, int], list[str]] = {}
    for match, deal, _, seat, action in sorted(_rows(frames.actions, ACTION)):
        told.setdefault((match, deal), []).append(f"{'*' if seat == -1 else seat} {action}")
    played: dict[int, list[dict[str, Any]]] = {}
    for match, deal, dealer, deck, points, totals, more in sorted(_rows(frames.deals, DEAL), key=lambda row: row[:2]):
        entry = {"dealer": dealer, "deck": deck, "actions": told.get((match, deal), [])}
        entry |= {key: json.loads(text) for key, text in (("points", points), ("totals", totals)) if text is not None}
        played.setdefault(match, []).append({**entry, **json.loads(more)})
    lines = []
    for match, form, rules, game, options, seats, names, seed, entropy, winners, more in _rows(frames.matches, MATCH):
        record = {
            "format": form,
            "rules": rules,
            "game": game,
            "options": json.loads(options),
            "seats": seats,
            "names": json.loads(names),
            "seed": seed,
            **({} if entropy is None else {"entropy": json.loads(entropy)}),
            "deals": played.get(match, []),
            "winners": json.loads(winners),
        }
        lines.append(_text({**record, **json.loads(more)}))
    return lines
