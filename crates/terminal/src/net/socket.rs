//! A table's WebSocket: connects, sends pings, and connects again when the line is lost.

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

/// After this time without a message the line is tried with a ping, and after the second it is given up.
const QUIET: Duration = Duration::from_secs(8);
const DEAD: Duration = Duration::from_secs(5);
const OPENING: Duration = Duration::from_secs(10);

/// An event of the connection to a table.
#[derive(Debug)]
pub(crate) enum Received {
    /// The line is there, at first or again.
    Open,
    /// A message.
    Message(Box<Message>),
    /// The line is lost; it is tried again.
    Lost,
    /// The table does not let us in: nothing more comes.
    Closed(Trouble),
}

/// A line to a table. It ends when it is dropped.
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
        // Without a task the line is closed, and whoever sends is told by `receive`.
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

/// Connects, and connects again whenever the connection is lost.
async fn run(
    client: Client,
    path: String,
    mut asked: mpsc::UnboundedReceiver<Command>,
    sender: mpsc::Sender<Received>,
) {
    let mut wait = Duration::from_millis(200);
    // Commands without an answer are sent again: a command has a name, so sending it twice is harmless.
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

/// Returns true if a server may answer otherwise in a moment.
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

/// Why a server refuses the socket of a table: of its answer to the handshake, the text may be missing.
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

/// Until the line is lost; `None` if nobody listens any more.
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

/// A message without control characters. What this version does not know is left out.
fn message_of(text: &str) -> Option<Message> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    clean(&mut value);
    serde_json::from_value(value).ok()
}

/// Which command a message answers for good.
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
        | Message::Talk { .. }
        | Message::Notice(_)
        | Message::Analysing { .. }
        | Message::Pong {}
        | Message::Error { .. } => None,
    }
}
