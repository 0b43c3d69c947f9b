//! People and engines whose socket is at another node and whose table is at this one.

use std::net::IpAddr;
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
use crate::nodes::links::{Nodes, Route};
use crate::nodes::message::{NodeMessage, RemoteError, RemotePerson, StreamInput, TableRequest, TableResponse};
use crate::state::AppState;
use crate::ws::OUTBOX;

/// Answers a request of another node; serves a client that connects until its stream ends.
pub(super) async fn attend(
    app: AppState,
    nodes: Arc<Nodes>,
    route: Route,
    id: u64,
    table: String,
    request: TableRequest,
) {
    let remote = RemoteRequest { app, nodes, route, id };
    let stored = match remote.app.store.find(&table).await {
        Ok(Some(stored)) => stored,
        Ok(None) => return remote.respond(Err(ApiError::UnknownTable)),
        Err(error) => return remote.respond(Err(error.into())),
    };
    match request {
        TableRequest::Join { stream, person, shuffles } => remote.person(stored, stream, person, shuffles).await,
        TableRequest::EngineJoins { stream, hash, called } => remote.engine(stored, stream, hash, called).await,
        request => remote.respond(ask(&remote.app, stored, request).await),
    }
}

/// A request of another node.
struct RemoteRequest {
    app: AppState,
    nodes: Arc<Nodes>,
    route: Route,
    id: u64,
}

/// How the stream of a client ends.
enum StreamEnd {
    /// The client has gone, or could not keep up. When something last came from it.
    Left(Instant),
    /// The link to its node has ended.
    CutOff,
}

/// The client at the end of a stream, as its table knows it.
enum RemoteClient {
    Person(Arrived),
    Engine(EngineId),
}

impl RemoteRequest {
    fn respond(&self, result: Result<TableResponse, ApiError>) {
        let result = result.map_err(RemoteError::from);
        self.nodes.send(&self.route, &NodeMessage::Response { id: self.id, result }, "");
    }

    /// Somebody connects.
    async fn person(&self, stored: Stored, stream: u64, person: RemotePerson, shuffles: bool) {
        let (outbox, messages) = mpsc::channel(OUTBOX);
        let (session, network) = session(person);
        let joins = |reply| forwarded(Mail::Join { session, network, shuffles, outbox, reply });
        match self.app.tables.ask(stored.clone(), joins).await {
            Ok(arrived) => self.serve(stored, stream, RemoteClient::Person(arrived), messages).await,
            Err(error) => self.respond(Err(error)),
        }
    }

    /// An engine connects.
    async fn engine(&self, stored: Stored, stream: u64, hash: String, called: String) {
        let (outbox, messages) = mpsc::channel(OUTBOX);
        let joins = |reply| forwarded(Mail::EngineJoins { hash, called, outbox, reply });
        match self.app.tables.ask(stored.clone(), joins).await {
            Ok(engine) => self.serve(stored, stream, RemoteClient::Engine(engine), messages).await,
            Err(error) => self.respond(Err(error)),
        }
    }

    /// Forwards what the table and the client send each other, until one of them has gone or the link has ended.
    async fn serve(&self, stored: Stored, stream: u64, client: RemoteClient, mut messages: mpsc::Receiver<Utf8Bytes>) {
        let mailbox = self.app.tables.wake(stored);
        let (sender, mut inputs) = mpsc::channel(OUTBOX);
        if !self.nodes.accept_stream(&self.route, stream, sender) {
            return client.leaves(&mailbox, StreamEnd::CutOff).await;
        }
        self.respond(Ok(TableResponse::Joined));
        let end = loop {
            tokio::select! {
                message = messages.recv() => match message {
                    Some(text) => self.nodes.send(&self.route, &NodeMessage::Output { stream }, &text),
                    // The table was released, or could not wait for us.
                    None => break StreamEnd::Left(Instant::now()),
                },
                input = inputs.recv() => match input {
                    Some(StreamInput::Left { silent_ms }) => break StreamEnd::Left(before(silent_ms)),
                    Some(input) => {
                        if let Some(mail) = client.mail(input)
                            && mailbox.send(Box::new(mail)).await.is_err()
                        {
                            break StreamEnd::Left(Instant::now());
                        }
                    }
                    None if self.route.has_ended() => break StreamEnd::CutOff,
                    // The client has sent too much at once.
                    None => break StreamEnd::Left(Instant::now()),
                },
            }
        };
        self.nodes.close_stream(&self.route, stream);
        client.leaves(&mailbox, end).await;
    }
}

impl RemoteClient {
    /// The mail for the table that input becomes.
    fn mail(&self, input: StreamInput) -> Option<Mail> {
        match (self, input) {
            (RemoteClient::Person(arrived), StreamInput::Command(command)) => {
                Some(Mail::Command { connection: arrived.connection(), command })
            }
            (RemoteClient::Person(arrived), StreamInput::Latency { micros }) => {
                let (connection, latency): (ConnectionId, _) = (arrived.connection(), Duration::from_micros(micros));
                Some(Mail::Latency { connection, latency })
            }
            (RemoteClient::Engine(engine), StreamInput::EngineActs { id, action }) => {
                Some(Mail::EngineActs { engine: *engine, id, action })
            }
            _ => None,
        }
    }

    async fn leaves(self, mailbox: &mpsc::Sender<Box<Mail>>, end: StreamEnd) {
        match (self, end) {
            (RemoteClient::Person(mut arrived), StreamEnd::Left(heard)) => arrived.leaves(heard),
            (RemoteClient::Person(mut arrived), StreamEnd::CutOff) => arrived.is_cut_off(),
            (RemoteClient::Engine(engine), _) => drop(mailbox.send(Box::new(Mail::EngineLeaves { engine })).await),
        }
    }
}

/// Asks a table of this node.
async fn ask(app: &AppState, stored: Stored, request: TableRequest) -> Result<TableResponse, ApiError> {
    let tables = &app.tables;
    match request {
        TableRequest::Sit(person, at_ms) => {
            let (session, network) = session(person);
            tables
                .ask(stored, |reply| forwarded(Mail::Sit { session, network, at_ms, reply }))
                .await
                .map(TableResponse::Seat)
        }
        TableRequest::Quit { session } => {
            let session = SessionId(session);
            tables.ask(stored, |reply| forwarded(Mail::Quit { session, reply })).await.map(TableResponse::Seat)
        }
        TableRequest::Rename { session, name } => {
            let session = SessionId(session);
            tables.ask(stored, |reply| forwarded(Mail::Rename { session, name, reply })).await.map(TableResponse::Seat)
        }
        TableRequest::SeatEngine { by, pass } => {
            let by = SessionId(by);
            tables.ask(stored, |reply| forwarded(Mail::SeatEngine { by, pass, reply })).await.map(TableResponse::Seat)
        }
        TableRequest::History { session } => {
            let session = SessionId(session);
            tables.ask(stored, |reply| forwarded(Mail::History { session, reply })).await.map(TableResponse::Text)
        }
        TableRequest::Record { session } => {
            let session = session.map(SessionId);
            tables.ask(stored, |reply| forwarded(Mail::Record { session, reply })).await.map(TableResponse::Text)
        }
        TableRequest::Chat { session } => {
            let session = SessionId(session);
            tables.ask(stored, |reply| forwarded(Mail::Chat { session, reply })).await.map(TableResponse::Lines)
        }
        TableRequest::Summary => {
            tables.ask(stored, |reply| forwarded(Mail::Summary(reply))).await.map(TableResponse::Summary)
        }
        TableRequest::Close => close_owned(app, stored).await.map(|()| TableResponse::Done),
        TableRequest::Join { .. } | TableRequest::EngineJoins { .. } => Err(ApiError::Away),
    }
}

/// Mail that another node has forwarded: if this one is not the owner, it goes no further.
fn forwarded(mail: Mail) -> Mail {
    Mail::Forwarded(Box::new(mail))
}

fn session(RemotePerson { session, name, network }: RemotePerson) -> (Session, Option<IpAddr>) {
    (Session { id: SessionId(session), name }, network)
}

fn before(silent_ms: u64) -> Instant {
    let now = Instant::now();
    now.checked_sub(Duration::from_millis(silent_ms)).unwrap_or(now)
}
