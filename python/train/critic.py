"""The critic, which sees more than a player does. It is used only for training.

No environment shows hands, but finished deals do: a seat held the cards that it played or passed later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import torch
from config import Settings
from deals import Deals
from policy import scales
from torch import Tensor

from cardroom import CardroomError, Game

CARDS = 52


@dataclass
class Sight:
    """The inputs of a critic, and the points that are certain before its prediction."""

    scale: Tensor
    """The factors by which the inputs are multiplied."""
    state: Callable[[Deals], Tensor]
    """``int8[choices, inputs]``: the inputs for each kept choice."""
    so_far: Callable[[Deals], Tensor]
    """The points that the deal has already brought each seat before each kept choice, minus the mean over the seats,
    beginning with the seat that chooses. The critic predicts the remaining points."""


def observation(game: Game, settings: Settings) -> Sight:
    """The inputs of the policy, without anything hidden."""
    width = game.channel(settings.inputs).slice.stop

    def state(deals: Deals) -> Tensor:
        return deals.flat(deals.observation)[:, :width]

    def so_far(deals: Deals) -> Tensor:
        return torch.zeros(len(deals.rows), game.seats, device=deals.kept.device)

    return Sight(scales(game.channels)[:width], state, so_far)


def schwarze_dame(game: Game) -> Sight:
    """All hands, and the trick."""
    table = channels(game, ("trick", "led", "winning", "worth"))
    points = game.channel("points").slice

    def state(deals: Deals) -> Tensor:
        when, who = _cards(deals, deals.kept)
        return torch.cat([_hands(deals, when, who, game.seats), _seen(deals, table)], 1)

    def so_far(deals: Deals) -> Tensor:
        return deals.flat(deals.observation)[:, points].float()

    return Sight(torch.cat([torch.ones(game.seats * CARDS), scales(game.channels)[table]]), state, so_far)


def hearts(game: Game) -> Sight:
    """All hands and the trick. While cards are passed, also the cards that have already been chosen for passing."""
    names = ("trick", "led", "winning", "worth", "is_giving", "giving", "chosen", "broken", "taken", "queen", "shooting")
    table = channels(game, names)
    giving, taken = game.channel("is_giving").slice.start, game.channel("taken").slice

    def state(deals: Deals) -> Tensor:
        gives = deals.kept & (deals.observation[:, :, giving] == 1)
        when, who = _cards(deals, deals.kept & ~gives)
        chosen, giver = _cards(deals, gives)
        number, now = deals.flat(deals.number), deals.rows // deals.kept.shape[1]
        # Until the passed cards change hands, each of them still is in the hand of the seat that passes it.
        still = (deals.flat(deals.observation)[:, giving, None] == 1) & (giver[number] >= 0)
        holder = torch.where(still, giver[number], who[number])
        hands = _by_seat(deals, holder, when[number] >= now[:, None], game.seats)
        aside = (still & (chosen[number] < now[:, None])).char()
        return torch.cat([hands, aside, _seen(deals, table)], 1)

    def so_far(deals: Deals) -> Tensor:
        points = -deals.flat(deals.observation)[:, taken].float()
        return points - points.mean(1, keepdim=True)

    return Sight(torch.cat([torch.ones((game.seats + 1) * CARDS), scales(game.channels)[table]]), state, so_far)


def kael(game: Game) -> Sight:
    """The observation of the seat that chooses, and the hands of the others. The hand of another seat is the one that
    it observes at its next decision. Before the dealer has chosen the number of cards there are no hands."""
    hand, dealt = game.channel("hand").slice, game.channel("size").slice.start
    size = hand.stop - hand.start

    def state(deals: Deals) -> Tensor:
        seen = deals.flat(deals.observation)
        others = deals.flat(_next_hands(deals, deals.observation[:, :, hand], game.seats)).flatten(1)
        return torch.cat([seen, others * (seen[:, dealt, None] > 0)], 1)

    def so_far(deals: Deals) -> Tensor:
        return torch.zeros(len(deals.rows), game.seats, device=deals.kept.device)

    return Sight(torch.cat([scales(game.channels), torch.full(((game.seats - 1) * size,), 0.25)]), state, so_far)


def la_dame_noire(game: Game) -> Sight:
    """The observation of the seat that chooses, up to the points, and the hands of the others. The hand of another seat
    is the one that it observes at its next decision. If the seat has given a card in the current trade, it is the hand
    that it observed before that."""
    width = game.channel("points").slice.stop
    hand, put, points = (game.channel(name).slice for name in ("hand", "put", "points"))
    has_put = game.channel("has_put").slice

    def state(deals: Deals) -> Tensor:
        hands = _next_hands(deals, deals.observation[:, :, hand], game.seats)
        before = _last_hands(deals, deals.observation[:, :, hand] | deals.observation[:, :, put], game.seats)
        gave = deals.observation[:, :, has_put][:, :, 1:, None] == 1
        others = deals.flat(torch.where(gave, before, hands)).flatten(1)
        return torch.cat([deals.flat(deals.observation)[:, :width], others], 1)

    def so_far(deals: Deals) -> Tensor:
        certain = deals.flat(deals.observation)[:, points].float()
        return certain - certain.mean(1, keepdim=True)

    return Sight(torch.cat([scales(game.channels)[:width], torch.ones((game.seats - 1) * CARDS)]), state, so_far)


SIGHTS: dict[str, Callable[[Game], Sight]] = {
    "schwarze-dame": schwarze_dame,
    "hearts": hearts,
    "kael": kael,
    "la-dame-noire": la_dame_noire,
}


def sight(game: Game) -> Sight:
    """The inputs of the critic of this game."""
    if game.id not in SIGHTS:
        raise CardroomError(f"{game.id} has no critic that sees all hands: {', '.join(SIGHTS)} have")
    return SIGHTS[game.id](game)


def channels(game: Game, names: tuple[str, ...]) -> Tensor:
    """The places of some channels in the observation."""
    slices = [game.channel(name).slice for name in names]
    return torch.cat([torch.arange(s.start, s.stop) for s in slices])


def _next_hands(deals: Deals, hand: Tensor, seats: int) -> Tensor:
    """For each choice, the hand that each other seat will observe at its next decision in the deal, ``[steps, matches,
    seats - 1, …]``, beginning with the next seat. It is empty if the seat has no more decision."""
    return _observed(deals, hand, seats, reversed(range(len(hand))))


def _last_hands(deals: Deals, hand: Tensor, seats: int) -> Tensor:
    """For each choice, the hand that each other seat observed at its last decision in the deal, in the same shape. It
    is empty if the seat has had no decision yet."""
    return _observed(deals, hand, seats, range(len(hand)))


def _observed(deals: Deals, hand: Tensor, seats: int, order: Iterable[int]) -> Tensor:
    steps, matches, size = hand.shape
    known = hand.new_zeros(matches, seats, size)
    hands = hand.new_empty(steps, matches, seats - 1, size)
    every = torch.arange(matches, device=hand.device)
    number, before = deals.number, None
    for step in order:
        if before is not None:
            known *= (number[step] == number[before])[:, None, None]
        before = step
        known[every, deals.seat[step]] = hand[step]
        around = (deals.seat[step][:, None] + torch.arange(1, seats, device=hand.device)) % seats
        hands[step] = known[every[:, None], around]
    return hands


def _cards(deals: Deals, among: Tensor) -> tuple[Tensor, Tensor]:
    """For each card of each deal, the step at which it was chosen, and the seat that chose it. Only the choices in
    ``among`` count. Both are −1 for a card that was not chosen."""
    step, match = among.nonzero(as_tuple=True)
    number, card = deals.number[step, match], deals.action[step, match]
    when = torch.full((deals.done.shape[1] * deals.each, CARDS), -1, device=among.device)
    who = when.clone()
    when[number, card], who[number, card] = step, deals.seat[step, match]
    return when, who


def _by_seat(deals: Deals, holder: Tensor, held: Tensor, seats: int) -> Tensor:
    """The hands as bits: 52 for each seat, beginning with the seat that chooses. ``holder``: for each choice, the seat
    of each card. ``held``: whether the card is in the hand of that seat."""
    places = (holder - deals.flat(deals.seat)[:, None]) % seats * CARDS + torch.arange(CARDS, device=holder.device)
    hands = torch.zeros(len(holder), seats * CARDS, dtype=torch.int8, device=holder.device)
    return hands.scatter_(1, places, held.char())


def _hands(deals: Deals, when: Tensor, who: Tensor, seats: int) -> Tensor:
    number, now = deals.flat(deals.number), deals.rows // deals.kept.shape[1]
    return _by_seat(deals, who[number], when[number] >= now[:, None], seats)


def _seen(deals: Deals, table: Tensor) -> Tensor:
    return deals.flat(deals.observation).index_select(1, table.to(deals.kept.device))
