//! Three addresses for the host: whether the server is healthy, its metrics, and its version.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use store::StoreError;
use tokio::time::timeout;

use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::origin::is_this_machine;
use crate::state::AppState;

/// A store that takes longer than this to answer is not healthy.
const PATIENCE: Duration = Duration::from_secs(2);
/// Headers that proxies add. A client behind a proxy is not on this machine.
const FORWARDED: [&str; 5] = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/// `GET /healthz`: 200 while the server runs and can read and write its data.
pub(crate) async fn healthz(State(app): State<AppState>) -> Response {
    if app.stop.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
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
pub(crate) async fn metrics(
    State(app): State<AppState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    // A stranger's page whose name was pointed at this machine (DNS rebinding) sends that name as `Host`.
    let own = headers.get(header::HOST).and_then(|host| host.to_str().ok()).is_some_and(is_this_machine);
    let near =
        own && peer.ip().to_canonical().is_loopback() && !FORWARDED.iter().any(|name| headers.contains_key(*name));
    if !near {
        return ApiError::UnknownPath.into_response();
    }
    match app.metrics.text(app.tables.count()) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text)
            .into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Counts answers of the API.
pub(crate) async fn count(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    metrics.answered(response.status().as_u16());
    response
}
