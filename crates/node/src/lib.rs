//! What a node of a cluster decides by itself: a server that shares a database with others. No I/O and no clock here, so that
//! tests and the simulator run it on virtual time.
//!
//! - `lease`: until when the node may act for its tables ([`Lease`])
//! - `peer_link`: sequence numbers on messages between nodes, by which a lost one is detected ([`PeerLink`])

mod lease;
mod peer_link;

pub use lease::{GRANTED, KEPT, Lease, Moment, Next};
pub use peer_link::{FRAGMENT_BYTES, FragmentHeader, LinkEvent, PeerLink};
