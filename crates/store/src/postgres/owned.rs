//! The rights of this process: its node, its lease, and the epoch of each table that it owns.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use node::{Lease, Moment};

/// The number of a node in the database. A process begins a new node whenever it has lost its lease.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(pub(super) i64);

/// The state that the writer and the keeper of the lease share. They are tasks of one thread.
pub(super) struct OwnedTables {
    inner: RefCell<Inner>,
    state: Arc<NodeState>,
}

/// The state that every thread may read.
#[derive(Default)]
pub(super) struct NodeState {
    /// The time until which the lease is good, in nanoseconds of [`now`].
    until: AtomicU64,
    /// The number of times that this process has lost all its tables. It is also the number of the current lease.
    pub(super) losses: watch::Sender<u64>,
    /// Set while the server that most recently granted the lease waits for a standby.
    pub(super) standby: AtomicBool,
    server: Mutex<String>,
}

impl NodeState {
    /// Returns the number of the lease while the lease is good.
    pub(super) fn lease(&self) -> Option<u64> {
        let number = *self.losses.borrow();
        let good = now() < Moment(Duration::from_nanos(self.until.load(Ordering::SeqCst)));
        // The time must not be used if the number has changed, because it may belong to another lease.
        (good && *self.losses.borrow() == number).then_some(number)
    }

    fn set_lease(&self, lease: &Lease) {
        let until = lease.until().map_or(0, |until| u64::try_from(until.0.as_nanos()).unwrap_or(u64::MAX));
        self.until.store(until, Ordering::SeqCst);
    }

    /// Returns the server that most recently granted the lease. Any other server may have outdated data, for example a
    /// former primary that has been replaced.
    pub(super) fn server(&self) -> MutexGuard<'_, String> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Inner {
    lease: Lease,
    node: Option<NodeId>,
    epochs: HashMap<String, i64>,
}

/// Returns the time since the machine was started, including the time when it slept.
pub(super) fn now() -> Moment {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let clock = rustix::time::ClockId::Boottime;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let clock = rustix::time::ClockId::Monotonic;
    let time = rustix::time::clock_gettime(clock);
    Moment(Duration::new(time.tv_sec.cast_unsigned(), u32::try_from(time.tv_nsec).unwrap_or_default()))
}

impl OwnedTables {
    pub(super) fn new(state: Arc<NodeState>) -> OwnedTables {
        let inner = Inner { lease: Lease::new(now()), node: None, epochs: HashMap::new() };
        OwnedTables { inner: RefCell::new(inner), state }
    }

    /// Returns the node while its lease is good.
    pub(super) fn node(&self) -> Option<NodeId> {
        let inner = self.inner.borrow();
        inner.node.filter(|_| inner.lease.is_good(now()))
    }

    pub(super) fn epoch(&self, table: &str) -> Option<i64> {
        self.inner.borrow().epochs.get(table).copied()
    }

    pub(super) fn own(&self, table: &str, epoch: i64) {
        self.inner.borrow_mut().epochs.insert(table.to_owned(), epoch);
    }

    pub(super) fn disown(&self, table: &str) {
        self.inner.borrow_mut().epochs.remove(table);
    }

    /// Makes a step of the lease, and publishes the lease's end to all threads.
    pub(super) fn lease<T>(&self, step: impl FnOnce(&mut Lease, Moment) -> T) -> T {
        let lease = &mut self.inner.borrow_mut().lease;
        let result = step(lease, now());
        self.state.set_lease(lease);
        result
    }

    pub(super) fn began(&self, node: NodeId) {
        self.lease(Lease::granted);
        let mut inner = self.inner.borrow_mut();
        // A lease that was granted so late that it has ended already is worthless. The node asks for another one.
        inner.node = Some(node).filter(|_| inner.lease.is_good(now()));
    }

    /// Returns whether a node has begun whose lease has ended.
    pub(super) fn is_over(&self) -> bool {
        let inner = self.inner.borrow();
        inner.node.is_some() && !inner.lease.is_good(now())
    }

    /// Gives up the lease and all tables. Returns the node that has ended.
    pub(super) fn drop_all(&self) -> Option<NodeId> {
        self.lease(Lease::dropped);
        let mut inner = self.inner.borrow_mut();
        inner.epochs.clear();
        self.state.losses.send_modify(|losses| *losses += 1);
        inner.node.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_that_is_granted_too_late_is_asked_for_again() {
        let owned = OwnedTables::new(Arc::default());
        owned.lease(Lease::asks);
        // The test needs real time: the database answers only when the lease would have run out.
        std::thread::sleep(node::KEPT);
        owned.began(NodeId(1));
        let found = (owned.node().map(|node| node.0), owned.is_over(), owned.lease(Lease::next));
        assert_eq!(found, (None, false, node::Next::Begin));
    }
}
