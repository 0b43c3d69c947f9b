//! Messages of the page that wait for data from its storage.

use std::collections::BTreeMap;

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
}
