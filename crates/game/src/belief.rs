//! What behaviour says of hidden cards.

use crate::{Game, Rng, Worlds};

/// The companion of [`Game`] that says how likely a world makes what the others have done.
pub trait Belief: Game {
    /// How likely it is, up to a constant, that the others would have done what `view` has seen them do, had they held what
    /// they hold in this world, which agrees with the view. 1 in every world: behaviour says nothing of the cards.
    fn likelihood(_view: &Self::View, _world: &Self) -> f32 {
        1.0
    }

    /// How many candidates each world of a search is resampled from ([`resampled`]); 1 takes any world. More only where the
    /// arena has shown that it pays.
    const CANDIDATES: u32 = 1;
}

/// Draws a world by importance resampling: of `candidates` worlds one, each with a chance in proportion to its likelihood
/// ([`Belief::likelihood`]).
///
/// # Panics
/// If there are no candidates.
pub fn resampled<G: Worlds + Belief>(view: &G::View, sampler: &G::Sampler, candidates: u32, rng: &mut Rng) -> G {
    assert!(candidates > 0, "a world is drawn from at least one candidate");
    let mut world = G::sample(sampler, rng);
    let mut all = if candidates > 1 { f64::from(G::likelihood(view, &world)) } else { 1.0 };
    for _ in 1..candidates {
        let other = G::sample(sampler, rng);
        let likelihood = f64::from(G::likelihood(view, &other));
        all += likelihood;
        if all > 0.0 && rng.chance(likelihood / all) {
            world = other;
        }
    }
    world
}
