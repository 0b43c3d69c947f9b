//! Everybody shuffles: what all see of it (docs/records.md has the hashes).

use serde::{Deserialize, Serialize};

/// How the cards of a match are, or were, shuffled together. Always complete, never a patch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SharedShuffle {
    /// The step for which the last attempt waits.
    pub step: ShuffleStep,
    /// The seats that it waits for.
    pub waits: Vec<u8>,
    /// How long it waits.
    pub left_ms: Option<u32>,
    /// All attempts; each but the last is void.
    pub attempts: Vec<SharedAttempt>,
}

/// A step of an attempt to shuffle together: what it waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ShuffleStep {
    /// For the hashes (`seal`).
    Seal,
    /// For the nonces (`reveal`): the list of hashes is complete.
    Reveal,
    /// For nothing: the cards are shuffled.
    Done,
}

/// One attempt, as everybody may know it now. The keys are the letters of docs/records.md.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SharedAttempt {
    /// Its number, from 0.
    pub k: u32,
    /// The commitment of the server's secret.
    #[serde(rename = "C")]
    pub commitment: String,
    /// The hash of each seat. Null for all until the list is complete, then for seats that take no part.
    pub h: Vec<Option<String>>,
    /// The nonce of each seat. Null for all until the attempt is over, then for seats that have not revealed one.
    pub n: Vec<Option<String>>,
    /// The server's secret. Null in the last attempt until the match is over.
    #[serde(rename = "S")]
    pub secret: Option<String>,
    /// The seats that had no person when it began: bots take no part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub bots: Vec<u8>,
}
