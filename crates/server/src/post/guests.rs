//! People and engines whose socket is at another node and whose table is at this one.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use room::{ConnectionId, EngineId};
use store::{Session, SessionId, Stored};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::actor::{Arrived, Mail};
use crate::admin::close_owned;
use crate::error::ApiError;
use crate::nodes::letter::{Fault, Letter, RemotePerson, Said, TableAnswer, TableQuestion};
use crate::nodes::links::{Nodes, Route};
use crate::state::AppState;
use crate::ws::OUTBOX;

/// Answers a question of another node; of somebody who connects until the line ends.
pub(super) async fn attend(
    app: AppState,
    nodes: Arc<Nodes>,
    route: Route,
    id: u64,
    table: String,
    asked: TableQuestion,
) {
    let visit = GuestVisit { app, nodes, route, id };
    let stored = match visit.app.store.find(&table).await {
        Ok(Some(stored)) => stored,
        Ok(None) => return visit.answer(Err(ApiError::UnknownTable)),
        Err(error) => return visit.answer(Err(error.into())),
    };
    match asked {
        TableQuestion::Join { line, person, shuffles } => visit.person(stored, line, person, shuffles).await,
        TableQuestion::EngineJoins { line, hash, called } => visit.engine(stored, line, hash, called).await,
        asked => visit.answer(ask(&visit.app, stored, asked).await),
    }
}

/// One question of another node.
struct GuestVisit {
    app: AppState,
    nodes: Arc<Nodes>,
    route: Route,
    id: u64,
}

/// Who is at the end of a line, as its table knows it.
enum RemoteVisitor {
    Person(Arrived),
    Engine(EngineId),
}

impl GuestVisit {
    fn answer(&self, answer: Result<TableAnswer, ApiError>) {
        let answer = answer.map_err(Fault::from);
        self.nodes.send(&self.route, &Letter::Answer { id: self.id, answer }, "");
    }

    /// Somebody connects.
    async fn person(&self, stored: Stored, line: u64, person: RemotePerson, shuffles: bool) {
        let (outbox, messages) = mpsc::channel(OUTBOX);
        let session = session(person);
        let joins = |reply| carried(Mail::Join { session, shuffles, outbox, reply });
        match self.app.tables.ask(stored.clone(), joins).await {
            Ok(arrived) => self.stay(stored, line, RemoteVisitor::Person(arrived), messages).await,
            Err(fault) => self.answer(Err(fault)),
        }
    }

    /// An engine connects.
    async fn engine(&self, stored: Stored, line: u64, hash: String, called: String) {
        let (outbox, messages) = mpsc::channel(OUTBOX);
        let joins = |reply| carried(Mail::EngineJoins { hash, called, outbox, reply });
        match self.app.tables.ask(stored.clone(), joins).await {
            Ok(engine) => self.stay(stored, line, RemoteVisitor::Engine(engine), messages).await,
            Err(fault) => self.answer(Err(fault)),
        }
    }

    /// Passes on what the table and the visitor say to each other, until one of them has gone or the link has ended.
    async fn stay(&self, stored: Stored, line: u64, visitor: RemoteVisitor, mut messages: mpsc::Receiver<Utf8Bytes>) {
        let mailbox = self.app.tables.wake(stored);
        let (say, mut said) = mpsc::channel(OUTBOX);
        if !self.nodes.admit(&self.route, line, say) {
            return visitor.leaves(&mailbox, Instant::now()).await;
        }
        self.answer(Ok(TableAnswer::Joined));
        let heard = loop {
            tokio::select! {
                message = messages.recv() => match message {
                    Some(text) => self.nodes.send(&self.route, &Letter::Frame { line }, &text),
                    // The table was released, or could not wait for us.
                    None => break Instant::now(),
                },
                said = said.recv() => match said {
                    Some(Said::Left { silent_ms }) => break before(silent_ms),
                    Some(said) => {
                        if let Some(mail) = visitor.says(said)
                            && mailbox.send(Box::new(mail)).await.is_err()
                        {
                            break Instant::now();
                        }
                    }
                    // The link has ended.
                    None => break Instant::now(),
                },
            }
        };
        self.nodes.dismiss(&self.route, line);
        visitor.leaves(&mailbox, heard).await;
    }
}

impl RemoteVisitor {
    /// What somebody said, for its table.
    fn says(&self, said: Said) -> Option<Mail> {
        match (self, said) {
            (RemoteVisitor::Person(arrived), Said::Command(command)) => {
                Some(Mail::Command { connection: arrived.connection(), command })
            }
            (RemoteVisitor::Person(arrived), Said::Latency { micros }) => {
                let (connection, latency): (ConnectionId, _) = (arrived.connection(), Duration::from_micros(micros));
                Some(Mail::Latency { connection, latency })
            }
            (RemoteVisitor::Engine(engine), Said::Acts { id, action }) => {
                Some(Mail::EngineActs { engine: *engine, id, action })
            }
            _ => None,
        }
    }

    async fn leaves(self, mailbox: &mpsc::Sender<Box<Mail>>, heard: Instant) {
        match self {
            RemoteVisitor::Person(mut arrived) => arrived.leaves(heard),
            RemoteVisitor::Engine(engine) => drop(mailbox.send(Box::new(Mail::EngineLeaves { engine })).await),
        }
    }
}

/// Asks a table of this node.
async fn ask(app: &AppState, stored: Stored, asked: TableQuestion) -> Result<TableAnswer, ApiError> {
    let tables = &app.tables;
    match asked {
        TableQuestion::Sit(person) => {
            let session = session(person);
            tables.ask(stored, |reply| carried(Mail::Sit { session, reply })).await.map(TableAnswer::Seat)
        }
        TableQuestion::Quit { session } => {
            let session = SessionId(session);
            tables.ask(stored, |reply| carried(Mail::Quit { session, reply })).await.map(TableAnswer::Seat)
        }
        TableQuestion::Rename { session, name } => {
            let session = SessionId(session);
            tables.ask(stored, |reply| carried(Mail::Rename { session, name, reply })).await.map(TableAnswer::Seat)
        }
        TableQuestion::SeatEngine { by, pass } => {
            let by = SessionId(by);
            tables.ask(stored, |reply| carried(Mail::SeatEngine { by, pass, reply })).await.map(TableAnswer::Seat)
        }
        TableQuestion::History { session } => {
            let session = SessionId(session);
            tables.ask(stored, |reply| carried(Mail::History { session, reply })).await.map(TableAnswer::Text)
        }
        TableQuestion::Record { session } => {
            let session = session.map(SessionId);
            tables.ask(stored, |reply| carried(Mail::Record { session, reply })).await.map(TableAnswer::Text)
        }
        TableQuestion::Chat { session } => {
            let session = SessionId(session);
            tables.ask(stored, |reply| carried(Mail::Chat { session, reply })).await.map(TableAnswer::Lines)
        }
        TableQuestion::Summary => {
            tables.ask(stored, |reply| carried(Mail::Summary(reply))).await.map(TableAnswer::Summary)
        }
        TableQuestion::Close => close_owned(app, stored).await.map(|()| TableAnswer::Done),
        TableQuestion::Join { .. } | TableQuestion::EngineJoins { .. } => Err(ApiError::Away),
    }
}

/// Mail that another node has sent: if this one is not the owner, it goes no further.
fn carried(mail: Mail) -> Mail {
    Mail::Carried(Box::new(mail))
}

fn session(RemotePerson { session, name }: RemotePerson) -> Session {
    Session { id: SessionId(session), name }
}

fn before(silent_ms: u64) -> Instant {
    let now = Instant::now();
    now.checked_sub(Duration::from_millis(silent_ms)).unwrap_or(now)
}
