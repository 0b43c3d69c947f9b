//! What every request can reach, and the addresses.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, header};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::{delete, get, post};
use store::EventStore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::devices::DevicesSeen;
use crate::fault::Fault;
use crate::limits::{Crowd, Hourly, Limits};
use crate::meters::Meters;
use crate::origin::Trust;
use crate::tables::Tables;
use crate::{
    api, deals, devices, engines, invites, lesson, openapi, origin, page, panics, person, replay, session, socket,
    statistics, watchman,
};

/// The largest body of a request in bytes.
const MAX_BODY: usize = 16 * 1024;

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) store: Arc<dyn EventStore>,
    pub(crate) tables: Arc<Tables>,
    /// Its address as others can reach it, if it was told.
    pub(crate) public_url: Option<String>,
    pub(crate) trust: Arc<Trust>,
    pub(crate) limits: Limits,
    pub(crate) crowd: Arc<Crowd>,
    /// The sessions that have begun, by address.
    pub(crate) sessions: Arc<Hourly>,
    /// The tables that were opened, by address.
    pub(crate) openings: Arc<Hourly>,
    pub(crate) meters: Arc<Meters>,
    pub(crate) devices: Arc<DevicesSeen>,
    /// Set when the server stops.
    pub(crate) stop: CancellationToken,
    /// The open sockets, waited for when the server stops.
    pub(crate) sockets: TaskTracker,
}

/// All addresses.
pub(crate) fn router(app: App) -> Router {
    let api = Router::new()
        .route("/games", get(api::games))
        .route("/me", get(api::me).post(api::rename).delete(person::forget))
        .route("/me/data", get(person::data))
        .route("/me/device", post(devices::offer).delete(devices::take_back))
        .route("/me/devices", get(devices::list).delete(devices::log_out_others))
        .route("/me/devices/{id}", delete(devices::log_out))
        .route("/tables", post(api::open))
        .route("/me/statistics", get(statistics::statistics).delete(statistics::forget))
        .route("/deals", post(deals::pick))
        .route("/tables/{id}/record", get(api::record))
        .route("/tables/{id}/course", get(api::course))
        .route("/tables/{id}/invite", post(invites::invite).delete(invites::take_back))
        .route("/tables/{id}/seat", post(invites::seat).delete(api::leave))
        .route("/tables/{id}/seats/{seat}/engine", post(engines::seat))
        .route("/invites/{token}", get(invites::look).post(invites::accept))
        .route("/quick", post(api::quick))
        .route("/tables/{id}/replay", get(replay::of_table))
        .route("/tables/{id}/socket", get(socket::connect))
        .route("/records", post(replay::import).layer(DefaultBodyLimit::max(replay::MAX_FILE)))
        .route("/records/{id}", get(replay::record))
        .route("/records/{id}/replay", get(replay::of_record))
        .layer(from_fn_with_state(app.clone(), session::find_or_begin))
        // These make nobody a guest: a slow answer would put its cookie in place of a newer one.
        .route("/lobby", get(api::lobby))
        .route("/daily", get(deals::daily))
        // The cookie that it sets is the only one.
        .route("/devices/{token}", get(devices::look).post(devices::take))
        .route("/lessons/{game}", get(lesson::lesson))
        .route("/lessons/{game}/why", get(lesson::why))
        // An engine is nobody's session: it comes with a token.
        .route("/tables/{id}/engine", get(engines::connect))
        .method_not_allowed_fallback(|| async { Fault::Method })
        .fallback(|| async { Fault::UnknownPath })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(app.clone(), origin::check))
        .layer(CatchPanicLayer::custom(panics::answer))
        .layer(from_fn_with_state(app.clone(), watchman::count))
        .layer(map_response(fresh));
    Router::new()
        .nest("/api/v1", api)
        .route("/openapi.json", get(openapi::json))
        .route("/api", get(openapi::html))
        .route("/healthz", get(watchman::healthz))
        .route("/metrics", get(watchman::metrics))
        .fallback(page::page)
        .layer(CatchPanicLayer::custom(panics::answer))
        .layer(CompressionLayer::new())
        .layer(map_response(guarded))
        .with_state(app)
}

/// Answers of the API are never kept.
async fn fresh(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// What the browser is told to refuse on our behalf: anything that is not of this server.
async fn guarded(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
             manifest-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
