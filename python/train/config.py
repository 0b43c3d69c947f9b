"""The configuration of a run: a file for each game (``games/*.toml``), with a table for each method.

A method declares its settings as a frozen dataclass that extends :class:`Settings`. :func:`read` reads the values from
the file of the game and from the table of the method in it, replaces the values that the command line names, and checks
each value against its type.
"""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from cardroom import CardroomError

GAMES = Path(__file__).parent / "games"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings that every method needs. The learning rate falls with the number of decisions played: after
    ``halving`` million decisions it is half of the rate at the start, and after three times as many a quarter."""

    game: str
    options: dict[str, Any]
    """House rules."""
    inputs: str
    """The last channel of the observation that the policy sees."""
    matches: int
    """The number of matches of an iteration, which are played at the same time."""
    deals: int
    """The number of deals of each match."""
    hidden: tuple[int, ...]
    """The sizes of the policy's hidden layers."""
    batch: int
    """The number of decisions in a step of Adam."""
    rate: float
    """The learning rate at the start."""
    halving: float
    """Millions of decisions after which the learning rate is half of the rate at the start."""
    average: int
    """The number of iterations over which the weights of the exported net are averaged."""
    scale: dict[str, Any] = dataclasses.field(default_factory=dict)
    """Factors for channels of the observation. A channel that is not named has one divided by its greatest number."""
    by_row: bool = False
    """True if actions are described by rows, in a game in which too many actions exist for numbers of their own."""
    bf16: bool = True
    """True if hidden layers are computed in numbers of 16 bits."""
    longest: int = 2000
    """The number of choices after which a deal is cut off."""
    broken_off: float = 0.0
    """The points that a deal that is cut off costs each seat. Without them nobody would learn to end a deal that no
    rule ends."""
    easier: dict[str, Any] = dataclasses.field(default_factory=dict)
    """House rules of the first iterations, in addition to ``options``."""
    easier_for: int = 1
    """The number of these first iterations."""
    nothing: float = 0.0
    """The points that a deal without a result costs each seat in the first iterations. Without them all deals could be
    thrown in, and nobody would learn to play."""

    def falling(self, rate: float, decisions: int) -> float:
        """The learning rate after this number of decisions, if ``rate`` is the rate at the start."""
        return rate / (1 + decisions / (self.halving * 1e6))


S = TypeVar("S", bound=Settings)


def read(kind: type[S], method: str, game: str, changes: dict[str, Any] | None = None) -> S:
    """The settings of a method for a game. ``changes`` replaces some of the values."""
    name = game.replace("_", "-")
    known = sorted(file.stem for file in GAMES.glob("*.toml"))
    if name not in known:
        raise CardroomError(f"there is no training for {game!r}; there is one for {', '.join(known)}")
    values = tomllib.loads((GAMES / f"{name}.toml").read_text(encoding="utf-8"))
    common = {key: value for key, value in values.items() if key not in METHODS}
    return parse(kind, {"game": name, **common, **values.get(method, {}), **(changes or {})})


METHODS = ("ppo", "values", "distil")
"""The names of the methods, which are also the names of their tables and of their files."""


def parse(kind: type[S], values: dict[str, Any]) -> S:
    """The settings with these values, after each value was checked."""
    fields = {field.name: field for field in dataclasses.fields(kind)}
    unknown = [name for name in values if name not in fields]
    if unknown:
        raise CardroomError(f"a configuration has no {unknown[0]!r}; it has {', '.join(fields)}")
    required = [n for n, f in fields.items() if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING]
    missing = [name for name in required if name not in values]
    if missing:
        raise CardroomError(f"the configuration has no value for {missing[0]!r}")
    settings = kind(**{name: checked(name, str(fields[name].type), value) for name, value in values.items()})
    for name in ("halving", "points", "temperature"):
        if getattr(settings, name, 1) == 0:
            raise CardroomError(f"{name} is greater than 0")
    if getattr(settings, "trace", 0) > 1:
        raise CardroomError("trace is 1 at most")
    return settings


WANTED = {
    "str": "a text",
    "bool": "true or false",
    "int": "a whole number from 1 on",
    "float": "a number from 0 on",
    "dict[str, Any]": "a table of names and values",
    "tuple[int, ...]": "a list of whole numbers from 1 on",
}


def checked(name: str, kind: str, value: Any) -> Any:
    """The value, converted to the type of its setting. Raises :class:`CardroomError` if it does not fit."""

    def is_count(number: Any) -> bool:
        return isinstance(number, int) and not isinstance(number, bool) and number >= 1

    match kind:
        case "str":
            fits = isinstance(value, str)
        case "bool":
            fits = isinstance(value, bool)
        case "int":
            fits = is_count(value)
        case "float":
            fits = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
            value = float(value) if fits else value
        case "dict[str, Any]":
            fits = isinstance(value, dict)
        case _:
            fits = isinstance(value, list | tuple) and len(value) > 0 and all(is_count(number) for number in value)
            value = tuple(value) if fits else value
    if not fits:
        raise CardroomError(f"{name} is {WANTED[kind]}, not {value!r}")
    return value
