//! The phase of a match.

use serde::{Deserialize, Serialize};

/// The phase of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MatchPhase {
    /// A deal is being played.
    #[default]
    Deal,
    /// A deal is finished and another follows.
    Between,
    /// The match is over.
    Over,
}
