//! What a node of a cluster decides by itself. A node is a server that shares a database with others. This crate has
//! no I/O and no clock, so that tests and the simulator can run it on virtual time.
//!
//! - `lease`: until when the node may act for its tables ([`Lease`])
//! - `peer_link`: detects lost messages between nodes by their sequence numbers ([`PeerLink`])

mod lease;
mod peer_link;

pub use lease::{GRANTED, KEPT, Lease, Moment, Next};
pub use peer_link::{FRAGMENT_BYTES, FragmentHeader, LinkEvent, PeerLink};
