//! What a decision cost against a better one.

use game::{Hint, Playout, Rng, Worlds};

use crate::Ask;
use crate::pimc::duel;

/// By how much a choice is worse than another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// Points for the seat that chose, counted as in [`Estimate`](crate::Estimate). Never negative: what was measured to be
    /// no worse costs nothing.
    pub points: f64,
    /// The standard error of the difference. The choices meet on the same worlds, so it is smaller than the errors of the
    /// two taken apart.
    pub error: f64,
}

impl Cost {
    /// No cost: the choice was the best.
    pub const NOTHING: Cost = Cost { points: 0.0, error: 0.0 };

    /// Whether it is more than what chance makes of nothing: above two standard errors.
    pub fn is_sure(self) -> bool {
        self.points > 2.0 * self.error
    }
}

/// What `played` costs against `best`, by so many simulated deals. The same for the same seed, on any machine.
///
/// `None` if the answer was wanted before there was one.
pub fn cost<G: Playout + Worlds + Hint>(
    ask: &Ask<'_, G>,
    best: Option<G::Action>,
    played: Option<G::Action>,
    simulations: u32,
    seed: u64,
) -> Option<Cost> {
    if best == played {
        return Some(Cost::NOTHING);
    }
    let gain = duel(ask, best, played, simulations, &mut Rng::new(seed))?;
    Some(Cost { points: (-gain.mean()).max(0.0), error: gain.error() })
}
