//! The WebSocket of a program that plays (docs/bots/engines.md).

use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Packet, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use protocol::{ENGINE_PROTOCOL, FromEngine, MAX_ENGINE_LINE, ToEngine};
use room::{EngineId, Input};
use store::Stored;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout_at};

use super::{
    CONTROL_PER_S, CUT_BEYOND, CloseReason, LEAVING, OUTBOX, READ_BUFFER, RESTART, TOO_FAST, TOO_LARGE, enter_from,
    send_close, wait_for_close, write,
};
use crate::actor::Mail;
use crate::error::ApiError;
use crate::ids;
use crate::origin::ClientIp;
use crate::rate_limits::{Admission, CountGuard, TokenBucket};
use crate::state::AppState;
use crate::time::now_ms;

/// The time in which an engine must send `ready`. It is long, because some engines load a network first.
const READY_WITHIN: Duration = Duration::from_secs(20);

/// The close code for a normal closure (RFC 6455).
const NORMAL: u16 = 1000;

/// The WebSocket of a program that plays (docs/bots/engines.md), with the header `authorization: Bearer TOKEN`.
#[utoipa::path(get, path = "/tables/{id}/engine", responses((status = 101)))]
// The token is in a header, because addresses are written to logs.
pub(crate) async fn connect(
    State(app): State<AppState>,
    Path(id): Path<String>,
    ClientIp(client_ip): ClientIp,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::NotASocket)?;
    let hash = hex::encode(ids::hash(bearer(&headers).ok_or(ApiError::UnknownToken)?));
    if app.host.is_banned(None, client_ip, now_ms()) {
        return Err(ApiError::Banned);
    }
    let guard = enter_from(&app, client_ip)?;
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    let state: room::KeptState = serde_json::from_str(&stored.state).unwrap_or_default();
    if !state.engines.iter().any(|pass| pass.hash == hash && pass.expires_ms > now_ms()) {
        return Err(ApiError::UnknownToken);
    }
    let control = TokenBucket::new(CONTROL_PER_S, Instant::now());
    let sockets = app.sockets.clone();
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(CUT_BEYOND)
        .max_frame_size(CUT_BEYOND)
        .on_upgrade(move |socket| {
            sockets.track_future(EngineConnection { app, stored, hash, socket, control, _guard: guard }.serve())
        }))
}

/// Returns the token in `authorization: Bearer …`.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

struct EngineConnection {
    app: AppState,
    stored: Stored,
    hash: String,
    socket: WebSocket,
    /// The limit of pings and pongs.
    control: TokenBucket,
    _guard: CountGuard,
}

impl EngineConnection {
    async fn serve(mut self) {
        let _connected = self.app.metrics.connected();
        let code = match self.play().await {
            Ok(end) | Err(end) => end,
        };
        if let Some(code) = code
            && send_close(&mut self.socket, code, &self.app.stop).await
        {
            wait_for_close(&mut self.socket).await;
        }
        tracing::debug!(table = self.stored.setup.id, code, "the line of an engine has ended");
    }

    async fn play(&mut self) -> Result<CloseReason, CloseReason> {
        let mut bucket = TokenBucket::new(self.app.limits.commands_per_s, Instant::now());
        self.send(&ToEngine::Hello { protocol: ENGINE_PROTOCOL.to_owned() }).await?;
        let deadline = Instant::now() + READY_WITHIN;
        let called = loop {
            let message = timeout_at(deadline, self.receive(&mut bucket)).await.map_err(|_| Some(LEAVING))??;
            if let Some(FromEngine::Ready { name }) = message {
                break name;
            }
        };
        let (outbox, mut messages) = mpsc::channel::<Utf8Bytes>(OUTBOX);
        let hash = self.hash.clone();
        let joins = |reply| Mail::EngineJoins { hash, called, outbox, reply };
        let engine = self.app.tables.ask(self.stored.clone(), joins).await.map_err(|fault| match fault {
            // Either another node owns the table and cannot be reached now, or the store cannot be reached.
            ApiError::Away | ApiError::Store(_) | ApiError::Busy => Some(RESTART),
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
        bucket: &mut TokenBucket,
    ) -> Result<CloseReason, CloseReason> {
        let quit = ToEngine::Quit {}.text();
        let stop = self.app.stop.clone();
        let limits = self.app.limits;
        let mut ping = interval_at(Instant::now() + limits.ping_every(), limits.ping_every());
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut received_at = Instant::now();
        loop {
            tokio::select! {
                message = messages.recv() => match message {
                    Some(message) => {
                        let last = message.as_str() == quit;
                        write(&mut self.socket, Packet::Text(message)).await?;
                        if last {
                            return Ok(Some(NORMAL));
                        }
                    }
                    // The table was released, or this connection's outbox was full.
                    None => return Ok(Some(RESTART)),
                },
                message = self.receive(bucket) => {
                    received_at = Instant::now();
                    if let Some(FromEngine::Act { id, action }) = message?
                        && mailbox.send(Box::new(Mail::Input(Input::EngineAnswered { engine, id, action }))).await.is_err()
                    {
                        return Ok(Some(RESTART));
                    }
                }
                _ = ping.tick() => {
                    if received_at.elapsed() > limits.silence {
                        return Ok(Some(LEAVING));
                    }
                    self.send(&ToEngine::Ping {}).await?;
                }
                () = stop.cancelled() => return Ok(Some(RESTART)),
            }
        }
    }

    /// Returns the next message; `None` if it is not valid.
    async fn receive(&mut self, bucket: &mut TokenBucket) -> Result<Option<FromEngine>, CloseReason> {
        let mut control = || match self.control.take(Instant::now()) {
            Admission::HangUp => Err(Some(TOO_FAST)),
            Admission::Accepted | Admission::TooFast => Ok(None),
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
            Admission::Accepted => {}
            Admission::TooFast => {
                self.app.metrics.refused("commands");
                self.complain("too_fast", "Too many commands. Wait a second.").await?;
                return Ok(None);
            }
            Admission::HangUp => return Err(Some(TOO_FAST)),
        }
        let message = FromEngine::read(&words);
        if message.is_none() {
            self.complain("malformed", "That is no message of an engine: docs/bots/engines.md lists them.").await?;
        }
        Ok(message)
    }

    async fn complain(&mut self, key: &str, words: &str) -> Result<(), CloseReason> {
        self.send(&ToEngine::Error { id: None, key: key.to_owned(), words: words.to_owned() }).await
    }

    async fn send(&mut self, message: &ToEngine) -> Result<(), CloseReason> {
        write(&mut self.socket, Packet::Text(message.text().into())).await
    }
}
