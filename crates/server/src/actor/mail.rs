//! The messages to a table's actor: from sockets, from HTTP requests, and from bots and helpers that have finished
//! thinking.

use std::collections::HashMap;
use std::net::IpAddr;

use axum::extract::ws::Utf8Bytes;
use protocol::Notice;
use room::{ConnectionId, Denied, EngineId, Input, RequestId, Room};
use store::Session;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::error::ApiError;

/// The greatest number of messages that may wait in a mailbox. The messages are boxed, because tokio reserves space for
/// 32 messages in every mailbox, even an empty one.
pub(crate) const MAILBOX: usize = 64;

/// A function that reads a room. If the room cannot be read, the function gets the reason instead.
type RoomReader = Box<dyn FnOnce(Result<&Room, &ApiError>) + Send>;

pub(crate) enum Mail {
    /// A person connects. When the reply comes, the outbox already contains the first messages. `network` is the
    /// person's network ([`Trust::network`](crate::origin::Trust::network)). With `shuffles`, the person's page takes
    /// part in shuffling together.
    Join {
        session: Session,
        network: Option<IpAddr>,
        shuffles: bool,
        outbox: mpsc::Sender<Utf8Bytes>,
        reply: oneshot::Sender<Result<Arrived, ApiError>>,
    },
    /// An input that the room gets unchanged: a command, or the answer of a bot, an adviser or the solver.
    Input(Input),
    /// A request that the room answers with a number. `input` makes the input from the id that the request gets.
    Request {
        input: Box<dyn FnOnce(RequestId) -> Input + Send>,
        reply: oneshot::Sender<Result<u8, ApiError>>,
    },
    /// A request to read the room ([`Mail::read`]).
    Read(RoomReader),
    ClosedByHost,
    Notice(Notice),
    /// A connection has ended. `seen_at` is the time when the client last sent something.
    Leave {
        connection: ConnectionId,
        seen_at: Instant,
    },
    /// An engine connects. When the reply gives the number of its connection, the outbox already contains the first
    /// messages.
    EngineJoins {
        hash: String,
        called: String,
        outbox: mpsc::Sender<Utf8Bytes>,
        reply: oneshot::Sender<Result<EngineId, ApiError>>,
    },
    EngineLeaves {
        engine: EngineId,
    },
    /// Makes the actor panic, for a test.
    #[cfg(test)]
    Panic,
}

/// Connections that the room has not accepted yet.
#[derive(Default)]
pub(super) struct Arriving {
    pub(super) people: HashMap<ConnectionId, oneshot::Sender<Result<Arrived, ApiError>>>,
    pub(super) engines: HashMap<EngineId, oneshot::Sender<Result<EngineId, ApiError>>>,
}

/// A connection that a table knows. Dropping this value tells the table that the connection has ended, even if it never
/// became a socket.
#[derive(Debug)]
pub(crate) struct Arrived {
    pub(crate) connection: ConnectionId,
    /// The time when the client last sent something.
    seen_at: Instant,
    mailbox: Option<mpsc::Sender<Box<Mail>>>,
}

impl Arrived {
    pub(super) fn new(connection: ConnectionId, seen_at: Instant, mailbox: Option<mpsc::Sender<Box<Mail>>>) -> Arrived {
        Arrived { connection, seen_at, mailbox }
    }

    /// Tells the table that the connection ends. `seen_at` is the time when the client last sent something.
    pub(crate) fn leaves(&mut self, seen_at: Instant) {
        let Some(mailbox) = self.mailbox.take() else { return };
        match mailbox.try_send(Box::new(Mail::Leave { connection: self.connection, seen_at })) {
            Err(mpsc::error::TrySendError::Full(mail)) => {
                // Without a runtime the server has ended, so there are no tables any more.
                if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                    runtime.spawn(async move { drop(mailbox.send(mail).await) });
                }
            }
            // The table is not loaded, so it knows no connections.
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => {}
        }
    }

    /// Drops this value without telling the table that the connection has ended.
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
    /// Makes a request to read the room, which the actor answers immediately.
    pub(crate) fn read<T: Send + 'static>(
        reply: oneshot::Sender<Result<T, ApiError>>,
        read: impl FnOnce(&Room) -> Result<T, Denied> + Send + 'static,
    ) -> Mail {
        // The caller may have stopped waiting.
        Mail::Read(Box::new(move |room| {
            drop(reply.send(room.map_err(ApiError::clone).and_then(|room| Ok(read(room)?))));
        }))
    }

    /// Answers the mail with an error, if a caller waits for an answer.
    pub(super) fn decline(self, fault: &ApiError) {
        // The caller may have stopped waiting.
        match self {
            Mail::Join { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Mail::Request { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Mail::EngineJoins { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Mail::Read(read) => read(Err(fault)),
            Mail::Input(_) | Mail::Leave { .. } | Mail::EngineLeaves { .. } | Mail::ClosedByHost | Mail::Notice(_) => {}
            #[cfg(test)]
            Mail::Panic => {}
        }
    }
}
