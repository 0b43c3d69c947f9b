//! The mailboxes of the loaded tables.

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio::sync::mpsc::Sender;

use super::mail::Mail;

#[derive(Default)]
pub(crate) struct Mailboxes {
    awake: Mutex<HashMap<String, Sender<Box<Mail>>>>,
}

impl Mailboxes {
    /// Returns the mailbox of a table. If the table is not loaded, `start` starts its actor and returns the mailbox.
    pub(crate) fn get_or_start(&self, id: &str, start: impl FnOnce() -> Sender<Box<Mail>>) -> Sender<Box<Mail>> {
        let mut awake = self.awake.lock();
        if let Some(mailbox) = awake.get(id).filter(|mailbox| !mailbox.is_closed()) {
            return mailbox.clone();
        }
        let mailbox = start();
        awake.insert(id.to_owned(), mailbox.clone());
        mailbox
    }

    /// Returns the mailbox of a table, if the table is loaded or being loaded.
    pub(crate) fn get(&self, id: &str) -> Option<Sender<Box<Mail>>> {
        self.awake.lock().get(id).filter(|mailbox| !mailbox.is_closed()).cloned()
    }

    /// Returns all mailboxes, including those of tables that are still being loaded.
    pub(crate) fn all(&self) -> Vec<Sender<Box<Mail>>> {
        self.awake.lock().values().cloned().collect()
    }

    pub(crate) fn count(&self) -> usize {
        self.awake.lock().values().filter(|mailbox| !mailbox.is_closed()).count()
    }

    /// Returns whether a table is loaded.
    pub(crate) fn is_awake(&self, id: &str) -> bool {
        self.awake.lock().get(id).is_some_and(|mailbox| !mailbox.is_closed())
    }

    /// Removes the mailbox of a table, unless a holder of a copy may still write to it. Returns whether it was removed.
    pub(super) fn release(&self, id: &str) -> bool {
        let mut awake = self.awake.lock();
        // Copies are given out only under the lock, so their number cannot grow during this check.
        let alone = awake.get(id).is_none_or(|mailbox| mailbox.strong_count() == 1);
        if alone {
            awake.remove(id);
        }
        alone
    }
}
