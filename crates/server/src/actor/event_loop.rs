//! The actor of one loaded table. It reads the table's mail, passes the time to the room, and carries out the room's
//! effects.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use room::{ConnectionId, EngineId, Input, Now, RequestId, Room, TaskId};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::mail::{Arriving, Mail};
use super::mailboxes::Mailboxes;
use super::services::Services;
use crate::error::ApiError;
use crate::ownership::Tenure;
use crate::time::now_ms;
use crate::work::CancelOnDrop;

/// The time after which an actor wakes up even if nothing is due at its table.
const FAR: Duration = Duration::from_secs(3600);

/// A write or a read of the store that is under way. It becomes an input when the store answers.
pub(super) type Storing = std::pin::Pin<Box<dyn Future<Output = Input> + Send>>;

/// One loaded table.
pub(super) struct Actor {
    pub(super) room: Room,
    /// The table's game, options, seed and settings. The seats in it may be outdated; the room has the current ones.
    pub(super) setup: store::StoredSetup,
    pub(super) services: Services,
    pub(super) tenure: Tenure,
    pub(super) mailbox: mpsc::WeakSender<Box<Mail>>,
    /// The moment at which the room's clock is zero.
    pub(super) zero: Instant,
    pub(super) connections: HashMap<ConnectionId, mpsc::Sender<Utf8Bytes>>,
    pub(super) engines: HashMap<EngineId, mpsc::Sender<Utf8Bytes>>,
    pub(super) arriving: Arriving,
    pub(super) replies: HashMap<RequestId, oneshot::Sender<Result<u8, ApiError>>>,
    /// The running work. Dropping an entry cancels it.
    pub(super) tasks: HashMap<TaskId, CancelOnDrop>,
    pub(super) storing: FuturesUnordered<Storing>,
    /// The inputs that wait to be handled.
    pub(super) next: VecDeque<Input>,
    /// The last number that was given to a connection, an engine or a request.
    pub(super) last_number: u64,
    pub(super) state: ActorState,
}

enum ActorEvent {
    Stored(Input),
    Mail(Box<Mail>),
    /// The room has something to do at this time.
    Time,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ActorState {
    On,
    /// The room and the store may differ, so the table must be loaded again.
    Reload,
    /// Everything is stored, so the actor ends.
    Closed,
}

impl Actor {
    /// Runs until the server stops, another server may own the table, the table must be loaded again, or nobody needs
    /// it.
    pub(super) async fn run(&mut self, mut mails: mpsc::Receiver<Box<Mail>>, mailboxes: &Mailboxes) {
        let tenure = self.tenure.clone();
        self.handle_all();
        while self.state == ActorState::On {
            let wake = self.wake();
            let event = tokio::select! {
                // Mail comes before actions that are due, so a claim that is already in the mailbox is in time.
                biased;
                () = tenure.over() => break,
                Some(answer) = self.storing.next(), if !self.storing.is_empty() => ActorEvent::Stored(answer),
                mail = mails.recv(), if !self.room.is_storing() => match mail {
                    Some(mail) => ActorEvent::Mail(mail),
                    None => break,
                },
                () = sleep_until(wake) => ActorEvent::Time,
            };
            if !tenure.is_good(&*self.services.store) {
                if let ActorEvent::Mail(mail) = event {
                    mail.decline(&ApiError::Away);
                }
                break;
            }
            match event {
                ActorEvent::Stored(answer) => self.next.push_back(answer),
                ActorEvent::Mail(mail) => self.read(*mail),
                ActorEvent::Time => self.time_passes(),
            }
            self.handle_all();
            if self.room.is_forgotten(self.now().instant) && mailboxes.release(self.room.id()) {
                break;
            }
        }
        self.services.lobby.remove(self.room.id());
        if self.services.stop.is_cancelled() {
            self.close().await;
        } else if self.state == ActorState::Reload {
            // The remaining times of the clocks must be stored before the table is read again.
            while self.storing.next().await.is_some() {}
        }
        // Dropping the outboxes ends the connections. Their people connect again, which loads the table again.
        mails.close();
        while let Ok(mail) = mails.try_recv() {
            mail.decline(&ApiError::Away);
        }
    }

    /// Reports to the room which connections have ended silently, and then the time. With this order, the room can
    /// decide for the people who are gone.
    fn time_passes(&mut self) {
        let last_heard = self.now().instant;
        let ended = self.connections.extract_if(|_, outbox| outbox.is_closed());
        self.next.extend(ended.map(|(connection, _)| Input::Closed { connection, last_heard }));
        self.next.push_back(Input::Time);
    }

    fn handle_all(&mut self) {
        while let Some(input) = self.next.pop_front().filter(|_| self.state == ActorState::On) {
            let now = self.now();
            for effect in self.room.handle(now, input) {
                self.carry_out(effect);
            }
        }
    }

    /// Makes the room store everything that is not stored yet, because the server stops.
    async fn close(&mut self) {
        self.next.push_back(Input::Close);
        self.handle_all();
        while self.state == ActorState::On {
            let Some(answer) = self.storing.next().await else { return };
            self.next.push_back(answer);
            self.handle_all();
        }
    }

    pub(super) fn now(&self) -> Now {
        Now { instant: self.instant(Instant::now()), unix_ms: now_ms() }
    }

    pub(super) fn instant(&self, moment: Instant) -> room::Instant {
        room::Instant::after(moment.saturating_duration_since(self.zero))
    }

    /// Returns the time at which the room next has something to do without an input.
    fn wake(&self) -> Instant {
        match self.room.next_wake() {
            Some(wake) => self.zero + wake.elapsed(),
            None => Instant::now() + FAR,
        }
    }

    /// Returns a new number for a connection, an engine or a request.
    pub(super) fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }
}
