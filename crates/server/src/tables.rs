//! The loaded tables. A table's actor is started at the first request for the table.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use game::SeatSet;
use parking_lot::Mutex;
use room::{Denied, Input, Pace, RequestId, Room, TableSummary};
use store::{EventStore, SessionId, Stored};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::actor::{self, Mail, Mailboxes, Services};
use crate::days::DealsOfDay;
use crate::error::ApiError;
use crate::folding::Folding;
use crate::host::HostControl;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::ownership::{self, Ownership};
use crate::stored::{Folded, fold, stage_of};
use crate::work::WorkPools;

/// All tables. The loaded ones have mailboxes, the others are read from the store.
pub(crate) struct Tables {
    mailboxes: Arc<Mailboxes>,
    /// Summaries of tables that are not loaded.
    summaries: Mutex<HashMap<String, Remembered>>,
    services: Services,
}

struct Remembered {
    events: u64,
    begun: bool,
    summary: TableSummary,
}

/// The time within which tables must report which people they have in memory.
const ANSWERS_WITHIN: Duration = Duration::from_secs(2);

/// The number of cached summaries at which all of them are deleted.
const MOST_SUMMARIES: usize = 4096;

impl Tables {
    pub(crate) fn new(
        store: Arc<dyn EventStore>,
        pace: Pace,
        (metrics, host, days): (Arc<Metrics>, Arc<HostControl>, Arc<DealsOfDay>),
        node: Option<Arc<str>>,
        stop: CancellationToken,
    ) -> Arc<Tables> {
        let services = Services {
            store,
            pace,
            work: Arc::new(WorkPools::new(&stop)),
            lobby: Arc::new(Lobby::new(node.is_some())),
            metrics,
            folding: Folding::default(),
            ownership: Arc::new(Ownership::new(&stop)),
            host,
            days,
            node,
            stop,
            #[cfg(test)]
            script: None,
            #[cfg(test)]
            adviser: None,
        };
        Tables::of(services)
    }

    fn of(services: Services) -> Arc<Tables> {
        Arc::new(Tables { mailboxes: Arc::default(), summaries: Mutex::default(), services })
    }

    #[cfg(test)]
    pub(crate) fn scripted(self: Arc<Tables>, script: actor::Script) -> Arc<Tables> {
        let services = Services { script: Some(script), ..self.services.clone() };
        Tables::of(services)
    }

    /// Makes the advisers of these tables work for as long as a test says.
    #[cfg(test)]
    pub(crate) fn advised_by(self: Arc<Tables>, adviser: actor::Adviser) -> Arc<Tables> {
        let services = Services { adviser: Some(adviser), ..self.services.clone() };
        Tables::of(services)
    }

    /// Returns the mailbox of a table, and starts the table's actor if the table is not loaded. The actor loads the
    /// table; mail that arrives in the meantime waits in the mailbox.
    pub(crate) fn wake(&self, stored: Stored) -> mpsc::Sender<Box<Mail>> {
        let id = stored.setup.id.clone();
        self.mailboxes.get_or_start(&id, || {
            let (mailbox, mail) = mpsc::channel(actor::MAILBOX);
            tokio::spawn(actor::run(stored, self.services.clone(), mail, mailbox.downgrade(), self.mailboxes.clone()));
            mailbox
        })
    }

    /// Sends mail to a table and waits for the answer.
    pub(crate) async fn ask<T>(
        &self,
        stored: Stored,
        mail: impl FnOnce(oneshot::Sender<Result<T, ApiError>>) -> Mail,
    ) -> Result<T, ApiError> {
        let (reply, answer) = oneshot::channel();
        self.wake(stored).send(Box::new(mail(reply))).await.map_err(|_| ApiError::Away)?;
        answer.await.unwrap_or(Err(ApiError::Away))
    }

    /// Sends a request to a table's room, and waits for the number in the answer.
    pub(crate) async fn request(
        &self,
        stored: Stored,
        input: impl FnOnce(RequestId) -> Input + Send + 'static,
    ) -> Result<u8, ApiError> {
        self.ask(stored, |reply| Mail::Request { input: Box::new(input), reply }).await
    }

    pub(crate) async fn read<T: Send + 'static>(
        &self,
        stored: Stored,
        read: impl FnOnce(&Room) -> Result<T, Denied> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.ask(stored, |reply| Mail::read(reply, read)).await
    }

    /// Drops tables from memory whenever this server has lost them. Runs until the server stops.
    pub(crate) fn watch_ownership(&self) -> impl Future<Output = ()> + Send + 'static {
        ownership::watch(self.services.ownership.clone(), self.services.store.losses())
    }

    /// Sends mail to every loaded table, including those that are being loaded.
    pub(crate) async fn send_to_all(&self, mail: impl Fn() -> Mail) {
        for mailbox in self.mailboxes.all() {
            // A table that has just been unloaded has nothing in memory, so the error is ignored.
            let _ = mailbox.send(Box::new(mail())).await;
        }
    }

    /// Returns the sessions whose names are in the memory of tables. A table that does not answer in time is left out.
    pub(crate) async fn people(&self) -> BTreeSet<SessionId> {
        let (reply, mut answers) = mpsc::unbounded_channel();
        for mailbox in self.mailboxes.all() {
            let reply = reply.clone();
            let read = move |room: Result<&Room, &ApiError>| {
                let people = room.map(Room::people).unwrap_or_default();
                let _ = reply.send(people.into_iter().map(|person| SessionId(person.0)).collect::<Vec<_>>());
            };
            // A full mailbox is skipped, because the caller will ask again later.
            let _ = mailbox.try_send(Box::new(Mail::Read(Box::new(read))));
        }
        drop(reply);
        let mut people = BTreeSet::new();
        let collecting = async {
            while let Some(of_table) = answers.recv().await {
                people.extend(of_table);
            }
        };
        let _ = timeout(ANSWERS_WITHIN, collecting).await;
        people
    }

    /// Sends mail to a table if it is loaded.
    pub(crate) async fn send(&self, id: &str, mail: Mail) {
        if let Some(mailbox) = self.mailboxes.get(id) {
            // A table that has just been unloaded has nothing in memory, so the error is ignored.
            let _ = mailbox.send(Box::new(mail)).await;
        }
    }

    pub(crate) fn days(&self) -> &DealsOfDay {
        &self.services.days
    }

    pub(crate) fn lobby(&self) -> &Arc<Lobby> {
        &self.services.lobby
    }

    /// Returns the pools of work for people, which runs away from the async threads.
    pub(crate) fn work(&self) -> &WorkPools {
        &self.services.work
    }

    /// Returns the number of loaded tables.
    pub(crate) fn count(&self) -> usize {
        self.mailboxes.count()
    }

    /// Returns whether a table is loaded.
    pub(crate) fn is_awake(&self, id: &str) -> bool {
        self.mailboxes.is_awake(id)
    }

    /// Returns the summary of a table that is not loaded. This does not load the table, because the bots of a loaded
    /// table would play on.
    pub(crate) async fn summary_of_sleeper(&self, stored: Stored) -> Result<TableSummary, ApiError> {
        let (id, begun) = (stored.setup.id.clone(), stored.setup.started_ms.is_some());
        let events = self.services.store.length(&id).await?;
        let remembered = |summaries: &HashMap<String, Remembered>| {
            let found = summaries.get(&id).filter(|known| known.events == events && known.begun == begun);
            found.map(|known| known.summary.clone())
        };
        if let Some(summary) = remembered(&self.summaries.lock()) {
            return Ok(summary);
        }
        let permit = self.services.folding.permit(&stored.setup, events).await?;
        // Another caller may have made the summary in the meantime.
        if let Some(summary) = remembered(&self.summaries.lock()) {
            return Ok(summary);
        }
        let log = self.services.store.events(&id).await?;
        let events = log.len() as u64;
        let summarise = |stored: Stored, folded: Folded| {
            let stage = stage_of(&stored.setup, None);
            Ok(room::summary(folded.table.as_ref(), stage, Vec::new(), SeatSet::EMPTY))
        };
        let summary = fold(stored, log, permit, summarise).await?;
        let mut summaries = self.summaries.lock();
        if summaries.len() >= MOST_SUMMARIES {
            summaries.clear();
        }
        summaries.insert(id, Remembered { events, begun, summary: summary.clone() });
        Ok(summary)
    }

    /// Returns whether no log is being replayed.
    #[cfg(test)]
    pub(crate) fn folds_nothing(&self) -> bool {
        self.services.folding.is_idle()
    }
}
