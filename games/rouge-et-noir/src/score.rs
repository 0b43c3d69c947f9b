//! The points of a deal, and the standing of a match, which has one deal.

use game::{MatchStanding, PerSeat, Seat};
use serde::{Deserialize, Serialize};

use crate::state::PLAYER;
use crate::{RougeEtNoir, Rules};

/// [R12] The number of cards in both packs.
const ALL: u8 = 104;

/// The score of a match of one deal. [R14]
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Standing {
    /// The number of cards on the foundations when the deal ended, 8 to 104; null before that.
    pub points: Option<u8>,
}

impl MatchStanding for Standing {
    fn start(_: u8) -> Standing {
        Standing { points: None }
    }

    fn dealer(&self) -> Seat {
        PLAYER
    }

    fn totals(&self) -> PerSeat<i32> {
        PerSeat::new(1, self.points.unwrap_or(0).into())
    }
}

impl Standing {
    /// Returns the rank: 0 if all cards are on the foundations; else 1, after a blocked position or giving up. [R11]
    pub(crate) fn ranking(&self) -> Option<PerSeat<u8>> {
        self.points.map(|points| PerSeat::new(1, u8::from(points < ALL)))
    }

    /// Returns the value of a deal: the number of all cards for a win, or half the number of cards on the foundations
    /// for a loss. The half keeps a bot from preferring an almost complete loss to a chance of winning.
    pub(crate) fn value(&self, _: &Rules) -> PerSeat<f32> {
        let points = self.points.unwrap_or(8);
        PerSeat::new(1, if points == ALL { ALL.into() } else { f32::from(points) / 2.0 })
    }
}

impl RougeEtNoir {
    /// Returns the number of cards on the foundations. [R12]
    pub(crate) fn cards_home(&self) -> u8 {
        self.position.foundations.cards() as u8
    }
}
