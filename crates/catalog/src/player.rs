//! The bots of a game by level: general bots, and the solitaires' own player.

use game::{Rng, Solve, SolveJob};
use search::solve::{Blind, Budget};
use search::{Ask, Bot, Level, level};

use crate::{CardGame, Solitaire, simulations};

/// Returns a bot of `G`. Its seed is its own and must reveal nothing about shuffles. At the levels expert and master, a
/// solitaire has its own player (`search::solve`). This player does not see the stock. All other bots play any game.
pub fn player<G: CardGame>(of: Level, seed: u64) -> Box<dyn Bot<G>> {
    let budget = match of {
        Level::Expert => Some(Budget::quick()),
        Level::Master => Some(Budget::usual().up_to(4096)),
        _ => None,
    };
    let own = budget.and_then(|budget| G::if_solved(Own { budget, seed }));
    own.unwrap_or_else(|| level(of, simulations(G::ID), seed))
}

/// A job that makes a solitaire's own player.
struct Own {
    budget: Budget,
    seed: u64,
}

impl<G: CardGame> SolveJob<G> for Own {
    type Output = Box<dyn Bot<G>>;
    fn run(self) -> Self::Output
    where
        G: Solve,
    {
        Box::new(Stockless { player: Blind::<G>::new(self.budget), rng: Rng::new(self.seed) })
    }
}

/// A [`Blind`] player as a bot.
struct Stockless<G: Solve> {
    player: Blind<G>,
    rng: Rng,
}

impl<G: Solitaire> Bot<G> for Stockless<G> {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        Some(self.player.choose(ask.view, ask.legal, &mut self.rng, ask.cancel))
    }
}
