//! The decisions of a node of a cluster about itself. A node is a server that shares a database with others. This crate has
//! no I/O and no clock, so that tests and the simulator can run it on virtual time.
//!
//! - `lease`: until when the node may act for its tables ([`Lease`])

mod lease;

pub use lease::{GRANTED, KEPT, Lease, Moment, Next};
