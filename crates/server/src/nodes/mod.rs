//! The other nodes of a house: servers that share its database, and write letters to each other over a bus.
//!
//! Any node takes any socket or request. A table belongs to one node (its owner, by the store); every other node has only a
//! *relay* of it (`actor/relay.rs`), which reads the table's mail and passes it on.
//!
//! - `letter`: what nodes write to each other; `links`: questions and lines on numbered links, which end as a whole
//!
//! `post` reads the letters that come.

pub(crate) mod letter;
pub(crate) mod links;
