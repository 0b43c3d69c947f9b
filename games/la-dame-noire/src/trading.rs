//! Trading: in each round every seat puts a card face down for its left neighbour, until a seat calls stop.

use cards::Card;
use game::{Refusal, Seat, SeatSet};

use crate::state::{Phase, SEATS};
use crate::{Action, LaDameNoire};

/// The number of exchanges that are remembered, which is also the highest value of `max_trades`. In a match without a
/// limit [D8], the oldest exchanges are forgotten.
pub(crate) const REMEMBERED: usize = 100;

/// The cards that the seats put in each round, indexed by seat. Each card goes to the left neighbour, seat s−1.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    /// The rounds; round k is at index k mod [`REMEMBERED`].
    rounds: [[Card; 4]; REMEMBERED],
}

impl Memory {
    pub(crate) const NOTHING: Memory = Memory { rounds: [[Card::at(0); 4]; REMEMBERED] };

    /// Stores the cards that were put in round `round`, counted from 0.
    pub(crate) fn set(&mut self, round: u16, put: [Card; 4]) {
        self.rounds[usize::from(round) % REMEMBERED] = put;
    }

    /// Returns the cards that were put in the remembered rounds, the oldest round first. `exchanges` is the number of
    /// exchanges so far.
    pub(crate) fn rounds(&self, exchanges: u16) -> impl ExactSizeIterator<Item = [Card; 4]> + '_ {
        (exchanges - remembered(exchanges)..exchanges).map(|round| self.rounds[usize::from(round) % REMEMBERED])
    }
}

pub(crate) fn remembered(exchanges: u16) -> u16 {
    exchanges.min(REMEMBERED as u16)
}

/// Returns the seat that gets the card which `seat` has put. It is the left neighbour, the previous seat in playing
/// order. [D6]
pub(crate) const fn left_of(seat: Seat) -> Seat {
    seat.after(SEATS - 1, SEATS)
}

/// Returns the seat that puts a card for `seat`: the right neighbour.
pub(crate) const fn right_of(seat: Seat) -> Seat {
    seat.after(1, SEATS)
}

impl LaDameNoire {
    /// Begins trading after the auction, or the showdown if the rules allow no trading. [D8]
    pub(crate) fn trade(&mut self) {
        self.public.passed = SeatSet::EMPTY;
        if self.rules.max_trades() == Some(0) {
            self.show_down();
        } else {
            self.public.phase = Phase::Trading;
        }
    }

    /// Returns the seats that have put a card in this round.
    pub(crate) fn givers(&self) -> SeatSet {
        Seat::all(SEATS).filter(|seat| self.put[seat.index()].is_some()).collect()
    }

    /// Returns true if stop may be called. [D7]
    pub(crate) fn may_stop(&self) -> bool {
        self.public.exchanges >= self.rules.min_trades().into()
    }

    /// Adds every card of the hand if the seat has put none in this round, and stop if it is allowed. [D6] [D7]
    pub(crate) fn legal_trades(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.put[seat.index()].is_none() {
            actions.extend(self.hands[seat.index()].map(Action::Trade));
        }
        if self.may_stop() {
            actions.push(Action::Stop);
        }
    }

    /// Puts a card face down. After the fourth card, all four change hands. [D6]
    pub(crate) fn put(&mut self, seat: Seat, card: Card) {
        self.hands[seat.index()].remove(card);
        self.put[seat.index()] = Some(card);
        self.public.put_last = Some(seat);
        if let [Some(a), Some(b), Some(c), Some(d)] = self.put {
            self.exchange([a, b, c, d]);
        }
    }

    /// Gives each put card to its receiver. All four change hands at the same time. [D6]
    fn exchange(&mut self, put: [Card; 4]) {
        for seat in Seat::all(SEATS) {
            self.hands[left_of(seat).index()].insert(put[seat.index()]);
        }
        self.put = [None; 4];
        self.memory.set(self.public.exchanges, put);
        self.public.put_last = None;
        self.public.exchanges = self.public.exchanges.saturating_add(1);
        // [D8] After the last allowed exchange, trading stops by itself.
        if self.rules.max_trades().is_some_and(|most| self.public.exchanges >= most.into()) {
            self.show_down();
        }
    }

    /// Stops trading: all put cards go back to their owners, and the showdown starts. [D7]
    pub(crate) fn stop(&mut self) {
        for (hand, put) in self.hands.iter_mut().zip(&mut self.put) {
            if let Some(card) = put.take() {
                hand.insert(card);
            }
        }
        self.public.put_last = None;
        self.show_down();
    }

    pub(crate) fn refuse_trade(&self, seat: Seat) -> Refusal {
        if self.put[seat.index()].is_some() {
            return Refusal::rule("D7", "already_put", "You've already given a card for this trade.");
        }
        Refusal::NOT_YOURS
    }

    /// The refusal of a stop before enough exchanges have been made. [D7]
    pub(crate) const STOP_TOO_EARLY: Refusal =
        Refusal::rule("D7", "stop_early", "Too early for Stop: more trades must come first.");

    /// The refusal of a stop after trading has ended. Of several calls at almost the same moment, only the first
    /// counts. [D7]
    pub(crate) const TRADING_OVER: Refusal = Refusal::rule("D7", "trading_over", "Too late: trading is already over.");
}
