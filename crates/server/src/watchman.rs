//! Two addresses for whoever runs the server: is it well, and what does it do.

use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use store::StoreError;
use tokio::time::timeout;

use crate::app::App;
use crate::fault::Fault;
use crate::origin::is_this_machine;

/// A store that needs longer than this to answer is not well.
const PATIENCE: Duration = Duration::from_secs(2);
/// What proxies add. Whoever asks through one is not on this machine.
const FORWARDED: [&str; 5] = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/// `GET /healthz`: 200 while it serves and can read and write its data.
pub(crate) async fn healthz(State(app): State<App>) -> Response {
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

/// `GET /metrics`, for this machine alone: a collector runs beside the server.
pub(crate) async fn metrics(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    // A page of somebody else, whose name was made to lead here, is asked by that name.
    let own = headers.get(header::HOST).and_then(|host| host.to_str().ok()).is_some_and(is_this_machine);
    let near =
        own && peer.ip().to_canonical().is_loopback() && !FORWARDED.iter().any(|name| headers.contains_key(*name));
    if !near {
        return Fault::UnknownPath.into_response();
    }
    match app.meters.text(app.tables.count()) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text)
            .into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Counts answers of the API.
pub(crate) async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    app.meters.answered(response.status().as_u16());
    response
}
