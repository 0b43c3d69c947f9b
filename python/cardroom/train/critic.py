"""What the critic of a game sees: in training only, more than a player does.

No environment shows hands. Deals that are over show them by themselves: a seat held what it played or gave later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._cardroom import CardroomError
from .._game import Game
from .arrays import module_of
from .deals import Deals
from .net import scales

CARDS = 52


def channels(game: Game, names: tuple[str, ...]) -> NDArray[np.int64]:
    """The places of some channels of the observation."""
    slices = [game.channel(name).slice for name in names]
    return np.concatenate([np.arange(s.start, s.stop) for s in slices])


@dataclass
class Sight:
    """What the critic is given, and what is certain already."""

    width: int
    state: Callable[[Deals], Any]
    """What it is given of each kept choice."""
    so_far: Callable[[Deals], Any]
    """What the deal has brought each seat up to each kept choice, less the mean of all; the seat that chooses comes first. The
    critic foretells the rest."""


def schwarze_dame(game: Game) -> Sight:
    """All hands, and the trick."""
    table = channels(game, ("trick", "led", "winning", "worth"))
    points = game.channel("points").slice

    def state(deals: Deals) -> Any:
        plays = deals.kept
        when, who = _cards(deals, plays)
        return np.concatenate([_hands(deals, when, who, game.seats), _seen(deals, table, game)], 1)

    def so_far(deals: Deals) -> Any:
        return deals.flat(deals.observation)[:, points].astype(np.float32)

    return Sight(game.seats * CARDS + len(table), state, so_far)


def hearts(game: Game) -> Sight:
    """All hands and the trick; while cards are given also which have been put aside."""
    names = ("trick", "led", "winning", "worth", "is_giving", "giving", "chosen", "broken", "taken", "queen", "shooting")
    table = channels(game, names)
    giving, taken = game.channel("is_giving").slice.start, game.channel("taken").slice

    def state(deals: Deals) -> Any:
        gives = deals.kept & (deals.observation[:, :, giving] == 1)
        when, who = _cards(deals, deals.kept & ~gives)
        put, giver = _cards(deals, gives)
        number, now = _flat(deals, deals.number), deals.places // deals.kept.shape[1]
        still = deals.flat(deals.observation)[:, giving, None] == 1
        # Before the cards change hands, a card that will be given is still its giver's.
        holder = np.where(still & (giver[number] >= 0), giver[number], who[number])
        hands = _by_seat(deals, holder, when[number] >= now[:, None], game.seats)
        aside = (still & (giver[number] >= 0) & (put[number] < now[:, None])).astype(np.float32)
        return np.concatenate([hands, aside, _seen(deals, table, game)], 1)

    def so_far(deals: Deals) -> Any:
        points = -deals.flat(deals.observation)[:, taken].astype(np.float32)
        points -= points.mean(1, keepdims=True)
        return points

    return Sight((game.seats + 1) * CARDS + len(table), state, so_far)


def kael(game: Game) -> Sight:
    """What the seat that chooses observes, and the hands of the others: a seat observes its own when it is asked next. Before the
    dealer has chosen how many cards each gets there are none."""
    hand, dealt = game.channel("hand").slice, game.channel("size").slice.start
    size = hand.stop - hand.start

    def state(deals: Deals) -> Any:
        observation = deals.flat(deals.observation)
        others = deals.flat(_next_hands(deals, deals.observation[:, :, hand], game.seats))
        others = others.reshape(-1, (game.seats - 1) * size) * np.float32(0.25)
        others *= observation[:, dealt, None] > 0
        return np.concatenate([observation * module_of(observation).asarray(scales(game.channels)), others], 1)

    def so_far(deals: Deals) -> Any:
        return module_of(deals.kept).zeros((len(deals.places), game.seats), np.float32)

    return Sight(game.observation_size + (game.seats - 1) * size, state, so_far)


def la_dame_noire(game: Game) -> Sight:
    """What the seat that chooses observes up to the points, and the hands of the others: a seat observes its own when it is asked
    next. Of one that has given a card in the current trade it is the hand that it was asked with."""
    width = game.channel("points").slice.stop
    hand, put, points = (game.channel(name).slice for name in ("hand", "put", "points"))
    has_put = game.channel("has_put").slice

    def state(deals: Deals) -> Any:
        hands = _next_hands(deals, deals.observation[:, :, hand], game.seats)
        before = _last_hands(deals, deals.observation[:, :, hand] | deals.observation[:, :, put], game.seats)
        gave = deals.observation[:, :, has_put][:, :, 1:, None] == 1
        others = deals.flat(np.where(gave, before, hands)).reshape(-1, (game.seats - 1) * CARDS)
        observation = deals.flat(deals.observation)[:, :width]
        own = observation * module_of(observation).asarray(scales(game.channels)[:width])
        return np.concatenate([own, others.astype(np.float32)], 1)

    def so_far(deals: Deals) -> Any:
        certain = deals.flat(deals.observation)[:, points].astype(np.float32)
        return certain - certain.mean(1, keepdims=True)

    return Sight(width + (game.seats - 1) * CARDS, state, so_far)


SIGHTS: dict[str, Callable[[Game], Sight]] = {
    "schwarze-dame": schwarze_dame,
    "hearts": hearts,
    "kael": kael,
    "la-dame-noire": la_dame_noire,
}


def sight(game: Game) -> Sight:
    """What the critic of this game sees."""
    if game.id not in SIGHTS:
        raise CardroomError(f"{game.id} has no critic: {', '.join(SIGHTS)} have")
    return SIGHTS[game.id](game)


def _next_hands(deals: Deals, hand: Any, seats: int) -> Any:
    """What each other seat will observe as its hand when it is asked next in the deal, ``[steps, matches, seats - 1, …]``, next seat
    first; nothing for a seat that is not asked again."""
    return _observed(deals, hand, seats, reversed(range(len(hand))))


def _last_hands(deals: Deals, hand: Any, seats: int) -> Any:
    """The same of what it observed when it was asked last; nothing for a seat that the deal has not asked yet."""
    return _observed(deals, hand, seats, range(len(hand)))


def _observed(deals: Deals, hand: Any, seats: int, order: Iterable[int]) -> Any:
    xp = module_of(hand)
    steps, matches, size = hand.shape
    known = xp.zeros((matches, seats, size), np.int8)
    hands = xp.empty((steps, matches, seats - 1, size), np.int8)
    every = xp.arange(matches)
    number, before = deals.number, None
    for step in order:
        if before is not None:
            known *= (number[step] == number[before])[:, None, None]
        before = step
        known[every, deals.seat[step]] = hand[step]
        around = (deals.seat[step][:, None] + xp.arange(1, seats)) % seats
        hands[step] = known[every[:, None], around]
    return hands


def _flat(deals: Deals, values: Any) -> Any:
    return values.ravel()[deals.places]


def _cards(deals: Deals, among: Any) -> tuple[Any, Any]:
    """When each card of each deal was chosen in some of the choices, and by whom; −1 and nobody where it was not."""
    xp = module_of(among)
    when = xp.full((deals.count, CARDS), -1, np.int64)
    who = xp.full((deals.count, CARDS), -1, np.int64)
    step, match = np.nonzero(among)
    number, card = deals.number[step, match], deals.action[step, match]
    when[number, card], who[number, card] = step, deals.seat[step, match]
    return when, who


def _by_seat(deals: Deals, holder: Any, held: Any, seats: int) -> Any:
    """Cards as bits, 52 a seat, the seat that chooses first. ``holder``: whose each card is, a row for each choice."""
    xp = module_of(holder)
    steps = (holder - _flat(deals, deals.seat)[:, None]) % seats
    hands = xp.zeros((len(holder), seats * CARDS), np.float32)
    hands[xp.arange(len(holder))[:, None], steps * CARDS + xp.arange(CARDS)] = held
    return hands


def _hands(deals: Deals, when: Any, who: Any, seats: int) -> Any:
    number, now = _flat(deals, deals.number), deals.places // deals.kept.shape[1]
    return _by_seat(deals, who[number], when[number] >= now[:, None], seats)


def _seen(deals: Deals, table: NDArray[np.int64], game: Game) -> Any:
    xp = module_of(deals.kept)
    return deals.flat(deals.observation)[:, xp.asarray(table)] * xp.asarray(scales(game.channels)[table])
