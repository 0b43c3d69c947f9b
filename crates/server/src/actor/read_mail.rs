//! Turns the mail to a table into inputs, and lets callers read the room.

use axum::extract::ws::Utf8Bytes;
use protocol::Message;
use room::{ConnectionId, EngineId, Input, RequestId};
use tokio::time::Instant;

use super::event_loop::{Actor, ActorState};
use super::mail::{Arrived, Mail};
use crate::error::ApiError;
use crate::stored::person;
use crate::time::now_ms;

impl Actor {
    /// Handles a message. A change of the room becomes an input; a request to read the room is answered immediately.
    pub(super) fn read(&mut self, mail: Mail) {
        let input = match mail {
            Mail::Join { session, network, shuffles, outbox, reply } => {
                let connection = ConnectionId(self.number());
                self.connections.insert(connection, outbox);
                self.arriving.people.insert(connection, reply);
                Input::Opened { connection, person: person(session.id), name: session.name, network, shuffles }
            }
            Mail::Input(input) => input,
            Mail::Request { input, reply } => {
                let request = RequestId(self.number());
                self.replies.insert(request, reply);
                input(request)
            }
            Mail::Read(read) => return read(Ok(&self.room)),
            Mail::ClosedByHost => return self.is_closed_by_host(),
            Mail::Notice(notice) => return self.send_to_all(&Message::Notice(notice)),
            Mail::Leave { connection, seen_at } => {
                // Nothing more is sent over this connection.
                self.connections.remove(&connection);
                Input::Closed { connection, last_heard: self.instant(seen_at) }
            }
            Mail::EngineJoins { hash, called, outbox, reply } => {
                let engine = EngineId(self.number());
                self.engines.insert(engine, outbox);
                self.arriving.engines.insert(engine, reply);
                Input::EngineOpened { engine, hash, called }
            }
            Mail::EngineLeaves { engine } => {
                self.engines.remove(&engine);
                Input::EngineClosed { engine }
            }
            #[cfg(test)]
            Mail::Panic => panic!("a test wants it"),
        };
        self.next.push_back(input);
    }

    /// Sends a message that concerns no cards to all connections.
    fn send_to_all(&self, message: &Message) {
        let text: Utf8Bytes = serde_json::to_string(message).expect("messages are text, numbers and lists").into();
        let mut order: Vec<_> = self.connections.iter().collect();
        order.sort_unstable_by_key(|(connection, _)| **connection);
        for (_, outbox) in order {
            // If this outbox is full, the next frame ends the connection.
            let _ = outbox.try_send(text.clone());
        }
    }

    /// Tells everybody that the host has closed the table. From now on nothing is played or stored.
    fn is_closed_by_host(&mut self) {
        let protocol::ErrorDetail { key, words, .. } = ApiError::ClosedByHost.body();
        self.send_to_all(&Message::Error { key, words });
        self.state = ActorState::Closed;
    }

    pub(super) fn admit(&mut self, connection: ConnectionId, denied: Option<ApiError>) {
        if denied.is_some() {
            self.connections.remove(&connection);
        }
        if let Some(notice) = self.services.host.notice(now_ms()).filter(|_| denied.is_none())
            && let Some(outbox) = self.connections.get(&connection)
        {
            let text = serde_json::to_string(&Message::<serde_json::Value>::Notice(notice)).expect("text");
            // The outbox is empty, because this is the first message.
            let _ = outbox.try_send(text.into());
        }
        let Some(reply) = self.arriving.people.remove(&connection) else { return };
        // If the caller has stopped waiting, the `Arrived` in the reply is dropped. The drop reports the end of the
        // connection to the table.
        let _ = reply.send(match denied {
            Some(fault) => Err(fault),
            None => Ok(Arrived::new(connection, Instant::now(), self.mailbox.upgrade())),
        });
    }

    pub(super) fn admit_engine(&mut self, engine: EngineId, denied: Option<ApiError>) {
        if denied.is_some() {
            self.engines.remove(&engine);
        }
        if let Some(reply) = self.arriving.engines.remove(&engine) {
            let _ = reply.send(denied.map_or(Ok(engine), Err));
        }
    }
}
