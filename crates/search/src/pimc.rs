//! Perfect-information Monte Carlo. The value of each candidate is averaged over deals that agree with the view, and
//! rule players play each deal to its end. The bot chooses as the rule player does, unless another choice is better by
//! more than the noise.

use game::{Belief, Hint, Observe, Playout, Rng, Worlds};

use crate::candidates::{Candidates, Rash};
use crate::halving::halve;
use crate::rollout::{Endings, RolloutPolicy};
use crate::weighted_worlds::{BeliefModel, WeightedWorlds};
use crate::{Ask, Bot, Estimate};

/// A bot that searches with a fixed number of simulated deals a decision. It plays the same on every machine and with
/// any number of threads.
pub struct Pimc {
    rng: Rng,
    simulations: u32,
    endings: Endings,
    candidates: u32,
    pool: u32,
    model: BeliefModel,
    spent: u32,
}

impl Pimc {
    /// Creates a player with its own random numbers that simulates `simulations` deals for each decision.
    pub fn new(seed: u64, simulations: u32, endings: Endings) -> Pimc {
        let rng = Rng::new(seed);
        Pimc { rng, simulations, endings, candidates: 1, pool: 0, model: BeliefModel::Fast, spent: 0 }
    }

    /// Makes the bot weight the worlds by the other seats' actions, in the way that is best for the game.
    pub(crate) fn with_belief<G: Belief>(self) -> Pimc {
        Pimc { pool: G::POOL, ..self.resampling(G::CANDIDATES) }
    }

    /// Makes the bot weight the worlds by the game's full model of the other players.
    pub(crate) fn with_full_belief<G: Belief>(self) -> Pimc {
        Pimc { pool: G::CLOSE_POOL, model: BeliefModel::Full, ..self.resampling(G::CANDIDATES) }
    }

    /// Makes the bot resample each world from this many candidates, weighted by the likelihood of the other seats'
    /// actions ([`game::resampled`]).
    ///
    /// # Panics
    /// If there are no candidates.
    #[must_use]
    pub fn resampling(self, candidates: u32) -> Pimc {
        assert!(candidates > 0, "a world is drawn from at least one candidate");
        Pimc { candidates, ..self }
    }

    /// Simulates the candidates. `None` if there is nothing to choose. If the search was cancelled before it began, the
    /// candidates have no simulations.
    fn search<G: Playout + Worlds + Hint + Observe>(&mut self, ask: &Ask<'_, G>, rash: Rash) -> Option<Candidates<G>> {
        self.spent = 0;
        if ask.must && ask.legal.len() < 2 {
            return None;
        }
        let sampler = G::sampler(ask.view);
        let mut candidates = Candidates::by_rules(ask, &sampler, (rash, self.model), &mut self.rng);
        let rounds = match candidates.choices() {
            // There is only one choice apart from rash actions. A single round gives an estimate to it and to each rash
            // action, and drops nothing.
            1 if candidates.0.len() > 1 => 1,
            choices => choices.next_power_of_two().ilog2(),
        };
        let pool = self.pool.min(self.simulations);
        let worlds = WeightedWorlds::resampled(sampler, self.candidates, self.model);
        let worlds = worlds.with_pool(ask.view, pool, &mut self.rng);
        let mut policy = RolloutPolicy::Rules(self.endings);
        let budget = (rounds, self.simulations);
        self.spent = halve(&mut candidates, ask, &worlds, &mut policy, budget, &mut self.rng);
        Some(candidates)
    }
}

impl<G: Playout + Worlds + Hint + Observe> Bot<G> for Pimc {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        match self.search(&ask, Rash::LeftOut) {
            Some(candidates) => candidates.best(),
            None => G::suggest(ask.view, ask.legal, ask.must, &mut self.rng),
        }
    }

    /// Estimates rash choices ([`game::Policy::is_rash`]) too, but never puts them first. Rash choices get extra
    /// simulations. So the best choice is still the one that [`decide`](Bot::decide) makes.
    fn consider(&mut self, ask: Ask<'_, G>) -> Vec<Estimate<G::Action>> {
        self.search(&ask, Rash::Tried).map(|candidates| candidates.estimates()).unwrap_or_default()
    }

    fn spent(&self) -> u32 {
        self.spent
    }
}
