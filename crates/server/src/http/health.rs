//! Three addresses for the host: the health of the server, its metrics, and its version.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use store::{StoreError, TokenHash};
use tokio::time::{Instant, timeout};

use crate::error::ApiError;
use crate::ids::hash;
use crate::metrics::{Metrics, Sampled, resident};
use crate::origin::is_this_machine;
use crate::state::AppState;

/// The time within which a healthy store answers.
const PATIENCE: Duration = Duration::from_secs(2);
/// The greatest number of unread reports that are counted.
const MOST_REPORTS: u32 = 1000;
/// Headers that proxies add. A client whose request has one of them does not count as being on this machine.
const FORWARDED: [&str; 5] = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/// `GET /healthz`: 200 while the server runs, can read and write its data, and is not being replaced by another server.
pub(crate) async fn healthz(app: AppState) -> Response {
    if app.stop.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    if app.host.is_leaving() {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining: other servers take over\n").into_response();
    }
    let well = async {
        let read = app.store.find("").await.map(drop);
        read.and(app.store.writable().await)
    };
    match timeout(PATIENCE, well).await {
        Ok(Ok(())) => "ok\n".into_response(),
        Ok(Err(StoreError::Gone { .. })) => {
            (StatusCode::SERVICE_UNAVAILABLE, "the data have been deleted or replaced\n").into_response()
        }
        Ok(Err(_)) | Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the data cannot be used\n").into_response(),
    }
}

/// `GET /version`: the version of cardroom, for scripts and for pages that are older than the server.
pub(crate) async fn version() -> Json<Value> {
    Json(json!({ "cardroom": env!("CARGO_PKG_VERSION") }))
}

/// `GET /metrics`, only for this machine: a collector runs beside the server.
pub(crate) async fn metrics(app: AppState, ConnectInfo(peer): ConnectInfo<SocketAddr>, headers: HeaderMap) -> Response {
    // A page of another site can reach this machine under the site's own name (DNS rebinding). The browser sends that
    // name as `Host`, so only names of this machine are accepted.
    let own = headers.get(header::HOST).and_then(|host| host.to_str().ok()).is_some_and(is_this_machine);
    let near =
        own && peer.ip().to_canonical().is_loopback() && !FORWARDED.iter().any(|name| headers.contains_key(*name));
    if !near || app.metrics_apart {
        return ApiError::UnknownPath.into_response();
    }
    text(&app).await
}

/// `GET /metrics` on a separate address, for every client that has the token.
pub(crate) async fn metrics_with_token(
    State((app, token)): State<(AppState, MetricsToken)>,
    headers: HeaderMap,
) -> Response {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given =
        given.and_then(|value| value.split_once(' ')).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    // The hashes are compared, not the tokens, so the time of the comparison reveals nothing about the token.
    match given {
        Some((_, given)) if hash(given.trim()) == token.0 => text(&app).await,
        _ => (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], "send authorization: Bearer TOKEN\n")
            .into_response(),
    }
}

#[derive(Clone, Copy)]
pub(crate) struct MetricsToken(pub(crate) TokenHash);

async fn text(app: &AppState) -> Response {
    let reports = timeout(PATIENCE, app.store.reports(true, MOST_REPORTS)).await;
    let data = timeout(PATIENCE, app.store.bytes()).await;
    let sampled = Sampled {
        tables: app.tables.count(),
        memory_bytes: resident(),
        waiting: app.store.waiting(),
        data_bytes: data.ok().and_then(Result::ok),
        reports: reports.ok().and_then(Result::ok).map(|reports| reports.len()),
        losses: app.store.losses().map_or(0, |losses| *losses.borrow()),
        nodes: app.peers.as_ref().map_or(0, |peers| peers.count()),
        standby: app.store.waits_for_standby(),
        draining: app.host.is_draining(),
        jobs: app.tables.work().open_jobs(),
    };
    match app.metrics.text(&sampled) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text)
            .into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Counts answers of the API.
pub(crate) async fn count(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    // A client can invent methods. They must not create an unlimited number of labels.
    let known =
        [Method::GET, Method::HEAD, Method::POST, Method::DELETE].into_iter().find(|one| one == request.method());
    let began = Instant::now();
    let response = next.run(request).await;
    metrics.answered(response.status().as_u16());
    if let Some(route) = route {
        metrics.took(known.as_ref().map_or("other", Method::as_str), &route, began.elapsed());
    }
    response
}
