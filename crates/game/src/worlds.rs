//! Worlds: deals that agree with everything that a seat has seen.

use crate::{Game, Rng};

/// The companion of [`Game`] that samples complete deals from a view alone.
///
/// *Uniform* means: every possible arrangement of the unseen cards (hands, cards put face down, the order of the deck)
/// is equally likely. An arrangement is possible if some history leads to it and agrees with all views of this seat so
/// far. The number of such histories is not counted. Conclusions from actions are ignored.
pub trait Worlds: Game {
    /// The prepared view. It is built once for each decision, so that drawing many worlds is fast.
    type Sampler: Send + Sync;

    /// Prepares to draw worlds in which the owner of `view` would see exactly `view`. Its only input is the view, so it
    /// cannot use hidden cards.
    ///
    /// # Panics
    /// If the view is not that of a seat.
    fn sampler(view: &Self::View) -> Self::Sampler;

    /// Draws a world: a complete current state with its future shuffles.
    fn sample(sampler: &Self::Sampler, rng: &mut Rng) -> Self;
}
