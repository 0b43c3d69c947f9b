//! The open connections of guests. The connections of people who were banned or logged out can be closed through them.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use store::{SessionId, TokenHash};
use tokio::sync::SetOnce;

/// A connection of a person. It counts as open until this value is dropped.
pub(crate) struct OpenConnection {
    pub(crate) device: Option<TokenHash>,
    pub(crate) session: SessionId,
    pub(crate) address: IpAddr,
    /// Set when the connection must end: `true` if its guest is banned.
    pub(crate) sent_away: SetOnce<bool>,
}

#[derive(Default)]
pub(crate) struct OpenConnections(Mutex<Vec<Weak<OpenConnection>>>);

impl OpenConnections {
    pub(crate) fn open(&self, connection: OpenConnection) -> Arc<OpenConnection> {
        let connection = Arc::new(connection);
        let mut all = self.0.lock();
        // Ended connections are removed when the list would have to grow.
        if all.len() == all.capacity() {
            all.retain(|one| one.strong_count() > 0);
        }
        all.push(Arc::downgrade(&connection));
        connection
    }

    fn all(&self) -> Vec<Arc<OpenConnection>> {
        self.0.lock().iter().filter_map(Weak::upgrade).collect()
    }

    /// Ends the connections for which `which` returns `true`. Their guests were banned (`banned`) or logged out.
    pub(crate) fn send_away(&self, banned: bool, which: impl Fn(&OpenConnection) -> bool) {
        for one in self.all().iter().filter(|one| which(one)) {
            let _ = one.sent_away.set(banned);
        }
    }

    /// Ends the connections of devices that were logged out.
    pub(crate) fn log_out(&self, devices: &[TokenHash]) {
        self.send_away(false, |guest| guest.device.is_some_and(|device| devices.contains(&device)));
    }

    pub(crate) fn devices(&self) -> BTreeSet<TokenHash> {
        self.all().iter().filter_map(|one| one.device).collect()
    }
}
