//! A player that does not see the stock. While some cards are unknown, the player plans with the cards that it sees, or
//! uses rules of thumb if the game has no such plans. Once all cards are known, the player searches.

use std::sync::atomic::AtomicBool;

use game::{Hint, Rng, Seat, Solve};

use super::{Budget, SolveResult, solve};

/// A player that sees only views. It remembers results between its choices only to save work.
pub struct Blind<G: Solve> {
    budget: Budget,
    /// The remaining actions of the line that the player plays, in reverse order, and the position that the player
    /// expects.
    line: Vec<G::Action>,
    expected: Vec<u8>,
    /// A position that the search could not win. The player does not search it again.
    given_up: Vec<u8>,
    nodes: u64,
}

impl<G: Solve + Hint> Blind<G> {
    /// Creates a player that searches with this budget once all cards are known.
    pub fn new(budget: Budget) -> Blind<G> {
        Blind { budget, line: Vec::new(), expected: Vec::new(), given_up: Vec::new(), nodes: 0 }
    }

    /// Returns the number of positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns true if the player's latest choice was a step of a line. If all cards are known, this line wins.
    /// Otherwise it is only a plan ([`Solve::plan`]).
    pub fn has_line(&self) -> bool {
        !self.expected.is_empty()
    }

    /// Returns the player's next action. `legal` must not be empty.
    pub fn choose(&mut self, view: &G::View, legal: &[G::Action], rng: &mut Rng, cancel: &AtomicBool) -> G::Action {
        if let Some(mut deal) = G::known(view) {
            let mut now = Vec::new();
            deal.reference_key(&mut now);
            if self.line.is_empty() || now != self.expected {
                self.line.clear();
                if self.given_up.is_empty() {
                    let solution = solve(deal.rules(), &deal, &self.budget, cancel);
                    self.nodes += solution.nodes;
                    match solution.result {
                        SolveResult::Won(mut line) => {
                            line.reverse();
                            self.line = line;
                        }
                        SolveResult::Lost | SolveResult::Unknown => self.given_up = now,
                    }
                }
            }
            if let Some(action) = self.line.pop() {
                deal.apply(Seat::new(0), action);
                self.expected.clear();
                deal.reference_key(&mut self.expected);
                return action;
            }
        } else {
            self.given_up.clear();
            let mut guess = G::guess(view);
            let mut now = Vec::new();
            guess.reference_key(&mut now);
            if self.line.is_empty() || now != self.expected {
                self.line = G::plan(view);
                self.line.reverse();
            }
            if let Some(action) = self.line.pop() {
                guess.apply(Seat::new(0), action);
                self.expected.clear();
                guess.reference_key(&mut self.expected);
                return action;
            }
        }
        self.expected.clear();
        G::suggest(view, legal, true, rng).expect("who must act acts")
    }
}
