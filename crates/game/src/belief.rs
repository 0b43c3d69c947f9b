//! Likelihoods of hidden cards, from the others' actions.

use crate::{Game, Rng, Seat, Worlds};

/// The companion of [`Game`] that gives the likelihood of the others' actions in a world.
pub trait Belief: Game {
    /// The likelihood, up to a constant, of the others' actions that `view` has seen, if they held what they hold in
    /// this world. The world agrees with the view. 1 in every world: actions reveal nothing about the cards.
    fn likelihood(_view: &Self::View, _world: &Self) -> f32 {
        1.0
    }

    /// The same by a closer look, for searches that may take longer. It differs only if that makes the hands that were held likelier.
    fn closely(view: &Self::View, world: &Self) -> f32 {
        Self::likelihood(view, world)
    }

    /// `true` if [`replay`](Belief::replay) goes through the others' choices.
    const REPLAYS: bool = false;

    /// Goes through the choices that the others have made so far, had they held what they hold in this world, which agrees with the
    /// view: `each` gets the deal as it was, who chose, and what. Where there was nothing to choose it is not called.
    fn replay(_view: &Self::View, _world: &Self, _each: &mut dyn FnMut(&Self, Seat, Self::Action)) {}

    /// How many candidates each world of a search is resampled from ([`resampled`]); 1 takes any world. More only if
    /// the arena has shown that it helps.
    const CANDIDATES: u32 = 1;

    /// How many worlds a search weighs by their likelihood once for a decision, to draw its worlds from them. 0: it resamples each world
    /// ([`CANDIDATES`](Belief::CANDIDATES)). For games in which the likelihood takes longer than a rollout.
    const POOL: u32 = 0;

    /// The same for searches that look closely ([`closely`](Belief::closely)).
    const CLOSE_POOL: u32 = Self::POOL;
}

/// Draws a world by importance resampling: one of `candidates` worlds, each with a chance in proportion to its
/// likelihood ([`Belief::likelihood`]).
///
/// # Panics
/// If there are no candidates.
pub fn resampled<G: Worlds + Belief>(view: &G::View, sampler: &G::Sampler, candidates: u32, rng: &mut Rng) -> G {
    resampled_by(|world| G::likelihood(view, world), sampler, candidates, rng)
}

/// The same by a likelihood of one's own.
///
/// # Panics
/// If there are no candidates.
pub fn resampled_by<G: Worlds>(
    likelihood: impl Fn(&G) -> f32,
    sampler: &G::Sampler,
    candidates: u32,
    rng: &mut Rng,
) -> G {
    assert!(candidates > 0, "a world is drawn from at least one candidate");
    let mut world = G::sample(sampler, rng);
    let mut all = if candidates > 1 { f64::from(likelihood(&world)) } else { 1.0 };
    for _ in 1..candidates {
        let other = G::sample(sampler, rng);
        let likelihood = f64::from(likelihood(&other));
        all += likelihood;
        if all > 0.0 && rng.chance(likelihood / all) {
            world = other;
        }
    }
    world
}
