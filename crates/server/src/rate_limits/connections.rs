//! Limits how many connections are open.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::SessionId;

use super::networks::network;

/// How many connections are open, of each.
pub(super) struct OpenCounts<K: Ord + Copy>(Mutex<BTreeMap<K, u32>>);

/// A connection that counts until this is dropped.
pub(crate) struct CountGuard<K: Ord + Copy> {
    counts: Arc<OpenCounts<K>>,
    of: K,
}

impl<K: Ord + Copy> OpenCounts<K> {
    /// Counts another connection, unless there are `most` already; 0: any number.
    pub(super) fn enter(self: &Arc<OpenCounts<K>>, of: K, most: u32) -> Option<CountGuard<K>> {
        let mut open = self.lock();
        let count = open.entry(of).or_default();
        if most > 0 && *count >= most {
            return None;
        }
        *count += 1;
        Some(CountGuard { counts: self.clone(), of })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<K, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Ord + Copy> Default for OpenCounts<K> {
    fn default() -> OpenCounts<K> {
        OpenCounts(Mutex::default())
    }
}

impl<K: Ord + Copy> Drop for CountGuard<K> {
    fn drop(&mut self) {
        let mut open = self.counts.lock();
        if let Some(count) = open.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.of);
            }
        }
    }
}

/// Limits the open connections of an address.
#[derive(Default)]
pub(crate) struct ConnectionLimiter {
    open: Arc<OpenCounts<IpAddr>>,
}

/// A connection that counts, for its address and for its guest, until this is dropped.
pub(crate) struct ConnectionGuard {
    _of_network: Option<CountGuard<IpAddr>>,
    _of_guest: Option<CountGuard<SessionId>>,
}

impl ConnectionLimiter {
    /// Counts another connection from an address, unless it has `most` already.
    pub(crate) fn enter(&self, address: IpAddr, most: u32) -> Option<ConnectionGuard> {
        let network = network(address);
        // An unknown proxy, people at this machine, and load runs all connect from the loopback address.
        let counted = match most == 0 || network.is_loopback() {
            true => None,
            false => Some(self.open.enter(network, most)?),
        };
        Some(ConnectionGuard { _of_network: counted, _of_guest: None })
    }
}

impl ConnectionGuard {
    /// The same connection, which also counts for its guest.
    pub(crate) fn of(mut self, guest: CountGuard<SessionId>) -> ConnectionGuard {
        self._of_guest = Some(guest);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_connections_and_a_network_is_one() {
        let connections = Arc::new(ConnectionLimiter::default());
        let [a, b, c]: [IpAddr; 3] = ["2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1"].map(|a| a.parse().unwrap());
        let first = connections.enter(a, 2).expect("room for two");
        let _second = connections.enter(b, 2).expect("room for two");
        assert!(connections.enter(a, 2).is_none(), "one network");
        assert!(connections.enter(c, 2).is_some(), "another network");
        drop(first);
        assert!(connections.enter(b, 2).is_some());
        let here = "127.0.0.1".parse().unwrap();
        let many: Vec<_> = (0..10).map(|_| connections.enter(here, 2)).collect();
        assert!(many.iter().all(Option::is_some), "this machine is not counted");
    }
}
