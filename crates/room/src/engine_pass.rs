//! The pass that lets an engine in.

use serde::{Deserialize, Serialize};

/// Admits an engine. Only the host has the token itself. The store reads `hash` and `expires_ms` in what a table keeps, and deletes an
/// old hash (`store/src/sql/prune.rs`): then it is empty, and the pass admits nobody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EnginePass {
    /// The seat.
    pub seat: u8,
    /// Of the token, in hex; empty when it was deleted.
    pub hash: String,
    /// When it ends, in milliseconds since 1970.
    pub expires_ms: i64,
    /// How many entries the log had when it was made.
    pub log: u64,
    /// The first deal that the engine plays, from 0. Others have played the seat in the deal before.
    pub from: u32,
}
