//! Letters between servers that share a house.
//!
//! - [`Bus`]: what carries a letter to another node, at most once and without a promise
//! - `peer_link`: the numbers on letters, by which a node sees that one is missing ([`PeerLink`]); no I/O
//! - `nats`: NATS core ([`NatsBus`]); `address`: where it is, with TLS and credentials ([`BusAddress`])
//! - `memory`: within one process, for tests ([`MemoryHub`]); it loses, doubles and reorders letters by a seed
//!
//! What letters say is the business of the server.

mod address;
mod memory;
mod nats;
mod peer_link;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

pub use address::{BusAddress, BusAddressError};
pub use memory::{MemoryBus, MemoryHub, Mischief};
pub use nats::{NatsBus, NatsError};
pub use peer_link::{PeerLink, Postmark, Receipt};

/// The largest part of a letter in bytes: a bus takes messages of a megabyte, usually.
pub const PART: usize = 256 * 1024;

/// What comes over a bus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BusEvent {
    /// Something that another node sent to this one, or to all.
    Post(Vec<u8>),
    /// The bus cannot be reached: what was sent lately may not have arrived.
    Away,
    /// It can be reached, for the first time or again.
    Back,
}

/// The bus cannot take a letter: it is away, or too many letters wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the bus cannot be reached")]
pub struct BusAway;

/// Carries letters between nodes: each at most once as a rule, and none for certain.
pub trait Bus: fmt::Debug + Send + Sync + 'static {
    /// The address of this node, which no other node has or had.
    fn address(&self) -> &str;

    /// Sends something to one node. It does not wait.
    ///
    /// # Errors
    /// If it cannot be sent. Without an error it may be lost nevertheless.
    fn send(&self, to: &str, post: Vec<u8>) -> Result<(), BusAway>;

    /// Sends something to all nodes, this one too.
    ///
    /// # Errors
    /// As [`send`](Bus::send).
    fn call(&self, post: Vec<u8>) -> Result<(), BusAway>;

    /// The next thing that comes; `None` when the bus has ended. One caller at a time waits.
    fn next(&self) -> Pin<Box<dyn Future<Output = Option<BusEvent>> + Send + '_>>;
}

/// An address that nobody else has: 128 random bits.
///
/// # Panics
/// If the operating system has no random bits.
pub fn fresh_address() -> String {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).expect("the operating system has random bits");
    hex::encode(bits)
}
