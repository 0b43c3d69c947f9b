"""The games: their seats, their options, and the shapes of their arrays."""

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

# More threads than this make no machine faster.
_THREADS = 1024


@dataclass(frozen=True)
class Channel:
    """A part of an observation, or of the row of an action, with one meaning."""

    name: str
    start: int
    """The index of the first number."""
    size: int
    """The number of numbers."""
    low: int
    high: int
    rule: str
    """The rule of the game that makes this known to the seat, as in its RULES.md."""
    description: str

    @property
    def slice(self) -> slice:
        """The place of the channel, for use as ``observation[channel.slice]``."""
        return slice(self.start, self.start + self.size)


@dataclass(frozen=True)
class Option:
    """A house rule."""

    name: str
    default: bool | int | str | None
    choices: str
    """The possible values, in words."""
    rule: str
    """The rule that it changes, as in the game's RULES.md."""


@dataclass(frozen=True)
class Game:
    """A game with its house rules and its number of seats, made by :func:`load_game`.

    All arrays have signed bytes: an observation is ``int8[observation_size]``, and the row of an action is
    ``int8[row_size]``. An action is a number below ``num_actions``. docs/observations.md describes the arrays, channel
    by channel.
    """

    id: str
    seats: int
    options: Mapping[str, bool | int | str | None]
    """The options that differ from their defaults."""
    min_seats: int
    max_seats: int
    version: int
    """A number that changes when the meaning of the numbers changes. A net that was trained with another version cannot
    be used."""
    observation_size: int
    row_size: int
    num_actions: int
    not_now: int | None
    """The number with which a seat that may cut in declines; None in games in which nobody can cut in."""
    channels: tuple[Channel, ...] = field(repr=False)
    row_channels: tuple[Channel, ...] = field(repr=False)
    known_options: tuple[Option, ...] = field(repr=False)
    shortest_options: Mapping[str, bool | int | str | None] = field(repr=False)
    """The options of the shortest match of the game, which is one deal if the rules allow it."""

    def new_initial_state(self, seed: SupportsIndex | bytes | str | None = None) -> State:
        """Begins a new match.

        ``seed``: a number below 2**256, 32 bytes, or up to 64 hex digits; without it the system draws a seed. The same
        seed gives the same match here, in ``cardroom simulate``, and in a record.
        """
        return State(self.id, json.dumps(dict(self.options)), self.seats, _hex(seed))

    def state_from_record(self, record: str, place: tuple[SupportsIndex, SupportsIndex] | None = None) -> State:
        """The state at the end of a record, or before the action ``place = (deal, action)`` of it, counted from 0."""
        state = State.from_record(record, place)
        if state.game != self.id:
            raise CardroomError(f"this is a record of {state.game}, not of {self.id}")
        return state

    def channel(self, name: str) -> Channel:
        """The channel of an observation with this name."""
        for channel in self.channels:
            if channel.name == name:
                return channel
        raise CardroomError(f"{self.id} has no channel {name!r}; it has {', '.join(c.name for c in self.channels)}")


def _index(value: object) -> int | None:
    """The value as an ``int`` if it is a whole number of Python or NumPy; otherwise None."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _shown(value: object) -> str:
    # Python does not convert numbers with thousands of digits to text.
    try:
        return repr(value)[:60]
    except ValueError:
        return "a longer one"


def _number(name: str, value: object, low: int, high: int) -> int:
    """The value as an ``int``. Raises :class:`CardroomError` unless it is a whole number from ``low`` to ``high``."""
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
    """House rules with values that JSON can represent. The compiled part checks their names and values."""
    if not isinstance(options, Mapping | None):
        raise CardroomError(f"options is a dict of names and values, not {_shown(options)}")
    plain: dict[str, bool | int | str | None] = {}
    given: Mapping[Any, Any] = options or {}
    for name, value in given.items():
        # A value of NumPy, or an array that contains a single value, becomes a value of Python.
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
    """The levels of bots, the weakest first. Methods such as ``pimc:500`` and ``ismcts:2000`` are bots too."""
    return _cardroom.levels()


def game_id(name: str) -> str:
    """The id of a game whose words are joined by ``-`` or by ``_``."""
    return name.replace("_", "-")


def load_game(name: str, options: Mapping[str, OptionValue] | None = None, seats: SupportsIndex | None = None) -> Game:
    """The game with this id, which is one of :func:`games`.

    ``options`` are house rules; options that are not named keep their defaults. ``seats`` is the number of players; the
    usual number if it is left out. Raises :class:`CardroomError` if there is no such game, option or number of seats.
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
    # Options and seats are checked now, and not only when the first match begins.
    game.new_initial_state(seed=0)
    return game
