//! Limits the number of open connections.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use super::networks::{Party, network, of_one_from};

/// The open connections of each party. Every connection has a guard, which counts as one.
#[derive(Default)]
pub(crate) struct OpenCounts(Mutex<HashMap<Party, Weak<()>>>);

/// A guard. The connection counts until its guard is dropped.
pub(crate) type CountGuard = Arc<()>;

impl OpenCounts {
    /// Counts another connection, unless there are `most` already; 0 means no limit.
    pub(crate) fn enter(&self, of: Party, most: u32) -> Option<CountGuard> {
        let mut open = self.0.lock();
        if let Some(counted) = open.get(&of).and_then(Weak::upgrade) {
            return (most == 0 || Arc::strong_count(&counted) <= most as usize).then_some(counted);
        }
        // Parties without connections are removed before the map would have to grow.
        if open.len() == open.capacity() {
            open.retain(|_, counted| counted.strong_count() > 0);
        }
        let counted = Arc::default();
        open.insert(of, Arc::downgrade(&counted));
        Some(counted)
    }

    /// Counts another connection from an address, unless the address's network has `most` already.
    pub(crate) fn enter_from(&self, address: IpAddr, most: u32) -> Option<CountGuard> {
        self.enter(Party::Network(network(address)), of_one_from(address, most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_connections_and_a_network_is_one() {
        let connections = OpenCounts::default();
        let [a, b, c]: [IpAddr; 3] = ["2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1"].map(|a| a.parse().unwrap());
        let first = connections.enter_from(a, 2).expect("room for two");
        let _second = connections.enter_from(b, 2).expect("room for two");
        assert!(connections.enter_from(a, 2).is_none(), "one network");
        assert!(connections.enter_from(c, 2).is_some(), "another network");
        drop(first);
        assert!(connections.enter_from(b, 2).is_some());
        let here = "127.0.0.1".parse().unwrap();
        let many: Vec<_> = (0..10).map(|_| connections.enter_from(here, 2)).collect();
        assert!(many.iter().all(Option::is_some), "this machine is not counted");
    }
}
