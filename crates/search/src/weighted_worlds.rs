//! The worlds of a search: deals that agree with a view. The likelier the other seats' actions are in a world, the more
//! often a search uses this world.

use std::sync::atomic::Ordering;

use game::{Belief, Observe, Rng, Worlds, resampled, resampled_by};

use crate::Ask;
use crate::learned::NetPolicy;

/// The greatest number of worlds that a net weights.
const NET_POOL: u32 = 128;

/// The probability with which a net's model of a player makes a uniformly random choice.
const UNIFORM_MIX: f64 = 0.05;

/// The likelihood function of a game that weights worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BeliefModel {
    /// [`Belief::likelihood`].
    Fast,
    /// [`Belief::closely`].
    Full,
}

/// Draws the worlds of a decision.
pub(crate) struct WeightedWorlds<G: Worlds> {
    pub(crate) sampler: G::Sampler,
    pub(crate) model: BeliefModel,
    /// The number of candidates from which each world is resampled; used only without a pool.
    candidates: u32,
    pool: Vec<G>,
    /// The cumulative weights of the worlds in the pool.
    sums: Vec<f64>,
}

impl<G: Worlds + Belief> WeightedWorlds<G> {
    /// Creates worlds without a pool: each world is resampled from `candidates` candidate deals.
    pub(crate) fn resampled(sampler: G::Sampler, candidates: u32, model: BeliefModel) -> WeightedWorlds<G> {
        WeightedWorlds { sampler, model, candidates, pool: Vec::new(), sums: Vec::new() }
    }

    /// Adds a pool of `size` worlds, each with a weight: the game's likelihood of the other seats' actions.
    pub(crate) fn with_pool(mut self, view: &G::View, size: u32, rng: &mut Rng) -> WeightedWorlds<G> {
        for _ in 0..size {
            let world = G::sample(&self.sampler, rng);
            let weight = match self.model {
                BeliefModel::Fast => G::likelihood(view, &world),
                BeliefModel::Full => G::closely(view, &world),
            };
            self.add(world, f64::from(weight));
        }
        self
    }

    /// Makes a pool of worlds. The weight of a world is the net's likelihood of the other seats' actions. The pool has
    /// at most as many worlds as there are simulations. In a game without [`Belief::REPLAYS`] there is no pool.
    pub(crate) fn by_net(
        ask: &Ask<'_, G>,
        sampler: G::Sampler,
        simulations: u32,
        policy: &mut NetPolicy,
        rng: &mut Rng,
    ) -> WeightedWorlds<G>
    where
        G: Observe,
    {
        let mut worlds = WeightedWorlds::resampled(sampler, G::CANDIDATES, BeliefModel::Fast);
        let size = if G::REPLAYS { NET_POOL.min(simulations) } else { 0 };
        let mut legal = Vec::new();
        for _ in 0..size {
            if ask.cancel.load(Ordering::Relaxed) {
                break;
            }
            let world = G::sample(&worlds.sampler, rng);
            let mut likelihood = 1.0;
            G::replay(ask.view, &world, &mut |deal, seat, action| {
                let chances = policy.chances(deal, seat, G::Draft::default(), true, &mut legal);
                let number = deal.number_of(seat, G::Draft::default(), &legal, action);
                let chance = chances.iter().find(|(other, _)| *other == number).map_or(0.0, |(_, chance)| *chance);
                likelihood *= UNIFORM_MIX / chances.len() as f64 + (1.0 - UNIFORM_MIX) * chance;
            });
            worlds.add(world, likelihood);
        }
        worlds
    }

    fn add(&mut self, world: G, weight: f64) {
        self.sums.push(self.sums.last().copied().unwrap_or_default() + weight);
        self.pool.push(world);
    }

    pub(crate) fn draw(&self, view: &G::View, rng: &mut Rng) -> G {
        match self.sums.last() {
            Some(sum) => {
                let point = rng.unit() * sum;
                let place = self.sums.partition_point(|&up_to| up_to <= point);
                self.pool[place.min(self.pool.len() - 1)].clone()
            }
            None => match self.model {
                BeliefModel::Fast => resampled(view, &self.sampler, self.candidates, rng),
                BeliefModel::Full => resampled_by(|world| G::closely(view, world), &self.sampler, self.candidates, rng),
            },
        }
    }
}
