//! The trait of a bot, and the decision that a bot is asked for.

use std::sync::atomic::AtomicBool;

use game::{Game, Seat};

/// A decision that a bot is asked for.
pub struct Ask<'a, G: Game> {
    /// The seat that the bot plays.
    pub seat: Seat,
    /// The view of that seat.
    pub view: &'a G::View,
    /// The legal actions of the seat, ascending, not empty.
    pub legal: &'a [G::Action],
    /// True if play waits for the seat. If false, the bot may also answer "not now".
    pub must: bool,
    /// Set when the bot must answer without further search.
    pub cancel: &'a AtomicBool,
}

/// A player of `G`.
pub trait Bot<G: Game>: Send {
    /// Returns one of the legal actions. If the seat need not act, the bot can also return `None`, which means "not
    /// now". Once `cancel` is set, the bot soon returns the best action that it has found so far.
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action>;

    /// Returns the choices with their estimated gains, best choice first. The list is empty if there is nothing to
    /// choose, or if the bot does not search.
    fn consider(&mut self, _ask: Ask<'_, G>) -> Vec<Estimate<G::Action>> {
        Vec::new()
    }

    /// Returns the number of deals that the most recent call of [`decide`](Bot::decide) simulated.
    fn spent(&self) -> u32 {
        0
    }
}

/// The estimated gain of a choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate<A> {
    /// The choice; `None` for "not now".
    pub action: Option<A>,
    /// The gain of the seat that chooses: its points after the deal, relative to the mean of the other seats' points.
    pub points: f64,
    /// The standard error of `points`; infinite after a single simulation. It leaves out the luck of a pool.
    pub error: f64,
    /// The number of simulated deals.
    pub simulations: u32,
}
