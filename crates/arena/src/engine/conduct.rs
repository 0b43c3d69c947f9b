//! Counts of an engine's mistakes.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;

/// The counts of an engine's conduct.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Conduct {
    /// The name that the engine gave itself.
    pub name: String,
    /// The number of questions for the engine, including those that were not sent.
    pub questions: u64,
    /// The number of questions that the rule player answered in place of the engine.
    pub replaced: u64,
    /// The number of answers that came too late.
    pub late: u64,
    /// The number of answers that were not legal.
    pub illegal: u64,
    /// The number of lines that were too long, not a message, or a message that was not expected.
    pub unreadable: u64,
    /// The number of times that the engine's process ended, or hung and was killed.
    pub ended: u64,
    /// A description of the first time that the process ended.
    pub ended_with: Option<String>,
}

impl Conduct {
    /// Returns true if the engine answered every question in time, wrote only expected messages, and never ended early.
    pub fn is_good(&self) -> bool {
        self.replaced == 0 && self.unreadable == 0 && self.ended == 0
    }
}

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
