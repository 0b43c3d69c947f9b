//! What a bot is, and the levels that people choose from.

use std::sync::atomic::AtomicBool;

use game::{Game, Hint, Seat};

use crate::{RandomBot, RuleBot};

/// What a bot is asked.
pub struct Ask<'a, G: Game> {
    /// The seat it plays.
    pub seat: Seat,
    /// What that seat knows.
    pub view: &'a G::View,
    /// Its legal actions, ascending, not empty.
    pub legal: &'a [G::Action],
    /// Whether play waits for it. If not, "not now" is an answer too.
    pub must: bool,
    /// Set when the answer is wanted at once.
    pub cancel: &'a AtomicBool,
}

/// A player of `G`.
pub trait Bot<G: Game>: Send {
    /// One of the legal actions; `None` for "not now", only where play does not wait for the seat. Returns soon after
    /// `cancel` is set, with whatever it has.
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action>;
}

/// A level of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Any legal action.
    Random,
    /// Rules of thumb.
    Club,
}

/// The levels, weakest first, by the names that pages and tables use.
pub const LEVELS: &[&str] = &["random", "club"];

impl Level {
    /// The level of that name; `rule` is another name of `club`.
    pub fn named(name: &str) -> Option<Level> {
        match name {
            "random" => Some(Level::Random),
            "club" | "rule" => Some(Level::Club),
            _ => None,
        }
    }
}

/// A bot of this level. Its seed is its own: it says nothing of a shuffle.
pub fn level<G: Hint>(level: Level, seed: u64) -> Box<dyn Bot<G>> {
    match level {
        Level::Random => Box::new(RandomBot::new(seed)),
        Level::Club => Box::new(RuleBot::new(seed)),
    }
}
