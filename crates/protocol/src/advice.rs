//! Advice before a decision, and what it cost afterwards.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What to do, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Advised<Legal = Value> {
    /// The choices that were looked at: first the one that is advised, then the others by their points.
    pub choices: Vec<Choice<Legal>>,
    /// What speaks for the first.
    pub reasons: Vec<Reason>,
}

/// A choice and what is expected of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Choice<Legal = Value> {
    /// The action with its public facts, as in a frame; null: not now.
    pub legal: Option<Legal>,
    /// In English, without a subject.
    pub words: String,
    /// Expected points of the deal against the mean of the others'; null: not simulated.
    pub points: Option<f64>,
    /// Their standard error.
    pub error: Option<f64>,
}

/// Something that speaks for a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reason {
    /// Stable: `reason.<key>` in the game's language files.
    pub key: String,
    /// The number in the words.
    pub n: Option<i32>,
    /// The card in the words.
    pub card: Option<String>,
    /// In English, without a subject.
    pub words: String,
}

/// A decision that was made, and what it cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Judged<View = Value, Legal = Value> {
    /// Where it stands in the record's `actions`.
    pub line: u32,
    /// What the seat saw then.
    pub view: View,
    /// What was done.
    pub done: Choice<Legal>,
    /// What that cost in expected points against the best.
    pub cost: f64,
    /// The standard error of that.
    pub error: f64,
    /// One of the three of this seat and deal that cost most.
    pub costliest: bool,
    /// What would have been advised.
    pub advice: Advised<Legal>,
}
