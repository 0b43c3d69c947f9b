//! Shuffling together: the part that everybody sees (docs/bots/records.md defines the hashes).

use game::SharedAttempt;
use serde::{Deserialize, Serialize};

/// The state of shuffling together in a match. The message is always complete, never a change to an earlier one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SharedShuffle {
    /// The step of the last attempt.
    pub step: ShuffleStep,
    /// The seats that this step waits for.
    pub waits: Vec<u8>,
    /// The milliseconds until the attempt stops waiting.
    pub left_ms: Option<u32>,
    /// All attempts. All but the last are void.
    pub attempts: Vec<SharedAttempt>,
}

/// A step of an attempt to shuffle together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ShuffleStep {
    /// The attempt waits for the hashes (`seal`).
    Seal,
    /// The list of hashes is complete, and the attempt waits for the nonces (`reveal`).
    Reveal,
    /// The cards are shuffled, and the attempt waits for nothing.
    Done,
}
