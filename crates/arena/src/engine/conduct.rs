//! Counts the mistakes of an engine.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;

/// The counted conduct of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Conduct {
    /// Its own name for itself.
    pub name: String,
    /// Questions to the engine, asked or not.
    pub questions: u64,
    /// Of them, those that the rule player answered.
    pub replaced: u64,
    /// Answers that did not come in time.
    pub late: u64,
    /// Answers that were not legal.
    pub illegal: u64,
    /// Lines that were not a message, or too long.
    pub unreadable: u64,
    /// The number of times that its process ended, or hung and was killed.
    pub ended: u64,
    /// How it ended the first time, in words.
    pub ended_with: Option<String>,
}

impl Conduct {
    /// Returns true if the engine itself answered every question in time.
    pub fn is_good(&self) -> bool {
        self.replaced == 0 && self.unreadable == 0 && self.ended == 0
    }
}

/// Counts the conduct of an engine's processes on several threads.
#[derive(Default)]
pub(crate) struct SharedConduct(Mutex<Conduct>);

impl SharedConduct {
    pub(crate) fn update(&self, change: impl FnOnce(&mut Conduct)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn ended(&self, how: &str) {
        self.update(|conduct| {
            conduct.ended += 1;
            conduct.ended_with.get_or_insert_with(|| how.to_owned());
        });
    }

    pub(crate) fn so_far(&self) -> Conduct {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
