//! Points, and the match of one deal.

use game::{PerSeat, SeatsError};
use serde::{Deserialize, Serialize};

use crate::{RougeEtNoir, Rules};

/// [R12] All cards of both packs.
const ALL: u8 = 104;

/// The score of a match of one deal. [R14]
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Standing {
    /// The cards on the foundations when the deal ended, 8 to 104; null before that.
    pub points: Option<u8>,
}

impl Standing {
    /// Nothing has been played.
    pub(crate) const START: Standing = Standing { points: None };

    /// The standing of a match of one seat before its deal.
    pub(crate) fn start(seats: u8) -> Result<Standing, SeatsError> {
        SeatsError::check::<RougeEtNoir>(seats)?;
        Ok(Standing::START)
    }

    /// [R11] Won with all cards on the foundations; else lost, whether nothing was legal or the player gave up.
    pub(crate) fn ranking(&self) -> Option<PerSeat<u8>> {
        self.points.map(|points| PerSeat::new(1, u8::from(points < ALL)))
    }

    /// A win is worth all cards; a deal that is lost half of those it brought home, so that no plan prefers a near
    /// miss to a chance.
    pub(crate) fn value(&self, _: &Rules) -> PerSeat<f32> {
        let points = self.points.unwrap_or(8);
        PerSeat::new(1, if points == ALL { ALL.into() } else { f32::from(points) / 2.0 })
    }
}

impl RougeEtNoir {
    /// [R12] The cards on the foundations.
    pub(crate) fn cards_home(&self) -> u8 {
        self.position.foundations.cards() as u8
    }
}
