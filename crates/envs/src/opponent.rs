//! Bots in an environment: random and rule players at full speed, all others through their views.

use std::sync::atomic::AtomicBool;

use catalog::CardGame;
use game::{Rng, Seat, Viewer};
use search::{Ask, Bot, Level};

use crate::EnvError;

/// Who plays a seat.
pub(crate) enum Opponent<G: CardGame> {
    /// Any legal action.
    Random,
    /// The rule player, asked as in rollouts. It uses only what its seat knows.
    Rule,
    /// A level or method by name.
    Bot(Box<dyn Bot<G>>),
}

impl<G: CardGame> Opponent<G> {
    pub(crate) fn named(name: &str, seed: u64) -> Result<Opponent<G>, EnvError> {
        Ok(match catalog::level_of(G::ID, name)? {
            Level::Random => Opponent::Random,
            Level::Club => Opponent::Rule,
            level => Opponent::Bot(catalog::player(level, seed)),
        })
    }

    /// An answer of the seat that is asked; `None` is "not now".
    pub(crate) fn answer(
        &mut self,
        deal: &G,
        seat: Seat,
        must: bool,
        legal: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> Option<G::Action> {
        match self {
            Opponent::Random => deal.random(seat, rng),
            Opponent::Rule => deal.rollout(seat, rng),
            Opponent::Bot(bot) => {
                legal.clear();
                deal.legal(seat, legal);
                let view = deal.view(Viewer::Seat(seat));
                bot.decide(Ask { seat, view: &view, legal, must, cancel: &AtomicBool::new(false) })
            }
        }
    }
}
