//! What a seat does not know: deals that agree with everything it has seen.

use crate::{Game, Rng};

/// The companion of [`Game`] that samples complete deals from a view alone.
///
/// *Uniform* means: every arrangement of the unseen cards (hands, cards put face down, the order of the deck) to which
/// at least one history leads that agrees with the whole sequence of views of this seat has the same chance; histories
/// are not counted. What players' behaviour tells is no part of it.
pub trait Worlds: Game {
    /// Built once per decision: whatever makes drawing many worlds fast.
    type Sampler: Send + Sync;

    /// Prepares to draw worlds in which the owner of `view` would see exactly `view`. It gets nothing else, so it
    /// cannot peek.
    ///
    /// # Panics
    /// If the view is not one of a seat.
    fn sampler(view: &Self::View) -> Self::Sampler;

    /// Draws a world: a complete current state, its undrawn chance included.
    fn sample(sampler: &Self::Sampler, rng: &mut Rng) -> Self;
}
