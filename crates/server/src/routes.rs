//! The table of routes: which function answers which address, and through which layers requests and answers go.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, header};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::{delete, get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::error::ApiError;
use crate::http::{
    daily, deals, devices, engines, games, health, invites, lessons, lobby, me, my_data, records, replays, seats,
    statistics, tables,
};
use crate::state::AppState;
use crate::ws::{connection, engine};
use crate::{openapi, origin, page, panics, session};

/// The largest body of a request in bytes.
const MAX_BODY: usize = 16 * 1024;

/// All addresses.
pub(crate) fn router(app: AppState) -> Router {
    let api = Router::new()
        .route("/games", get(games::games))
        .route("/me", get(me::me).post(me::rename).delete(my_data::forget))
        .route("/me/data", get(my_data::data))
        .route("/me/device", post(devices::offer).delete(devices::take_back))
        .route("/me/devices", get(devices::list).delete(devices::log_out_others))
        .route("/me/devices/{id}", delete(devices::log_out))
        .route("/tables", post(tables::open))
        .route("/me/statistics", get(statistics::statistics).delete(statistics::forget))
        .route("/deals", post(deals::pick))
        .route("/tables/{id}/record", get(tables::record))
        .route("/tables/{id}/course", get(tables::history))
        .route("/tables/{id}/invite", post(invites::invite).delete(invites::take_back))
        .route("/tables/{id}/seat", post(seats::take).delete(seats::leave))
        .route("/tables/{id}/seats/{seat}/engine", post(engines::seat))
        .route("/invites/{token}", get(invites::look).post(invites::accept))
        .route("/quick", post(lobby::quick))
        .route("/tables/{id}/replay", get(replays::of_table))
        .route("/tables/{id}/socket", get(connection::connect))
        .route("/records", post(records::import).layer(DefaultBodyLimit::max(records::MAX_FILE)))
        .route("/records/{id}", get(records::record))
        .route("/records/{id}/replay", get(replays::of_record))
        .layer(from_fn_with_state(app.clone(), session::find_or_begin))
        // These begin no session: a slow answer would replace a newer cookie by its own.
        .route("/lobby", get(lobby::lobby))
        .route("/daily", get(daily::daily))
        // This sets a cookie itself.
        .route("/devices/{token}", get(devices::look).post(devices::take))
        .route("/lessons/{game}", get(lessons::lesson))
        .route("/lessons/{game}/why", get(lessons::why))
        // An engine has a token instead of a session.
        .route("/tables/{id}/engine", get(engine::connect))
        .method_not_allowed_fallback(|| async { ApiError::Method })
        .fallback(|| async { ApiError::UnknownPath })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(app.trust.clone(), origin::check))
        .layer(CatchPanicLayer::custom(panics::answer))
        .layer(from_fn_with_state(app.metrics.clone(), health::count))
        .layer(map_response(fresh));
    Router::new()
        .nest("/api/v1", api)
        .route("/openapi.json", get(openapi::json))
        .route("/api", get(openapi::html))
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(health::metrics))
        .fallback(page::page)
        .layer(CatchPanicLayer::custom(panics::answer))
        .layer(CompressionLayer::new())
        .layer(map_response(guarded))
        .with_state(app)
}

/// Answers of the API are never cached.
async fn fresh(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Tells browsers to load nothing that does not come from this server.
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
