"""Data sets of matches, as Parquet files with a data card, made from a seed by one command::

    python -m cardroom.data hearts --matches 1000000 --seed 1 --out hearts

The folder gets ``matches.parquet``, ``deals.parquet`` and ``actions.parquet``, the tables of :mod:`cardroom.records`, and
``README.md``, the data card. Bots of mixed levels play. The same arguments give the same records on every machine, so a
data set need not be stored: the card has the command that makes it, and the SHA-256 of its records. :func:`read` reads
the tables, and ``records.from_frames(read(folder))`` gives the records. This module needs pyarrow.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, SupportsIndex

from . import records
from ._cardroom import CardroomError, __version__
from ._game import _THREADS, OptionValue, _hex, _number, load_game
from ._runs import plan_simulation

SHARD = 100
"""The number of matches that the same bots play, and that one seed gives."""

BOTS = ("random", "beginner", "club")


def make(
    game: str,
    folder: str | Path,
    *,
    matches: SupportsIndex,
    bots: Sequence[str] = BOTS,
    seed: SupportsIndex | str = 0,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    threads: SupportsIndex = 0,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Makes a data set in a new folder. For every :data:`SHARD` matches, each seat gets one of the ``bots``. ``progress``:
    a function that is called with the number of matches. Raises :class:`~cardroom.CardroomError` if an argument names
    something that does not exist, and :class:`FileExistsError` if the folder exists."""
    import pyarrow.parquet as pq

    loaded = load_game(game, options, seats)
    matches = _number("matches", matches, 1, 2**32)
    threads = _number("threads", threads, 0, _THREADS)
    if isinstance(bots, str) or not bots:
        raise CardroomError("bots is a list of names of bots")
    run = _hex(seed)
    state = loaded.new_initial_state(seed=run)
    for bot in bots:
        state.bot_action(bot)
    folder = Path(folder)
    folder.mkdir(parents=True)
    digest, counts, played = hashlib.sha256(), Counter[str](), Counter[str]()
    writers: list[Any] = []
    try:
        for first in range(0, matches, SHARD):
            key = hashlib.sha256(f"cardroom-data/1 {run} {first}".encode()).digest()
            lineup = [bots[byte % len(bots)] for byte in key[: loaded.seats]]
            count = min(SHARD, matches - first)
            plan = plan_simulation(loaded, lineup, matches=count, seed=hashlib.sha256(key).digest(), threads=threads)
            lines = plan.part(0, count, records=True)[1]
            digest.update("".join(line + "\n" for line in lines).encode())
            frames = records.to_frames(lines, "pyarrow", first)
            if not writers:
                writers = [pq.ParquetWriter(folder / f"{name}.parquet", table.schema) for name, table in frames._asdict().items()]
            for writer, (name, table) in zip(writers, frames._asdict().items(), strict=True):
                writer.write_table(table)
                counts[name] += table.num_rows
            for bot in lineup:
                played[bot] += count
            if progress is not None:
                progress(first + count)
    finally:
        for writer in writers:
            writer.close()
    call = ["python", "-m", "cardroom.data", loaded.id, "--matches", str(matches), "--seed", run, "--bots", ",".join(bots)]
    call += ["--seats", str(loaded.seats)] + [f"--option={name}={json.dumps(value)}" for name, value in loaded.options.items()]
    known = {option.name: option.default for option in loaded.known_options} | dict(loaded.options)
    card = _CARD.format(
        game=loaded.id,
        version=__version__,
        command=shlex.join([*call, "--out", folder.name]),
        options=", ".join(f"`{name}={json.dumps(value)}`" for name, value in known.items()),
        seats=loaded.seats,
        bots="\n".join(f"| `{bot}` | {played[bot]:,} |" for bot in bots),
        digest=digest.hexdigest(),
        **{name: f"{count:,}" for name, count in counts.items()},
    )
    (folder / "README.md").write_text(card, encoding="utf-8")


def read(folder: str | Path) -> records.Frames:
    """The tables of a data set, as tables of pyarrow."""
    import pyarrow.parquet as pq

    return records.Frames(*(pq.read_table(Path(folder) / f"{name}.parquet") for name in records.Frames._fields))


_CARD = """# {game}: matches of bots

| | |
|---|---|
| game | {game}, {seats} seats, options {options} |
| made by | cardroom {version}: `{command}` |
| matches, deals, actions | {matches}, {deals}, {actions} |
| SHA-256 of the records | `{digest}` |

All cards are in the data: the deck of each deal, and the seed of each match. Every record can be checked with
`python -m cardroom record check`. People did not play; no personal data is included. The data may be used under the
licence of cardroom, MIT or Apache-2.0.

## Who played

Every {shard} matches, each seat gets one of these bots at random. The names of a match are those of its bots.

| bot | seats played |
|---|---|
{bots}

## Tables

`matches.parquet` has a row for each match, `deals.parquet` for each deal, `actions.parquet` for each action. The column
`match` joins them. docs/bots/records.md of cardroom describes the columns.

```python
from cardroom import data, records

frames = data.read(".")
lines = records.from_frames(frames)      # the records, byte for byte
```
""".replace("{shard}", str(SHARD))


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes a data set as the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m cardroom.data", description="Makes a data set of matches of bots.")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True, help="a folder that does not exist yet")
    parser.add_argument("--seed", default="0", help="hex digits")
    parser.add_argument("--bots", default=",".join(BOTS), help="names, separated by commas")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    parser.add_argument("--threads", type=int, default=0)
    wish = parser.parse_args(arguments)

    def show(done: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done:,} of {wish.matches:,} matches", end="", file=sys.stderr, flush=True)

    try:
        options = {name: _value(value) for name, _, value in (option.partition("=") for option in wish.option)}
        make(
            wish.game,
            wish.out,
            matches=wish.matches,
            bots=wish.bots.split(","),
            seed=wish.seed,
            options=options,
            seats=wish.seats,
            threads=wish.threads,
            progress=show,
        )
    except (CardroomError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _value(text: str) -> OptionValue:
    try:
        value: OptionValue = json.loads(text)
    except ValueError:
        return text
    return value


if __name__ == "__main__":
    sys.exit(main())
