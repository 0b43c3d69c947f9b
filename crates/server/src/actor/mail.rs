//! Mail to a table: from sockets, from HTTP, and from bots and helpers that have finished thinking.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use protocol::{ChatLine, Command, Message, Notice};
use room::{ConnectionId, EngineId, EnginePass, Input, PersonId, RequestId, TableSummary};
use store::{Session, SessionId};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::{Actor, ActorState};
use crate::error::ApiError;
use crate::time::now_ms;

/// A message to a table's actor.
pub(crate) enum Mail {
    /// Somebody connects. When the reply comes, the first messages are in the outbox.
    /// `shuffles`: its page takes part in shuffling together.
    Join {
        session: Session,
        shuffles: bool,
        outbox: mpsc::Sender<Utf8Bytes>,
        reply: oneshot::Sender<Result<Arrived, ApiError>>,
    },
    /// Somebody who may sit down wants a seat.
    Sit { session: Session, reply: oneshot::Sender<Result<u8, ApiError>> },
    /// Somebody leaves for good.
    Quit { session: SessionId, reply: oneshot::Sender<Result<u8, ApiError>> },
    /// A person's data have been deleted.
    Forgotten(SessionId),
    /// The host gives a person another name.
    Rename { session: SessionId, name: String, reply: oneshot::Sender<Result<u8, ApiError>> },
    /// The host has closed the table.
    ClosedByHost,
    /// The host has a line for everybody.
    Notice(Notice),
    /// A connection has ended. `heard`: when something last came over it.
    Leave { connection: ConnectionId, heard: Instant },
    /// The round trip time of a connection.
    Latency { connection: ConnectionId, latency: Duration },
    /// Somebody sends a command.
    Command { connection: ConnectionId, command: Command },
    /// The host gives a seat to an engine.
    SeatEngine { by: SessionId, pass: EnginePass, reply: oneshot::Sender<Result<u8, ApiError>> },
    /// An engine connects. When the reply comes, the number of its connection, the first messages are in the outbox.
    EngineJoins {
        hash: String,
        called: String,
        outbox: mpsc::Sender<Utf8Bytes>,
        reply: oneshot::Sender<Result<EngineId, ApiError>>,
    },
    /// An engine answers a question.
    EngineActs { engine: EngineId, id: u64, action: String },
    /// The connection of an engine has ended.
    EngineLeaves { engine: EngineId },
    /// Somebody asks for the history of the deal in play, as JSON.
    History { session: SessionId, reply: oneshot::Sender<Result<String, ApiError>> },
    /// A person asks for the record. `None`: a person without a session.
    Record { session: Option<SessionId>, reply: oneshot::Sender<Result<String, ApiError>> },
    /// Somebody with a seat reports what was said lately.
    Chat { session: SessionId, reply: oneshot::Sender<Result<Vec<ChatLine>, ApiError>> },
    /// Somebody asks for the table's line in a list.
    Summary(oneshot::Sender<Result<TableSummary, ApiError>>),
    /// Another node has sent it. It goes no further.
    Carried(Box<Mail>),
    /// A bot, an adviser or the solver has finished, or tells its progress.
    Reply(Input),
    /// A test wants a panic.
    #[cfg(test)]
    Panic,
}

/// Connections that the room has not accepted yet.
#[derive(Default)]
pub(super) struct Arriving {
    people: HashMap<ConnectionId, oneshot::Sender<Result<Arrived, ApiError>>>,
    engines: HashMap<EngineId, oneshot::Sender<Result<EngineId, ApiError>>>,
}

/// A connection that a table knows. When this is dropped, the table is told that the connection has ended, also if
/// the connection never became a socket.
#[derive(Debug)]
pub(crate) struct Arrived {
    connection: ConnectionId,
    /// When something last came over it.
    heard: Instant,
    mailbox: Option<mpsc::Sender<Box<Mail>>>,
}

impl Arrived {
    /// `mailbox`: of the table, or of its relay.
    pub(super) fn new(connection: ConnectionId, heard: Instant, mailbox: Option<mpsc::Sender<Box<Mail>>>) -> Arrived {
        Arrived { connection, heard, mailbox }
    }

    pub(crate) fn connection(&self) -> ConnectionId {
        self.connection
    }

    /// The connection ends. `heard`: when something last came over it.
    pub(crate) fn leaves(&mut self, heard: Instant) {
        self.heard = heard;
        self.tell_once();
    }

    fn tell_once(&mut self) {
        let (Some(mailbox), connection, heard) = (self.mailbox.take(), self.connection, self.heard) else { return };
        match mailbox.try_send(Box::new(Mail::Leave { connection, heard })) {
            Err(mpsc::error::TrySendError::Full(mail)) => {
                // Without a runtime the server has ended, and there are no tables.
                if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                    runtime.spawn(async move { drop(mailbox.send(mail).await) });
                }
            }
            // The table is asleep and knows of no connections.
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => {}
        }
    }

    /// The table is not told of its end.
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
        self.tell_once();
    }
}

impl Mail {
    /// Answers with an error, if somebody waits for an answer.
    pub(super) fn decline(self, fault: &ApiError) {
        // The asker may have gone.
        match self {
            Mail::Join { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Mail::Sit { reply, .. }
            | Mail::Quit { reply, .. }
            | Mail::Rename { reply, .. }
            | Mail::SeatEngine { reply, .. } => {
                drop(reply.send(Err(fault.clone())));
            }
            Mail::EngineJoins { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Mail::History { reply, .. } | Mail::Record { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Mail::Chat { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Mail::Summary(reply) => drop(reply.send(Err(fault.clone()))),
            Mail::Carried(mail) => mail.decline(fault),
            Mail::Leave { .. }
            | Mail::Latency { .. }
            | Mail::Forgotten(_)
            | Mail::ClosedByHost
            | Mail::Notice(_)
            | Mail::Command { .. }
            | Mail::EngineActs { .. }
            | Mail::EngineLeaves { .. }
            | Mail::Reply(_) => {}
            #[cfg(test)]
            Mail::Panic => {}
        }
    }
}

fn person(session: SessionId) -> PersonId {
    PersonId(session.0)
}

impl Actor {
    /// Handles mail: what changes the room becomes an input, a question is answered at once.
    pub(super) fn read(&mut self, mail: Mail) {
        let input = match mail {
            Mail::Join { session, shuffles, outbox, reply } => {
                let connection = ConnectionId(self.number());
                self.connections.insert(connection, outbox);
                self.arriving.people.insert(connection, reply);
                Input::Opened { connection, person: person(session.id), name: session.name, shuffles }
            }
            Mail::Sit { session, reply } => {
                let request = self.request(reply);
                Input::Sit { request, person: person(session.id), name: session.name }
            }
            Mail::Quit { session, reply } => {
                let request = self.request(reply);
                Input::Quit { request, person: person(session) }
            }
            Mail::Rename { session, name, reply } => {
                let request = self.request(reply);
                Input::Rename { request, person: person(session), name }
            }
            Mail::ClosedByHost => return self.is_closed_by_host(),
            Mail::Notice(notice) => return self.tell_everybody(&Message::Notice(notice)),
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
                return drop(reply.send(self.room.history(person(session)).map_err(ApiError::from)));
            }
            Mail::Record { session, reply } => {
                return drop(reply.send(self.room.record(session.map(person)).map_err(ApiError::from)));
            }
            Mail::Chat { session, reply } => return self.tell_chat(session, reply),
            Mail::Summary(reply) => return drop(reply.send(Ok(self.room.summary()))),
            Mail::Carried(mail) => return self.read(*mail),
            Mail::Reply(input) => input,
            #[cfg(test)]
            Mail::Panic => panic!("a test wants it"),
        };
        self.next.push_back(input);
    }

    fn request(&mut self, reply: oneshot::Sender<Result<u8, ApiError>>) -> RequestId {
        let request = RequestId(self.number());
        self.replies.insert(request, reply);
        request
    }

    /// Tells somebody with a seat what was said lately.
    fn tell_chat(&self, session: SessionId, reply: oneshot::Sender<Result<Vec<ChatLine>, ApiError>>) {
        // The asker may have gone.
        let _ = reply.send(self.room.chat_read_by(person(session)).ok_or(ApiError::NotYourTable));
    }

    /// Sends everybody who is connected a message about no card.
    fn tell_everybody(&self, message: &Message) {
        let text: Utf8Bytes = serde_json::to_string(message).expect("messages are text, numbers and lists").into();
        let mut order: Vec<_> = self.connections.iter().collect();
        order.sort_unstable_by_key(|(connection, _)| **connection);
        for (_, outbox) in order {
            // Who cannot keep up is hung up on with the next frame.
            let _ = outbox.try_send(text.clone());
        }
    }

    /// The host has closed the table: people are told, and nothing is played or stored any more.
    fn is_closed_by_host(&mut self) {
        let protocol::ErrorDetail { key, words, .. } = ApiError::ClosedByHost.body();
        self.tell_everybody(&Message::Error { key, words });
        self.state = ActorState::Closed;
    }

    /// Answers somebody who connects: the connection is accepted, or denied.
    pub(super) fn admit(&mut self, connection: ConnectionId, denied: Option<ApiError>) {
        if denied.is_some() {
            self.connections.remove(&connection);
        }
        if let Some(notice) = self.services.host.notice(now_ms()).filter(|_| denied.is_none())
            && let Some(outbox) = self.connections.get(&connection)
        {
            let text = serde_json::to_string(&Message::<serde_json::Value>::Notice(notice)).expect("text");
            // It is empty: this is the first message.
            let _ = outbox.try_send(text.into());
        }
        let Some(reply) = self.arriving.people.remove(&connection) else { return };
        // If the asker has gone, `Arrived` is dropped and the table is told that the connection has ended.
        let _ = reply.send(match denied {
            Some(fault) => Err(fault),
            None => Ok(Arrived::new(connection, Instant::now(), self.mailbox.upgrade())),
        });
    }

    /// Answers an engine that connects: it is accepted, or denied.
    pub(super) fn admit_engine(&mut self, engine: EngineId, denied: Option<ApiError>) {
        if denied.is_some() {
            self.engines.remove(&engine);
        }
        if let Some(reply) = self.arriving.engines.remove(&engine) {
            let _ = reply.send(denied.map_or(Ok(engine), Err));
        }
    }
}
