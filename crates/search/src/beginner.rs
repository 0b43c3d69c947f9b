//! A player that uses the rules of thumb, but sometimes slips.

use game::{Hint, Rng};

use crate::{Ask, Bot, RandomBot};

/// One decision in `SLIP` is a slip.
const SLIP: u32 = 3;

/// Plays the action that [`game::Policy::suggest`] suggests, except when it slips. If the seat has to act, a slip is a
/// random action. Otherwise, a slip is "not now".
pub struct BeginnerBot {
    rng: Rng,
    careless: RandomBot,
}

impl BeginnerBot {
    /// Creates a player with its own random numbers.
    pub fn new(seed: u64) -> BeginnerBot {
        let mut rng = Rng::new(seed);
        let careless = RandomBot::new(rng.bits());
        BeginnerBot { rng, careless }
    }
}

impl<G: Hint> Bot<G> for BeginnerBot {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        match self.rng.below(SLIP) {
            0 if ask.must => self.careless.decide(ask),
            0 => None,
            _ => G::suggest(ask.view, ask.legal, ask.must, &mut self.rng),
        }
    }
}
