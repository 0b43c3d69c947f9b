//! A player that chooses uniformly among its legal actions.

use game::{Hint, Rng};

use crate::{Ask, Bot};

/// Chooses uniformly among the legal actions that [`game::Policy::considered`] leaves. If the seat need not act, "not
/// now" is one more choice.
pub struct RandomBot {
    rng: Rng,
}

impl RandomBot {
    /// Creates a player with its own random numbers.
    pub fn new(seed: u64) -> RandomBot {
        RandomBot { rng: Rng::new(seed) }
    }
}

impl<G: Hint> Bot<G> for RandomBot {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        let rng = &mut self.rng;
        let considered: Vec<G::Action> =
            ask.legal.iter().copied().filter(|action| G::considered(ask.view, *action, ask.must, rng)).collect();
        if !ask.must {
            let choice = rng.below(considered.len() as u32 + 1) as usize;
            return considered.get(choice).copied();
        }
        // A seat that must act chooses among all legal actions if `considered` leaves none.
        Some(rng.pick(if considered.is_empty() { ask.legal } else { &considered }))
    }
}
