//! Which tables are awake. A table's actor is started when somebody first asks for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use game::SeatSet;
use room::log_entry::LogEntry;
use room::{Pace, TableSummary};
use store::{EventStore, Stored};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::actor::{self, Mail, Services, log_entry};
use crate::api::stage_of;
use crate::fault::Fault;
use crate::lobby::Lobby;
use crate::meters::Meters;
use crate::open_table::fold;
use crate::work::Work;

/// The mailboxes of the tables that are awake.
pub(crate) struct Tables {
    awake: Mutex<HashMap<String, mpsc::Sender<Box<Mail>>>>,
    /// Summaries of tables that are asleep, as they were after so many events.
    lines: Mutex<HashMap<String, Remembered>>,
    /// Who folds a long log for a list waits for a permit.
    folding: Semaphore,
    services: Services,
}

struct Remembered {
    events: u64,
    begun: bool,
    summary: TableSummary,
}

/// So many lines are remembered before all of them are forgotten.
const MOST_LINES: usize = 4096;

impl Tables {
    pub(crate) fn new(
        store: Arc<dyn EventStore>,
        pace: Pace,
        meters: Arc<Meters>,
        stop: CancellationToken,
    ) -> Arc<Tables> {
        let services = Services {
            store,
            pace,
            work: Arc::new(Work::new(&stop)),
            lobby: Arc::new(Lobby::default()),
            meters,
            stop,
            #[cfg(test)]
            script: None,
        };
        Tables::of(services)
    }

    fn of(services: Services) -> Arc<Tables> {
        Arc::new(Tables { awake: Mutex::default(), lines: Mutex::default(), folding: Semaphore::new(2), services })
    }

    /// The same tables, at which bots follow a script.
    #[cfg(test)]
    pub(crate) fn scripted(self: Arc<Tables>, script: actor::Script) -> Arc<Tables> {
        let services = Services { script: Some(script), ..self.services.clone() };
        Tables::of(services)
    }

    /// The mailbox of a table, whose actor is started if it is not there. It loads the table by itself: what is put
    /// into the mailbox meanwhile waits.
    pub(crate) fn wake(self: &Arc<Tables>, stored: Stored) -> mpsc::Sender<Box<Mail>> {
        let mut awake = self.lock();
        if let Some(mailbox) = awake.get(&stored.setup.id).filter(|mailbox| !mailbox.is_closed()) {
            return mailbox.clone();
        }
        let (mailbox, notes) = mpsc::channel(actor::MAILBOX);
        awake.insert(stored.setup.id.clone(), mailbox.clone());
        tokio::spawn(actor::run(stored, self.services.clone(), notes, mailbox.downgrade(), self.clone()));
        mailbox
    }

    /// Puts a letter with a way back into the mailbox of a table, and waits for the answer.
    pub(crate) async fn ask<T>(
        self: &Arc<Tables>,
        stored: Stored,
        letter: impl FnOnce(oneshot::Sender<Result<T, Fault>>) -> Mail,
    ) -> Result<T, Fault> {
        let (reply, answer) = oneshot::channel();
        self.wake(stored).send(Box::new(letter(reply))).await.map_err(|_| Fault::Away)?;
        answer.await.unwrap_or(Err(Fault::Away))
    }

    /// Tells every table that is awake, also one that is just being loaded.
    pub(crate) async fn tell_all(&self, letter: impl Fn() -> Mail) {
        let mailboxes: Vec<mpsc::Sender<Box<Mail>>> = self.lock().values().cloned().collect();
        for mailbox in mailboxes {
            // A table that is asleep knows nothing.
            let _ = mailbox.send(Box::new(letter())).await;
        }
    }

    /// The public tables.
    pub(crate) fn lobby(&self) -> &Lobby {
        &self.services.lobby
    }

    /// Who works for people, away from the async threads.
    pub(crate) fn work(&self) -> &Work {
        &self.services.work
    }

    /// How many tables are awake.
    pub(crate) fn count(&self) -> usize {
        self.lock().values().filter(|mailbox| !mailbox.is_closed()).count()
    }

    /// Whether a table is awake.
    pub(crate) fn is_awake(&self, id: &str) -> bool {
        self.lock().get(id).is_some_and(|mailbox| !mailbox.is_closed())
    }

    /// The summary of a table that is asleep, without waking it, which would let the bots play on.
    pub(crate) async fn summary_of_sleeper(&self, stored: Stored) -> Result<TableSummary, Fault> {
        let (id, begun) = (stored.setup.id.clone(), stored.setup.started_ms.is_some());
        let events = self.services.store.length(&id).await?;
        let remembered = |lines: &HashMap<String, Remembered>| {
            let found = lines.get(&id).filter(|known| known.events == events && known.begun == begun);
            found.map(|known| known.summary.clone())
        };
        if let Some(line) = remembered(&self.lines()) {
            return Ok(line);
        }
        let _permit = self.folding.acquire().await;
        // Somebody else may have asked meanwhile.
        if let Some(line) = remembered(&self.lines()) {
            return Ok(line);
        }
        let log: Vec<LogEntry> = self.services.store.events(&id).await?.into_iter().map(log_entry).collect();
        let events = log.len() as u64;
        let stage = stage_of(&stored.setup, None);
        let folded = fold(stored, log).await?;
        let summary = room::summary(folded.table.as_ref(), stage, Vec::new(), SeatSet::EMPTY);
        let mut lines = self.lines();
        if lines.len() >= MOST_LINES {
            lines.clear();
        }
        lines.insert(id, Remembered { events, begun, summary: summary.clone() });
        Ok(summary)
    }

    fn lines(&self) -> std::sync::MutexGuard<'_, HashMap<String, Remembered>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a table go, unless somebody holds its mailbox and may still write.
    pub(crate) fn let_go(&self, id: &str) -> bool {
        let mut awake = self.lock();
        // New holders come only from here, under the lock.
        let alone = awake.get(id).is_none_or(|mailbox| mailbox.strong_count() == 1);
        if alone {
            awake.remove(id);
        }
        alone
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, mpsc::Sender<Box<Mail>>>> {
        self.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
