//! The WebSocket of a person at a table. It reads commands, writes the table's messages, and ends when the connection
//! is dead.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Packet, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::SinkExt;
use protocol::{Command, Message, Notice, Refusal};
use room::Input;
use serde::Deserialize;
use store::{Session, SessionId};
use tokio::sync::{SetOnce, mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::heartbeat::{Due, Heartbeat};
use super::latency::RoundTrip;
use super::{
    CONTROL_PER_S, CUT_BEYOND, CloseReason, LEAVING, MAX_FRAME, OUTBOX, READ_BUFFER, RESTART, TOO_FAST, TOO_LARGE,
    WRITE_AT_MOST, enter_from, send_close, wait_for_close, write,
};
use crate::actor::{Arrived, Mail};
use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::open_connections::OpenConnection;
use crate::origin::ClientIp;
use crate::rate_limits::{Admission, CountGuard, Party, TokenBucket, of_one_from};
use crate::session::{Guest, ThisDevice};
use crate::state::AppState;
use crate::stored::person;

/// The number of bytes that wait before they are written. If no more messages come, fewer bytes are written, too. No
/// memory is reserved for them.
const WRITE_BUFFER: usize = 4096;

/// The greatest length, in bytes, of a message that is sent together with the messages before it, for example a `done`
/// or a line of chat. Longer messages, such as a frame and the list of people, are flushed one by one. This halves the
/// memory of the socket.
const SHORT: usize = 256;

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SocketQuery {
    /// `1`: the page takes part in shuffling together (`seal`, `reveal`).
    shuffles: Option<String>,
}

/// The table's WebSocket (docs/develop/protocol.md): it takes `Command`, and sends `Message`.
#[utoipa::path(get, path = "/tables/{id}/socket", params(SocketQuery), responses((status = 101)))]
pub(crate) async fn connect(
    State(app): State<AppState>,
    Path(id): Path<String>,
    query: Result<Query<SocketQuery>, QueryRejection>,
    who: Result<Guest, ApiError>,
    ThisDevice(device): ThisDevice,
    ClientIp(client_ip): ClientIp,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::NotASocket)?;
    let Guest(session) = who?;
    let guards = enter(&app, &session, client_ip)?;
    let sent_away = SetOnce::new();
    let open = app.connections.open(OpenConnection { device, session: session.id, address: client_ip, sent_away });
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    let guest = session.id;
    let shuffles = query.is_ok_and(|Query(query)| query.shuffles.as_deref() == Some("1"));
    // If the table cannot be opened, the client must learn it now. Once the socket is open, the answer can no longer
    // have a status and a text.
    let (outbox, messages) = mpsc::channel(OUTBOX);
    let network = app.trust.network(client_ip);
    let joins = |reply| Mail::Join { session, network, shuffles, outbox, reply };
    let arrived = app.tables.ask(stored.clone(), joins).await?;
    let mailbox = app.tables.wake(stored);
    let AppState { metrics, stop, sockets, limits, .. } = app;
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(CUT_BEYOND)
        .max_frame_size(CUT_BEYOND)
        .on_upgrade(move |socket| {
            let now = Instant::now();
            let heartbeat = Heartbeat::new(now, limits.ping_a_page_every(), limits.silence_of_a_page());
            let mut connection = PersonConnection {
                metrics,
                stop,
                table: id,
                session: guest,
                mailbox,
                arrived,
                socket,
                messages,
                commands: TokenBucket::new(limits.commands_per_s, now),
                control: TokenBucket::new(CONTROL_PER_S, now),
                heartbeat,
                seen_at: now,
                round_trip: RoundTrip::default(),
                open,
                _guards: guards,
            };
            // The upgrade's future is larger than the connection's, so the connection is served in a task of its own.
            // The task borrows the connection, because a task that owned it would contain it twice.
            sockets.spawn(async move { connection.serve().await });
            std::future::ready(())
        }))
}

/// The reason why the table's WebSocket would be refused, which browsers do not say. 426 `not_a_socket`: nothing here
/// refuses it, so something on the way does.
#[utoipa::path(post, path = "/tables/{id}/socket")]
pub(crate) async fn refusal(app: State<AppState>, id: Path<String>, who: Guest, ip: ClientIp) -> ApiError {
    let admitted = enter(&app, &who.0, ip.0);
    let found = app.store.find(&id).await.map(|found| found.map_or(ApiError::UnknownTable, |_| ApiError::NotASocket));
    admitted.err().unwrap_or_else(|| found.unwrap_or_else(ApiError::from))
}

/// Counts the connection for its address and for its guest, unless either has too many.
fn enter(app: &AppState, session: &Session, client_ip: IpAddr) -> Result<[CountGuard; 2], ApiError> {
    let of_address = enter_from(app, client_ip)?;
    let most = of_one_from(client_ip, app.limits.connections_of_guest);
    let of_guest = app.limiters.connections.enter(Party::Guest(session.id), most);
    Ok([of_address, app.metrics.admitted(of_guest, "connections_of_guest", ApiError::TooManyOfGuest)?])
}

struct PersonConnection {
    metrics: Arc<Metrics>,
    stop: CancellationToken,
    table: String,
    session: SessionId,
    mailbox: mpsc::Sender<Box<Mail>>,
    /// Dropping this value tells the table that the connection has ended.
    arrived: Arrived,
    socket: WebSocket,
    messages: mpsc::Receiver<Utf8Bytes>,
    commands: TokenBucket,
    /// The limit for pings, and for pongs that answer none of our pings.
    control: TokenBucket,
    heartbeat: Heartbeat,
    seen_at: Instant,
    round_trip: RoundTrip,
    open: Arc<OpenConnection>,
    _guards: [CountGuard; 2],
}

impl PersonConnection {
    async fn serve(&mut self) {
        let _connected = self.metrics.connected();
        tracing::debug!(table = self.table, "somebody connects");
        let stop = self.stop.clone();
        let code = loop {
            let went_on = tokio::select! {
                message = self.messages.recv() => match message {
                    Some(message) => self.write_out(message).await,
                    // The table was released, or this connection's outbox was full.
                    None => Err(Some(RESTART)),
                },
                packet = self.socket.recv() => {
                    self.seen_at = Instant::now();
                    self.receive(packet).await
                }
                () = sleep_until(self.heartbeat.due(self.seen_at)) => self.beat().await,
                &banned = self.open.sent_away.wait() => self.sent_away(banned).await,
                () = stop.cancelled() => Err(Some(RESTART)),
            };
            if let Err(code) = went_on {
                break code;
            }
        };
        let is_sent = match code {
            Some(code) => send_close(&mut self.socket, code, &stop).await,
            None => false,
        };
        tracing::debug!(table = self.table, code, "a connection has ended");
        self.arrived.leaves(self.seen_at);
        if is_sent {
            wait_for_close(&mut self.socket).await;
        }
        // Wait until the table has read the mail and dropped the outbox. If the outbox were closed earlier, the table
        // could notice that first. It would then count the client as gone since now, not since its last message.
        let _ = timeout(WRITE_AT_MOST, async { while self.messages.recv().await.is_some() {} }).await;
    }

    /// Ends the connection of a guest who was banned or logged out. A bot immediately takes a banned guest's seat.
    async fn sent_away(&mut self, banned: bool) -> Result<(), CloseReason> {
        if banned {
            let protocol::ErrorDetail { key, words, .. } = ApiError::Banned.body();
            self.error(&key, &words).await?;
            let words = "The administrator of this server has blocked a player.".to_owned();
            self.post(Mail::Notice(Notice { key: Some("blocked".to_owned()), words })).await?;
            let person = person(self.session);
            let input = Box::new(move |request| Input::Quit { request, person });
            self.post(Mail::Request { input, reply: oneshot::channel().0 }).await?;
        }
        Err(Some(LEAVING))
    }

    async fn receive(&mut self, packet: Option<Result<Packet, axum::Error>>) -> Result<(), CloseReason> {
        match packet {
            Some(Ok(Packet::Text(words))) => self.text(&words).await,
            Some(Ok(Packet::Binary(_))) => {
                self.counted()?;
                self.error("malformed", "Commands are text, not binary.").await
            }
            Some(Ok(Packet::Ping(_))) => self.control(),
            Some(Ok(Packet::Pong(carried))) => match self.round_trip.answered(&carried, self.seen_at) {
                Some(latency) => self.input(Input::Latency { connection: self.arrived.connection, latency }).await,
                None => self.control(),
            },
            Some(Err(_)) => Err(Some(TOO_LARGE)),
            Some(Ok(Packet::Close(_))) | None => Err(None),
        }
    }

    /// Handles a text, which should be a command.
    async fn text(&mut self, words: &str) -> Result<(), CloseReason> {
        if words.len() > MAX_FRAME {
            let words = format!("A message has at most {MAX_FRAME} bytes. This connection closes.");
            let _ = self.error("too_large", &words).await;
            return Err(Some(TOO_LARGE));
        }
        let command = Command::parse(words);
        let admission = self.counted()?;
        match command {
            Err(malformed) => self.error("malformed", &malformed.to_string()).await,
            Ok(command) if admission == Admission::TooFast => self.too_fast(&command).await,
            // The socket itself answers a ping. So a ping does not wake the table, and a busy table does not look like
            // a dead connection.
            Ok(Command::Ping {}) => self.send(&Message::Pong {}).await,
            Ok(command) => self.input(Input::Command { connection: self.arrived.connection, command }).await,
        }
    }

    /// Counts a message that may be a command.
    fn counted(&mut self) -> Result<Admission, CloseReason> {
        match self.commands.take(self.seen_at) {
            Admission::HangUp => Err(Some(TOO_FAST)),
            admission => Ok(admission),
        }
    }

    /// Counts a ping, or a pong that answers none of our pings.
    fn control(&mut self) -> Result<(), CloseReason> {
        if self.control.take(self.seen_at) == Admission::HangUp {
            self.metrics.refused("commands");
            return Err(Some(TOO_FAST));
        }
        Ok(())
    }

    /// Pings a silent client, or ends its connection.
    async fn beat(&mut self) -> Result<(), CloseReason> {
        match self.heartbeat.at(Instant::now(), self.seen_at) {
            Due::Nothing => Ok(()),
            Due::Ping => {
                let carries = self.round_trip.ask(Instant::now());
                write(&mut self.socket, Packet::Ping(carries.to_vec().into())).await
            }
            Due::HangUp => Err(Some(LEAVING)),
        }
    }

    async fn input(&mut self, input: Input) -> Result<(), CloseReason> {
        self.post(Mail::Input(input)).await
    }

    async fn post(&mut self, mail: Mail) -> Result<(), CloseReason> {
        self.mailbox.send(Box::new(mail)).await.map_err(|_| Some(RESTART))
    }

    /// Refuses a command that came too soon after many others. The command is not carried out.
    async fn too_fast(&mut self, command: &Command) -> Result<(), CloseReason> {
        self.metrics.refused("commands");
        let words = "Too many commands. Wait a second.";
        match command.cmd() {
            Some(cmd) => {
                let refusal = Refusal::new("too_fast", words);
                self.send(&Message::Refused { cmd: cmd.to_owned(), refusal }).await
            }
            None => self.error("too_fast", words).await,
        }
    }

    async fn error(&mut self, key: &str, words: &str) -> Result<(), CloseReason> {
        self.send(&Message::Error { key: key.to_owned(), words: words.to_owned() }).await
    }

    async fn send(&mut self, message: &Message) -> Result<(), CloseReason> {
        let text = serde_json::to_string(message).expect("messages are text, numbers and lists");
        write(&mut self.socket, Packet::Text(text.into())).await
    }

    /// Writes a message and all messages that wait behind it. So a frame and the answer to its command are sent
    /// together.
    async fn write_out(&mut self, first: Utf8Bytes) -> Result<(), CloseReason> {
        let PersonConnection { socket, messages, .. } = self;
        let writing = async {
            socket.feed(Packet::Text(first)).await?;
            while let Ok(next) = messages.try_recv() {
                if next.len() > SHORT {
                    socket.flush().await?;
                }
                socket.feed(Packet::Text(next)).await?;
            }
            socket.flush().await
        };
        match timeout(WRITE_AT_MOST, writing).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use axum::Router;
    use axum::routing::get;
    use futures_util::StreamExt;
    use tokio::net::{TcpListener, TcpStream};
    use tokio::time::sleep;
    use tokio_tungstenite::tungstenite::Message as FromClient;
    use tokio_tungstenite::{WebSocketStream, client_async};

    use super::*;
    use crate::limits::Limits;

    /// A connection without a table, for tests: the client's end, and the mailbox and the outbox of the table.
    struct Dialled {
        client: WebSocketStream<TcpStream>,
        mails: mpsc::Receiver<Box<Mail>>,
        outbox: mpsc::Sender<Utf8Bytes>,
    }

    async fn dial(commands_per_s: u32) -> Dialled {
        let (mailbox, mails) = mpsc::channel(8);
        let (outbox, messages) = mpsc::channel(8);
        let ends = Arc::new(Mutex::new(Some((mailbox, messages))));
        let connect = async move |upgrade: WebSocketUpgrade| {
            let (mailbox, messages) = ends.lock().expect("no panic").take().expect("one line");
            upgrade.on_upgrade(move |socket| {
                let now = Instant::now();
                let (session, address, sent_away) = (SessionId(1), [127, 0, 0, 1].into(), SetOnce::new());
                let mut connection = PersonConnection {
                    metrics: Arc::new(Metrics::new(0.0)),
                    stop: CancellationToken::new(),
                    table: "t".to_owned(),
                    session: SessionId(1),
                    arrived: Arrived::at(mailbox.clone()),
                    mailbox,
                    socket,
                    messages,
                    commands: TokenBucket::new(commands_per_s, now),
                    control: TokenBucket::new(CONTROL_PER_S, now),
                    heartbeat: Heartbeat::new(now, Limits::NONE.ping_a_page_every(), Limits::NONE.silence_of_a_page()),
                    seen_at: now,
                    round_trip: RoundTrip::default(),
                    open: Arc::new(OpenConnection { device: None, session, address, sent_away }),
                    _guards: Default::default(),
                };
                async move { connection.serve().await }
            })
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async { axum::serve(listener, Router::new().route("/", get(connect))).await });
        let stream = TcpStream::connect(address).await.expect("it listens");
        let (client, _) = client_async(format!("ws://{address}/"), stream).await.expect("a socket");
        Dialled { client, mails, outbox }
    }

    #[tokio::test]
    async fn a_ping_is_answered_without_the_table() {
        let mut line = dial(1).await;
        for _ in 0..3 {
            line.client.send(FromClient::text(r#"{"t":"ping"}"#)).await.expect("an open line");
            let answer = line.client.next().await.expect("an answer").expect("no error");
            assert_eq!(answer.to_text().expect("text"), r#"{"t":"pong"}"#);
        }
        // A ping counts for the limit like any command.
        line.client.send(FromClient::text(r#"{"t":"ping"}"#)).await.expect("an open line");
        let answer = line.client.next().await.expect("an answer").expect("no error");
        assert!(answer.to_text().expect("text").contains("too_fast"), "{answer}");
        assert!(line.mails.try_recv().is_err(), "the table has heard nothing");
    }

    #[tokio::test]
    async fn who_pings_without_end_is_hung_up_on() {
        for packet in [FromClient::Ping(vec![7; 125].into()), FromClient::Pong(vec![7; 4].into())] {
            // This limit applies even if the host has set no limit for commands.
            let mut line = dial(0).await;
            let cut = async {
                loop {
                    let sent = line.client.send(packet.clone()).await.is_ok();
                    if !sent || matches!(line.mails.try_recv().as_deref(), Ok(Mail::Leave { .. })) {
                        return;
                    }
                }
            };
            timeout(Duration::from_secs(60), cut).await.expect("it is cut");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_silent_is_given_up_within_fifteen_seconds_and_counts_as_gone_since_the_last_word() {
        let mut line = dial(0).await;
        let dialled = Instant::now();
        // The network path is dead: nothing arrives over it, not even a close frame.
        let Some(Mail::Leave { seen_at, .. }) = line.mails.recv().await.map(|note| *note) else { panic!("gone") };
        let waited = dialled.elapsed();
        assert!((10..=15).contains(&waited.as_secs()), "{waited:?}");
        assert!(seen_at <= dialled, "since the last word, not since it was noticed");
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_sent_away_in_the_middle_of_a_word_reads_why() {
        let mut line = dial(0).await;
        // The server's first ping waits until the client reads it.
        sleep(Duration::from_secs(2)).await;
        line.client.send(FromClient::text(r#"{"t":"act","cmd":"a","action":"p"}"#)).await.expect("an open line");
        // The table is released before it has read the command.
        drop((line.mails, line.outbox));
        sleep(Duration::from_millis(10)).await;
        let last = loop {
            match line.client.next().await.expect("a close frame").expect("no reset") {
                FromClient::Ping(_) => {}
                last => break last,
            }
        };
        assert!(matches!(&last, FromClient::Close(Some(frame)) if frame.code == RESTART.into()), "{last}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_line_that_has_ended_is_let_go_by_the_table_first() {
        let mut line = dial(0).await;
        drop(line.client);
        assert!(matches!(line.mails.recv().await.as_deref(), Some(Mail::Leave { .. })));
        // The outbox must still be open. If it were closed, the table would notice the end of the connection too early,
        // before it reads the time of the last message.
        assert!(!line.outbox.is_closed());
    }
}
