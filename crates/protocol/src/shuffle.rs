//! Shuffling together: the part that everybody sees (docs/records.md defines the hashes).

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

/// One attempt to shuffle together, with all that is public so far. The JSON keys are the symbols of docs/records.md.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SharedAttempt {
    /// The number of the attempt, from 0.
    pub k: u32,
    /// The commitment of the server's secret.
    #[serde(rename = "C")]
    pub commitment: String,
    /// The hash of each seat. Null for all seats until the list is complete, later for seats that take no part.
    pub h: Vec<Option<String>>,
    /// The nonce of each seat. Null for all seats until the attempt ends. Later, null for seats that have not revealed
    /// a nonce.
    pub n: Vec<Option<String>>,
    /// The server's secret. Null in the last attempt until the match is over.
    #[serde(rename = "S")]
    pub secret: Option<String>,
    /// The seats that had no person when the attempt began. Bots take no part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u8>>"))]
    pub bots: Vec<u8>,
}
