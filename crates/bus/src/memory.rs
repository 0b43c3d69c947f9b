//! A bus within one process, for tests: it loses, duplicates and delays messages by a seed, and can be disconnected.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::{Bus, BusEvent, BusUnavailable, fresh_address};

/// How many of a thousand messages meet each fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FaultRates {
    /// Messages that are lost.
    pub lost: u32,
    /// Messages that come twice.
    pub duplicated: u32,
    /// Messages that come after the next one.
    pub delayed: u32,
}

/// What the nodes of a test share.
#[derive(Clone)]
pub struct MemoryHub {
    state: Arc<Mutex<HubState>>,
}

struct HubState {
    rng: SplitMix64,
    faults: FaultRates,
    connected: bool,
    nodes: BTreeMap<String, Inbox>,
}

/// What comes to one node.
struct Inbox {
    sender: UnboundedSender<BusEvent>,
    delayed: Option<Vec<u8>>,
}

impl MemoryHub {
    /// A bus with these faults.
    pub fn new(seed: u64, faults: FaultRates) -> MemoryHub {
        let rng = SplitMix64::seed_from_u64(seed);
        let state = HubState { rng, faults, connected: true, nodes: BTreeMap::new() };
        MemoryHub { state: Arc::new(Mutex::new(state)) }
    }

    /// Another node.
    pub fn join(&self) -> MemoryBus {
        let (sender, receiver) = unbounded_channel();
        let mut state = self.lock();
        let address = format!("{:04}-{}", state.nodes.len(), fresh_address());
        let _ = sender.send(condition(state.connected));
        state.nodes.insert(address.clone(), Inbox { sender, delayed: None });
        MemoryBus { address, hub: self.clone(), receiver: tokio::sync::Mutex::new(receiver) }
    }

    /// From now on the bus has these faults.
    pub fn set_faults(&self, faults: FaultRates) {
        self.lock().faults = faults;
    }

    /// All nodes lose their connection to the bus, or have it again.
    pub fn set_connected(&self, connected: bool) {
        let mut state = self.lock();
        state.connected = connected;
        for node in state.nodes.values_mut() {
            node.delayed = None;
            let _ = node.sender.send(condition(connected));
        }
    }

    fn lock(&self) -> MutexGuard<'_, HubState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn condition(connected: bool) -> BusEvent {
    if connected { BusEvent::Connected } else { BusEvent::Disconnected }
}

impl fmt::Debug for MemoryHub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryHub").finish_non_exhaustive()
    }
}

impl HubState {
    fn happens(&mut self, of_a_thousand: u32) -> bool {
        self.rng.next_u32() % 1000 < of_a_thousand
    }

    fn deliver(&mut self, to: &str, payload: Vec<u8>) -> Result<(), BusUnavailable> {
        if !self.connected {
            return Err(BusUnavailable);
        }
        let FaultRates { lost, duplicated, delayed } = self.faults;
        let (lost, duplicated, delayed) = (self.happens(lost), self.happens(duplicated), self.happens(delayed));
        let Some(node) = self.nodes.get_mut(to).filter(|_| !lost) else { return Ok(()) };
        if delayed && node.delayed.is_none() {
            node.delayed = Some(payload);
            return Ok(());
        }
        for _ in 0..=u8::from(duplicated) {
            let _ = node.sender.send(BusEvent::Payload(payload.clone()));
        }
        if let Some(payload) = node.delayed.take() {
            let _ = node.sender.send(BusEvent::Payload(payload));
        }
        Ok(())
    }
}

/// One node at a [`MemoryHub`].
#[derive(Debug)]
pub struct MemoryBus {
    address: String,
    hub: MemoryHub,
    receiver: tokio::sync::Mutex<UnboundedReceiver<BusEvent>>,
}

impl Bus for MemoryBus {
    fn address(&self) -> &str {
        &self.address
    }

    fn send(&self, to: &str, payload: Vec<u8>) -> Result<(), BusUnavailable> {
        self.hub.lock().deliver(to, payload)
    }

    fn broadcast(&self, payload: Vec<u8>) -> Result<(), BusUnavailable> {
        let mut state = self.hub.lock();
        let all: Vec<String> = state.nodes.keys().cloned().collect();
        all.iter().try_for_each(|to| state.deliver(to, payload.clone()))
    }

    fn next(&self) -> Pin<Box<dyn Future<Output = Option<BusEvent>> + Send + '_>> {
        Box::pin(async { self.receiver.lock().await.recv().await })
    }
}
