//! A table that another node owns: reads the table's mail and forwards it. Sockets and requests do not notice.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use room::{ConnectionId, EngineId};
use store::{Session, StoreError};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::mail::{Arrived, Mail};
use super::mailboxes::Mailboxes;
use super::services::Services;
use crate::error::ApiError;
use crate::nodes::links::{Nodes, Route};
use crate::nodes::message::{NodeMessage, RemotePerson, StreamInput, TableRequest, TableResponse};

/// How often a relay looks whether anybody needs it.
const LOOK: Duration = Duration::from_secs(5);

/// The answer that somebody waits for.
type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// Forwards mail to the owner of a table.
pub(super) struct Relay {
    table: String,
    nodes: Arc<Nodes>,
    route: Route,
    mailbox: mpsc::WeakSender<Box<Mail>>,
}

impl Relay {
    /// The way to the owner of a table, if that is another node that can be reached. A node that is leaving passes a table of nobody
    /// on to one that stays, which takes it.
    pub(super) async fn to_owner(
        table: &str,
        services: &Services,
        mailbox: &mpsc::WeakSender<Box<Mail>>,
    ) -> Option<Relay> {
        let nodes = services.nodes.clone()?;
        let owner = services.store.owner(table).await.ok()?;
        let to_owner = owner.and_then(|owner| nodes.route(&owner));
        let route = to_owner.or_else(|| nodes.successor().filter(|_| services.host.is_leaving()))?;
        Some(Relay { table: table.to_owned(), nodes, route, mailbox: mailbox.clone() })
    }

    /// Reads mail until the link to the owner ends, the owner says that it is not the owner, or nobody needs the relay.
    pub(super) async fn run(self, mails: &mut mpsc::Receiver<Box<Mail>>, services: &Services, mailboxes: &Mailboxes) {
        let (moved, mut has_moved) = mpsc::channel(1);
        let relay = Arc::new(self);
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        look.reset();
        loop {
            tokio::select! {
                biased;
                () = relay.route.ended() => break,
                () = services.stop.cancelled() => break,
                _ = has_moved.recv() => break,
                mail = mails.recv() => match mail {
                    Some(mail) => relay.clone().forward(*mail, &moved),
                    None => break,
                },
                _ = look.tick() => {
                    // A question under way may end in somebody who stays.
                    let asks_nothing = Arc::strong_count(&relay) == 1;
                    if asks_nothing && mailboxes.release(&relay.table) {
                        break;
                    }
                }
            }
        }
    }

    /// Forwards one piece of mail.
    fn forward(self: Arc<Relay>, mail: Mail, moved: &mpsc::Sender<()>) {
        let send = |stream: u64, input| self.nodes.send(&self.route, &NodeMessage::Input { stream, input }, "");
        match mail {
            Mail::Command { connection, command } => send(connection.0, StreamInput::Command(command)),
            Mail::Latency { connection, latency } => {
                send(
                    connection.0,
                    StreamInput::Latency { micros: u64::try_from(latency.as_micros()).unwrap_or(u64::MAX) },
                );
            }
            Mail::Leave { connection, heard } => {
                let silent_ms = u64::try_from(heard.elapsed().as_millis()).unwrap_or_default();
                send(connection.0, StreamInput::Left { silent_ms });
                self.nodes.forget_stream(&self.route, connection.0);
            }
            // Its connection was at this node's own table, which is not loaded any more.
            Mail::CutOff { .. } => {}
            Mail::EngineActs { engine, id, action } => send(engine.0, StreamInput::EngineActs { id, action }),
            Mail::EngineLeaves { engine } => {
                send(engine.0, StreamInput::Left { silent_ms: 0 });
                self.nodes.forget_stream(&self.route, engine.0);
            }
            // The node that has the table keeps them, not this one.
            Mail::People(_) => {}
            mail @ Mail::Forwarded(_) => mail.decline(&ApiError::Store(StoreError::Elsewhere)),
            mail => {
                let moved = moved.clone();
                tokio::spawn(async move {
                    if self.ask(mail).await == Some(ApiError::Store(StoreError::Elsewhere)) {
                        let _ = moved.try_send(());
                    }
                });
            }
        }
    }

    /// Asks the owner, and answers who has asked. Returns what was wrong, if something was.
    async fn ask(&self, mail: Mail) -> Option<ApiError> {
        match mail {
            Mail::Join { session, network, shuffles, outbox, reply } => {
                let stream = self.nodes.number();
                let connection = ConnectionId(stream);
                self.nodes.open_stream(&self.route, stream, outbox);
                let request = TableRequest::Join { stream, person: person(session, network), shuffles };
                self.connects(stream, request, reply, || {
                    Arrived::new(connection, Instant::now(), self.mailbox.upgrade())
                })
                .await
            }
            Mail::EngineJoins { hash, called, outbox, reply } => {
                let stream = self.nodes.number();
                self.nodes.open_stream(&self.route, stream, outbox);
                self.connects(stream, TableRequest::EngineJoins { stream, hash, called }, reply, || EngineId(stream))
                    .await
            }
            Mail::Sit { session, network, at_ms, reply } => {
                self.answers(TableRequest::Sit(person(session, network), at_ms), reply, seat).await
            }
            Mail::Quit { session, reply } => self.answers(TableRequest::Quit { session: session.0 }, reply, seat).await,
            Mail::Rename { session, name, reply } => {
                self.answers(TableRequest::Rename { session: session.0, name }, reply, seat).await
            }
            Mail::SeatEngine { by, pass, reply } => {
                self.answers(TableRequest::SeatEngine { by: by.0, pass }, reply, seat).await
            }
            Mail::History { session, reply } => {
                self.answers(TableRequest::History { session: session.0 }, reply, text).await
            }
            Mail::Record { session, reply } => {
                self.answers(TableRequest::Record { session: session.map(|session| session.0) }, reply, text).await
            }
            Mail::Chat { session, reply } => {
                let lines = |replied| if let TableResponse::Lines(lines) = replied { Some(lines) } else { None };
                self.answers(TableRequest::Chat { session: session.0 }, reply, lines).await
            }
            Mail::Summary(reply) => {
                let summary =
                    |replied| if let TableResponse::Summary(summary) = replied { Some(summary) } else { None };
                self.answers(TableRequest::Summary, reply, summary).await
            }
            // What all nodes should know is told to each of them.
            _ => None,
        }
    }

    /// Somebody connects over a stream that is open already: its first text may come at once after the response.
    async fn connects<T>(
        &self,
        stream: u64,
        request: TableRequest,
        reply: Reply<T>,
        arrived: impl FnOnce() -> T,
    ) -> Option<ApiError> {
        let answer = self.nodes.request(&self.route, &self.table, request).await;
        if answer.is_err() {
            self.nodes.forget_stream(&self.route, stream);
        }
        let fault = answer.as_ref().err().cloned();
        // If the asker has gone, what it gets is dropped, and the table is told.
        let _ = reply.send(answer.map(|_| arrived()));
        fault
    }

    async fn answers<T>(
        &self,
        request: TableRequest,
        reply: Reply<T>,
        read: impl Fn(TableResponse) -> Option<T>,
    ) -> Option<ApiError> {
        let answer = self.nodes.request(&self.route, &self.table, request).await;
        // A node of another version may answer what this one does not know.
        let answer = answer.and_then(|replied| read(replied).ok_or(ApiError::Away));
        let fault = answer.as_ref().err().cloned();
        // The asker may have gone.
        let _ = reply.send(answer);
        fault
    }
}

fn person(Session { id, name }: Session, network: Option<IpAddr>) -> RemotePerson {
    RemotePerson { session: id.0, name, network }
}

fn seat(replied: TableResponse) -> Option<u8> {
    if let TableResponse::Seat(seat) = replied { Some(seat) } else { None }
}

fn text(replied: TableResponse) -> Option<String> {
    if let TableResponse::Text(text) = replied { Some(text) } else { None }
}
