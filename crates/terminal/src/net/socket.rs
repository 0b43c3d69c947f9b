//! The WebSocket of a table. It connects, sends pings, and reconnects when the connection is lost.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hyper::header::{COOKIE, HOST};
use protocol::{Command, Message};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message as Packet};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::http::{Stream, connect, refusal, unreachable};
use super::{Client, Trouble, clean};

/// After `QUIET` without a message a ping is sent. If `DEAD` passes without an answer, the connection counts as lost.
const QUIET: Duration = Duration::from_secs(8);
const DEAD: Duration = Duration::from_secs(5);
const OPENING: Duration = Duration::from_secs(10);

/// An event of the connection to a table.
#[derive(Debug)]
pub(crate) enum Received {
    /// The connection is open, either the first one or a new one after a loss.
    Open,
    Message(Box<Message>),
    /// The connection is lost; the socket reconnects.
    Lost,
    /// The table refuses the connection. No more events come after this one.
    Closed(Trouble),
}

/// A connection to a table, which ends when it is dropped.
pub(crate) struct TableSocket {
    commands: mpsc::UnboundedSender<Command>,
    received: mpsc::Receiver<Received>,
    task: tokio::task::JoinHandle<()>,
}

impl TableSocket {
    pub(crate) fn new(client: &Client, table: &str) -> TableSocket {
        let (commands, asked) = mpsc::unbounded_channel();
        let (sender, received) = mpsc::channel(64);
        let task =
            tokio::spawn(run(client.clone(), format!("/api/v1/tables/{table}/socket?shuffles=1"), asked, sender));
        TableSocket { commands, received, task }
    }

    pub(crate) fn send(&self, command: Command) {
        // Sending fails if the task has ended. In that case the connection is closed, and `receive` reports it.
        let _ = self.commands.send(command);
    }

    pub(crate) async fn receive(&mut self) -> Option<Received> {
        self.received.recv().await
    }
}

impl Drop for TableSocket {
    fn drop(&mut self) {
        self.task.abort();
    }
}

type Socket = WebSocketStream<Box<dyn Stream>>;

/// Connects, and reconnects whenever the connection is lost.
async fn run(
    client: Client,
    path: String,
    mut asked: mpsc::UnboundedReceiver<Command>,
    sender: mpsc::Sender<Received>,
) {
    let mut wait = Duration::from_millis(200);
    // Commands that have no answer yet are sent again after a reconnection. Each command has a name, so a repeated
    // command does no harm.
    let mut open: Vec<Command> = Vec::new();
    loop {
        match timeout(OPENING, opened(&client, &path)).await {
            Ok(Ok(socket)) => {
                wait = Duration::from_millis(200);
                if sender.send(Received::Open).await.is_err() {
                    return;
                }
                if talk(socket, &mut open, &mut asked, &sender).await.is_none() {
                    return;
                }
            }
            Ok(Err(trouble @ Trouble::Refused { .. })) if !is_passing(&trouble) => {
                let _ = sender.send(Received::Closed(trouble)).await;
                return;
            }
            Ok(Err(_)) | Err(_) => {}
        }
        if sender.send(Received::Lost).await.is_err() {
            return;
        }
        sleep(wait).await;
        wait = (wait * 2).min(Duration::from_secs(5));
    }
}

/// Returns true if the server may accept the connection soon.
fn is_passing(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Refused { key, .. } if ["away", "store", "busy", "too_many_connections", "not_a_socket"].contains(&key.as_str()))
}

async fn opened(client: &Client, path: &str) -> Result<Socket, Trouble> {
    let failed = |error: &dyn std::fmt::Display| unreachable(&client.address, error);
    let stream = connect(&client.address).await?;
    let scheme = if client.address.secure { "wss" } else { "ws" };
    let url = format!("{scheme}://{}{path}", client.address.authority());
    let mut request = url.into_client_request().map_err(|error| failed(&error))?;
    let header = |text: &str| text.parse().map_err(|error| failed(&error));
    request.headers_mut().insert(HOST, header(&client.address.authority())?);
    if let Some(cookie) = &client.cookie {
        request.headers_mut().insert(COOKIE, header(cookie)?);
    }
    match client_async(request, stream).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(answer)) => {
            let status = answer.status().as_u16();
            match refusal(answer.body().as_deref().unwrap_or_default(), status) {
                Trouble::Unreachable(_) => Err(hindrance(client, path).await),
                refused => Err(refused),
            }
        }
        Err(error) => Err(failed(&error)),
    }
}

/// Returns the reason why a server refuses the socket of a table. It is requested over HTTP, because the answer to the
/// handshake may lack the text.
async fn hindrance(client: &Client, path: &str) -> Trouble {
    let mut client = client.clone();
    let table = path.split_once("/socket").map_or(path, |(table, _)| table);
    let asked = async {
        let _: Value = client.get(&format!("{table}/record")).await?;
        let _: Value = client.get(&format!("{table}/course")).await?;
        client.post::<Value>(&format!("{table}/socket"), &Value::Null).await
    };
    asked.await.err().unwrap_or_else(|| unreachable(&client.address, "no socket"))
}

/// Sends and receives until the connection is lost. Returns `None` if the receiver of the events is gone.
async fn talk(
    mut socket: Socket,
    open: &mut Vec<Command>,
    asked: &mut mpsc::UnboundedReceiver<Command>,
    sender: &mpsc::Sender<Received>,
) -> Option<()> {
    for command in open.iter() {
        if send(&mut socket, command).await.is_err() {
            return Some(());
        }
    }
    let (mut until, mut pinged) = (Instant::now() + QUIET, false);
    loop {
        tokio::select! {
            command = asked.recv() => {
                let command = command?;
                let sent = send(&mut socket, &command).await;
                if command.cmd().is_some() {
                    open.push(command);
                }
                if sent.is_err() {
                    return Some(());
                }
            }
            packet = socket.next() => {
                (until, pinged) = (Instant::now() + QUIET, false);
                match packet {
                    Some(Ok(Packet::Text(text))) => {
                        let Some(message) = message_of(&text) else { continue };
                        if let Some(cmd) = answered(&message) {
                            open.retain(|command| command.cmd() != Some(cmd));
                        }
                        sender.send(Received::Message(Box::new(message))).await.ok()?;
                    }
                    Some(Ok(Packet::Close(_)) | Err(_)) | None => return Some(()),
                    Some(Ok(_)) => {}
                }
            }
            () = tokio::time::sleep_until(until) => {
                if pinged || send(&mut socket, &Command::Ping {}).await.is_err() {
                    return Some(());
                }
                (until, pinged) = (Instant::now() + DEAD, true);
            }
        }
    }
}

async fn send(socket: &mut Socket, command: &Command) -> Result<(), Error> {
    let text = serde_json::to_string(command).expect("a command is JSON");
    socket.send(Packet::text(text)).await
}

/// Parses a message and removes control characters. Returns `None` if this version does not know the message.
fn message_of(text: &str) -> Option<Message> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    clean(&mut value);
    serde_json::from_value(value).ok()
}

/// Returns the name of the command to which a message is the final answer.
fn answered(message: &Message) -> Option<&str> {
    match message {
        Message::Done { cmd }
        | Message::Refused { cmd, .. }
        | Message::Answer { cmd, .. }
        | Message::Advice { cmd, .. }
        | Message::Demo { cmd, .. }
        | Message::TurningPoint { cmd, .. }
        | Message::Advised { cmd, .. }
        | Message::Analysis { cmd, .. } => Some(cmd),
        Message::Frame(_)
        | Message::Room(_)
        | Message::Shuffle(_)
        | Message::Review(_)
        | Message::Talk { .. }
        | Message::Notice(_)
        | Message::Analysing { .. }
        | Message::Pong {}
        | Message::Error { .. } => None,
    }
}
