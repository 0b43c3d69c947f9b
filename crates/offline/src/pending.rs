//! Unanswered questions to the page: reads and writes of its storage.

use std::collections::BTreeMap;

use room::{Input, NotStored};

use crate::device::table_prefixes;
use crate::message::ToPage;

/// The data that wait for an answer, by the number of the question.
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
    /// Adds data that wait. Returns the number of the question.
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
    /// The keys with one of these prefixes.
    Keys(Vec<String>),
}

impl Needed {
    pub(crate) fn prefixes(&self) -> Vec<String> {
        match self {
            Needed::Room(id) | Needed::Summary(id) => table_prefixes(id),
            Needed::Keys(prefixes) => prefixes.clone(),
        }
    }
}

/// The action that follows after a write was stored or failed.
pub(crate) enum AfterStored {
    Nothing,
    Tell {
        table: String,
        life: u64,
        stored: Box<dyn FnOnce(Result<(), NotStored>) -> Input>,
    },
    /// Send the answer to a request, which is an error if the write failed.
    Respond(ToPage),
    /// Send the answer to the request that deletes everything.
    Cleared(ToPage),
}
