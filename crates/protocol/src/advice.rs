//! Advice before a decision, and the cost of a decision afterwards.

use game::Reason;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Verdict;

/// Advice: the choices in order of their points, with reasons.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Advised<Legal = Value> {
    /// The finalists, which are the choices examined to the end: the advised choice, followed by the others in order of
    /// their points. Among the choices that are not rash, the advised one has the most points. If a net judges, choices
    /// that are about equal to it may have more.
    pub choices: Vec<Choice<Legal>>,
    /// The reasons for the first choice.
    pub reasons: Vec<Reason>,
}

/// A choice and its expected points.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Choice<Legal = Value> {
    /// The action with its public facts, as in a frame; null for "not now".
    pub legal: Option<Legal>,
    /// The expected points of the deal minus the mean of the other seats, in tenths; null if not simulated.
    pub points: Option<f64>,
    /// The standard error of the difference from the advised choice; null for that choice, and after one simulation.
    pub error: Option<f64>,
    /// `true` if the choice is about equal to the advised one: they differ by at most two standard errors.
    pub equal: bool,
    /// `true` if the choice is too risky to be advised, despite its expected points.
    pub rash: bool,
    /// In the analysis of a solitaire, the verdict on the position after the choice; otherwise null.
    pub outlook: Option<Verdict>,
}

/// A decision that was made, and its cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Judged<View = Value, Legal = Value> {
    /// The index of the action in the record's `actions`.
    pub line: u32,
    /// The number of actions in the deal before this decision began, to practise from there.
    pub after: u32,
    /// The seat's view before the action.
    pub view: View,
    /// The action that was taken.
    pub done: Choice<Legal>,
    /// The cost: the difference from the best choice in the list; 0 if the action is about equal to that choice.
    pub cost: f64,
    /// The standard error of the difference.
    pub error: f64,
    /// `true` if this is one of the seat's three costliest decisions in the deal or, in a solitaire, the decision that
    /// lost the deal.
    pub costliest: bool,
    /// In the analysis of a solitaire, the verdict on the position before the action; otherwise null.
    pub outlook: Option<Verdict>,
    /// The advice for this position.
    pub advice: Advised<Legal>,
    /// All legal actions, with the facts of a frame, so that the player can try another one. Empty unless the action
    /// was a mistake on the seat's own turn.
    pub legal: Vec<Legal>,
    /// Pairs of interchangeable actions, with which every seat gets the same, whatever follows: an action in `legal`
    /// that was not examined to the end, and one of the choices.
    pub alike: Vec<(String, String)>,
}
