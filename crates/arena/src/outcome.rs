//! The result of a match, and the counters that all kinds of run share.

use std::time::Duration;

use game::Seat;
use serde::{Deserialize, Serialize};

/// The usual cap: the number of actions after which a deal of bots or of programs that learn is cut off.
pub const CAP: u32 = 5_000;

/// The end of a match that reached the cap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Capped {
    /// A solitaire was given up.
    GivenUp,
    /// A match of several seats was broken off.
    BrokenOff,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct MatchOutcome {
    pub(crate) record: Option<String>,
    pub(crate) deals: Vec<Dealt>,
    pub(crate) totals: Vec<i32>,
    pub(crate) winners: Option<Vec<Seat>>,
    pub(crate) actions: u64,
    pub(crate) capped: Option<Capped>,
    /// The decisions in which bots had a choice, with their times. Empty if there is no clock.
    pub(crate) decisions: Vec<TimedDecision>,
}

/// The time of a decision with a choice.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct TimedDecision {
    pub(crate) seat: Seat,
    pub(crate) simulations: u32,
    pub(crate) took: Duration,
}

/// A finished deal.
#[derive(Serialize, Deserialize)]
pub(crate) struct Dealt {
    pub(crate) points: Vec<Option<i32>>,
    /// For each seat, the gain of its team relative to the mean of the other seats, in thousandths of a point of
    /// [`Game::value`](game::Game::value). More is better in every game.
    pub(crate) gains: Vec<i64>,
    /// For each seat one bit for each of the game's marks.
    pub(crate) marks: Vec<u32>,
    /// True if the deal did not count and was dealt again ([`game::Game::is_thrown_in`]).
    pub(crate) thrown_in: bool,
}

/// The numbers of matches, deals and actions, added up match by match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct MatchTally {
    /// The number of matches.
    pub matches: u64,
    /// The number of finished deals, without thrown-in ones.
    pub deals: u64,
    /// The number of deals that were thrown in (D5).
    pub thrown_in: u64,
    /// The number of actions.
    pub actions: u64,
    /// The cap, in actions a deal.
    pub cap: u32,
    /// The number of solitaires given up at the cap.
    pub given_up: u64,
    /// The number of matches broken off at the cap.
    pub broken_off: u64,
}

impl MatchTally {
    pub(crate) fn new(cap: u32) -> MatchTally {
        MatchTally { matches: 0, deals: 0, thrown_in: 0, actions: 0, cap, given_up: 0, broken_off: 0 }
    }

    pub(crate) fn add(&mut self, outcome: &MatchOutcome) {
        self.matches += 1;
        self.actions += outcome.actions;
        match outcome.capped {
            Some(Capped::GivenUp) => self.given_up += 1,
            Some(Capped::BrokenOff) => self.broken_off += 1,
            None => {}
        }
        let thrown_in = outcome.deals.iter().filter(|deal| deal.thrown_in).count() as u64;
        self.thrown_in += thrown_in;
        self.deals += outcome.deals.len() as u64 - thrown_in;
    }
}
