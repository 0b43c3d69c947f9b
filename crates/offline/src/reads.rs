//! Messages of the page that wait for data from its storage.

use std::collections::BTreeMap;

use room::ConnectionId;

use crate::device::table_prefixes;
use crate::message::{FromPage, ToPage};

/// The data that a message needs.
pub(crate) enum Needed {
    /// The loaded room of a table.
    Room(String),
    /// The summary of a table, for the list of tables.
    Summary(String),
    /// Keys that begin with one of these.
    Keys(Vec<String>),
}

#[derive(Default)]
pub(crate) struct PendingReads {
    pending: BTreeMap<u64, (FromPage, Needed)>,
    last: u64,
}

impl PendingReads {
    /// The message that has the page read what `message` needs.
    pub(crate) fn read(&mut self, message: FromPage, needed: Needed) -> ToPage {
        let prefixes = match &needed {
            Needed::Room(id) | Needed::Summary(id) => table_prefixes(id),
            Needed::Keys(prefixes) => prefixes.clone(),
        };
        self.last += 1;
        self.pending.insert(self.last, (message, needed));
        ToPage::Read { read: self.last, prefixes }
    }

    pub(crate) fn finish(&mut self, read: u64) -> Option<(FromPage, Needed)> {
        self.pending.remove(&read)
    }

    /// Drops the connections to a table that wait to be opened. Returns them.
    pub(crate) fn close_table(&mut self, id: &str) -> Vec<ConnectionId> {
        self.close(|_, table| table == id)
    }

    /// Drops a connection, if it waits to be opened.
    pub(crate) fn close_connection(&mut self, closed: ConnectionId) {
        self.close(|connection, _| connection == closed);
    }

    fn close(&mut self, is_closed: impl Fn(ConnectionId, &str) -> bool) -> Vec<ConnectionId> {
        let opens = |message: &FromPage| match message {
            FromPage::Open { connection, table } if is_closed(ConnectionId(*connection), table) => Some(*connection),
            _ => None,
        };
        let closed = self.pending.values().filter_map(|(message, _)| opens(message)).map(ConnectionId).collect();
        self.pending.retain(|_, (message, _)| opens(message).is_none());
        closed
    }
}
