//! The open connections by their guests, and how they are ended when somebody may not stay.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::{SessionId, TokenHash};
use tokio::sync::SetOnce;

/// The guest of a connection.
#[derive(Clone, Copy)]
pub(crate) struct ConnectedGuest {
    pub(crate) device: Option<TokenHash>,
    pub(crate) session: SessionId,
    pub(crate) address: IpAddr,
}

/// The open connections of people, and what ends each.
#[derive(Default)]
pub(crate) struct OpenConnections(Mutex<ConnectionList>);

#[derive(Default)]
struct ConnectionList {
    open: BTreeMap<u64, (ConnectedGuest, Arc<SetOnce<bool>>)>,
    last: u64,
}

/// A connection that is open until this is dropped.
pub(crate) struct OpenConnection {
    connections: Arc<OpenConnections>,
    number: u64,
    /// Once it is set the guest may not stay: whether it is banned.
    sent_away: Arc<SetOnce<bool>>,
}

impl OpenConnections {
    /// Somebody connects.
    pub(crate) fn open(self: &Arc<OpenConnections>, guest: ConnectedGuest) -> OpenConnection {
        let sent_away = Arc::new(SetOnce::new());
        let mut list = self.lock();
        list.last += 1;
        let number = list.last;
        list.open.insert(number, (guest, sent_away.clone()));
        OpenConnection { connections: self.clone(), number, sent_away }
    }

    /// Ends the connections of some guests, who are `banned`, or logged out.
    pub(crate) fn send_away(&self, banned: bool, which: impl Fn(&ConnectedGuest) -> bool) {
        for (_, sent_away) in self.lock().open.values().filter(|(guest, _)| which(guest)) {
            let _ = sent_away.set(banned);
        }
    }

    /// Ends the connections of devices that were logged out.
    pub(crate) fn log_out(&self, devices: &[TokenHash]) {
        self.send_away(false, |guest| guest.device.is_some_and(|device| devices.contains(&device)));
    }

    /// The devices that are connected.
    pub(crate) fn devices(&self) -> BTreeSet<TokenHash> {
        self.lock().open.values().filter_map(|(guest, _)| guest.device).collect()
    }

    fn lock(&self) -> MutexGuard<'_, ConnectionList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenConnection {
    /// Ready when the guest may not stay: whether it is banned.
    pub(crate) async fn sent_away(&self) -> bool {
        *self.sent_away.wait().await
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.connections.lock().open.remove(&self.number);
    }
}
