//! The verdict on a position of a solitaire.

use serde::{Deserialize, Serialize};

/// The verdict on a position with all cards known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The position can still be won.
    Winnable,
    /// The position cannot be won: two independent searches have tried every line.
    Lost,
    /// The searches proved neither a win nor a loss within their budget.
    Unknown,
}
