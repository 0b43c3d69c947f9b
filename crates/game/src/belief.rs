//! Likelihoods of hidden cards, from the others' actions.

use crate::{Game, Rng, Seat, Worlds};

/// The companion of [`Game`] that gives the likelihood of the other seats' actions in a world.
pub trait Belief: Game {
    /// Returns the likelihood, up to a constant, of the other seats' actions in `view` if `world` is the true deal.
    /// The world agrees with the view. A value of 1 in every world means that actions reveal nothing about the cards.
    fn likelihood(_view: &Self::View, _world: &Self) -> f32 {
        1.0
    }

    /// Returns a more exact likelihood, for slow searches. A game implements it only if it makes the true hands
    /// likelier than [`likelihood`](Belief::likelihood) does.
    fn closely(view: &Self::View, world: &Self) -> f32 {
        Self::likelihood(view, world)
    }

    /// `true` if [`replay`](Belief::replay) goes through the others' choices.
    const REPLAYS: bool = false;

    /// Goes through the choices that the other seats have made so far, in a world that agrees with the view. Calls
    /// `each` with the deal before the choice, the seat and its action. Skips a seat that had only one choice.
    fn replay(_view: &Self::View, _world: &Self, _each: &mut dyn FnMut(&Self, Seat, Self::Action)) {}

    /// The number of candidates from which each world of a search is resampled ([`resampled`]). With 1, a search uses
    /// every sampled world. A game sets more only if the arena has shown that more candidates help.
    const CANDIDATES: u32 = 1;

    /// The number of worlds in a pool. A search computes their likelihoods once for each decision, and then draws from
    /// the pool. With 0, there is no pool, and the search resamples each world ([`CANDIDATES`](Belief::CANDIDATES)). If
    /// a likelihood takes longer than a rollout, a game should use a pool.
    const POOL: u32 = 0;

    /// The number of worlds as in [`POOL`](Belief::POOL), for searches that use the more exact likelihood
    /// ([`closely`](Belief::closely)).
    const CLOSE_POOL: u32 = Self::POOL;
}

/// Draws one of `candidates` sampled worlds by importance resampling. The probability of a world is proportional to its
/// likelihood ([`Belief::likelihood`]).
///
/// # Panics
/// If there are no candidates.
pub fn resampled<G: Worlds + Belief>(view: &G::View, sampler: &G::Sampler, candidates: u32, rng: &mut Rng) -> G {
    resampled_by(|world| G::likelihood(view, world), sampler, candidates, rng)
}

/// Draws a world as [`resampled`] does, by the likelihood that the caller gives.
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
