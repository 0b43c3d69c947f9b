//! Writes that the page has not stored yet.

use std::collections::BTreeMap;

use room::{Input, NotStored};

use crate::device::KeyChanges;
use crate::message::ToPage;

/// The consequence of a write that is stored, or cannot be stored.
pub(crate) enum AfterStored {
    Nothing,
    /// An input for a room.
    Tell {
        table: String,
        life: u64,
        stored: Box<dyn FnOnce(Result<(), NotStored>) -> Input>,
    },
    /// The answer to a request; an error if it was not stored.
    Respond(ToPage),
    /// The same, for the deletion of everything.
    Cleared(ToPage),
}

#[derive(Default)]
pub(crate) struct PendingWrites {
    pending: BTreeMap<u64, (KeyChanges, AfterStored)>,
    last: u64,
}

impl PendingWrites {
    /// The message that has the page store changes.
    pub(crate) fn store(&mut self, changes: KeyChanges, then: AfterStored) -> ToPage {
        self.last += 1;
        self.pending.insert(self.last, (changes.clone(), then));
        ToPage::Store { write: self.last, changes }
    }

    /// The message that has the page delete everything.
    pub(crate) fn clear(&mut self, response: ToPage) -> ToPage {
        self.last += 1;
        self.pending.insert(self.last, (KeyChanges::new(), AfterStored::Cleared(response)));
        ToPage::Clear { write: self.last }
    }

    pub(crate) fn finish(&mut self, write: u64) -> Option<(KeyChanges, AfterStored)> {
        self.pending.remove(&write)
    }
}
