//! The auction, in which seats bet that they will be the first to go out.

use game::{Refusal, Seat, SeatSet};

use crate::state::{Phase, Public, SEATS};
use crate::{Action, LaDameNoire};

/// [D3] The step of bets, which are multiples of this number.
const STEP: u8 = 10;
/// [D3] The lowest first bet.
const LOWEST: u8 = 20;
/// [D3] The highest bet, which ends the auction immediately.
pub(crate) const HIGHEST: u8 = 100;

impl Public {
    /// Returns the bets that may be made now, in ascending order: all higher than the standing bet. [D3]
    pub(crate) fn bets(&self) -> impl ExactSizeIterator<Item = u8> + use<> {
        let lowest = self.bet.map_or(LOWEST, |(_, points)| points + STEP);
        (lowest / STEP..HIGHEST / STEP + 1).map(|tens| tens * STEP)
    }
}

impl LaDameNoire {
    /// Adds the pass and every bet above the standing one. [D3]
    pub(crate) fn legal_calls(&self, actions: &mut Vec<Action>) {
        actions.push(Action::Pass);
        actions.extend(self.public.bets().map(Action::Bid));
    }

    /// Makes a bet, which is higher than the standing one. [D3]
    pub(crate) fn bid(&mut self, seat: Seat, points: u8) {
        self.public.bet = Some((seat, points));
        self.public.calls[seat.index()] = Some(points);
        if !self.rules.pass_is_final {
            // [D4] After a bet, all other seats may bet again, including those that have passed.
            self.public.passed = SeatSet::EMPTY;
        }
        if points == HIGHEST { self.trade() } else { self.next_call(seat) }
    }

    /// Passes in the auction. [D4]
    pub(crate) fn pass_bid(&mut self, seat: Seat) {
        self.public.calls[seat.index()] = Some(0);
        self.public.passed.insert(seat);
        self.next_call(seat);
    }

    /// Gives the turn to the next seat that may speak. If all others have passed, the auction ends. [D4] [D5]
    fn next_call(&mut self, seat: Seat) {
        let public = &mut self.public;
        let holder = public.bet.map_or(SeatSet::EMPTY, |(holder, _)| SeatSet::only(holder));
        match Public::after(seat, SeatSet::all(SEATS) - public.passed - holder) {
            Some(next) => public.next = next,
            // [D4] All others have passed: the bet stands.
            None if public.bet.is_some() => self.trade(),
            // [D5] After four passes without a bet, the cards are thrown in.
            None => public.phase = Phase::ThrownIn,
        }
    }

    pub(crate) fn refuse_bid(&self, points: u8) -> Refusal {
        if !points.is_multiple_of(STEP) {
            return Refusal::rule("D3", "bid_step", "Bets go in tens.");
        }
        if !(LOWEST..=HIGHEST).contains(&points) {
            return Refusal::rule("D3", "bid_range", "A bet is 20 to 100.");
        }
        Refusal::rule("D3", "bid_higher", "A bet must be higher than the one that stands.")
    }
}
