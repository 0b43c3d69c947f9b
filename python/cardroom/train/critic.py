"""What the critic of a game sees: in training only, more than a player does.

No environment shows hands. Deals that are over show them by themselves: a seat held what it played or gave later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._cardroom import CardroomError
from .._game import Game
from .deals import Deals
from .net import Array

CARDS = 52


def channels(game: Game, names: tuple[str, ...]) -> NDArray[np.int64]:
    """The places of some channels of the observation."""
    slices = [game.channel(name).slice for name in names]
    return np.concatenate([np.arange(s.start, s.stop) for s in slices])


def scales(game: Game) -> Array:
    """What each number of an observation is multiplied with, so that it is 1 at most."""
    return np.concatenate([np.full(c.size, 1 / max(-c.low, c.high), np.float32) for c in game.channels])


@dataclass
class Sight:
    """What the critic is given, and what is certain already."""

    width: int
    state: Callable[[Deals], Array]
    """What it is given of each kept choice."""
    so_far: Callable[[Deals], Array]
    """What the deal has brought each seat up to each kept choice, less the mean of all; the seat that chooses comes first. The
    critic foretells the rest."""


def schwarze_dame(game: Game) -> Sight:
    """All hands, and the trick."""
    table = channels(game, ("trick", "led", "winning", "worth"))
    points = game.channel("points").slice

    def state(deals: Deals) -> Array:
        plays = deals.kept
        when, who = _cards(deals, plays)
        return np.concatenate([_hands(deals, when, who, game.seats), _seen(deals, table, game)], 1)

    def so_far(deals: Deals) -> Array:
        return deals.flat(deals.observation)[:, points].astype(np.float32)

    return Sight(game.seats * CARDS + len(table), state, so_far)


def hearts(game: Game) -> Sight:
    """All hands and the trick; while cards are given also which have been put aside."""
    names = ("trick", "led", "winning", "worth", "is_giving", "giving", "chosen", "broken", "taken", "queen", "shooting")
    table = channels(game, names)
    giving, taken = game.channel("is_giving").slice.start, game.channel("taken").slice

    def state(deals: Deals) -> Array:
        gives = deals.kept & (deals.observation[:, :, giving] == 1)
        when, who = _cards(deals, deals.kept & ~gives)
        put, giver = _cards(deals, gives)
        number, now = _flat(deals, deals.number), deals.rows // deals.kept.shape[1]
        still = deals.flat(deals.observation)[:, giving, None] == 1
        # Before the cards change hands, a card that will be given is still its giver's.
        holder = np.where(still & (giver[number] >= 0), giver[number], who[number])
        hands = _by_seat(deals, holder, when[number] >= now[:, None], game.seats)
        aside = (still & (giver[number] >= 0) & (put[number] < now[:, None])).astype(np.float32)
        return np.concatenate([hands, aside, _seen(deals, table, game)], 1)

    def so_far(deals: Deals) -> Array:
        points: Array = -deals.flat(deals.observation)[:, taken].astype(np.float32)
        points -= points.mean(1, keepdims=True)
        return points

    return Sight((game.seats + 1) * CARDS + len(table), state, so_far)


def kael(game: Game) -> Sight:
    """What the seat that chooses observes, and the hands of the others: a seat observes its own when it is asked next. Before the
    dealer has chosen how many cards each gets there are none."""
    hand, dealt = game.channel("hand").slice, game.channel("size").slice.start
    size = hand.stop - hand.start

    def state(deals: Deals) -> Array:
        steps, matches = deals.kept.shape
        known = np.zeros((matches, game.seats, size), np.int8)
        hands = np.empty((steps, matches, game.seats, size), np.int8)
        every = np.arange(matches)
        for step in reversed(range(steps)):
            known[deals.done[step]] = 0
            known[every, deals.seat[step]] = deals.observation[step, :, hand]
            around = (deals.seat[step][:, None] + np.arange(game.seats)) % game.seats
            hands[step] = known[every[:, None], around]
        observation = deals.flat(deals.observation)
        others = deals.flat(hands)[:, 1:].reshape(-1, (game.seats - 1) * size) * np.float32(0.25)
        others *= observation[:, dealt, None] > 0
        return np.concatenate([observation * scales(game), others], 1)

    def so_far(deals: Deals) -> Array:
        return np.zeros((len(deals.rows), game.seats), np.float32)

    return Sight(game.observation_size + (game.seats - 1) * size, state, so_far)


SIGHTS: dict[str, Callable[[Game], Sight]] = {"schwarze-dame": schwarze_dame, "hearts": hearts, "kael": kael}


def sight(game: Game) -> Sight:
    """What the critic of this game sees."""
    if game.id not in SIGHTS:
        raise CardroomError(f"{game.id} has no critic: {', '.join(SIGHTS)} have")
    return SIGHTS[game.id](game)


def _flat(deals: Deals, values: NDArray[np.int64]) -> NDArray[np.int64]:
    return values.ravel()[deals.rows]


def _cards(deals: Deals, among: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """When each card of each deal was chosen in some of the choices, and by whom; −1 and nobody where it was not."""
    when = np.full((deals.count, CARDS), -1, np.int64)
    who = np.full((deals.count, CARDS), -1, np.int64)
    step, match = np.nonzero(among)
    number, card = deals.number[step, match], deals.action[step, match]
    when[number, card], who[number, card] = step, deals.seat[step, match]
    return when, who


def _by_seat(deals: Deals, holder: NDArray[np.int64], held: NDArray[np.bool_], seats: int) -> Array:
    """Cards as bits, 52 a seat, the seat that chooses first. ``holder``: whose each card is, a row for each choice."""
    steps = (holder - _flat(deals, deals.seat)[:, None]) % seats
    hands = np.zeros((len(holder), seats * CARDS), np.float32)
    np.put_along_axis(hands, steps * CARDS + np.arange(CARDS), held.astype(np.float32), 1)
    return hands


def _hands(deals: Deals, when: NDArray[np.int64], who: NDArray[np.int64], seats: int) -> Array:
    number, now = _flat(deals, deals.number), deals.rows // deals.kept.shape[1]
    return _by_seat(deals, who[number], when[number] >= now[:, None], seats)


def _seen(deals: Deals, table: NDArray[np.int64], game: Game) -> Array:
    return deals.flat(deals.observation)[:, table] * scales(game)[table]
