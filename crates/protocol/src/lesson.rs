//! A guided first deal.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Refusal, Replay};

/// `GET /api/v1/lessons/{game}`: a finished deal as the learner sees it, and its explained decisions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lesson<View = Value, Legal = Value> {
    /// The deal; its viewer is the learner.
    pub replay: Replay<View>,
    /// The decisions that are explained, in order.
    pub steps: Vec<LessonStep<Legal>>,
}

/// A decision that is explained. The words are the page's: `learn.<key>` in the game's `lang/lesson`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonStep<Legal = Value> {
    /// The step of the replay in which the learner chooses: so many actions have been taken.
    pub at: u32,
    /// Names its words.
    pub key: String,
    /// The rule to read.
    pub rule: Option<String>,
    /// The right action. The step after `at` shows it.
    pub action: String,
    /// Others that are as good.
    pub also: Vec<String>,
    /// Others that have an answer of their own.
    pub others: Vec<LessonAnswer>,
    /// All legal actions in byte order, each `{"action": …, …public facts}`.
    pub legal: Vec<Legal>,
}

/// The answer to some actions: `learn.<key of the step>.<key>`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonAnswer {
    /// Names its words.
    pub key: String,
    /// In notation.
    pub actions: Vec<String>,
}

/// `GET /api/v1/lessons/{game}/why?step=0&action=play+Qs`: why the learner cannot do that there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WhyNot {
    /// Null: it can.
    pub refusal: Option<Refusal>,
}
