//! Worlds: deals that agree with everything that a seat has seen.

use crate::{Game, Rng};

/// The companion of [`Game`] that samples complete deals from a view alone.
///
/// *Uniform* means: every possible arrangement of the unseen cards (hands, cards put face down, the order of the
/// deck) is equally likely. An arrangement is possible if at least one history leads to it that agrees with the whole
/// sequence of views of this seat. Histories are not counted, and what actions reveal is ignored.
pub trait Worlds: Game {
    /// Built once per decision, so that drawing many worlds is fast.
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
