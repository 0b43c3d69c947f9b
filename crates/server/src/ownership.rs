//! The ownership of loaded tables, if several servers share a store. A server owns all of its loaded tables, and can
//! lose them only all together.

use std::sync::Arc;

use parking_lot::Mutex;
use store::EventStore;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Stops the work of loaded tables when the server stops, or when the server has lost its tables to other servers.
pub(crate) struct Ownership {
    stop: CancellationToken,
    current: Mutex<CancellationToken>,
}

impl Ownership {
    pub(crate) fn new(stop: &CancellationToken) -> Ownership {
        Ownership { stop: stop.clone(), current: Mutex::new(stop.child_token()) }
    }

    pub(crate) fn tenure(&self, store: &dyn EventStore) -> Tenure {
        Tenure { lease: store.lease(), over: self.token() }
    }

    /// Returns a token that is cancelled when the tables that are loaded now are lost, or when the server stops.
    fn token(&self) -> CancellationToken {
        self.current.lock().clone()
    }

    /// Ends the tenure of all tables that are loaded, because other servers may own them.
    fn lose(&self) {
        let mut current = self.current.lock();
        std::mem::replace(&mut *current, self.stop.child_token()).cancel();
    }
}

/// The time during which this server owns a loaded table.
#[derive(Clone)]
pub(crate) struct Tenure {
    lease: Option<u64>,
    over: CancellationToken,
}

impl Tenure {
    /// Waits until another server may own the table, or this server stops.
    pub(crate) async fn over(&self) {
        self.over.cancelled().await;
    }

    /// Returns whether the table may be acted on and shown. This call finds out if the lease has ended while the
    /// process was paused.
    pub(crate) fn is_good(&self, store: &dyn EventStore) -> bool {
        self.lease.is_some() && store.lease() == self.lease
    }
}

/// Drops all loaded tables whenever the store reports that they are lost. Runs until the server stops.
pub(crate) async fn watch(ownership: Arc<Ownership>, losses: Option<watch::Receiver<u64>>) {
    let Some(mut losses) = losses else { return };
    let stop = ownership.stop.clone();
    while let Some(Ok(())) = stop.run_until_cancelled(losses.changed()).await {
        ownership.lose();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_taken_before_a_loss_ends_and_what_is_taken_after_it_goes_on() {
        let (stop, (lose, losses)) = (CancellationToken::new(), watch::channel(0));
        let ownership = Arc::new(Ownership::new(&stop));
        let watching = tokio::spawn(watch(ownership.clone(), Some(losses)));
        let before = ownership.token();
        lose.send_modify(|losses| *losses += 1);
        before.cancelled().await;
        let after = ownership.token();
        assert!(!after.is_cancelled() && !stop.is_cancelled(), "the server goes on");
        stop.cancel();
        after.cancelled().await;
        watching.await.expect("it ends with the server");
    }
}
