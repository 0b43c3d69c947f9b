//! A table that another node owns: reads the table's mail and passes it on. Sockets and requests do not notice.

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
use crate::nodes::letter::{Letter, RemotePerson, Said, TableAnswer, TableQuestion};
use crate::nodes::links::{Nodes, Route};

/// How often a relay looks whether anybody needs it.
const LOOK: Duration = Duration::from_secs(5);

/// The answer that somebody waits for.
type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// Passes mail on to the owner of a table.
pub(super) struct Relay {
    table: String,
    nodes: Arc<Nodes>,
    route: Route,
    mailbox: mpsc::WeakSender<Box<Mail>>,
}

impl Relay {
    /// The way to the owner of a table, if that is another node that can be reached.
    pub(super) async fn to_owner(
        table: &str,
        services: &Services,
        mailbox: &mpsc::WeakSender<Box<Mail>>,
    ) -> Option<Relay> {
        let nodes = services.nodes.clone()?;
        let owner = services.store.owner(table).await.ok().flatten()?;
        let route = nodes.route(&owner)?;
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
                    Some(mail) => relay.clone().pass_on(*mail, &moved),
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

    /// Passes on one piece of mail.
    fn pass_on(self: Arc<Relay>, mail: Mail, moved: &mpsc::Sender<()>) {
        let said = |line: u64, said| self.nodes.send(&self.route, &Letter::Said { line, said }, "");
        match mail {
            Mail::Command { connection, command } => said(connection.0, Said::Command(command)),
            Mail::Latency { connection, latency } => {
                said(connection.0, Said::Latency { micros: u64::try_from(latency.as_micros()).unwrap_or(u64::MAX) });
            }
            Mail::Leave { connection, heard } => {
                let silent_ms = u64::try_from(heard.elapsed().as_millis()).unwrap_or_default();
                said(connection.0, Said::Left { silent_ms });
                self.nodes.close_line(&self.route, connection.0);
            }
            Mail::EngineActs { engine, id, action } => said(engine.0, Said::Acts { id, action }),
            Mail::EngineLeaves { engine } => {
                said(engine.0, Said::Left { silent_ms: 0 });
                self.nodes.close_line(&self.route, engine.0);
            }
            mail @ Mail::Carried(_) => mail.decline(&ApiError::Store(StoreError::Elsewhere)),
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
            Mail::Join { session, shuffles, outbox, reply } => {
                let line = self.nodes.number();
                let connection = ConnectionId(line);
                self.nodes.open_line(&self.route, line, outbox);
                let asked = TableQuestion::Join { line, person: person(session), shuffles };
                self.connects(line, asked, reply, || Arrived::new(connection, Instant::now(), self.mailbox.upgrade()))
                    .await
            }
            Mail::EngineJoins { hash, called, outbox, reply } => {
                let line = self.nodes.number();
                self.nodes.open_line(&self.route, line, outbox);
                self.connects(line, TableQuestion::EngineJoins { line, hash, called }, reply, || EngineId(line)).await
            }
            Mail::Sit { session, reply } => self.answers(TableQuestion::Sit(person(session)), reply, seat).await,
            Mail::Quit { session, reply } => {
                self.answers(TableQuestion::Quit { session: session.0 }, reply, seat).await
            }
            Mail::Rename { session, name, reply } => {
                self.answers(TableQuestion::Rename { session: session.0, name }, reply, seat).await
            }
            Mail::SeatEngine { by, pass, reply } => {
                self.answers(TableQuestion::SeatEngine { by: by.0, pass }, reply, seat).await
            }
            Mail::History { session, reply } => {
                self.answers(TableQuestion::History { session: session.0 }, reply, text).await
            }
            Mail::Record { session, reply } => {
                self.answers(TableQuestion::Record { session: session.map(|session| session.0) }, reply, text).await
            }
            Mail::Chat { session, reply } => {
                let lines = |replied| if let TableAnswer::Lines(lines) = replied { Some(lines) } else { None };
                self.answers(TableQuestion::Chat { session: session.0 }, reply, lines).await
            }
            Mail::Summary(reply) => {
                let summary = |replied| if let TableAnswer::Summary(summary) = replied { Some(summary) } else { None };
                self.answers(TableQuestion::Summary, reply, summary).await
            }
            // What all nodes should know is told to each of them.
            _ => None,
        }
    }

    /// Somebody connects over a line that is open already: its first message may come at once after the answer.
    async fn connects<T>(
        &self,
        line: u64,
        asked: TableQuestion,
        reply: Reply<T>,
        arrived: impl FnOnce() -> T,
    ) -> Option<ApiError> {
        let answer = self.nodes.ask(&self.route, &self.table, asked).await;
        if answer.is_err() {
            self.nodes.close_line(&self.route, line);
        }
        let fault = answer.as_ref().err().cloned();
        // If the asker has gone, what it gets is dropped, and the table is told.
        let _ = reply.send(answer.map(|_| arrived()));
        fault
    }

    async fn answers<T>(
        &self,
        asked: TableQuestion,
        reply: Reply<T>,
        read: impl Fn(TableAnswer) -> Option<T>,
    ) -> Option<ApiError> {
        let answer = self.nodes.ask(&self.route, &self.table, asked).await;
        // A node of another version may answer what this one does not know.
        let answer = answer.and_then(|replied| read(replied).ok_or(ApiError::Away));
        let fault = answer.as_ref().err().cloned();
        // The asker may have gone.
        let _ = reply.send(answer);
        fault
    }
}

fn person(Session { id, name }: Session) -> RemotePerson {
    RemotePerson { session: id.0, name }
}

fn seat(replied: TableAnswer) -> Option<u8> {
    if let TableAnswer::Seat(seat) = replied { Some(seat) } else { None }
}

fn text(replied: TableAnswer) -> Option<String> {
    if let TableAnswer::Text(text) = replied { Some(text) } else { None }
}
