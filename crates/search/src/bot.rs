//! The trait of a bot, and the question to it.

use std::sync::atomic::AtomicBool;

use game::{Game, Seat};

/// A decision that a bot is asked for.
pub struct Ask<'a, G: Game> {
    /// The seat that the bot plays.
    pub seat: Seat,
    /// The knowledge of that seat.
    pub view: &'a G::View,
    /// Its legal actions, ascending, not empty.
    pub legal: &'a [G::Action],
    /// True if play waits for it. Otherwise "not now" is an answer too.
    pub must: bool,
    /// Set when the answer is wanted at once.
    pub cancel: &'a AtomicBool,
}

/// A player of `G`.
pub trait Bot<G: Game>: Send {
    /// One of the legal actions; `None` for "not now", only where play does not wait for the seat. Returns soon after
    /// `cancel` is set, with the best it has found.
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action>;

    /// The estimated gain of each choice, the best first. Empty if there is nothing to choose, or this player does
    /// not search.
    fn consider(&mut self, _ask: Ask<'_, G>) -> Vec<Estimate<G::Action>> {
        Vec::new()
    }

    /// The number of deals that the last [`decide`](Bot::decide) simulated.
    fn spent(&self) -> u32 {
        0
    }
}

/// The estimated gain of a choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate<A> {
    /// The choice; `None` for "not now".
    pub action: Option<A>,
    /// The gain of the seat that chooses, in points after the deal, against the mean of the others'.
    pub points: f64,
    /// The standard error of that; infinite after a single simulation.
    pub error: f64,
    /// The number of simulated deals.
    pub simulations: u32,
}
