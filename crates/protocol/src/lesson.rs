//! A guided first deal.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Refusal, Replay};

/// `GET /api/v1/lessons/{game}`: a finished deal as the learner sees it, and its explained decisions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Lesson<View = Value, Legal = Value> {
    /// The deal, with the learner as viewer.
    pub replay: Replay<View>,
    /// The explained decisions, in order.
    pub steps: Vec<LessonStep<Legal>>,
}

/// An explained decision. The page has its text: `learn.<key>` in the game's `lang/lesson`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LessonStep<Legal = Value> {
    /// The step of the replay in which the learner chooses. Its number is the number of actions before the choice.
    pub at: u32,
    /// The key of the text.
    pub key: String,
    /// The rule that explains the decision.
    pub rule: Option<String>,
    /// The right action. The step after `at` shows it.
    pub action: String,
    /// Other actions that are as good.
    pub also: Vec<String>,
    /// Other actions for which the lesson has a special answer.
    pub others: Vec<LessonAnswer>,
    /// All legal actions in byte order, each `{"action": …, …public facts}`.
    pub legal: Vec<Legal>,
}

/// The lesson's answer to some actions. The key of its text is `learn.<key of the step>.<key>`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LessonAnswer {
    /// The key of the text.
    pub key: String,
    /// The actions in notation.
    pub actions: Vec<String>,
}

/// `GET /api/v1/lessons/{game}/why?step=0&action=play+Qs`: the reason why the learner cannot act so in this step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct WhyNot {
    /// The reason; null if the action is legal.
    pub refusal: Option<Refusal>,
}
