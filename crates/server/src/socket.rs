//! One WebSocket: reads commands, writes what the table says, and knows when to hang up.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message as Packet, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::SinkExt;
use protocol::{Command, Message, Refusal};
use store::TokenHash;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::actor::{Arrived, Mail};
use crate::app::App;
use crate::fault::Fault;
use crate::lag::RoundTrip;
use crate::limits::{Bucket, Entered, Verdict};
use crate::meters::Meters;
use crate::open_table::random;
use crate::origin::Whence;
use crate::session::{ThisDevice, Who};

/// The largest message of a client in bytes.
const MAX_FRAME: usize = 4096;
/// What is larger still is not even read: the connection is cut without a word.
pub(crate) const CUT_BEYOND: usize = 4 * MAX_FRAME;
/// What the library would otherwise set aside for each socket is 256 times as much. A command is a fifth of this.
pub(crate) const READ_BUFFER: usize = 512;
/// What waits is written once it is so much, or once nothing more comes. Nothing is set aside for it.
const WRITE_BUFFER: usize = 4096;
/// What goes out together with what went before: a `done`, or a line of talk. A frame and the room, one after the other, need
/// half the memory, which the socket keeps.
const SHORT: usize = 256;
/// Messages that may wait for a slow client before it is hung up on; it comes back and gets a whole frame.
pub(crate) const OUTBOX: usize = 64;
/// The first ping of a connection: what was sent at the beginning is there by then.
const FIRST_PING: Duration = Duration::from_secs(1);
/// A line that is used is measured now and then all the same.
const MEASURED_EVERY: Duration = Duration::from_secs(20);
/// A deadline that is noticed this late: the machine was busy, and what has come meanwhile may not be read yet.
const LATE: Duration = Duration::from_secs(2);
/// Pings that a client may send in a second, whatever the host allows of commands: a browser sends none.
pub(crate) const CONTROL_PER_S: u32 = 5;
pub(crate) const WRITE_AT_MOST: Duration = Duration::from_secs(10);

/// A message as it goes over the wire.
fn text(message: &Message) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages are text, numbers and lists").into()
}

/// Close codes of RFC 6455.
pub(crate) const RESTART: u16 = 1012;
pub(crate) const TOO_LARGE: u16 = 1009;
pub(crate) const LEAVING: u16 = 1001;
pub(crate) const TOO_FAST: u16 = 1008;
/// Those whom a stopping server sends away come back within so long, not all at once.
const SPREAD_MS: u32 = 2000;

/// `GET /api/v1/tables/{id}/socket`.
pub(crate) async fn connect(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Result<Who, Fault>,
    ThisDevice(device): ThisDevice,
    Whence(whence): Whence,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Fault> {
    let upgrade = upgrade.map_err(|_| Fault::NotASocket)?;
    let Who(session) = who?;
    let entered = app.crowd.enter(whence, app.limits.connections).ok_or_else(|| {
        app.meters.refused("connections");
        Fault::TooManyConnections
    })?;
    let stored = app.store.find(&id).await?.ok_or(Fault::UnknownTable)?;
    // A table that cannot be opened says so now, where a status and words can be read.
    let (outbox, messages) = mpsc::channel(OUTBOX);
    let arrived = app.tables.ask(stored.clone(), |reply| Mail::Join { session, outbox, reply }).await?;
    let mailbox = app.tables.wake(stored);
    let logged_out = app.devices.listen();
    let App { meters, stop, sockets, limits, .. } = app;
    let bucket = Bucket::new(limits.commands_per_s, Instant::now());
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(CUT_BEYOND)
        .max_frame_size(CUT_BEYOND)
        .on_upgrade(move |socket| {
            let round_trip = RoundTrip::default();
            let (silence, ping_every) = (limits.silence_of_a_page(), limits.ping_a_page_every());
            let line = Line {
                meters,
                stop,
                table: id,
                mailbox,
                arrived,
                socket,
                messages,
                bucket,
                control: Bucket::new(CONTROL_PER_S, Instant::now()),
                silence,
                ping_every,
                round_trip,
                device,
                logged_out,
                _entered: entered,
            };
            // What carries the upgrade is larger than the line, and is let go.
            sockets.spawn(line.serve());
            std::future::ready(())
        }))
}

/// When to come back, for whom a stopping server sends away.
pub(crate) fn retry(stop: &CancellationToken) -> Utf8Bytes {
    match stop.is_cancelled() {
        true => format!("retry={}", u32::from_le_bytes(random()) % SPREAD_MS).into(),
        false => Utf8Bytes::default(),
    }
}

struct Line {
    meters: Arc<Meters>,
    stop: CancellationToken,
    table: String,
    mailbox: mpsc::Sender<Box<Mail>>,
    /// Tells the table when this line ends.
    arrived: Arrived,
    socket: WebSocket,
    messages: mpsc::Receiver<Utf8Bytes>,
    bucket: Bucket,
    /// Pings, and answers to none of ours.
    control: Bucket,
    silence: Duration,
    ping_every: Duration,
    round_trip: RoundTrip,
    device: Option<TokenHash>,
    logged_out: broadcast::Receiver<Arc<[TokenHash]>>,
    _entered: Entered,
}

impl Line {
    async fn serve(mut self) {
        let _connected = self.meters.connected();
        tracing::debug!(table = self.table, "somebody connects");
        let mut heard = Instant::now();
        let mut beat = Beat::new(heard, self.ping_every, self.silence);
        let stop = self.stop.clone();
        let code = loop {
            tokio::select! {
                message = self.messages.recv() => match message {
                    Some(message) => {
                        if !self.write_out(message).await {
                            break None;
                        }
                    }
                    // The table has gone, or could not wait for us.
                    None => break Some(RESTART),
                },
                packet = self.socket.recv() => {
                    heard = Instant::now();
                    match packet {
                        Some(Ok(Packet::Text(words))) if words.len() > MAX_FRAME => {
                            let words = format!("A message has at most {MAX_FRAME} bytes. This connection closes.");
                            self.error("too_large", &words).await;
                            break Some(TOO_LARGE);
                        }
                        Some(Ok(Packet::Text(words))) => match Command::parse(&words) {
                            Ok(command) => {
                                let kept = match self.bucket.take(heard) {
                                    // The table need not wake up for it, and a busy one does not look like a dead line.
                                    Verdict::Welcome if command == Command::Ping {} => {
                                        Some(self.write(Packet::Text(text(&Message::Pong {}))).await)
                                    }
                                    Verdict::Welcome => None,
                                    Verdict::TooFast => Some(self.too_fast(&command).await),
                                    Verdict::HangUp => break Some(TOO_FAST),
                                };
                                match kept {
                                    Some(true) => continue,
                                    Some(false) => break None,
                                    None => {}
                                }
                                if self.mailbox.send(Box::new(Mail::Command { connection: self.arrived.connection(), command })).await.is_err() {
                                    break Some(RESTART);
                                }
                            }
                            Err(_) if self.bucket.take(heard) == Verdict::HangUp => break Some(TOO_FAST),
                            Err(malformed) if self.error("malformed", &malformed.to_string()).await => {}
                            Err(_) => break None,
                        },
                        Some(Ok(Packet::Binary(_))) => {
                            if self.bucket.take(heard) == Verdict::HangUp {
                                break Some(TOO_FAST);
                            }
                            if !self.error("malformed", "Commands are text, not binary.").await {
                                break None;
                            }
                        }
                        Some(Ok(Packet::Ping(_))) => {
                            if self.control.take(heard) == Verdict::HangUp {
                                self.meters.refused("commands");
                                break Some(TOO_FAST);
                            }
                        }
                        Some(Ok(Packet::Pong(carried))) => {
                            let lag = self.round_trip.answered(&carried, heard);
                            if lag.is_none() && self.control.take(heard) == Verdict::HangUp {
                                self.meters.refused("commands");
                                break Some(TOO_FAST);
                            }
                            if let Some(lag) = lag
                                && self.mailbox.send(Box::new(Mail::Latency { connection: self.arrived.connection(), latency: lag })).await.is_err()
                            {
                                break Some(RESTART);
                            }
                        }
                        Some(Err(_)) => break Some(TOO_LARGE),
                        Some(Ok(Packet::Close(_))) | None => break None,
                    }
                }
                () = sleep_until(beat.due(heard)) => match beat.at(Instant::now(), heard) {
                    Due::Nothing => {}
                    Due::Ping => {
                        let carries = self.round_trip.ask(Instant::now());
                        if !self.write(Packet::Ping(carries.to_vec().into())).await {
                            break None;
                        }
                    }
                    Due::HangUp => break Some(LEAVING),
                },
                gone = self.logged_out.recv() => match gone {
                    Ok(gone) if self.device.is_none_or(|device| !gone.contains(&device)) => {}
                    Ok(_) => break Some(LEAVING),
                    // Whether it was us is not known: who comes back is asked for its cookie.
                    Err(_) => break Some(RESTART),
                },
                () = stop.cancelled() => break Some(RESTART),
            }
        };
        if let Some(code) = code {
            let reason = match code {
                RESTART => retry(&stop),
                _ => "".into(),
            };
            self.write(Packet::Close(Some(CloseFrame { code, reason }))).await;
        }
        tracing::debug!(table = self.table, code, "a connection has ended");
        self.arrived.leaves(heard);
        // Until the table has read it and let go: a line that is closed before would be gone since now, not since it was heard.
        let _ = timeout(WRITE_AT_MOST, async { while self.messages.recv().await.is_some() {} }).await;
    }

    /// Refuses a command that came too soon after many others. Nothing has been done.
    async fn too_fast(&mut self, command: &Command) -> bool {
        self.meters.refused("commands");
        let words = "Too many commands. Wait a second.".to_owned();
        match command.cmd() {
            Some(cmd) => {
                let refusal = Refusal { key: "too_fast".to_owned(), rule: None, words };
                let message = Message::Refused { cmd: cmd.to_owned(), refusal };
                self.write(Packet::Text(text(&message))).await
            }
            None => self.error("too_fast", &words).await,
        }
    }

    async fn error(&mut self, key: &str, words: &str) -> bool {
        let message = Message::Error { key: key.to_owned(), words: words.to_owned() };
        self.write(Packet::Text(text(&message))).await
    }

    /// Writes a message and all that wait behind it: a frame and the answer to its command go out together. Whether all
    /// could be written.
    async fn write_out(&mut self, first: Utf8Bytes) -> bool {
        let Line { socket, messages, .. } = self;
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
        matches!(timeout(WRITE_AT_MOST, writing).await, Ok(Ok(())))
    }

    /// Whether it could be written.
    async fn write(&mut self, packet: Packet) -> bool {
        matches!(timeout(WRITE_AT_MOST, self.socket.send(packet)).await, Ok(Ok(())))
    }
}

/// When a quiet line is asked whether anybody is there, and when it is given up.
struct Beat {
    every: Duration,
    silence: Duration,
    pinged: Instant,
    first: bool,
    /// Until when a late look has put off giving up.
    pardoned: Instant,
}

/// What a line needs now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Due {
    Nothing,
    Ping,
    HangUp,
}

impl Beat {
    fn new(now: Instant, every: Duration, silence: Duration) -> Beat {
        Beat { every, silence, pinged: now, first: true, pardoned: now }
    }

    /// When the next ping is sent if nothing is heard: who talks anyway is asked less often.
    fn next_ping(&self, heard: Instant) -> Instant {
        match self.first {
            true => self.pinged + FIRST_PING.min(self.every),
            false => (heard.max(self.pinged) + self.every).min(self.pinged + MEASURED_EVERY.max(self.every)),
        }
    }

    fn given_up(&self, heard: Instant) -> Instant {
        (heard + self.silence).max(self.pardoned)
    }

    fn due(&self, heard: Instant) -> Instant {
        self.next_ping(heard).min(self.given_up(heard))
    }

    fn at(&mut self, now: Instant, heard: Instant) -> Due {
        let end = self.given_up(heard);
        if now >= end && now < end + LATE {
            return Due::HangUp;
        }
        if now < end && now < self.next_ping(heard) {
            return Due::Nothing;
        }
        if now >= end {
            self.pardoned = now + self.every;
        }
        (self.pinged, self.first) = (now, false);
        Due::Ping
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use axum::Router;
    use axum::routing::get;
    use futures_util::StreamExt;
    use tokio::net::{TcpListener, TcpStream};
    use tokio_tungstenite::tungstenite::Message as Heard;
    use tokio_tungstenite::{WebSocketStream, client_async};

    use super::*;
    use crate::limits::{Crowd, Limits};

    /// A line without a table: the client's end of it, and what the table would be told and could say.
    struct Dialled {
        client: WebSocketStream<TcpStream>,
        told: mpsc::Receiver<Box<Mail>>,
        says: mpsc::Sender<Utf8Bytes>,
        _out: broadcast::Sender<Arc<[TokenHash]>>,
    }

    async fn dial(commands_per_s: u32) -> Dialled {
        let (mailbox, told) = mpsc::channel(8);
        let (says, messages) = mpsc::channel(8);
        let (out, logged_out) = broadcast::channel(1);
        let ends = Arc::new(Mutex::new(Some((mailbox, messages, logged_out))));
        let connect = async move |upgrade: WebSocketUpgrade| {
            let (mailbox, messages, logged_out) = ends.lock().expect("no panic").take().expect("one line");
            upgrade.on_upgrade(move |socket| {
                let line = Line {
                    meters: Arc::new(Meters::new(0.0)),
                    stop: CancellationToken::new(),
                    table: "t".to_owned(),
                    arrived: Arrived::at(mailbox.clone()),
                    mailbox,
                    socket,
                    messages,
                    bucket: Bucket::new(commands_per_s, Instant::now()),
                    control: Bucket::new(CONTROL_PER_S, Instant::now()),
                    silence: Limits::NONE.silence_of_a_page(),
                    ping_every: Limits::NONE.ping_a_page_every(),
                    round_trip: RoundTrip::default(),
                    device: None,
                    logged_out,
                    _entered: Arc::new(Crowd::default()).enter([127, 0, 0, 1].into(), 0).expect("room"),
                };
                line.serve()
            })
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async { axum::serve(listener, Router::new().route("/", get(connect))).await });
        let stream = TcpStream::connect(address).await.expect("it listens");
        let (client, _) = client_async(format!("ws://{address}/"), stream).await.expect("a socket");
        Dialled { client, told, says, _out: out }
    }

    #[tokio::test]
    async fn a_ping_is_answered_without_the_table() {
        let mut line = dial(1).await;
        for _ in 0..3 {
            line.client.send(Heard::text(r#"{"t":"ping"}"#)).await.expect("an open line");
            let answer = line.client.next().await.expect("an answer").expect("no error");
            assert_eq!(answer.to_text().expect("text"), r#"{"t":"pong"}"#);
        }
        // It counts as a command does.
        line.client.send(Heard::text(r#"{"t":"ping"}"#)).await.expect("an open line");
        let answer = line.client.next().await.expect("an answer").expect("no error");
        assert!(answer.to_text().expect("text").contains("too_fast"), "{answer}");
        assert!(line.told.try_recv().is_err(), "the table has heard nothing");
    }

    #[tokio::test]
    async fn who_pings_without_end_is_hung_up_on() {
        for packet in [Heard::Ping(vec![7; 125].into()), Heard::Pong(vec![7; 4].into())] {
            // Not even where a host has no limit for commands.
            let mut line = dial(0).await;
            let cut = async {
                loop {
                    let sent = line.client.send(packet.clone()).await.is_ok();
                    if !sent || matches!(line.told.try_recv().as_deref(), Ok(Mail::Leave { .. })) {
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
        // A path that is dead: nothing comes over it, not even a goodbye.
        let Some(Mail::Leave { heard, .. }) = line.told.recv().await.map(|note| *note) else { panic!("gone") };
        let waited = dialled.elapsed();
        assert!((10..=15).contains(&waited.as_secs()), "{waited:?}");
        assert!(heard <= dialled, "since the last word, not since it was noticed");
    }

    #[tokio::test(start_paused = true)]
    async fn a_line_that_has_ended_is_let_go_by_the_table_first() {
        let mut line = dial(0).await;
        drop(line.client);
        assert!(matches!(line.told.recv().await.as_deref(), Some(Mail::Leave { .. })));
        // Else the table would see that the line is closed before it reads since when.
        assert!(!line.says.is_closed());
    }

    #[test]
    fn a_quiet_line_is_asked_twice_before_it_is_given_up() {
        let start = Instant::now();
        let after = |s: u64| start + Duration::from_secs(s);
        let mut beat = Beat::new(start, Duration::from_secs(5), Duration::from_secs(13));
        let mut heard = start;
        let mut due = |now: u64, heard: Instant| (beat.due(heard), beat.at(after(now), heard));
        assert_eq!(due(1, heard), (after(1), Due::Ping), "the first soon");
        heard = after(2);
        assert_eq!(due(7, heard), (after(7), Due::Ping));
        assert_eq!(due(12, heard), (after(12), Due::Ping));
        assert_eq!(due(15, heard), (after(15), Due::HangUp));
        // Who talks anyway is asked only to measure the line.
        heard = after(31);
        assert_eq!(due(31, heard), (after(32), Due::Nothing));
        assert_eq!(due(32, heard), (after(32), Due::Ping));
        // A machine that has not looked for long asks once more.
        assert_eq!(due(60, heard), (after(37), Due::Ping));
        assert_eq!(due(65, heard), (after(65), Due::HangUp));
    }
}
