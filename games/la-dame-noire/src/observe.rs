//! Observations of a deal as numbers. The number of an action is its index among the legal actions. A row of numbers
//! describes the action.

use cards::{Card, CardSet};
use game::{Channel, Channels, Game, Observe, Seat, width};

use crate::combination::{Moves, POWERS, Top};
use crate::score::worth;
use crate::state::{Phase, SEATS};
use crate::trading::right_of;
use crate::{Action, LaDameNoire, Play};

const CHANNELS: &[Channel] = &[
    Channel::bits("hand", 52, "D1", "the cards in the hand, without the card given in the current trade"),
    Channel::bits("put", 52, "D6", "the card that the seat has given in the current trade"),
    Channel::bits(
        "gave",
        52,
        "D6",
        "the cards that the seat gave to the left in the remembered trades, without those that came back",
    ),
    Channel::bits("got", 52, "D6", "the card that the last trade brought"),
    Channel::bits("phase", 4, "D9", "the phase: betting, trading, playing, coup de grâce"),
    Channel::bits("to_act", 4, "D9", "who is to bet, play or choose: own seat, next, opposite, previous"),
    Channel::bits("bet_holder", 4, "D3", "who made the highest bet"),
    Channel::numbers("bet", 1, (0, 100), "D3", "the points of the highest bet"),
    Channel::numbers(
        "calls",
        4,
        (-1, 100),
        "D3",
        "the last call of each seat: a bet, 0 for a pass, -1 if it has not spoken; own seat first",
    ),
    Channel::bits(
        "passed",
        4,
        "D12",
        "who has passed since the last bet or play, or for longer by an option, own seat first",
    ),
    Channel::numbers("exchanges", 1, (0, 127), "D6", "how many trades are complete, 127 at most"),
    Channel::bits("may_stop", 1, "D7", "whether enough trades are complete to call Stop"),
    Channel::bits("has_put", 4, "D6", "who has given a card in the current trade, own seat first"),
    Channel::bits("put_last", 4, "D6", "who was the last to give a card in the current trade"),
    Channel::bits("makes", 70, "D10", "the combinations that the hand can make, the weakest first"),
    Channel::bits("trick", 52, "D12", "the cards of the trick on the table"),
    Channel::bits(
        "top",
        70,
        "D10",
        "the combination on top of the trick, by its place in the order of all combinations",
    ),
    Channel::bits("top_seat", 4, "D12", "who played the combination on top"),
    Channel::numbers("worth", 1, (0, 37), "D18", "the points of the trick on the table"),
    Channel::bits("played", 4 * 52, "D9", "the cards that each seat has played, own seat first; 52 bits a seat"),
    Channel::numbers(
        "held",
        4,
        (0, 14),
        "D1",
        "how many cards each seat holds, without the card given in the current trade, own seat first",
    ),
    Channel::numbers("piles", 4, (0, 37), "D18", "the points in each pile, own seat first"),
    Channel::numbers(
        "out",
        4,
        (0, 4),
        "D14",
        "the place of each seat in the order of going out, from 1; 0 for a seat that is still in; own seat first",
    ),
    Channel::bits("coup", 4, "D17", "who was given the trick in the coup de grâce"),
    Channel::numbers(
        "points",
        4,
        (-100, 127),
        "D19",
        "what the deal awards each seat so far, own seat first; the pile of the last seat counts until the end",
    ),
    Channel::numbers(
        "totals",
        4,
        (-128, 127),
        "D2",
        "the total of each seat before this deal, divided by 5, own seat first",
    ),
    Channel::numbers("deals_left", 1, (0, 99), "D2", "how many deals come after this one"),
    Channel::bits("dealer", 4, "D2", "who dealt: own seat, next, opposite, previous"),
    Channel::bits("pass_is_final", 1, "D4", "the option: whether a seat that has passed cannot bet again"),
    Channel::numbers("min_trades", 1, (0, 100), "D7", "the option: how many trades must come before Stop"),
    Channel::numbers(
        "max_trades",
        1,
        (-1, 100),
        "D8",
        "the option: the number of trades after which trading ends; -1 for no limit",
    ),
    Channel::bits(
        "every_out_collects",
        1,
        "D14",
        "the option: whether the second seat to go out takes the trick at once",
    ),
    Channel::bits(
        "pass_ends_trick",
        1,
        "D12",
        "the option: whether a seat that has passed cannot play again until the trick is over",
    ),
];

/// The channels of the row of an action.
const ROW: &[Channel] = &[
    Channel::bits("kind", 8, "", "the kind of the action: pass, bet, trade, stop, play, coup, keep, not now"),
    Channel::numbers("bid", 1, (0, 100), "D3", "the points of a bet"),
    Channel::bits("cards", 52, "D9", "the cards of a play, or the card that is traded"),
    Channel::bits("power", 70, "D10", "the combination, by its place in the order of all combinations"),
    Channel::bits("combination", 5, "D10", "the kind of the combination: singleton, beggar, straight, quarto, libra"),
    Channel::numbers("size", 1, (0, 11), "D10", "how many cards the combination has"),
    Channel::numbers("points", 1, (0, 37), "D18", "the points that the cards are worth"),
    Channel::numbers("left", 1, (0, 14), "D9", "how many cards the hand has afterwards"),
    Channel::bits("left_makes", 70, "D10", "the combinations that the remaining cards can make"),
    Channel::bits("coup", 4, "D17", "who gets the trick: own seat if it keeps the trick, next, opposite, previous"),
];

/// The largest number of legal actions: 284 combinations of 13 cards and the pass.
const MOST_LEGAL: usize = 285;

impl Observe for LaDameNoire {
    const OBSERVATION_VERSION: u32 = 1;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const HIDDEN: &'static [Channel] = &[
        Channel::bits("hands", 4 * 52, "D1", "the hand of each seat, own seat first; 52 bits a seat"),
        Channel::bits(
            "puts",
            4 * 52,
            "D6",
            "the card that each seat has given in the current trade, own seat first; 52 bits a seat",
        ),
    ];
    const ACTIONS: usize = MOST_LEGAL + 1;
    const NOT_NOW: Option<usize> = Some(MOST_LEGAL);
    const ROW: &'static [Channel] = ROW;
    // [D9] The number of an action is only its index among the legal actions, so a net must read the row of the action.
    const NET_BY_ROW: bool = true;
    type Draft = ();

    fn observe(&self, seat: Seat, (): (), out: &mut [i8]) {
        debug_assert_eq!(out.len(), width(CHANNELS));
        let public = &self.public;
        let hand = self.hands[seat.index()];
        let relative = || seat.around(SEATS);
        let phase = match public.phase {
            Phase::Bidding => Some(0),
            Phase::Trading => Some(1),
            Phase::Showdown => Some(2),
            Phase::Coup => Some(3),
            Phase::ThrownIn | Phase::Over => None,
        };
        let mut out = Channels::new(out);
        out.cards(hand);
        out.cards(self.put[seat.index()].map_or(CardSet::EMPTY, CardSet::only));
        let (mut gave, mut got) = (CardSet::EMPTY, CardSet::EMPTY);
        for put in self.memory.rounds(public.exchanges) {
            gave.insert(put[seat.index()]);
            let received = put[right_of(seat).index()];
            gave.remove(received);
            got = CardSet::only(received);
        }
        out.cards(gave);
        out.cards(got);
        out.one_of(4, phase);
        out.one_of(4, phase.filter(|phase| *phase != 1).map(|_| seat.steps_to(public.next, SEATS)));
        out.one_of(4, public.bet.map(|(holder, _)| seat.steps_to(holder, SEATS)));
        out.number(public.bet.map_or(0, |(_, points)| points as i8));
        relative().for_each(|seat| out.number(public.calls[seat.index()].map_or(-1, |call| call as i8)));
        relative().for_each(|seat| out.bit(public.passed.has(seat)));
        out.clamped(public.exchanges.into());
        out.bit(self.may_stop());
        relative().for_each(|seat| out.bit(self.put[seat.index()].is_some()));
        out.one_of(4, public.put_last.map(|putter| seat.steps_to(putter, SEATS)));
        powers(hand, &mut out);
        out.cards(public.trick);
        out.one_of(POWERS.into(), power(public.top));
        out.one_of(4, public.top.power().map(|_| seat.steps_to(public.top_seat, SEATS)));
        out.number(worth(public.trick) as i8);
        let played = public.played.by_seat();
        relative().for_each(|seat| out.cards(played[seat.index()]));
        relative().for_each(|seat| out.number(self.hands[seat.index()].len() as i8));
        relative().for_each(|seat| out.number(worth(public.piles[seat.index()]) as i8));
        relative().for_each(|seat| {
            let place = public.out.seats().iter().position(|other| *other == seat);
            out.number(place.map_or(0, |place| place as i8 + 1));
        });
        out.one_of(4, public.coup.map(|to| seat.steps_to(to, SEATS)));
        let awards = public.awards();
        relative().for_each(|seat| out.clamped(awards[seat.index()].points().into()));
        relative().for_each(|seat| out.clamped(i32::from(self.standing.totals[seat]) / 5));
        out.clamped(i32::from(self.rules.deals()) - i32::from(self.standing.played) - 1);
        out.one_of(4, Some(seat.steps_to(self.standing.dealer, SEATS)));
        out.bit(self.rules.pass_is_final);
        out.number(self.rules.min_trades() as i8);
        out.number(self.rules.max_trades().map_or(-1, |most| most as i8));
        out.bit(self.rules.every_out_collects);
        out.bit(self.rules.pass_ends_trick);
        out.end();
    }

    fn reveal(&self, seat: Seat, out: &mut [i8]) {
        let mut out = Channels::new(out);
        seat.around(SEATS).for_each(|seat| out.cards(self.hands[seat.index()]));
        seat.around(SEATS).for_each(|seat| out.one_of(52, self.put[seat.index()].map(Card::index)));
        out.end();
    }

    fn mask(&self, seat: Seat, (): (), legal: &mut Vec<Action>, mask: &mut [i8]) {
        legal.clear();
        self.legal(seat, legal);
        let (possible, rest) = mask.split_at_mut(legal.len());
        possible.fill(1);
        rest.fill(0);
    }

    fn row(&self, seat: Seat, (): (), legal: &[Action], number: usize, out: &mut [i8]) {
        let hand = self.hands[seat.index()];
        let action = if number == MOST_LEGAL { None } else { Some(legal[number]) };
        let (kind, cards) = match action {
            Some(Action::Pass) => (0, CardSet::EMPTY),
            Some(Action::Bid(_)) => (1, CardSet::EMPTY),
            Some(Action::Trade(card)) => (2, CardSet::only(card)),
            Some(Action::Stop) => (3, CardSet::EMPTY),
            Some(Action::Play(play)) => (4, play.cards()),
            Some(Action::Coup(_)) => (5, CardSet::EMPTY),
            Some(Action::Keep) => (6, CardSet::EMPTY),
            None => (7, CardSet::EMPTY),
        };
        let combination = match action {
            Some(Action::Play(play)) => Play::power(play),
            _ => None,
        };
        let mut out = Channels::new(out);
        out.one_of(8, Some(kind));
        out.number(if let Some(Action::Bid(points)) = action { points as i8 } else { 0 });
        out.cards(cards);
        out.one_of(POWERS.into(), combination.map(|power| power.number().into()));
        out.one_of(5, combination.map(|power| power.kind() as usize));
        out.number(combination.map_or(0, |power| power.cards() as i8));
        out.number(worth(cards) as i8);
        out.number((hand - cards).len() as i8);
        powers(hand - cards, &mut out);
        out.one_of(
            4,
            match action {
                Some(Action::Keep) => Some(0),
                Some(Action::Coup(to)) => Some(seat.steps_to(to, SEATS)),
                _ => None,
            },
        );
        out.end();
    }
}

/// Returns the index of the top's power among the channels of powers, if the table is not empty.
fn power(top: Top) -> Option<usize> {
    top.power().map(|power| power.number().into())
}

/// Writes 70 bits, one for each combination that a hand of at most 13 cards can make.
fn powers(hand: CardSet, out: &mut Channels) {
    let moves = Moves::of(hand);
    let low = moves.below_libras_11();
    out.bits(low, 63);
    out.bits(moves.libras_11(hand).into(), 7);
}

const _: () = assert!(POWERS == 70 && Card::at(0).index() == 0);

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries all hands of 13 cards. Hands with the same number of cards of each rank are tried only once.
    #[test]
    fn no_hand_has_more_combinations_than_there_are_numbers() {
        fn most(counts: &mut [usize; 13], rank: usize, left: usize) -> usize {
            if rank == 13 {
                return combinations(counts);
            }
            // A further card never removes a combination, so only hands of 13 cards are tried.
            let least = left.saturating_sub(4 * (12 - rank));
            let mut best = 0;
            for count in least..=left.min(4) {
                counts[rank] = count;
                best = best.max(most(counts, rank + 1, left - count));
            }
            counts[rank] = 0;
            best
        }
        fn combinations(counts: &[usize; 13]) -> usize {
            let two = |n: usize| n * n.saturating_sub(1) / 2;
            let run = |ranks: &[usize]| ranks.iter().product::<usize>();
            let libra = |ranks: &[usize]| -> usize {
                ranks.iter().enumerate().map(|(i, &n)| if i % 2 == 0 { two(n) } else { n }).product()
            };
            counts.iter().sum::<usize>()
                + (0..6).map(|rank| counts[rank] * counts[12 - rank]).sum::<usize>()
                + two(counts[6])
                + counts.windows(5).map(run).sum::<usize>()
                + counts.iter().filter(|&&n| n == 4).count()
                + [3, 5, 7].map(|n| counts.windows(n).map(libra).sum::<usize>()).into_iter().sum::<usize>()
        }
        assert_eq!(most(&mut [0; 13], 0, 13) + 1, MOST_LEGAL, "[D10]");
    }

    #[test]
    fn a_hand_is_told_by_the_combinations_that_it_can_make() {
        let hand = ["4c", "4d", "5c", "6c", "6d", "Kh"].iter().map(|card| card.parse().expect("a card")).collect();
        let mut told = [0; POWERS as usize];
        powers(hand, &mut Channels::new(&mut told));
        assert_eq!(told.iter().filter(|told| **told == 1).count(), Moves::of(hand).len() as usize);
    }
}
