//! The standing of a match in which every deal adds points.

use serde::{Deserialize, Serialize};

use crate::{Game, PerSeat, Seat, SeatsError};

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

impl Standing {
    /// Returns the standing before the first deal, which seat 0 deals.
    ///
    /// # Errors
    /// If the game does not allow this number of seats.
    pub fn start<G: Game>(seats: u8) -> Result<Standing, SeatsError> {
        SeatsError::check::<G>(seats)?;
        Ok(Standing { dealer: Seat::new(0), played: 0, totals: PerSeat::new(seats, 0) })
    }

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

    /// Returns the points so far, as [`Game::totals`] does.
    pub fn totals(&self) -> PerSeat<i32> {
        self.totals.map(i32::from)
    }

    /// Returns the place of each seat, as [`Game::ranking`] does. `is_better` compares totals. Equal totals share a
    /// place.
    pub fn places(&self, is_better: impl Fn(i16, i16) -> bool) -> PerSeat<u8> {
        self.totals.map(|own| self.totals.iter().filter(|&&total| is_better(total, own)).count() as u8)
    }
}
