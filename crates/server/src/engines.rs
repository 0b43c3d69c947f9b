//! Programs that play: a token for a seat, and the WebSocket over which an engine hears and answers (docs/engines.md).

use std::time::Duration;

use axum::Json;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message as Packet, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use protocol::{ENGINE_PROTOCOL, EngineSeat, FromEngine, MAX_ENGINE_LINE, ToEngine};
use room::{EngineId, Pass};
use sha2::{Digest, Sha256};
use store::Stored;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout, timeout_at};

use crate::actor::Mail;
use crate::app::App;
use crate::fault::Fault;
use crate::invites::{GOOD_FOR_MS, base};
use crate::limits::{Bucket, Entered, Verdict};
use crate::open_table::random;
use crate::origin::Whence;
use crate::session::Who;
use crate::socket::{
    CONTROL_PER_S, CUT_BEYOND, LEAVING, OUTBOX, READ_BUFFER, RESTART, TOO_FAST, TOO_LARGE, WRITE_AT_MOST, retry,
};
use crate::time::{now_ms, rfc3339};

/// How long an engine may take to say `ready`: some load a network first.
const READY_WITHIN: Duration = Duration::from_secs(20);
/// Close code of RFC 6455: that is all.
const NORMAL: u16 = 1000;

/// `POST /api/v1/tables/{id}/seats/{seat}/engine`: a token for a seat, in place of any that was there.
pub(crate) async fn seat(
    State(app): State<App>,
    Who(session): Who,
    headers: HeaderMap,
    Path((id, seat)): Path<(String, String)>,
) -> Result<(StatusCode, Json<EngineSeat>), Fault> {
    let seat = seat.parse().map_err(|_| Fault::UnknownPath)?;
    let stored = app.store.find(&id).await?.ok_or(Fault::UnknownTable)?;
    let token = hex::encode(random::<16>());
    let expires_ms = now_ms() + GOOD_FOR_MS;
    let pass = Pass { seat, hash: hash(&token), expires_ms, log: 0, from: 0 };
    app.tables.ask(stored, |reply| Mail::SeatEngine { by: session.id, pass, reply }).await?;
    // "http" becomes "ws", "https" "wss".
    let url = format!("{}/api/v1/tables/{id}/engine", base(&app, &headers).replacen("http", "ws", 1));
    Ok((StatusCode::CREATED, Json(EngineSeat { seat, url, token, expires: rfc3339(expires_ms) })))
}

/// `GET /api/v1/tables/{id}/engine`: an engine comes with its token, which is in a header: addresses end up in logs.
pub(crate) async fn connect(
    State(app): State<App>,
    Path(id): Path<String>,
    Whence(whence): Whence,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Fault> {
    let upgrade = upgrade.map_err(|_| Fault::NotASocket)?;
    let hash = hash(bearer(&headers).ok_or(Fault::UnknownToken)?);
    let entered = app.crowd.enter(whence, app.limits.connections).ok_or_else(|| {
        app.meters.refused("connections");
        Fault::TooManyConnections
    })?;
    let stored = app.store.find(&id).await?.ok_or(Fault::UnknownTable)?;
    let state: room::Kept = serde_json::from_str(&stored.state).unwrap_or_default();
    if !state.engines.iter().any(|pass| pass.hash == hash && pass.expires_ms > now_ms()) {
        return Err(Fault::UnknownToken);
    }
    let control = Bucket::new(CONTROL_PER_S, Instant::now());
    let sockets = app.sockets.clone();
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(CUT_BEYOND)
        .max_frame_size(CUT_BEYOND)
        .on_upgrade(move |socket| {
            sockets.track_future(Line { app, stored, hash, socket, control, _entered: entered }.serve())
        }))
}

fn hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

/// The token in `authorization: Bearer …`.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

struct Line {
    app: App,
    stored: Stored,
    hash: String,
    socket: WebSocket,
    /// Pings and pongs.
    control: Bucket,
    _entered: Entered,
}

/// Why a line ends; `None`: it has ended.
type End = Option<u16>;

impl Line {
    async fn serve(mut self) {
        let _connected = self.app.meters.connected();
        let code = match self.play().await {
            Ok(end) | Err(end) => end,
        };
        if let Some(code) = code {
            let reason = if code == RESTART { retry(&self.app.stop) } else { "".into() };
            let _ = self.write(Packet::Close(Some(CloseFrame { code, reason }))).await;
        }
        tracing::debug!(table = self.stored.setup.id, code, "the line of an engine has ended");
    }

    async fn play(&mut self) -> Result<End, End> {
        let mut bucket = Bucket::new(self.app.limits.commands_per_s, Instant::now());
        self.tell(&ToEngine::Hello { protocol: ENGINE_PROTOCOL.to_owned() }).await?;
        let deadline = Instant::now() + READY_WITHIN;
        let called = loop {
            let heard = timeout_at(deadline, self.hear(&mut bucket)).await.map_err(|_| Some(LEAVING))??;
            if let Some(FromEngine::Ready { name }) = heard {
                break name;
            }
        };
        let (outbox, mut messages) = mpsc::channel::<Utf8Bytes>(OUTBOX);
        let hash = self.hash.clone();
        let joins = |reply| Mail::EngineJoins { hash, called, outbox, reply };
        let engine = self.app.tables.ask(self.stored.clone(), joins).await.map_err(|fault| match fault {
            Fault::Away => Some(RESTART),
            _ => Some(NORMAL),
        })?;
        let mailbox = self.app.tables.wake(self.stored.clone());
        let end = self.relay(engine, &mailbox, &mut messages, &mut bucket).await;
        let _ = mailbox.send(Box::new(Mail::EngineLeaves { engine })).await;
        end
    }

    async fn relay(
        &mut self,
        engine: EngineId,
        mailbox: &mpsc::Sender<Box<Mail>>,
        messages: &mut mpsc::Receiver<Utf8Bytes>,
        bucket: &mut Bucket,
    ) -> Result<End, End> {
        let quit = ToEngine::Quit {}.text();
        let stop = self.app.stop.clone();
        let limits = self.app.limits;
        let mut ping = interval_at(Instant::now() + limits.ping_every(), limits.ping_every());
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard_at = Instant::now();
        loop {
            tokio::select! {
                message = messages.recv() => match message {
                    Some(message) => {
                        let last = message.as_str() == quit;
                        self.write(Packet::Text(message)).await?;
                        if last {
                            return Ok(Some(NORMAL));
                        }
                    }
                    // The table has gone, or could not wait for us.
                    None => return Ok(Some(RESTART)),
                },
                heard = self.hear(bucket) => {
                    heard_at = Instant::now();
                    if let Some(FromEngine::Act { id, action }) = heard?
                        && mailbox.send(Box::new(Mail::EngineActs { engine, id, action })).await.is_err()
                    {
                        return Ok(Some(RESTART));
                    }
                }
                _ = ping.tick() => {
                    if heard_at.elapsed() > limits.silence {
                        return Ok(Some(LEAVING));
                    }
                    self.tell(&ToEngine::Ping {}).await?;
                }
                () = stop.cancelled() => return Ok(Some(RESTART)),
            }
        }
    }

    /// The next thing that comes: `None` if it is no message.
    async fn hear(&mut self, bucket: &mut Bucket) -> Result<Option<FromEngine>, End> {
        let mut control = || match self.control.take(Instant::now()) {
            Verdict::HangUp => Err(Some(TOO_FAST)),
            Verdict::Welcome | Verdict::TooFast => Ok(None),
        };
        let words = match self.socket.recv().await {
            Some(Ok(Packet::Text(words))) => words,
            Some(Ok(Packet::Ping(_) | Packet::Pong(_))) => return control(),
            Some(Ok(Packet::Binary(_))) => Utf8Bytes::default(),
            Some(Err(_)) => return Err(Some(TOO_LARGE)),
            Some(Ok(Packet::Close(_))) | None => return Err(None),
        };
        if words.len() > MAX_ENGINE_LINE {
            self.complain("malformed", &format!("A message has at most {MAX_ENGINE_LINE} bytes.")).await?;
            return Err(Some(TOO_LARGE));
        }
        match bucket.take(Instant::now()) {
            Verdict::Welcome => {}
            Verdict::TooFast => {
                self.app.meters.refused("commands");
                self.complain("too_fast", "Too many commands. Wait a second.").await?;
                return Ok(None);
            }
            Verdict::HangUp => return Err(Some(TOO_FAST)),
        }
        let message = FromEngine::read(&words);
        if message.is_none() {
            self.complain("malformed", "That is no message of an engine: docs/engines.md lists them.").await?;
        }
        Ok(message)
    }

    async fn complain(&mut self, key: &str, words: &str) -> Result<(), End> {
        self.tell(&ToEngine::Error { id: None, key: key.to_owned(), words: words.to_owned() }).await
    }

    async fn tell(&mut self, message: &ToEngine) -> Result<(), End> {
        self.write(Packet::Text(message.text().into())).await
    }

    async fn write(&mut self, packet: Packet) -> Result<(), End> {
        match timeout(WRITE_AT_MOST, self.socket.send(packet)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(None),
        }
    }
}
