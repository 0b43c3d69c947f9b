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

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Seed;
    use game::{Game, Seat, Shuffles, Turn, Viewer};
    use rouge_et_noir::RougeEtNoir;
    use std::sync::atomic::AtomicBool;

    /// Plays a numbered deal and returns whether it was won.
    fn plays(of: Level, number: u64) -> bool {
        let rules = Default::default();
        let standing = RougeEtNoir::start(&rules, 1).unwrap();
        let mut deal = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let mut bot = player::<RougeEtNoir>(of, 1);
        let (seat, cancel) = (Seat::new(0), AtomicBool::new(false));
        for _ in 0..2_000 {
            if deal.turn() == Turn::Over {
                return RougeEtNoir::ranking(&rules, &deal.next_standing()).is_some_and(|ranks| ranks[seat] == 0);
            }
            let mut legal = Vec::new();
            deal.legal(seat, &mut legal);
            let view = deal.view(Viewer::Seat(seat));
            let ask = Ask { seat, view: &view, legal: &legal, must: true, cancel: &cancel };
            let action = bot.decide(ask).expect("who must act acts");
            deal.play(seat, action).expect("bots play what is legal");
        }
        false
    }

    #[test]
    fn the_solitaires_expert_and_master_are_its_own_players() {
        for of in [Level::Expert, Level::Master] {
            assert!((1..=20).all(|number| plays(of, number)), "{of:?}");
        }
        // The player that remembers the stock wins deals that the rule player loses.
        let lost: Vec<u64> = (1..=400).filter(|&number| !plays(Level::Club, number)).collect();
        assert!(!lost.is_empty());
        assert!(lost.iter().any(|&number| plays(Level::Master, number)), "{lost:?}");
    }
}
