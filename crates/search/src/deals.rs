//! Simulated deals: how their worlds are drawn, and who plays them to the end.

use game::{Belief, Game, Hint, Observe, Playout, Rng, Worlds};

use crate::Ask;
use crate::believed::Believed;
use crate::learned::NetPolicy;
use crate::likely::LikelyWorlds;
use crate::net_rollouts;
use crate::pimc::{Endings, play_on};

/// The simulated deals of a decision.
pub(crate) enum Deals<G: Game> {
    /// Rule players play them.
    Rules { worlds: LikelyWorlds<G>, endings: Endings },
    /// The game's net plays them.
    Net { policy: Box<NetPolicy>, worlds: Believed<G>, legal: Vec<G::Action> },
}

impl<G: Playout + Worlds + Hint + Observe + Belief> Deals<G> {
    pub(crate) fn draw(&self, ask: &Ask<'_, G>, sampler: &G::Sampler, rng: &mut Rng) -> G {
        match self {
            Deals::Rules { worlds, .. } => worlds.draw(ask.view, sampler, rng),
            Deals::Net { worlds, .. } => worlds.draw(ask, sampler, rng),
        }
    }

    /// The value of a choice in a world, and the number of simulations that it counts as.
    pub(crate) fn play(&mut self, world: &G, ask: &Ask<'_, G>, action: Option<G::Action>, dice: u64) -> (f64, u32) {
        match self {
            Deals::Rules { endings, .. } => play_on(world, ask.seat, action, *endings, dice),
            Deals::Net { policy, legal, .. } => (net_rollouts::play_on(world, ask.seat, action, policy, legal), 1),
        }
    }
}
