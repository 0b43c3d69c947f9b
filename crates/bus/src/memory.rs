//! A bus within one process, for tests: it loses, doubles and reorders letters by a seed, and can be away.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::{Bus, BusAway, BusEvent, fresh_address};

/// How often something goes wrong, of a thousand letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mischief {
    /// Letters that are lost.
    pub lost: u32,
    /// Letters that come twice.
    pub doubled: u32,
    /// Letters that come after the next one.
    pub late: u32,
}

/// What the nodes of a test share.
#[derive(Clone)]
pub struct MemoryHub {
    state: Arc<Mutex<HubState>>,
}

struct HubState {
    dice: SplitMix64,
    mischief: Mischief,
    away: bool,
    nodes: BTreeMap<String, PostBox>,
}

/// Where the letters of one node go.
struct PostBox {
    sender: UnboundedSender<BusEvent>,
    late: Option<Vec<u8>>,
}

impl MemoryHub {
    /// A bus that misbehaves so.
    pub fn new(seed: u64, mischief: Mischief) -> MemoryHub {
        let state = HubState { dice: SplitMix64::seed_from_u64(seed), mischief, away: false, nodes: BTreeMap::new() };
        MemoryHub { state: Arc::new(Mutex::new(state)) }
    }

    /// Another node.
    pub fn join(&self) -> MemoryBus {
        let (sender, receiver) = unbounded_channel();
        let mut state = self.lock();
        let address = format!("{:04}-{}", state.nodes.len(), fresh_address());
        let _ = sender.send(if state.away { BusEvent::Away } else { BusEvent::Back });
        state.nodes.insert(address.clone(), PostBox { sender, late: None });
        MemoryBus { address, hub: self.clone(), receiver: tokio::sync::Mutex::new(receiver) }
    }

    /// From now on letters come as they should, or not.
    pub fn behave(&self, mischief: Mischief) {
        self.lock().mischief = mischief;
    }

    /// The bus goes away, or is back.
    pub fn set_away(&self, away: bool) {
        let mut state = self.lock();
        state.away = away;
        for node in state.nodes.values_mut() {
            node.late = None;
            let _ = node.sender.send(if away { BusEvent::Away } else { BusEvent::Back });
        }
    }

    fn lock(&self) -> MutexGuard<'_, HubState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for MemoryHub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryHub").finish_non_exhaustive()
    }
}

impl HubState {
    fn happens(&mut self, of_a_thousand: u32) -> bool {
        self.dice.next_u32() % 1000 < of_a_thousand
    }

    fn deliver(&mut self, to: &str, post: Vec<u8>) -> Result<(), BusAway> {
        if self.away {
            return Err(BusAway);
        }
        let Mischief { lost, doubled, late } = self.mischief;
        let (lost, doubled, late) = (self.happens(lost), self.happens(doubled), self.happens(late));
        let Some(node) = self.nodes.get_mut(to).filter(|_| !lost) else { return Ok(()) };
        if late && node.late.is_none() {
            node.late = Some(post);
            return Ok(());
        }
        for _ in 0..=u8::from(doubled) {
            let _ = node.sender.send(BusEvent::Post(post.clone()));
        }
        if let Some(late) = node.late.take() {
            let _ = node.sender.send(BusEvent::Post(late));
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

    fn send(&self, to: &str, post: Vec<u8>) -> Result<(), BusAway> {
        self.hub.lock().deliver(to, post)
    }

    fn call(&self, post: Vec<u8>) -> Result<(), BusAway> {
        let mut state = self.hub.lock();
        let all: Vec<String> = state.nodes.keys().cloned().collect();
        all.iter().try_for_each(|to| state.deliver(to, post.clone()))
    }

    fn next(&self) -> Pin<Box<dyn Future<Output = Option<BusEvent>> + Send + '_>> {
        Box::pin(async { self.receiver.lock().await.recv().await })
    }
}
