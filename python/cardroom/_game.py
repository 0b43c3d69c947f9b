"""The games: seats, options, and the shapes of their numbers."""

from __future__ import annotations

import json
import operator
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

from . import _cardroom
from ._cardroom import CardroomError, State

if TYPE_CHECKING:
    import numpy as np

OptionValue: TypeAlias = "bool | int | str | np.generic | None"

# More threads than that make no machine faster.
_THREADS = 1024


@dataclass(frozen=True)
class Channel:
    """A run of numbers in an observation, or in the row of an action."""

    name: str
    start: int
    """Where it begins."""
    size: int
    """How many numbers it has."""
    low: int
    high: int
    rule: str
    """The rule of the game that makes this known to the seat, as in its RULES.md."""
    description: str

    @property
    def slice(self) -> slice:
        """Its place: ``observation[channel.slice]``."""
        return slice(self.start, self.start + self.size)


@dataclass(frozen=True)
class Option:
    """A house rule."""

    name: str
    default: bool | int | str | None
    choices: str
    """What it can be, in words."""
    rule: str
    """The rule that it changes, as in the game's RULES.md."""


@dataclass(frozen=True)
class Game:
    """A game with its house rules and number of seats. :func:`load_game` makes one.

    Numbers are bytes with a sign: an observation is ``int8[observation_size]``, an action is a number below
    ``num_actions``, the row of an action is ``int8[row_size]``. docs/observations.md has them channel by channel.
    """

    id: str
    seats: int
    options: Mapping[str, bool | int | str | None]
    """The options that differ from their defaults."""
    min_seats: int
    max_seats: int
    version: int
    """Changes with the meaning of the numbers: what was learned before does not fit any more."""
    observation_size: int
    row_size: int
    num_actions: int
    not_now: int | None
    """The number with which a seat that may cut in lets the chance pass; None where nobody can cut in."""
    channels: tuple[Channel, ...] = field(repr=False)
    row_channels: tuple[Channel, ...] = field(repr=False)
    known_options: tuple[Option, ...] = field(repr=False)
    shortest_options: Mapping[str, bool | int | str | None] = field(repr=False)
    """The options of the game's shortest match: one deal, where its rules allow that."""

    def new_initial_state(self, seed: SupportsIndex | bytes | str | None = None) -> State:
        """A new match.

        ``seed``: a number below 2**256, 32 bytes, or up to 64 hex digits; drawn by the system if left out. The same seed
        is the same match here, in ``cardroom simulate`` and in a record.
        """
        return State(self.id, json.dumps(dict(self.options)), self.seats, _hex(seed))

    def state_from_record(self, record: str, place: tuple[SupportsIndex, SupportsIndex] | None = None) -> State:
        """The state that a record leads to: its end, or before action ``place = (deal, action)``, counted from 0."""
        state = State.from_record(record, place)
        if state.game != self.id:
            raise CardroomError(f"this is a record of {state.game}, not of {self.id}")
        return state

    def channel(self, name: str) -> Channel:
        """The channel of this name in an observation."""
        for channel in self.channels:
            if channel.name == name:
                return channel
        raise CardroomError(f"{self.id} has no channel {name!r}; it has {', '.join(c.name for c in self.channels)}")


def _index(value: object) -> int | None:
    """A whole number of Python or NumPy; None if it is none."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _shown(value: object) -> str:
    # Python does not write numbers of thousands of digits.
    try:
        return repr(value)[:60]
    except ValueError:
        return "a longer one"


def _number(name: str, value: object, low: int, high: int) -> int:
    """A whole number of Python or NumPy from ``low`` to ``high``."""
    number = _index(value)
    if number is None or not low <= number <= high:
        raise CardroomError(f"{name} is a whole number from {low} to {high}, not {_shown(value)}")
    return number


def _hex(seed: SupportsIndex | bytes | str | None) -> str:
    if seed is None:
        return secrets.token_hex(32)
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise CardroomError(f"a seed has 32 bytes, not {len(seed)}")
        return seed.hex()
    if isinstance(seed, str):
        return seed
    number = _index(seed)
    if number is None:
        raise CardroomError(f"a seed is a whole number, 32 bytes or hex digits, not {_shown(seed)}")
    if not 0 <= number < 2**256:
        raise CardroomError(f"a seed is a number from 0 to 2**256 - 1, not {_shown(seed)}")
    return f"{number:064x}"


def _options(options: Mapping[str, OptionValue] | None, known: Sequence[Option]) -> dict[str, bool | int | str | None]:
    """House rules as JSON has them. The compiled part says which names and values there are."""
    if not isinstance(options, Mapping | None):
        raise CardroomError(f"options is a dict of names and values, not {_shown(options)}")
    plain: dict[str, bool | int | str | None] = {}
    given: Mapping[Any, Any] = options or {}
    for name, value in given.items():
        # A value of NumPy, or an array with one.
        if hasattr(value, "item") and getattr(value, "size", 0) == 1:
            value = value.item()
        if value is not None and not isinstance(value, (bool, int, str)):
            choices = next((option.choices for option in known if option.name == name), "a bool, a number, a text or None")
            raise CardroomError(f"option {name} is {choices}, not {_shown(value)}")
        plain[str(name)] = value
    return plain


def games() -> list[str]:
    """The ids of all games."""
    return _cardroom.games()


def levels() -> list[str]:
    """The levels of bots, weakest first. Methods as ``pimc:500`` and ``ismcts:2000`` are bots as well."""
    return _cardroom.levels()


def game_id(name: str) -> str:
    """The id of a game, whether its words are joined by ``-`` or by ``_``."""
    return name.replace("_", "-")


def load_game(name: str, options: Mapping[str, OptionValue] | None = None, seats: SupportsIndex | None = None) -> Game:
    """A game by its id, one of :func:`games`.

    ``options`` are house rules; those left out keep their defaults. ``seats`` is how many play; the usual number if left
    out. Raises :class:`CardroomError` where there is no such game, option or number of seats.
    """
    if not isinstance(name, str):
        raise CardroomError(f"a game is named by its id, not {_shown(name)}")
    spec = _cardroom.spec(game_id(name))
    wanted = spec["usual_seats"] if seats is None else _number("seats", seats, *spec["seats"])
    known = tuple(Option(key, json.loads(default), choices, rule) for key, (default, choices, rule) in spec["options"].items())
    game = Game(
        id=spec["id"],
        seats=wanted,
        options=_options(options, known),
        min_seats=spec["seats"][0],
        max_seats=spec["seats"][1],
        version=spec["version"],
        observation_size=spec["observation_size"],
        row_size=spec["row_size"],
        num_actions=spec["num_actions"],
        not_now=spec["not_now"],
        channels=tuple(Channel(*channel) for channel in spec["channels"]),
        row_channels=tuple(Channel(*channel) for channel in spec["row_channels"]),
        known_options=known,
        shortest_options=json.loads(spec["shortest"]),
    )
    # Options and seats are checked now, not with the first match.
    game.new_initial_state(seed=0)
    return game
