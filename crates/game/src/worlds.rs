//! Worlds: deals that agree with everything that a seat has seen.

use crate::{Game, Rng};

/// The companion of [`Game`] that samples complete deals from a view alone.
///
/// *Uniform* means: every possible arrangement of the unseen cards (hands, cards put face down, the order of the
/// deck) is equally likely. An arrangement is possible if at least one history leads to it that agrees with the whole
/// sequence of views of this seat. Histories are not counted, and what actions reveal is ignored.
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
