//! A player that knows the rules of thumb and does not always see that they apply.

use game::{Hint, Rng};

use crate::{Ask, Bot, RandomBot};

/// One decision in this number is made without thinking.
const SLIP: u32 = 6;

/// Plays what [`game::Policy::suggest`] says, but for slips: then it does the first thing that comes to its mind, or overlooks
/// that it could cut in.
pub struct BeginnerBot {
    rng: Rng,
    careless: RandomBot,
}

impl BeginnerBot {
    /// A player with dice of its own.
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
