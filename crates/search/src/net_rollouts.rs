//! Search with a net. The value of each candidate is averaged over deals that agree with the view, and the net plays
//! each deal to its end for all seats. The deals are weighted by the net's likelihood of the other seats' plays.
//!
//! This is [`Pimc`](crate::Pimc) with a better player. Within a world each seat still chooses from its own observation,
//! so no seat plays as if it saw all cards.

use game::{Hint, Observe, Playout, Rng, Worlds};

use crate::candidates::Candidates;
use crate::halving::halve;
use crate::learned::NetPolicy;
use crate::rollout::RolloutPolicy;
use crate::weighted_worlds::{NET_POOL, WeightedWorlds};
use crate::{Ask, Bot, Estimate};

/// Searches with a fixed number of simulated deals a decision.
pub struct NetRollouts {
    policy: NetPolicy,
    rng: Rng,
    simulations: u32,
    spent: u32,
}

impl NetRollouts {
    /// Creates a player that simulates `simulations` deals for each decision. `None` if the game has no net.
    pub fn new<G: Observe>(seed: u64, simulations: u32) -> Option<NetRollouts> {
        Some(NetRollouts { policy: NetPolicy::of::<G>()?, rng: Rng::new(seed), simulations, spent: 0 })
    }

    /// Searches. `None` if there is nothing to choose.
    fn search<G: Playout + Worlds + Hint + Observe>(&mut self, ask: &Ask<'_, G>) -> Option<Candidates<G>> {
        self.spent = 0;
        if ask.must && ask.legal.len() < 2 {
            return None;
        }
        let sampler = G::sampler(ask.view);
        let mut candidates = Candidates::by_net(&mut self.policy, ask, &sampler, 1, &mut self.rng);
        let choices = candidates.0.len();
        let pool = if choices > 1 { NET_POOL.min(self.simulations) } else { 0 };
        let worlds = WeightedWorlds::by_net(ask, sampler, pool, &mut self.policy, &mut self.rng);
        let budget = (choices.next_power_of_two().ilog2(), self.simulations);
        let mut policy = RolloutPolicy::net(self.policy.clone());
        self.spent = halve(&mut candidates, ask, &worlds, &mut policy, budget, &mut self.rng);
        Some(candidates)
    }
}

impl<G: Playout + Worlds + Hint + Observe> Bot<G> for NetRollouts {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        match self.search(&ask) {
            Some(candidates) => candidates.best(),
            None => ask.legal.first().copied(),
        }
    }

    fn consider(&mut self, ask: Ask<'_, G>) -> Vec<Estimate<G::Action>> {
        self.search(&ask).map(|candidates| candidates.estimates()).unwrap_or_default()
    }

    fn spent(&self) -> u32 {
        self.spent
    }
}
