//! Why not.

use serde::{Deserialize, Serialize};

/// Why an action or a command was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Refusal {
    /// Stable: `follow_suit`, `stale`, `notation`, `not_your_turn`, `disk_full`, …
    pub key: String,
    /// The rule, if one is concerned.
    pub rule: Option<String>,
    /// English: why, and what to do.
    pub words: String,
}

/// The body of an HTTP answer of 4xx or 5xx.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ErrorBody {
    /// What is wrong.
    pub error: Fault,
}

/// What is wrong with a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fault {
    /// Stable.
    pub key: String,
    /// English: what to do.
    pub words: String,
}
