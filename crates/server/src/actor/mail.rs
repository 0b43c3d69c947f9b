//! Mail to a table: from sockets, from HTTP, and from bots and helpers that have finished thinking.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use protocol::{ChatLine, Command, Notice};
use room::{ConnectionId, EngineId, EnginePass, Input, TableSummary};
use store::{Session, SessionId};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::error::ApiError;

/// How much mail may wait in a mailbox. Each message is boxed: tokio reserves 32 places for every mailbox, also for those
/// that stay empty.
pub(crate) const MAILBOX: usize = 64;

/// A message to a table's actor.
pub(crate) enum Mail {
    /// Somebody connects. When the reply comes, the first messages are in the outbox.
    /// `shuffles`: its page takes part in shuffling together.
    /// `network`: where the person comes from ([`Trust::network`](crate::origin::Trust::network)).
    Join {
        session: Session,
        network: Option<IpAddr>,
        shuffles: bool,
        outbox: mpsc::Sender<Utf8Bytes>,
        reply: oneshot::Sender<Result<Arrived, ApiError>>,
    },
    /// Somebody who may sit down wants a seat. `at_ms`: when the link was made by which the person comes.
    Sit { session: Session, network: Option<IpAddr>, at_ms: Option<i64>, reply: oneshot::Sender<Result<u8, ApiError>> },
    /// Somebody leaves for good.
    Quit { session: SessionId, reply: oneshot::Sender<Result<u8, ApiError>> },
    /// A person's data have been deleted.
    Forgotten(SessionId),
    /// Somebody asks whose names the table has in this server's memory.
    People(mpsc::UnboundedSender<Vec<SessionId>>),
    /// The host gives a person another name.
    Rename { session: SessionId, name: String, reply: oneshot::Sender<Result<u8, ApiError>> },
    /// The host has closed the table.
    ClosedByHost,
    /// The host has a line for everybody.
    Notice(Notice),
    /// A connection has ended. `heard`: when something last came over it.
    Leave { connection: ConnectionId, seen_at: Instant },
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
    /// A bot, an adviser or the solver has finished, or tells its progress.
    Reply(Input),
    /// A test wants a panic.
    #[cfg(test)]
    Panic,
}

/// Connections that the room has not accepted yet.
#[derive(Default)]
pub(super) struct Arriving {
    pub(super) people: HashMap<ConnectionId, oneshot::Sender<Result<Arrived, ApiError>>>,
    pub(super) engines: HashMap<EngineId, oneshot::Sender<Result<EngineId, ApiError>>>,
}

/// A connection that a table knows. When this is dropped, the table is told that the connection has ended, also if
/// the connection never became a socket.
#[derive(Debug)]
pub(crate) struct Arrived {
    connection: ConnectionId,
    /// When something last came over it.
    seen_at: Instant,
    mailbox: Option<mpsc::Sender<Box<Mail>>>,
}

impl Arrived {
    pub(super) fn new(connection: ConnectionId, seen_at: Instant, mailbox: Option<mpsc::Sender<Box<Mail>>>) -> Arrived {
        Arrived { connection, seen_at, mailbox }
    }

    pub(crate) fn connection(&self) -> ConnectionId {
        self.connection
    }

    /// The connection ends. `heard`: when something last came over it.
    pub(crate) fn leaves(&mut self, seen_at: Instant) {
        let Some(mailbox) = self.mailbox.take() else { return };
        match mailbox.try_send(Box::new(Mail::Leave { connection: self.connection, seen_at })) {
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
        Arrived { connection: ConnectionId::default(), seen_at: Instant::now(), mailbox: Some(mailbox) }
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
        self.leaves(self.seen_at);
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
            Mail::Leave { .. }
            | Mail::Latency { .. }
            | Mail::Forgotten(_)
            | Mail::People(_)
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
