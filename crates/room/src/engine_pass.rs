//! The pass that lets an engine in.

use serde::{Deserialize, Serialize};

/// A pass that admits an engine. Only the host has the token itself. The pass contains the hash of the token. The store
/// reads `hash` and `expires_ms` in a table's data. It deletes an expired hash (`store/src/sql/prune.rs`). After that,
/// the pass admits nobody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EnginePass {
    /// The seat.
    pub seat: u8,
    /// The hash of the token, in hex; empty after it was deleted.
    pub hash: String,
    /// The time when the pass ends, in milliseconds since 1970.
    pub expires_ms: i64,
    /// The number of log entries when the pass was made.
    pub log: u64,
    /// The first deal that the engine plays, from 0. Somebody else has played the seat in earlier deals.
    pub from: u32,
}
