//! One person on several devices: a link, good once and for ten minutes, that makes another device this session. Looking at
//! it uses nothing: who opens it is asked first. All of them are listed, and any can log the others out.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{Continuation, Invite, MyDevice, MyDevices};
use store::{Device, DeviceLink, EventStore, Later, Session, TokenHash};
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::app::App;
use crate::fault::Fault;
use crate::invites::{hash, link};
use crate::origin::Whence;
use crate::session::{self, ThisDevice, Who};
use crate::time::{now_ms, rfc3339};

/// Ten minutes.
const GOOD_FOR_MS: i64 = 10 * 60 * 1000;

/// How often it is noted that a device was seen: once a day.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// So many devices are remembered as noted before they are noted once more.
const MOST_NOTED: usize = 10_000;
/// Of log-outs that connections have not heard of so many wait; who misses one hangs up and comes back.
const LOG_OUTS: usize = 64;

/// Who is where, beside what the store knows.
pub(crate) struct DevicesSeen {
    /// Devices that were noted on a day.
    noted: Mutex<HashSet<(TokenHash, i64)>>,
    logged_out: broadcast::Sender<Arc<[TokenHash]>>,
}

impl Default for DevicesSeen {
    fn default() -> DevicesSeen {
        DevicesSeen { noted: Mutex::default(), logged_out: broadcast::channel(LOG_OUTS).0 }
    }
}

impl DevicesSeen {
    /// Notes, once a day, that a device was seen.
    pub(crate) fn note(&self, store: &Arc<dyn EventStore>, device: TokenHash, headers: &HeaderMap, now_ms: i64) {
        let today = now_ms / DAY_MS;
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.len() >= MOST_NOTED {
            noted.clear();
        }
        if noted.insert((device, today)) {
            let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
            // Nobody waits for it; if it is lost, the list is a day behind.
            store.enqueue(Later::DeviceSeen { device, seen_ms: today * DAY_MS, browser: browser(agent) });
        }
    }

    /// Hears of devices that are logged out.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Arc<[TokenHash]>> {
        self.logged_out.subscribe()
    }
}

/// What a browser says it is, in two words that people know; the rest would tell devices apart more than is needed.
fn browser(agent: &str) -> String {
    let find =
        |list: &[(&str, &'static str)]| list.iter().find(|(part, _)| agent.contains(part)).map(|(_, name)| *name);
    // Most say that they are several; the first of this list is what they are.
    let browser = find(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = find(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]);
    browser.into_iter().chain(system).collect::<Vec<_>>().join(", ")
}

/// The name of a device for whoever it belongs to: of the hash, which is of a secret, a part.
fn id_of(device: &TokenHash) -> String {
    hex::encode(&device[..8])
}

/// `GET /api/v1/me/devices`.
pub(crate) async fn list(
    State(app): State<App>,
    Who(session): Who,
    ThisDevice(this): ThisDevice,
) -> Result<Json<MyDevices>, Fault> {
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

/// `DELETE /api/v1/me/devices`: logs out all but this one, and takes back the link that lets a further one in.
pub(crate) async fn log_out_others(
    State(app): State<App>,
    Who(session): Who,
    ThisDevice(this): ThisDevice,
) -> Result<Json<MyDevices>, Fault> {
    app.store.unlink_device(session.id).await?;
    log_out_where(&app, &session, |device| Some(device.hash) != this).await?;
    list(State(app), Who(session), ThisDevice(this)).await
}

/// `DELETE /api/v1/me/devices/{id}`: logs out another one.
pub(crate) async fn log_out(
    State(app): State<App>,
    Who(session): Who,
    ThisDevice(this): ThisDevice,
    Path(id): Path<String>,
) -> Result<Json<MyDevices>, Fault> {
    if this.is_some_and(|this| id_of(&this) == id) {
        let words =
            "That is the device that you are on. Log it out from another one, or delete yourself under Your data.";
        return Err(Fault::bad("this_device", words));
    }
    log_out_where(&app, &session, |device| id_of(&device.hash) == id).await?;
    list(State(app), Who(session), ThisDevice(this)).await
}

async fn log_out_where(app: &App, session: &Session, which: impl Fn(&Device) -> bool) -> Result<(), Fault> {
    let known = app.store.devices(session.id, now_ms()).await?;
    let gone: Vec<TokenHash> = known.devices.iter().filter(|device| which(device)).map(|device| device.hash).collect();
    app.store.log_out(session.id, gone.clone()).await?;
    // Nobody may be connected.
    let _ = app.devices.logged_out.send(gone.into());
    Ok(())
}

/// `DELETE /api/v1/me/device`: takes back the link.
pub(crate) async fn take_back(State(app): State<App>, Who(session): Who) -> Result<StatusCode, Fault> {
    app.store.unlink_device(session.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

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
    let cookie = session::cookie(&device, session::is_https(&app, &headers));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_told_by_what_people_call_them() {
        let windows =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0";
        for (agent, words) in [
            (format!("{windows} Safari/537.36"), "Chrome, Windows"),
            (format!("{windows} Safari/537.36 Edg/126.0.0.0"), "Edge, Windows"),
            ("Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0".to_owned(), "Firefox, Android"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1"
                    .to_owned(),
                "Safari, iPhone",
            ),
            ("curl/8.5.0".to_owned(), ""),
            (String::new(), ""),
        ] {
            assert_eq!(browser(&agent), words, "{agent}");
        }
    }
}
