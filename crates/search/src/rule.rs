//! A player that uses rules of thumb.

use game::{Hint, Rng};

use crate::{Ask, Bot};

/// Plays the action that [`game::Policy::suggest`] suggests.
pub struct RuleBot {
    rng: Rng,
}

impl RuleBot {
    /// Creates a player with its own random numbers, which decide between equally good choices.
    pub fn new(seed: u64) -> RuleBot {
        RuleBot { rng: Rng::new(seed) }
    }
}

impl<G: Hint> Bot<G> for RuleBot {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        G::suggest(ask.view, ask.legal, ask.must, &mut self.rng)
    }
}
