//! The standing between two deals, for matches in which every deal adds points.

use serde::{Deserialize, Serialize};

use crate::{Data, PerSeat, Seat};

/// The state that one deal passes to the next. [`Standing`] is one for any game that adds points up.
pub trait MatchStanding: Data {
    /// Returns the standing before the first deal.
    fn start(seats: u8) -> Self;

    /// Returns the dealer of the next deal.
    fn dealer(&self) -> Seat;

    /// Returns the totals of the match so far.
    fn totals(&self) -> PerSeat<i32>;
}

/// The state that one deal passes to the next, in a game that adds points up. Nothing in it is hidden.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Standing {
    /// The dealer of the next deal.
    pub dealer: Seat,
    /// The number of deals played, without those that were thrown in.
    pub played: u16,
    /// The points so far.
    pub totals: PerSeat<i16>,
}

impl MatchStanding for Standing {
    /// Seat 0 deals first.
    fn start(seats: u8) -> Standing {
        Standing { dealer: Seat::new(0), played: 0, totals: PerSeat::new(seats, 0) }
    }

    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn totals(&self) -> PerSeat<i32> {
        self.totals.map(i32::from)
    }
}

impl Standing {
    /// Returns the standing after a deal with these points of the seats. The seat after the dealer deals next.
    #[must_use]
    pub fn after(mut self, points: &[i16]) -> Standing {
        self.dealer = self.dealer.after(1, self.totals.seats());
        self.played += 1;
        for (total, points) in self.totals.iter_mut().zip(points) {
            *total += points;
        }
        self
    }

    /// Returns the place of each seat, as [`Game::ranking`](crate::Game::ranking) does. `is_better` compares totals.
    /// Equal totals share a place.
    pub fn places(&self, is_better: impl Fn(i16, i16) -> bool) -> PerSeat<u8> {
        self.totals.map(|own| self.totals.iter().filter(|&&total| is_better(total, own)).count() as u8)
    }
}
