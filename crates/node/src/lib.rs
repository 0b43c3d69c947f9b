//! The decisions that a node of a cluster makes about itself. A node is a server that shares a database with others.
//! This crate has no I/O and no clock. So tests and the simulator can run it on virtual time.
//!
//! - `lease`: the time until which the node may act for its tables ([`Lease`])

mod lease;

pub use lease::{GRANTED, KEPT, Lease, Moment, Next};
