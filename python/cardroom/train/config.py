"""What a run does: the configuration of a game, read from a file of the package."""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any

from .._cardroom import CardroomError
from .._game import game_id


@dataclass(frozen=True)
class Config:
    """The configuration of a run. Rates fall with the decisions played: after ``halving`` of them a rate is half of what it was
    at the start, after three times as many a quarter."""

    game: str
    options: dict[str, Any]
    """House rules."""
    inputs: str
    """The last channel of the observation that the policy sees."""
    matches: int
    """Matches of an iteration, played at once."""
    deals: int
    """Deals of each."""
    hidden: tuple[int, ...]
    """The sizes of the policy's hidden layers."""
    critic_hidden: tuple[int, ...]
    critic_alone: int
    """Iterations in which only the critic learns, where the policy begins with a net that is there already."""
    policy_epochs: int
    critic_epochs: int
    batch: int
    """Decisions of a step of Adam."""
    rate: float
    """The length of a step."""
    critic_rate: float
    halving: float
    """Millions of decisions."""
    entropy: float
    """What a nat of the policy's entropy is worth, in advantages of usual size."""
    clip: float
    """How far the chance of an action may move in an iteration."""
    trace: float
    """How much of the surprise of the next move counts for this one (the λ of generalised advantages)."""
    points: float
    """The points that are 1 for the critic."""
    average: int
    """Over how many iterations the weights that play are averaged."""
    scale: dict[str, Any] = dataclasses.field(default_factory=dict)
    """What the numbers of a channel are multiplied with for the policy, where that is not one over the greatest of them."""
    easier: dict[str, Any] = dataclasses.field(default_factory=dict)
    """House rules with which a run begins, beside the others,"""
    easier_for: int = 1
    """and for how many iterations."""
    by_row: bool = False
    """Whether an action is what its row says, in a game whose actions have no numbers of their own (:mod:`.heads`)."""
    nothing: float = 0.0
    """What a deal that brings nobody anything costs each seat while a run begins: with cards thrown in nobody learns to play."""
    longest: int = 2000
    """The number of choices after which a deal is broken off."""
    against: str = ""
    """The bot that plays all seats but one, which the learner takes in turn; "": the learner plays all seats."""
    teacher: str = ""
    """The bot whose choices the policy learns; "": the policy learns from what its own deals bring."""
    broken_off: float = 0.0
    """What that costs each seat, in points: where nothing forces a deal to end, nobody would learn to end it."""

    def falling(self, rate: float, decisions: int) -> float:
        """What is left of a learning rate after this number of decisions."""
        return rate / (1 + decisions / (self.halving * 1e6))


def read(game: str, changes: dict[str, Any] | None = None) -> Config:
    """The configuration of a game, with some of its values changed."""
    folder = resources.files("cardroom.train") / "games"
    name = game_id(game)
    file = folder / f"{name}.toml"
    if "/" in name or not file.is_file():
        known = sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml"))
        raise CardroomError(f"there is no training for {game!r}; there is one for {', '.join(known)}")
    return parse({"game": name, **tomllib.loads(file.read_text()), **(changes or {})})


def parse(values: dict[str, Any]) -> Config:
    """A configuration from its values, each checked."""
    fields = {field.name: field for field in dataclasses.fields(Config)}
    for name in values:
        if name not in fields:
            raise CardroomError(f"a configuration has no {name!r}; it has {', '.join(fields)}")
    checked: dict[str, Any] = {}
    for name, field in fields.items():
        if name not in values and (field.default, field.default_factory) != (dataclasses.MISSING,) * 2:
            continue
        if name not in values:
            raise CardroomError(f"the configuration says nothing of {name!r}")
        value = values[name]
        kind = str(field.type)
        if kind == "str":
            fits = isinstance(value, str)
        elif kind == "bool":
            fits = isinstance(value, bool)
        elif kind.startswith("dict"):
            fits = isinstance(value, dict)
        elif kind == "int":
            fits = isinstance(value, int) and not isinstance(value, bool) and value >= 1
        elif kind == "float":
            fits = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
            value = float(value) if fits else value
        else:
            fits = isinstance(value, list | tuple) and all(isinstance(v, int) and v >= 1 for v in value) and len(value) > 0
            value = tuple(value) if fits else value
        if not fits:
            wanted = {"bool": "true or false", "dict[str, Any]": "a table of options", "str": "a text", "int": "a whole number from 1 on", "float": "a number from 0 on"}
            raise CardroomError(f"{name} is {wanted.get(kind, 'a list of whole numbers from 1 on')}, not {value!r}")
        checked[name] = value
    if checked["halving"] == 0 or checked["points"] == 0 or checked["trace"] > 1:
        raise CardroomError("halving and points are greater than 0, and trace is 1 at most")
    return Config(**checked)
