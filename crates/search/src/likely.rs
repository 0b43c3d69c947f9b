//! Worlds to search, drawn by how likely they make what the others did ([`game::Belief`]).

use game::{Belief, Rng, Worlds, resampled, resampled_by};

/// How the others' actions are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scrutiny {
    /// By [`Belief::likelihood`].
    Brief,
    /// By [`Belief::closely`].
    Close,
}

/// Draws the worlds of a decision.
pub(crate) struct LikelyWorlds<G> {
    /// From how many candidates each world is resampled, where there is no pool.
    candidates: u32,
    pub(crate) look: Scrutiny,
    pool: Vec<G>,
    /// How likely the worlds of the pool up to each are together.
    up_to: Vec<f64>,
}

impl<G: Worlds + Belief> LikelyWorlds<G> {
    /// Weighs a pool of this many worlds, or none.
    pub(crate) fn new(
        view: &G::View,
        sampler: &G::Sampler,
        (pool, look): (u32, Scrutiny),
        candidates: u32,
        rng: &mut Rng,
    ) -> LikelyWorlds<G> {
        let mut worlds = LikelyWorlds { candidates, look, pool: Vec::new(), up_to: Vec::new() };
        let mut all = 0.0;
        for _ in 0..pool {
            let world = G::sample(sampler, rng);
            all += f64::from(match look {
                Scrutiny::Brief => G::likelihood(view, &world),
                Scrutiny::Close => G::closely(view, &world),
            });
            worlds.pool.push(world);
            worlds.up_to.push(all);
        }
        worlds
    }

    /// Draws one.
    pub(crate) fn draw(&self, view: &G::View, sampler: &G::Sampler, rng: &mut Rng) -> G {
        match self.up_to.last() {
            Some(all) => {
                let point = rng.unit() * all;
                let place = self.up_to.partition_point(|&up_to| up_to <= point);
                self.pool[place.min(self.pool.len() - 1)].clone()
            }
            None => match self.look {
                Scrutiny::Brief => resampled(view, sampler, self.candidates, rng),
                Scrutiny::Close => resampled_by(|world| G::closely(view, world), sampler, self.candidates, rng),
            },
        }
    }
}
