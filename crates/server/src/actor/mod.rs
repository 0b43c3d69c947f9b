//! The shell around a room ([`room::Room`]): one task for each table. It takes mail, gives the room the time, and
//! carries out its effects: stores, sends, asks bots. `crates/room` decides everything that happens at a table. Every
//! `await` of a table is here.
//!
//! - `mail`: what comes in; `mailboxes` of all loaded tables
//! - `effects`: what the room wants done; `thinking`: bots and help, away from the async threads
//! - `load` makes a room from a stored table; `relay`: a table that another node owns
//! - `script`: bots of tests

#[cfg(test)]
mod away_tests;
#[cfg(test)]
mod bounds_tests;
#[cfg(test)]
mod claims_tests;
mod effects;
#[cfg(test)]
mod engine_tests;
#[cfg(test)]
mod history_tests;
mod load;
mod mail;
mod mailboxes;
#[cfg(test)]
mod newcomers_tests;
#[cfg(test)]
mod people_tests;
mod relay;
#[cfg(test)]
mod script;
#[cfg(test)]
mod secret_timing_tests;
#[cfg(test)]
mod settings_tests;
#[cfg(test)]
mod spectators_tests;
#[cfg(test)]
mod tests;
mod thinking;
#[cfg(test)]
mod timing_tests;

use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use room::{ConnectionId, EngineId, Input, Now, Pace, RequestId, Room, TaskId};
use store::{EventStore, StoreError, Stored};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use self::mail::Arriving;
use self::relay::Relay;
use crate::error::ApiError;
use crate::folding::Folding;
use crate::host::HostControl;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::nodes::links::Nodes;
use crate::ownership::Ownership;
use crate::time::now_ms;
use crate::work::{CancelOnDrop, WorkPools};

pub(crate) use self::mail::{Arrived, Mail};
pub(crate) use self::mailboxes::Mailboxes;
#[cfg(test)]
pub(crate) use self::script::{Adviser, Script};

/// How much mail may wait in a mailbox. Each message is boxed: tokio reserves 32 places for every mailbox, also for those
/// that stay empty.
pub(crate) const MAILBOX: usize = 64;
/// When nothing is due at a table, its actor wakes up after this time.
const FAR: Duration = Duration::from_secs(3600);
/// How long mail waits for a table whose owner has just gone: until the owner's lease runs out, or nearly.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often it is looked whether such a table can be had.
const LOOK_AGAIN: Duration = Duration::from_millis(150);

/// What all actors share.
#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) store: Arc<dyn EventStore>,
    pub(crate) pace: Pace,
    pub(crate) work: Arc<WorkPools>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) metrics: Arc<Metrics>,
    /// Permits to read stored logs.
    pub(crate) folding: Folding,
    /// What the host has set.
    pub(crate) host: Arc<HostControl>,
    pub(crate) stop: CancellationToken,
    /// What ends when this server has lost its tables.
    pub(crate) ownership: Arc<Ownership>,
    /// The other nodes that share the store, if there are any.
    pub(crate) nodes: Option<Arc<Nodes>>,
    /// What bots do instead of thinking.
    #[cfg(test)]
    pub(crate) script: Option<Script>,
    /// How long advisers work instead of thinking.
    #[cfg(test)]
    pub(crate) adviser: Option<Adviser>,
}

/// A pending answer of the store.
type Storing = std::pin::Pin<Box<dyn Future<Output = Input> + Send>>;

/// One loaded table.
struct Actor {
    room: Room,
    /// Game, options, seed and settings. Who has which seat is the room's business.
    setup: store::StoredSetup,
    services: Services,
    /// Cancelled when the table may be another server's, or this one stops.
    owned: CancellationToken,
    mailbox: mpsc::WeakSender<Box<Mail>>,
    /// The zero of the room's clock.
    zero: Instant,
    connections: HashMap<ConnectionId, mpsc::Sender<Utf8Bytes>>,
    engines: HashMap<EngineId, mpsc::Sender<Utf8Bytes>>,
    /// Connections that the room has not accepted yet.
    arriving: Arriving,
    replies: HashMap<RequestId, oneshot::Sender<Result<u8, ApiError>>>,
    /// Running work: dropping an entry ends it.
    tasks: HashMap<TaskId, CancelOnDrop>,
    storing: FuturesUnordered<Storing>,
    /// Inputs that wait to be handled.
    next: VecDeque<Input>,
    /// The number given last to a connection, an engine or a request.
    last_number: u64,
    state: ActorState,
}

/// Whether the actor goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ActorState {
    On,
    /// Room and store may disagree: the table is loaded again.
    Reload,
    /// Everything is stored, and the actor ends.
    Closed,
}

/// Loads a table and runs it until the server stops or nobody needs the table.
pub(crate) async fn run(
    stored: Stored,
    services: Services,
    mails: mpsc::Receiver<Box<Mail>>,
    mailbox: mpsc::WeakSender<Box<Mail>>,
    mailboxes: Arc<Mailboxes>,
) {
    let (id, lobby) = (stored.setup.id.clone(), services.lobby.clone());
    let working = AssertUnwindSafe(load_and_run(stored, services, mails, mailbox, mailboxes)).catch_unwind();
    if working.await.is_err() {
        // Its state in memory is dropped. Connections close; people connect again and find the table as it is stored.
        tracing::error!(table = id, "a table met a bug and is loaded again");
        lobby.remove(&id);
    }
}

async fn load_and_run(
    stored: Stored,
    services: Services,
    mut mails: mpsc::Receiver<Box<Mail>>,
    mailbox: mpsc::WeakSender<Box<Mail>>,
    mailboxes: Arc<Mailboxes>,
) {
    let until = Instant::now() + PATIENCE;
    let fault = loop {
        // Boxed, so that the memory for loading is freed afterwards: an idle table is small.
        match Box::pin(Actor::load(stored.clone(), services.clone(), mailbox.clone())).await {
            // Borrowed, so that the future does not have it twice.
            Ok(mut actor) => return Box::pin(async move { actor.run(mails, &mailboxes).await }).await,
            Err(fault @ ApiError::Store(StoreError::Elsewhere)) => {
                if let Some(relay) = Relay::to_owner(&stored.setup.id, &services, &mailbox).await {
                    relay.run(&mut mails, &services, &mailboxes).await;
                    break fault;
                }
                let may_come = services.nodes.as_ref().is_some_and(|nodes| nodes.is_there());
                if !may_come || Instant::now() >= until || services.stop.is_cancelled() {
                    break fault;
                }
                sleep(LOOK_AGAIN).await;
            }
            Err(fault) => break fault,
        }
    };
    mails.close();
    while let Some(mail) = mails.recv().await {
        mail.decline(&fault);
    }
}

impl Actor {
    async fn run(&mut self, mut mails: mpsc::Receiver<Box<Mail>>, mailboxes: &Mailboxes) {
        let owned = self.owned.clone();
        self.handle_all();
        while self.state == ActorState::On {
            let wake = self.wake();
            tokio::select! {
                // Mail goes before what is due: a claim that is in the mailbox is in time.
                biased;
                () = owned.cancelled() => break,
                Some(answer) = self.storing.next(), if !self.storing.is_empty() => self.next.push_back(answer),
                mail = mails.recv(), if !self.room.is_storing() => match mail {
                    Some(mail) => self.read(*mail),
                    None => break,
                },
                () = sleep_until(wake) => self.time_passes(),
            }
            self.handle_all();
            if self.room.is_forgotten(self.now().instant) && mailboxes.release(self.room.id()) {
                break;
            }
        }
        self.services.lobby.remove(self.room.id());
        if self.services.stop.is_cancelled() {
            self.close().await;
        }
        // Connections end when their outboxes are dropped. People connect again, which loads the table again.
        mails.close();
        while let Ok(mail) = mails.try_recv() {
            mail.decline(&ApiError::Away);
        }
    }

    /// Time has passed. First the room is told of connections that ended silently, then it decides for people who are away.
    fn time_passes(&mut self) {
        let last_heard = self.now().instant;
        let ended = self.connections.extract_if(|_, outbox| outbox.is_closed());
        self.next.extend(ended.map(|(connection, _)| Input::Closed { connection, last_heard }));
        self.next.push_back(Input::Time);
    }

    /// Hands all waiting inputs to the room, and carries out the effects.
    fn handle_all(&mut self) {
        while let Some(input) = self.next.pop_front().filter(|_| self.state == ActorState::On) {
            let now = self.now();
            for effect in self.room.handle(now, input) {
                self.carry_out(effect);
            }
        }
    }

    /// The server stops: the room stores what is not stored yet.
    async fn close(&mut self) {
        self.next.push_back(Input::Close);
        self.handle_all();
        while self.state == ActorState::On {
            let Some(answer) = self.storing.next().await else { return };
            self.next.push_back(answer);
            self.handle_all();
        }
    }

    fn now(&self) -> Now {
        Now { instant: self.instant(Instant::now()), unix_ms: now_ms() }
    }

    /// A moment on the room's clock.
    fn instant(&self, moment: Instant) -> room::Instant {
        room::Instant::after(moment.saturating_duration_since(self.zero))
    }

    /// When something happens next without any input.
    fn wake(&self) -> Instant {
        match self.room.next_wake() {
            Some(wake) => self.zero + wake.elapsed(),
            None => Instant::now() + FAR,
        }
    }

    /// A number that names a connection, an engine or a request.
    fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }
}
