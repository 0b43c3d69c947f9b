"""The games: their seats, their options, and the shapes of their arrays."""

from __future__ import annotations

import json
import operator
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex, TypeAlias

from . import _cardroom
from ._cardroom import CardroomError, State

if TYPE_CHECKING:
    import numpy as np

OptionValue: TypeAlias = "bool | int | str | np.generic | None"
Action: TypeAlias = "str | tuple[SupportsIndex, str]"

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
    ``int8[row_size]``. An action is a number below ``num_actions``. docs/bots/observations.md describes the arrays, channel
    by channel.
    """

    id: str
    seats: int
    options: Mapping[str, bool | int | str | None] = field(hash=False)
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
    give_up: int | None
    """The number with which the player of a solitaire gives up; None in games of several seats."""
    state_size: int
    """The number of numbers for the hidden cards, which only a caller with ``all_cards=True`` gets."""
    channels: tuple[Channel, ...] = field(repr=False)
    row_channels: tuple[Channel, ...] = field(repr=False)
    state_channels: tuple[Channel, ...] = field(repr=False)
    """The channels of the hidden cards. They follow those of the observation in ``observation(seat, all_cards=True)``."""
    known_options: tuple[Option, ...] = field(repr=False)
    shortest_options: Mapping[str, bool | int | str | None] = field(repr=False, hash=False)
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

    def state_from_decks(
        self,
        decks: Sequence[str | Sequence[str]],
        actions: Iterable[Action] = (),
        seed: SupportsIndex | bytes | str | None = None,
    ) -> State:
        """A match with the given decks, after some actions.

        ``decks``: the decks of the first deals, each with all cards of the pack, the top card first: a list of cards,
        or a text as in records. The cards of later deals follow from ``seed``. ``actions``: actions in notation, each of
        the seat that is asked; or pairs of a seat and an action, as ``history()`` has them.
        """
        if isinstance(decks, str):
            raise CardroomError("decks is a list of decks, not one deck")
        texts = [deck if isinstance(deck, str) else " ".join(map(str, deck)) for deck in decks]
        state = State(self.id, json.dumps(dict(self.options)), self.seats, _hex(seed), texts)
        for action in actions:
            seat, text = (None, action) if isinstance(action, str) else action
            state.apply(text, seat)
        return state

    def state_from_position(
        self,
        hands: Sequence[Sequence[str] | None],
        actions: Iterable[Action] = (),
        seed: SupportsIndex | bytes | str | None = None,
    ) -> State:
        """A match whose first deal gives these hands, after some actions.

        ``hands``: the cards of each seat, as dealt. None, or a hand with too few cards, is filled with cards that
        follow from ``seed``. ``actions`` are those of :meth:`state_from_decks`. Raises :class:`CardroomError` in Kaël and
        Rouge et Noir, whose cards are not dealt into hands at once: use :meth:`state_from_decks`.
        """
        if len(hands) != self.seats:
            raise CardroomError(f"hands has {len(hands)} hands for {self.seats} seats")
        first = self.new_initial_state(seed)
        deck: list[str] = json.loads(first.to_record(all_cards=True))["deals"][0]["deck"].split()
        dealt = first.view(all_cards=True).get("hands")
        if not dealt or sorted(card for hand in dealt for card in hand) != sorted(deck):
            raise CardroomError(f"{self.id} has no hands before the first action: use state_from_decks")
        given = [list(map(str, hand or ())) for hand in hands]
        named = [card for hand in given for card in hand]
        wrong = [card for card in named if card not in deck or named.count(card) > 1]
        if wrong:
            raise CardroomError(f"hands names {wrong[0]} twice, or the pack does not have it")
        rest = [card for card in deck if card not in named]
        moved: dict[str, str] = {}
        for seat, (own, hand) in enumerate(zip(dealt, given, strict=True)):
            if len(hand) > len(own):
                raise CardroomError(f"the hand of seat {seat} has {len(hand)} cards, and {len(own)} are dealt")
            hand += [rest.pop() for _ in range(len(own) - len(hand))]
            moved.update(zip(own, hand, strict=True))
        return self.state_from_decks([[moved[card] for card in deck]], actions, seed)

    def channel(self, name: str) -> Channel:
        """The channel of an observation, or of the hidden cards that can follow it, with this name."""
        for channel in self.channels + self.state_channels:
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


def _penalty(illegal: float | None) -> float | None:
    """The reward of an illegal action. Raises :class:`CardroomError` unless it is None or a number from -1e6 to 0."""
    if illegal is None or isinstance(illegal, SupportsFloat) and -1e6 <= float(illegal) <= 0:
        return None if illegal is None else float(illegal)
    raise CardroomError(f"illegal is None or a reward from -1e6 to 0, not {_shown(illegal)}")


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
    """The game with this id, which is one of :func:`games`. ``"kael-v2"`` is the game if its ``version`` is 2.

    ``options`` are house rules; options that are not named keep their defaults. ``seats`` is the number of players; the
    usual number if it is left out. Raises :class:`CardroomError` if there is no such game, option or number of seats.
    """
    if not isinstance(name, str):
        raise CardroomError(f"a game is named by its id, not {_shown(name)}")
    base, mark, version = game_id(name).rpartition("-v")
    versioned = bool(mark) and version.isdecimal()
    spec = _cardroom.spec(base if versioned else game_id(name))
    if versioned and int(version) != spec["version"]:
        raise CardroomError(f"this package has {base}-v{spec['version']}, not {name}: its numbers mean something else")
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
        give_up=spec["give_up"],
        state_size=spec["state_size"],
        channels=tuple(Channel(*channel) for channel in spec["channels"]),
        row_channels=tuple(Channel(*channel) for channel in spec["row_channels"]),
        state_channels=tuple(Channel(*channel) for channel in spec["state_channels"]),
        known_options=known,
        shortest_options=json.loads(spec["shortest"]),
    )
    # Options and seats are checked now, and not only when the first match begins.
    game.new_initial_state(seed=0)
    return game
