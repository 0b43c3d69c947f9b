//! The verdict on a position of a solitaire.

use serde::{Deserialize, Serialize};

/// The verdict on a position, all cards seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It can still be won.
    Winnable,
    /// It cannot, whatever is done: two independent searches tried everything.
    Lost,
    /// Neither was found within the budget.
    Unknown,
}
