//! What comes in: from sockets, from HTTP, and from those who think.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use protocol::Command;
use room::{ConnectionId, EngineId, Input, Pass, PersonId, RequestId, TableSummary};
use store::{Session, SessionId};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::Actor;
use crate::fault::Fault;

/// A letter to a table.
pub(crate) enum Mail {
    /// Somebody connects. The first messages are in the outbox when the reply comes.
    Join { session: Session, outbox: mpsc::Sender<Utf8Bytes>, reply: oneshot::Sender<Result<Arrived, Fault>> },
    /// Somebody wants a seat, and may have one.
    Sit { session: Session, reply: oneshot::Sender<Result<u8, Fault>> },
    /// Somebody who is about to be forgotten leaves for good.
    Quit { session: SessionId, reply: oneshot::Sender<Result<u8, Fault>> },
    /// Somebody is forgotten.
    Forgotten(SessionId),
    /// A connection has ended. `heard`: when the last sign of life came over it.
    Leave { connection: ConnectionId, heard: Instant },
    /// How long a message over a connection and the answer take.
    Latency { connection: ConnectionId, latency: Duration },
    /// Somebody wants something.
    Command { connection: ConnectionId, command: Command },
    /// The host gives a seat to an engine.
    SeatEngine { by: SessionId, pass: Pass, reply: oneshot::Sender<Result<u8, Fault>> },
    /// An engine connects. The first messages are in the outbox when the reply comes: the number of its connection.
    EngineJoins {
        hash: String,
        called: String,
        outbox: mpsc::Sender<Utf8Bytes>,
        reply: oneshot::Sender<Result<EngineId, Fault>>,
    },
    /// An engine answers a question.
    EngineActs { engine: EngineId, id: u64, action: String },
    /// The connection of an engine has ended.
    EngineLeaves { engine: EngineId },
    /// Somebody wants to know what has happened in the deal in view: JSON.
    History { session: SessionId, reply: oneshot::Sender<Result<String, Fault>> },
    /// Somebody wants the record; `None` has no session.
    Record { session: Option<SessionId>, reply: oneshot::Sender<Result<String, Fault>> },
    /// Somebody wants the table's line in a list.
    Summary(oneshot::Sender<Result<TableSummary, Fault>>),
    /// Somebody has thought.
    Thought(Input),
    /// A bug.
    #[cfg(test)]
    Panic,
}

/// Those who have come and are not let in yet.
#[derive(Default)]
pub(super) struct Arriving {
    people: HashMap<ConnectionId, oneshot::Sender<Result<Arrived, Fault>>>,
    engines: HashMap<EngineId, oneshot::Sender<Result<EngineId, Fault>>>,
}

/// A connection that a table knows of. The table is told when this is dropped: also where nobody took the answer, or the
/// connection never became a socket.
#[derive(Debug)]
pub(crate) struct Arrived {
    connection: ConnectionId,
    /// When it was last heard of.
    heard: Instant,
    mailbox: Option<mpsc::Sender<Box<Mail>>>,
}

impl Arrived {
    pub(crate) fn connection(&self) -> ConnectionId {
        self.connection
    }

    /// The connection ends, and was last heard of then.
    pub(crate) fn leaves(mut self, heard: Instant) {
        self.heard = heard;
    }

    /// The connection has gone, or whoever holds its number says so itself.
    #[cfg(test)]
    pub(crate) fn stays(mut self) -> ConnectionId {
        self.mailbox = None;
        self.connection
    }

    #[cfg(test)]
    pub(crate) fn at(mailbox: mpsc::Sender<Box<Mail>>) -> Arrived {
        Arrived { connection: ConnectionId::default(), heard: Instant::now(), mailbox: Some(mailbox) }
    }
}

#[cfg(test)]
impl PartialEq for Arrived {
    fn eq(&self, other: &Arrived) -> bool {
        self.connection == other.connection
    }
}

impl Drop for Arrived {
    fn drop(&mut self) {
        let (Some(mailbox), connection, heard) = (self.mailbox.take(), self.connection, self.heard) else { return };
        match mailbox.try_send(Box::new(Mail::Leave { connection, heard })) {
            Err(mpsc::error::TrySendError::Full(letter)) => {
                // A server that ends has no runtime any more, and no tables.
                if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                    runtime.spawn(async move { drop(mailbox.send(letter).await) });
                }
            }
            // A table that is asleep knows of nobody.
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => {}
        }
    }
}

impl Mail {
    /// Tells whoever waits for an answer that there is none.
    pub(super) fn decline(self, fault: &Fault) {
        // Whoever asked may have gone.
        match self {
            Mail::Join { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Mail::Sit { reply, .. } | Mail::Quit { reply, .. } | Mail::SeatEngine { reply, .. } => {
                drop(reply.send(Err(fault.clone())));
            }
            Mail::EngineJoins { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Mail::History { reply, .. } | Mail::Record { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Mail::Summary(reply) => drop(reply.send(Err(fault.clone()))),
            Mail::Leave { .. }
            | Mail::Latency { .. }
            | Mail::Forgotten(_)
            | Mail::Command { .. }
            | Mail::EngineActs { .. }
            | Mail::EngineLeaves { .. }
            | Mail::Thought(_) => {}
            #[cfg(test)]
            Mail::Panic => {}
        }
    }
}

fn person(session: SessionId) -> PersonId {
    PersonId(session.0)
}

impl Actor {
    /// Takes a letter: what the room has to know becomes an input, what can be read is answered.
    pub(super) fn read(&mut self, letter: Mail) {
        let input = match letter {
            Mail::Join { session, outbox, reply } => {
                let connection = ConnectionId(self.number());
                self.connections.insert(connection, outbox);
                self.arriving.people.insert(connection, reply);
                Input::Opened { connection, person: person(session.id), name: session.name }
            }
            Mail::Sit { session, reply } => {
                let request = self.request(reply);
                Input::Sit { request, person: person(session.id), name: session.name }
            }
            Mail::Quit { session, reply } => {
                let request = self.request(reply);
                Input::Quit { request, person: person(session) }
            }
            Mail::Forgotten(session) => Input::Forget { person: person(session) },
            Mail::Leave { connection, heard } => {
                self.connections.remove(&connection);
                Input::Closed { connection, last_heard: self.instant(heard) }
            }
            Mail::Latency { connection, latency } => Input::Latency { connection, latency },
            Mail::Command { connection, command } => Input::Command { connection, command },
            Mail::SeatEngine { by, pass, reply } => {
                let request = self.request(reply);
                Input::SeatEngine { request, by: person(by), pass }
            }
            Mail::EngineJoins { hash, called, outbox, reply } => {
                let engine = EngineId(self.number());
                self.engines.insert(engine, outbox);
                self.arriving.engines.insert(engine, reply);
                Input::EngineOpened { engine, hash, called }
            }
            Mail::EngineActs { engine, id, action } => Input::EngineAnswered { engine, id, action },
            Mail::EngineLeaves { engine } => {
                self.engines.remove(&engine);
                Input::EngineClosed { engine }
            }
            Mail::History { session, reply } => {
                return drop(reply.send(self.room.history(person(session)).map_err(Fault::from)));
            }
            Mail::Record { session, reply } => {
                return drop(reply.send(self.room.record(session.map(person)).map_err(Fault::from)));
            }
            Mail::Summary(reply) => return drop(reply.send(Ok(self.room.summary()))),
            Mail::Thought(input) => input,
            #[cfg(test)]
            Mail::Panic => panic!("a test wants it"),
        };
        self.next.push_back(input);
    }

    fn request(&mut self, reply: oneshot::Sender<Result<u8, Fault>>) -> RequestId {
        let request = RequestId(self.number());
        self.replies.insert(request, reply);
        request
    }

    /// Somebody is let in, or not.
    pub(super) fn admit(&mut self, connection: ConnectionId, denied: Option<Fault>) {
        if denied.is_some() {
            self.connections.remove(&connection);
        }
        let Some(reply) = self.arriving.people.remove(&connection) else { return };
        // Dropped on the way, it comes back as a letter that the connection has ended.
        let _ = reply.send(match denied {
            Some(fault) => Err(fault),
            None => Ok(Arrived { connection, heard: Instant::now(), mailbox: self.mailbox.upgrade() }),
        });
    }

    /// An engine is let in, or not.
    pub(super) fn admit_engine(&mut self, engine: EngineId, denied: Option<Fault>) {
        if denied.is_some() {
            self.engines.remove(&engine);
        }
        if let Some(reply) = self.arriving.engines.remove(&engine) {
            let _ = reply.send(denied.map_or(Ok(engine), Err));
        }
    }
}
