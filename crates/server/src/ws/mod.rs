//! WebSockets: `connection` for people at tables, `engine` for programs that play. This file has the parts that both
//! share.

pub(crate) mod connection;
pub(crate) mod engine;
mod heartbeat;
mod latency;

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Packet, Utf8Bytes, WebSocket};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::error::ApiError;
use crate::ids::random;
use crate::rate_limits::CountGuard;
use crate::state::AppState;

/// The largest message of a client, in bytes.
const MAX_FRAME: usize = 4096;

/// The size of a message above which it is not read at all, and the connection is closed.
pub(crate) const CUT_BEYOND: usize = 4 * MAX_FRAME;

/// The read buffer of a socket, in bytes. The library's default is 256 times as large. A command needs about a fifth of
/// the buffer.
pub(crate) const READ_BUFFER: usize = 512;

/// The greatest number of messages that wait for a slow client. If there are more, the client is disconnected; it
/// connects again and gets a whole frame.
pub(crate) const OUTBOX: usize = 64;

/// The number of pings that a client may send in a second, in the long run, whatever the host's limit for commands is.
/// A browser sends none.
pub(crate) const CONTROL_PER_S: u32 = 5;

pub(crate) const WRITE_AT_MOST: Duration = Duration::from_secs(10);

/// Close codes of RFC 6455.
pub(crate) const RESTART: u16 = 1012;

pub(crate) const TOO_LARGE: u16 = 1009;

pub(crate) const LEAVING: u16 = 1001;

pub(crate) const TOO_FAST: u16 = 1008;

/// The time, in milliseconds, over which the clients of a stopping server spread their new connections.
const SPREAD_MS: u32 = 2000;

/// Sends a close frame. If the server is stopping, the frame says when the client should connect again. Returns whether
/// the frame was sent.
async fn send_close(socket: &mut WebSocket, code: u16, stop: &CancellationToken) -> bool {
    let reason = match code == RESTART && stop.is_cancelled() {
        true => format!("retry={}", u32::from_le_bytes(random()) % SPREAD_MS).into(),
        false => Utf8Bytes::default(),
    };
    write(socket, Packet::Close(Some(CloseFrame { code, reason }))).await.is_ok()
}

async fn write(socket: &mut WebSocket, packet: Packet) -> Result<(), CloseReason> {
    match timeout(WRITE_AT_MOST, socket.send(packet)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(None),
    }
}

/// Counts a socket for its address.
fn enter_from(app: &AppState, client_ip: IpAddr) -> Result<CountGuard, ApiError> {
    let most = app.trust.most(client_ip, app.limits.connections);
    let open = app.limiters.connections.enter_from(client_ip, most);
    app.metrics.admitted(open, "connections", ApiError::TooManyConnections)
}

/// The time in which a client must answer a close frame.
const CLOSE_AT_MOST: Duration = Duration::from_secs(1);

/// The greatest number of messages that are dropped while a connection closes. A client that sends more does not
/// respond to the close frame.
const UNDER_WAY: usize = 64;

/// Waits for the client's close frame after ours was sent. Messages that still arrive are read and dropped. If they
/// stayed unread, TCP would reset the connection, and the client could lose our close frame.
async fn wait_for_close(socket: &mut WebSocket) {
    let reading = async {
        for _ in 0..UNDER_WAY {
            let Some(Ok(_)) = socket.recv().await else { return };
        }
    };
    let _ = timeout(CLOSE_AT_MOST, reading).await;
}

/// The close code with which a connection ends; `None` if nothing more can be sent.
type CloseReason = Option<u16>;
