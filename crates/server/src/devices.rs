//! One person on several devices: a link, good once and for ten minutes, that makes another device this session. Looking at
//! it uses nothing: who opens it is asked first.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{Continuation, Invite};
use store::DeviceLink;
use tokio::time::Instant;

use crate::app::App;
use crate::fault::Fault;
use crate::invites::{hash, link};
use crate::origin::Whence;
use crate::session::{self, Who};
use crate::time::{now_ms, rfc3339};

/// Ten minutes.
const GOOD_FOR_MS: i64 = 10 * 60 * 1000;

/// `POST /api/v1/me/device`.
pub(crate) async fn offer(
    State(app): State<App>,
    Who(session): Who,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<Invite>), Fault> {
    let invite = link(&app, &headers, "d", now_ms() + GOOD_FOR_MS)?;
    app.store.link_device(session.id, hash(&invite.token), now_ms() + GOOD_FOR_MS).await?;
    Ok((StatusCode::CREATED, Json(invite)))
}

/// `GET /api/v1/devices/{token}`.
pub(crate) async fn look(State(app): State<App>, Path(token): Path<String>) -> Result<Json<Continuation>, Fault> {
    let (session, expires_ms) = good(app.store.device_link(hash(&token), now_ms()).await?)?;
    Ok(Json(Continuation { name: session.name, expires: rfc3339(expires_ms) }))
}

/// `POST /api/v1/devices/{token}`: the cookie of this device becomes one of that session.
pub(crate) async fn take(
    State(app): State<App>,
    whence: Whence,
    headers: HeaderMap,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let Whence(address) = whence;
    // A device more is as much as a session more.
    if !app.sessions.take(address, app.limits.new_sessions_per_h, Instant::now()) {
        app.meters.refused("sessions");
        return Err(Fault::TooManySessions);
    }
    let device = session::new_token();
    good(app.store.use_device_link(hash(&token), session::hash(&device), now_ms()).await?)?;
    let cookie = session::cookie(&device, session::is_https(&headers));
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

fn good(link: DeviceLink) -> Result<(store::Session, i64), Fault> {
    match link {
        DeviceLink::Good(session, expires_ms) => Ok((session, expires_ms)),
        DeviceLink::Unknown => Err(Fault::UnknownDeviceLink),
        DeviceLink::Used => Err(Fault::UsedDeviceLink),
        DeviceLink::Expired => Err(Fault::ExpiredDeviceLink),
    }
}
