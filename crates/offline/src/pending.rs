//! What the page has been asked for and has not answered yet: reads and writes of its storage.

use std::collections::BTreeMap;

use room::{Input, NotStored};

use crate::device::table_prefixes;
use crate::message::ToPage;

/// What waits for an answer, by the number of the question.
pub(crate) struct PendingAnswers<T> {
    waiting: BTreeMap<u64, T>,
    last: u64,
}

impl<T> Default for PendingAnswers<T> {
    fn default() -> PendingAnswers<T> {
        PendingAnswers { waiting: BTreeMap::new(), last: 0 }
    }
}

impl<T> PendingAnswers<T> {
    /// Returns the number of the question.
    pub(crate) fn add(&mut self, waits: T) -> u64 {
        self.last += 1;
        self.waiting.insert(self.last, waits);
        self.last
    }

    pub(crate) fn finish(&mut self, number: u64) -> Option<T> {
        self.waiting.remove(&number)
    }
}

/// The stored data that a message of the page needs.
pub(crate) enum Needed {
    /// The loaded room of a table.
    Room(String),
    /// The summary of a table, for the list of tables.
    Summary(String),
    /// Keys that begin with one of these.
    Keys(Vec<String>),
}

impl Needed {
    /// The beginnings of its keys.
    pub(crate) fn prefixes(&self) -> Vec<String> {
        match self {
            Needed::Room(id) | Needed::Summary(id) => table_prefixes(id),
            Needed::Keys(prefixes) => prefixes.clone(),
        }
    }
}

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
