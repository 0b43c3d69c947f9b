//! The turn: the seats that must or may act.

use crate::{Seat, SeatSet};

/// The seats that act next. Every seat in `must` has to act. Any seat in `may` can cut in.
///
/// `must` is public. `may` is private, because it reveals hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// At least one seat must act.
    Open {
        /// The seats that have to act, never empty. If there are several seats, they choose at the same time, unseen by
        /// each other.
        must: SeatSet,
        /// The seats that can act but need not. No seat is both here and in `must`.
        may: SeatSet,
    },
    /// The deal is over.
    Over,
}

impl Turn {
    /// Returns the turn in which one seat must act and nobody may cut in.
    pub const fn of(seat: Seat) -> Turn {
        Turn::Open { must: SeatSet::only(seat), may: SeatSet::EMPTY }
    }

    /// Returns the seats that play waits for.
    pub const fn must(self) -> SeatSet {
        match self {
            Turn::Open { must, .. } => must,
            Turn::Over => SeatSet::EMPTY,
        }
    }

    /// Returns the seats that can cut in.
    pub const fn may(self) -> SeatSet {
        match self {
            Turn::Open { may, .. } => may,
            Turn::Over => SeatSet::EMPTY,
        }
    }

    /// Returns whether `seat` can act.
    pub const fn names(self, seat: Seat) -> bool {
        self.must().has(seat) || self.may().has(seat)
    }

    /// Returns whether the deal is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Turn::Over)
    }
}
