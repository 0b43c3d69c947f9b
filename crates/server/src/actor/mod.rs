//! The shell around a room ([`room::Room`]): one task a table. It takes mail, tells the room the time, and does what the room
//! wants done: stores, sends, asks bots. Everything that happens at a table is decided in `crates/room`; every `await` of a
//! table is here.
//!
//! `effects` what the room wants done · `mail` what comes in · `thinking` bots and help, away from the async threads ·
//! `load` a stored table becomes a room · `script` bots of tests.

#[cfg(test)]
mod bounds_tests;
#[cfg(test)]
mod course_tests;
mod effects;
#[cfg(test)]
mod engine_tests;
mod load;
mod mail;
#[cfg(test)]
mod newcomers_tests;
#[cfg(test)]
mod people_tests;
#[cfg(test)]
mod race_tests;
#[cfg(test)]
mod script;
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
use store::{EventStore, Stored};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use self::mail::Arriving;
use crate::fault::Fault;
use crate::lobby::Lobby;
use crate::meters::Meters;
use crate::tables::Tables;
use crate::time::now_ms;
use crate::work::{CancelOnDrop, Work};

pub(crate) use self::load::log_entry;
pub(crate) use self::mail::{Arrived, Mail};
#[cfg(test)]
pub(crate) use self::script::Script;

/// Letters that may wait in a mailbox. Each lies in a box of its own: a mailbox keeps room for 32, also where nothing happens.
pub(crate) const MAILBOX: usize = 64;
/// A table for which nothing is due is looked at again after this.
const FAR: Duration = Duration::from_secs(3600);

/// What all actors share.
#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) store: Arc<dyn EventStore>,
    pub(crate) pace: Pace,
    pub(crate) work: Arc<Work>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) meters: Arc<Meters>,
    pub(crate) stop: CancellationToken,
    /// What bots do instead of thinking.
    #[cfg(test)]
    pub(crate) script: Option<Script>,
}

/// An answer of the store that is waited for.
type Storing = std::pin::Pin<Box<dyn Future<Output = Input> + Send>>;

/// One table that is awake.
struct Actor {
    room: Room,
    /// What fixes the match, and what was agreed: seats are the room's.
    setup: store::Setup,
    services: Services,
    mailbox: mpsc::WeakSender<Box<Mail>>,
    /// The zero of the room's clock.
    zero: Instant,
    connections: HashMap<ConnectionId, mpsc::Sender<Utf8Bytes>>,
    engines: HashMap<EngineId, mpsc::Sender<Utf8Bytes>>,
    /// Those who are not let in yet.
    arriving: Arriving,
    replies: HashMap<RequestId, oneshot::Sender<Result<u8, Fault>>>,
    /// Work that was begun: dropping this ends it.
    tasks: HashMap<TaskId, CancelOnDrop>,
    storing: FuturesUnordered<Storing>,
    /// What follows from doing what the room wanted done.
    next: VecDeque<Input>,
    /// The last number that was given to a connection, an engine or a request.
    last_number: u64,
    state: Running,
}

/// How it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Running {
    On,
    /// Room and store may disagree: the table is loaded again.
    Reload,
    /// What had to be kept is stored.
    Closed,
}

/// Loads a table and runs it until the server stops or nobody needs it.
pub(crate) async fn run(
    stored: Stored,
    services: Services,
    letters: mpsc::Receiver<Box<Mail>>,
    mailbox: mpsc::WeakSender<Box<Mail>>,
    tables: Arc<Tables>,
) {
    let (id, lobby) = (stored.setup.id.clone(), services.lobby.clone());
    let working = AssertUnwindSafe(attend(stored, services, letters, mailbox, tables)).catch_unwind();
    if working.await.is_err() {
        // Nothing of it is kept. Connections are closed, and come back to the table as it is stored.
        tracing::error!(table = id, "a table met a bug and is loaded again");
        lobby.remove(&id);
    }
}

async fn attend(
    stored: Stored,
    services: Services,
    mut letters: mpsc::Receiver<Box<Mail>>,
    mailbox: mpsc::WeakSender<Box<Mail>>,
    tables: Arc<Tables>,
) {
    // What loading needs is let go when it is done: an idle table is small.
    match Box::pin(Actor::load(stored, services, mailbox)).await {
        Ok(actor) => Box::pin(actor.run(letters, &tables)).await,
        Err(fault) => {
            letters.close();
            while let Some(letter) = letters.recv().await {
                letter.decline(&fault);
            }
        }
    }
}

impl Actor {
    async fn run(mut self, mut letters: mpsc::Receiver<Box<Mail>>, tables: &Tables) {
        let stop = self.services.stop.clone();
        self.handle_all();
        while self.state == Running::On {
            let wake = self.wake();
            tokio::select! {
                // What has come goes before what is due: a claim that is in the mailbox is in time.
                biased;
                () = stop.cancelled() => break,
                Some(answer) = self.storing.next(), if !self.storing.is_empty() => self.next.push_back(answer),
                letter = letters.recv(), if !self.room.is_storing() => match letter {
                    Some(letter) => self.read(*letter),
                    None => break,
                },
                () = sleep_until(wake) => self.time_passes(),
            }
            self.handle_all();
            if self.room.is_forgotten(self.now().instant) && tables.let_go(self.room.id()) {
                break;
            }
        }
        self.services.lobby.remove(self.room.id());
        if stop.is_cancelled() {
            self.close().await;
        }
        // Connections end when their outboxes are dropped, and come back to whoever loads the table next.
        letters.close();
        while let Ok(letter) = letters.try_recv() {
            letter.decline(&Fault::Away);
        }
    }

    /// Time has passed. Whose connection has ended without a word is gone before anything is decided for those who are away.
    fn time_passes(&mut self) {
        let last_heard = self.now().instant;
        let ended = self.connections.extract_if(|_, outbox| outbox.is_closed());
        self.next.extend(ended.map(|(connection, _)| Input::Closed { connection, last_heard }));
        self.next.push_back(Input::Time);
    }

    /// Tells the room what has come, and does what it wants done, until nothing is left.
    fn handle_all(&mut self) {
        while let Some(input) = self.next.pop_front().filter(|_| self.state == Running::On) {
            let now = self.now();
            for effect in self.room.handle(now, input) {
                self.carry_out(effect);
            }
        }
    }

    /// The server stops: what has to be kept is stored.
    async fn close(&mut self) {
        self.next.push_back(Input::Close);
        self.handle_all();
        while self.state == Running::On {
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

    /// When time alone makes something happen.
    fn wake(&self) -> Instant {
        let now = self.now().instant;
        match self.room.next_wake(now) {
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
