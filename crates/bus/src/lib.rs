//! Messages between the nodes of a cluster: servers that share a database.
//!
//! - [`Bus`]: the trait. It carries a message to another node as a rule at most once, and does not guarantee delivery.
//! - `nats`: a bus over NATS core ([`NatsBus`]); `address`: its address, TLS and credentials ([`BusAddress`])
//! - `memory`: a bus within one process, for tests ([`MemoryHub`]). A seed decides which messages it loses, duplicates
//!   and delays.
//!
//! The server defines the content of messages. `node::PeerLink` detects a lost one.

mod address;
mod memory;
mod nats;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

pub use address::{BusAddress, BusAddressError};
pub use memory::{FaultRates, MemoryBus, MemoryHub};
pub use nats::{NatsBus, NatsError};

/// What a bus reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BusEvent {
    /// Another node sent this to this node, or to all.
    Payload(Vec<u8>),
    /// The bus cannot be reached: what was sent lately may not have arrived.
    Disconnected,
    /// It can be reached, for the first time or again.
    Connected,
}

/// The bus cannot take a message: it cannot be reached, or too many messages wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the bus cannot be reached")]
pub struct BusUnavailable;

/// Carries messages between nodes: as a rule each at most once, and none for certain.
pub trait Bus: fmt::Debug + Send + Sync + 'static {
    /// The address of this node, which no other node has or had.
    fn address(&self) -> &str;

    /// Sends something to one node. It does not wait.
    ///
    /// # Errors
    /// If it cannot be sent. Without an error it may be lost nevertheless.
    fn send(&self, to: &str, payload: Vec<u8>) -> Result<(), BusUnavailable>;

    /// Sends something to all nodes, this one too.
    ///
    /// # Errors
    /// As [`send`](Bus::send).
    fn broadcast(&self, payload: Vec<u8>) -> Result<(), BusUnavailable>;

    /// The next event; `None` when the bus has ended. One caller at a time waits.
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
