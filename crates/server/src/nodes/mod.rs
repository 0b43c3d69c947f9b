//! The other nodes of a cluster: servers that share a database and send each other messages over a bus.
//!
//! Any node accepts any socket or request. The store says which node owns a table. Every other node has only a *relay*
//! of the table (`actor/relay.rs`), which reads the table's mail and forwards it to the owner.
//!
//! - `message`: what nodes send each other
//! - `links`: requests and streams between nodes. A link numbers its messages, and ends as a whole if one is lost.
//!
//! `dispatch` handles incoming messages.

pub(crate) mod links;
pub(crate) mod message;
