//! The standing of a match of four in which every deal adds points.

use serde::{Deserialize, Serialize};

use crate::{Game, PerSeat, Seat, SeatsError};

/// The state that one deal passes to the next, in a game of four that adds points up. It holds nothing that is hidden.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Standing {
    /// The dealer of the next deal.
    pub dealer: Seat,
    /// How many deals have been played; thrown-in ones do not count.
    pub played: u16,
    /// The points so far.
    pub totals: [i16; 4],
}

impl Standing {
    /// Before the first deal: seat 0 deals it.
    ///
    /// # Errors
    /// If the game is not played by so many.
    pub fn start<G: Game>(seats: u8) -> Result<Standing, SeatsError> {
        SeatsError::check::<G>(seats)?;
        Ok(Standing { dealer: Seat::new(0), played: 0, totals: [0; 4] })
    }

    /// After a deal with these points: the seat after the dealer deals the next.
    #[must_use]
    pub fn after(mut self, points: [i16; 4]) -> Standing {
        self.dealer = self.dealer.after(1, 4);
        self.played += 1;
        for (total, points) in self.totals.iter_mut().zip(points) {
            *total += points;
        }
        self
    }

    /// The points so far, as [`Game::totals`] returns them.
    pub fn totals(&self) -> PerSeat<i32> {
        PerSeat::from_fn(4, |seat| self.totals[seat.index()].into())
    }

    /// The place of each seat, as [`Game::ranking`] returns them. `is_better` compares two totals; equal ones share a place.
    pub fn places(&self, is_better: impl Fn(i16, i16) -> bool) -> PerSeat<u8> {
        PerSeat::from_fn(4, |seat| {
            self.totals.iter().filter(|&&total| is_better(total, self.totals[seat.index()])).count() as u8
        })
    }
}
