//! Puzzles: decisions with one clearly best choice. The card room in the browser answers these requests.

use game::Reason;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Replay;

/// `POST puzzles/next`: asks for a puzzle near the person's rating that the person has not tried yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PuzzleWish {
    /// The file of puzzles, in hex.
    pub file: String,
    /// The theme that the puzzle must have.
    #[serde(default)]
    pub theme: Option<String>,
}

/// The answer to a [`PuzzleWish`]: the deal as the person sees it up to the decision, and the choices.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PuzzleQuestion<View = Value, Legal = Value> {
    /// The number of the puzzle's deal, by which it is answered.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub deal: u64,
    /// The deal up to the decision, with the person as viewer.
    pub replay: Replay<View>,
    /// All legal actions in byte order, each `{"action": …, …public facts}`.
    pub legal: Vec<Legal>,
    /// `true` if "not now" is a choice, too.
    pub may_wait: bool,
    /// The estimated rating of the puzzle.
    pub rating: u32,
    /// The person's standing.
    pub standing: PuzzleStanding,
}

/// `POST puzzles/answer`: answers a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PuzzleTry {
    /// The file of puzzles, in hex.
    pub file: String,
    /// The number of the puzzle's deal.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub deal: u64,
    /// The action; null for "not now".
    pub action: Option<String>,
}

/// The answer to a [`PuzzleTry`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PuzzleSolution<Legal = Value> {
    /// `true` if the answer is the best choice, or interchangeable with it.
    pub solved: bool,
    /// The best choice with its facts; null for "not now".
    pub best: Option<Legal>,
    /// The reasons for the best choice.
    pub reasons: Vec<Reason>,
    /// The points by which the best choice beats the second-best one, in tenths; 0 in a solitaire, in which no other
    /// action can still win.
    pub margin: f64,
    /// The standard error of `margin`.
    pub error: f64,
    /// The puzzle's themes: `theme.<key>` in the game's language files.
    pub themes: Vec<String>,
    /// The person's standing after this try.
    pub standing: PuzzleStanding,
}

/// A person's results in the puzzles of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PuzzleStanding {
    /// The person's rating by Glicko-2.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
    /// The number of puzzles tried.
    pub tried: u32,
    /// The number of puzzles solved.
    pub solved: u32,
    /// The number of puzzles solved since the last one that was not.
    pub streak: u32,
}
