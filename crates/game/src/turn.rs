//! The turn: the seats that must or may act.

use crate::{Seat, SeatSet};

/// Play waits for every seat in `must`; any seat in `may` can cut in.
///
/// `must` is public. `may` is private, because it reveals hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Somebody has to act.
    Open {
        /// Seats that play waits for, never empty. Several choose at the same time, unseen by each other.
        must: SeatSet,
        /// Seats that can act but need not. No seat is in both.
        may: SeatSet,
    },
    /// The deal is over.
    Over,
}

impl Turn {
    /// One seat must act, nobody may cut in.
    pub const fn of(seat: Seat) -> Turn {
        Turn::Open { must: SeatSet::only(seat), may: SeatSet::EMPTY }
    }

    /// Seats that play waits for.
    pub const fn must(self) -> SeatSet {
        match self {
            Turn::Open { must, .. } => must,
            Turn::Over => SeatSet::EMPTY,
        }
    }

    /// Seats that can cut in.
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
