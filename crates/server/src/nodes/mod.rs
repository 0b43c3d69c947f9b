//! The other nodes of a cluster: servers that share a database and send each other messages over a bus.
//!
//! Any node takes any socket or request. A table belongs to one node (its owner, by the store); every other node has only a
//! *relay* of it (`actor/relay.rs`), which reads the table's mail and forwards it.
//!
//! - `message`: what nodes send each other; `links`: requests and streams on links with sequence numbers, which end as a whole
//!
//! `dispatch` handles the messages that come.

pub(crate) mod links;
pub(crate) mod message;
