//! One person on several devices. A link adds another device to the session. The link works once, within ten minutes,
//! and looking at it does not use it up. On each device a person can list all devices and log out the other ones.

use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{Continuation, Invite, MyDevice, MyDevices};
use store::{Device, DeviceLink, Session, TokenHash};

use crate::error::{ApiError, JsonAnswer};
use crate::hourly;
use crate::ids::{hash, session_token};
use crate::links::link;
use crate::origin::ClientIp;
use crate::session::{self, Guest, ThisDevice};
use crate::state::AppState;
use crate::time::{now_ms, rfc3339};

/// The time for which a link is valid: ten minutes.
const GOOD_FOR_MS: i64 = 10 * 60 * 1000;

/// Returns the id of a device in its person's list: a part of the hash of its token.
fn id_of(device: &TokenHash) -> String {
    hex::encode(&device[..8])
}

/// Your browsers, most recently seen first, and the time when the link for another browser expires.
#[utoipa::path(get, path = "/me/devices", responses((status = 200, body = MyDevices)))]
pub(crate) async fn list(app: AppState, Guest(session): Guest, ThisDevice(this): ThisDevice) -> JsonAnswer<MyDevices> {
    let known = app.store.devices(session.id, now_ms()).await?;
    let device = |Device { hash, since_ms, seen_ms, browser }: Device| MyDevice {
        id: id_of(&hash),
        this: Some(hash) == this,
        since: rfc3339(since_ms),
        seen: rfc3339(seen_ms.max(since_ms)),
        browser,
    };
    Ok(Json(MyDevices {
        devices: known.devices.into_iter().map(device).collect(),
        link: known.link_expires_ms.map(rfc3339),
    }))
}

/// Logs out all devices except the one that asks, and disables the link. The answer is the new list.
#[utoipa::path(delete, path = "/me/devices", responses((status = 200, body = MyDevices)))]
pub(crate) async fn log_out_others(
    app: AppState,
    Guest(session): Guest,
    ThisDevice(this): ThisDevice,
) -> JsonAnswer<MyDevices> {
    app.store.unlink_device(session.id).await?;
    log_out_where(&app, &session, |device| Some(device.hash) != this).await?;
    list(app, Guest(session), ThisDevice(this)).await
}

/// Logs out one device: its sockets are closed, and its cookie is not valid any more. The answer is the new list.
/// `this_device`: the request comes from that device.
#[utoipa::path(delete, path = "/me/devices/{id}", responses((status = 200, body = MyDevices)))]
pub(crate) async fn log_out(
    app: AppState,
    Guest(session): Guest,
    ThisDevice(this): ThisDevice,
    Path(id): Path<String>,
) -> JsonAnswer<MyDevices> {
    if this.is_some_and(|this| id_of(&this) == id) {
        let words =
            "That is the device that you are on. Log it out from another one, or delete yourself under Your data.";
        return Err(ApiError::bad("this_device", words));
    }
    log_out_where(&app, &session, |device| id_of(&device.hash) == id).await?;
    list(app, Guest(session), ThisDevice(this)).await
}

async fn log_out_where(app: &AppState, session: &Session, which: impl Fn(&Device) -> bool) -> Result<(), ApiError> {
    let known = app.store.devices(session.id, now_ms()).await?;
    let gone: Vec<TokenHash> = known.devices.iter().filter(|device| which(device)).map(|device| device.hash).collect();
    app.store.log_out(session.id, gone.clone()).await?;
    app.connections.log_out(&gone);
    Ok(())
}

/// Disables the latest link for another device.
#[utoipa::path(delete, path = "/me/device", responses((status = 204)))]
pub(crate) async fn revoke(app: AppState, Guest(session): Guest) -> Result<StatusCode, ApiError> {
    app.store.unlink_device(session.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes a link for another device of yours. It works once, within ten minutes, and replaces your previous link.
#[utoipa::path(post, path = "/me/device", responses((status = 201, body = Invite)))]
pub(crate) async fn offer(
    app: AppState,
    Guest(session): Guest,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<Invite>), ApiError> {
    let invite = link(&app, &headers, "d", now_ms() + GOOD_FOR_MS)?;
    app.store.link_device(session.id, hash(&invite.token), now_ms() + GOOD_FOR_MS).await?;
    Ok((StatusCode::CREATED, Json(invite)))
}

/// The owner of a link for another device. Looking does not use it up.
#[utoipa::path(get, path = "/devices/{token}", responses((status = 200, body = Continuation)))]
pub(crate) async fn look(app: AppState, Path(token): Path<String>) -> JsonAnswer<Continuation> {
    let (session, expires_ms) = good(app.store.device_link(hash(&token), now_ms()).await?)?;
    Ok(Json(Continuation { name: session.name, expires: rfc3339(expires_ms) }))
}

/// Adds this device to the session of the link: the answer sets a new cookie.
#[utoipa::path(post, path = "/devices/{token}", responses((status = 204)))]
pub(crate) async fn redeem(
    app: AppState,
    client_ip: ClientIp,
    headers: HeaderMap,
    Path(token): Path<String>,
) -> Result<Response, ApiError> {
    let ClientIp(address) = client_ip;
    // Adding a device counts for the hourly limit like beginning a session.
    hourly::begin_session(&app, address)?;
    let device = session_token();
    good(app.store.use_device_link(hash(&token), hash(&device), now_ms()).await?)?;
    let cookie = session::cookie(&device, session::is_https(&app, &headers));
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

fn good(link: DeviceLink) -> Result<(store::Session, i64), ApiError> {
    match link {
        DeviceLink::Good(session, expires_ms) => Ok((session, expires_ms)),
        DeviceLink::Unknown => Err(ApiError::UnknownDeviceLink),
        DeviceLink::Used => Err(ApiError::UsedDeviceLink),
        DeviceLink::Expired => Err(ApiError::ExpiredDeviceLink),
    }
}
