//! The worlds of a search: deals that agree with a view. The likelier the other seats' actions are in a world, the more
//! often a search uses this world.

use std::sync::atomic::Ordering;

use game::{Belief, Observe, Rng, Worlds, resampled, resampled_by};

use crate::Ask;
use crate::learned::NetPolicy;

/// The greatest number of worlds that a net weights for a bot.
pub(crate) const NET_POOL: u32 = 128;

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
    sampler: G::Sampler,
    model: BeliefModel,
    /// The number of candidates from which each world is resampled; used only without a pool.
    candidates: u32,
    /// The worlds of the pool, each with its weight.
    pub(crate) pool: Vec<(G, f64)>,
    /// The cumulative weights.
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

    /// Makes a pool of `size` worlds. The weight of a world is the net's likelihood of the other seats' actions. In a
    /// game without [`Belief::REPLAYS`] there is no pool.
    pub(crate) fn by_net(
        ask: &Ask<'_, G>,
        sampler: G::Sampler,
        size: u32,
        policy: &mut NetPolicy,
        rng: &mut Rng,
    ) -> WeightedWorlds<G>
    where
        G: Observe,
    {
        let mut worlds = WeightedWorlds::resampled(sampler, G::CANDIDATES, BeliefModel::Fast);
        let size = if G::REPLAYS { size } else { 0 };
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

    /// Flattens the weights until the pool is worth at least this share of its worlds.
    pub(crate) fn flattened(mut self, least_worth: f64) -> WeightedWorlds<G> {
        let mut pool = std::mem::take(&mut self.pool);
        self.sums.clear();
        flatten(&mut pool, least_worth);
        pool.into_iter().for_each(|(world, weight)| self.add(world, weight));
        self
    }

    fn add(&mut self, world: G, weight: f64) {
        self.sums.push(self.sums.last().copied().unwrap_or_default() + weight);
        self.pool.push((world, weight));
    }

    pub(crate) fn draw(&self, view: &G::View, rng: &mut Rng) -> G {
        match self.sums.last() {
            Some(sum) => {
                let point = rng.unit() * sum;
                let place = self.sums.partition_point(|&up_to| up_to <= point);
                self.pool[place.min(self.pool.len() - 1)].0.clone()
            }
            None => match self.model {
                BeliefModel::Fast => resampled(view, &self.sampler, self.candidates, rng),
                BeliefModel::Full => resampled_by(|world| G::closely(view, world), &self.sampler, self.candidates, rng),
            },
        }
    }
}

/// Raises the weights to the power of three quarters, again and again, until the pool is worth at least this share of
/// its worlds. Square roots are the same on every machine, other powers are not.
fn flatten<G>(pool: &mut [(G, f64)], least_worth: f64) {
    // A power of 0 would stay 0.
    pool.iter_mut().for_each(|(_, weight)| *weight = weight.max(f64::MIN_POSITIVE));
    while worth(pool) < least_worth {
        pool.iter_mut().for_each(|(_, weight)| *weight = weight.sqrt() * weight.sqrt().sqrt());
    }
}

/// Returns the number of equally likely worlds that would estimate a mean as well as the pool does (Kish's effective
/// sample size), as a share of its worlds.
fn worth<G>(pool: &[(G, f64)]) -> f64 {
    let most = pool.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
    let shares = || pool.iter().map(|(_, weight)| weight / most);
    let (sum, squares) = (shares().sum::<f64>(), shares().map(|share| share * share).sum::<f64>());
    sum * sum / squares / pool.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(weights: impl Iterator<Item = f64>) -> Vec<((), f64)> {
        weights.map(|weight| ((), weight)).collect()
    }

    #[test]
    fn weights_are_flattened_until_the_pool_is_worth_enough_and_keep_their_order() {
        let mut steep = pool((0..100).map(|place| 0.1f64.powi(place)));
        assert!(worth(&steep) < 0.02);
        flatten(&mut steep, 0.25);
        assert!((0.25..0.34).contains(&worth(&steep)), "{}", worth(&steep));
        assert!(steep.is_sorted_by(|(_, one), (_, next)| one > next));
        let mut one_of_many = pool((0..100).map(|place| if place == 0 { 1.0 } else { 0.0 }));
        flatten(&mut one_of_many, 0.25);
        assert!(worth(&one_of_many) >= 0.25);
        let mut flat = pool((0..100).map(|place| f64::from(1 + place % 2)));
        let before = flat.clone();
        flatten(&mut flat, 0.25);
        assert_eq!(flat, before, "weights stay where the pool is worth enough");
    }
}
