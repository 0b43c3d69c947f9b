//! Advice before a decision, and the cost of a decision afterwards.

use game::Reason;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Verdict;

/// Advice: the choices by their points, with reasons.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Advised<Legal = Value> {
    /// The finalists: first the advised choice, then the others by their points. The advised choice has the most points of those
    /// that are not rash; where a net judges, choices that are about equal to it may have more.
    pub choices: Vec<Choice<Legal>>,
    /// The reasons for the first choice.
    pub reasons: Vec<Reason>,
}

/// A choice and what is expected of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choice<Legal = Value> {
    /// The action with its public facts, as in a frame; null: not now.
    pub legal: Option<Legal>,
    /// Expected points of the deal against the mean of the others', in tenths; null: not simulated.
    pub points: Option<f64>,
    /// The standard error of the difference from the advised choice; null for the first.
    pub error: Option<f64>,
    /// `true` if it is about equal to the advised choice: the difference is at most two standard errors.
    pub equal: bool,
    /// `true` if it is too risky to be advised, despite its expected points.
    pub rash: bool,
    /// In the analysis of a solitaire, the verdict on the position after it; otherwise null.
    pub outlook: Option<Verdict>,
}

/// A decision that was made, and what it cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Judged<View = Value, Legal = Value> {
    /// Its index in the record's `actions`.
    pub line: u32,
    /// The seat's view before the action.
    pub view: View,
    /// The action.
    pub done: Choice<Legal>,
    /// Its cost: the difference from the best in the list of choices; 0 if it is about equal.
    pub cost: f64,
    /// The standard error of the difference.
    pub error: f64,
    /// One of the three of this seat and deal that cost most; in a solitaire, the one that lost it.
    pub costliest: bool,
    /// In the analysis of a solitaire, the verdict on the position before it; otherwise null.
    pub outlook: Option<Verdict>,
    /// The advice for this position.
    pub advice: Advised<Legal>,
    /// If it was a mistake on the seat's own turn: all legal actions, with the facts of a frame, so that it can be
    /// tried again. Otherwise empty.
    pub legal: Vec<Legal>,
    /// Of `legal`, each action that was not examined to the end but is equal in play to one of the choices, with that
    /// choice, by the rules.
    pub alike: Vec<(String, String)>,
}
