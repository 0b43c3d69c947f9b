//! The table of routes. It maps addresses to the functions that answer requests, and lists the layers around these
//! functions. Each function states its own method, path and description (`#[utoipa::path]`).

use std::ops::RangeInclusive;

use axum::body::HttpBody as Body;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::Predicate;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::timeout::{RequestBodyDeadlineLayer, RequestBodyTimeoutLayer};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::http::health::MetricsToken;
use crate::http::{
    daily, days, deals, devices, engines, games, health, host, invites, lessons, lobby, me, mistakes, my_data,
    practice, records, replays, reports, seats, statistics, tables,
};
use crate::limits::MAX_BODY;
use crate::openapi::Describe;
use crate::paced_stream::time_for;
use crate::state::AppState;
use crate::ws::{connection, engine};
use crate::{forward, forwarded_client, host_requests, openapi, origin, page, panics, session};

/// The range of answer sizes that are compressed, in bytes.
const COMPRESSED: RangeInclusive<u64> = 256..=256 * 1024;

/// Returns the routes of the API that find or begin a session. Each handler states its own method and path.
fn with_session() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(games::games))
        .routes(routes!(me::me, me::rename, my_data::forget))
        .routes(routes!(my_data::data))
        .routes(routes!(devices::offer, devices::revoke))
        .routes(routes!(devices::list, devices::log_out_others))
        .routes(routes!(devices::log_out))
        .routes(routes!(tables::open))
        .routes(routes!(statistics::statistics, statistics::forget))
        .routes(routes!(mistakes::list, mistakes::forget))
        .routes(routes!(mistakes::mistake, mistakes::answer))
        .routes(routes!(deals::pick))
        .routes(routes!(days::list))
        .routes(routes!(days::results))
        .routes(routes!(days::open))
        .routes(routes!(invites::invite, invites::revoke))
        .routes(routes!(lobby::quick))
        .routes(routes!(records::record))
        .routes(routes!(replays::of_record))
        .routes(routes!(practice::of_record))
}

/// Returns the route that accepts a file of records.
fn import() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(records::import))
}

/// Returns the route that accepts the mistakes in a deal.
fn found() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(mistakes::add))
}

/// Returns the routes of the API that begin no session.
fn without_session() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        // These routes begin no session, because a slow answer of theirs could replace a newer cookie by its own.
        .routes(routes!(lobby::lobby))
        .routes(routes!(host::info))
        .routes(routes!(daily::daily))
        // These routes set the cookie themselves.
        .routes(routes!(devices::look, devices::redeem))
        .routes(routes!(lessons::lesson))
        .routes(routes!(lessons::why))
}

/// Returns the routes of the API about one table. A node that does not own the table passes these requests on to its
/// owner.
fn of_a_table() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(tables::record))
        .routes(routes!(tables::history))
        .routes(routes!(seats::take, seats::leave))
        .routes(routes!(reports::report))
        .routes(routes!(engines::seat))
        .routes(routes!(invites::look, invites::accept))
        .routes(routes!(replays::of_table))
        .routes(routes!(practice::of_table))
        .routes(routes!(mistakes::judge))
        .routes(routes!(connection::connect, connection::refusal))
}

/// Returns the only route about a table that finds no session, because an engine has a token instead.
fn of_an_engine() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(engine::connect))
}

fn description() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(openapi::json)).routes(routes!(openapi::html))
}

/// Returns the descriptions of all these routes. The handlers contain them.
pub(crate) fn described() -> OpenApi {
    let api = with_session()
        .merge(of_a_table())
        .merge(import())
        .merge(found())
        .merge(without_session())
        .merge(of_an_engine());
    OpenApiRouter::new().nest("/api/v1", api).merge(description()).into_openapi()
}

/// Returns the description of the HTTP API and of the socket's messages: OpenAPI 3.1, as JSON.
pub fn api_description() -> String {
    openapi::document(described())
}

/// Returns the routes of the API with their limits.
fn api(app: &AppState) -> Router<AppState> {
    let patience = app.limits.patience;
    // A body must arrive within the time that is allowed for the largest size. So an incomplete or very slow body
    // cannot occupy a connection.
    let deadline = |most: usize| RequestBodyDeadlineLayer::new(patience + time_for(most));
    let large = |routes: OpenApiRouter<AppState>, most: usize| {
        routes.layer(DefaultBodyLimit::max(most)).layer(RequestBodyTimeoutLayer::new(patience)).layer(deadline(most))
    };
    let to_owner = || from_fn_with_state(app.clone(), forward::to_owner);
    let with_session = with_session()
        .merge(of_a_table().layer(to_owner()))
        .layer(deadline(MAX_BODY))
        .merge(large(import(), records::MAX_FILE))
        .merge(large(found(), mistakes::MAX_FOUND))
        .layer(from_fn_with_state(app.clone(), session::find_or_begin));
    let (api, _) = with_session.merge(without_session()).merge(of_an_engine().layer(to_owner())).split_for_parts();
    api.method_not_allowed_fallback(|| async { ApiError::Method })
        .fallback(|| async { ApiError::UnknownPath })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(app.trust.clone(), origin::check))
        .layer(CatchPanicLayer::custom(panics::answer))
        .layer(from_fn_with_state(app.metrics.clone(), health::count))
}

/// Returns the routes for other nodes: those for clients, and those for the requests of hosts about a table.
pub(crate) fn router_for_nodes(app: AppState) -> Router {
    Router::new()
        .nest("/api/v1", api(&app))
        .route("/nodes/tables/{id}", post(host_requests::attend_host))
        .layer(from_fn(forwarded_client::read_client))
        .with_state(app)
}

pub(crate) fn router(app: AppState) -> Router {
    let api = api(&app).layer(map_response(fresh));
    let (description, _) = description().layer(Extension(Describe(described))).split_for_parts();
    Router::new()
        .nest("/api/v1", api)
        .merge(description)
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(SmallAnswer))
        // These addresses are for the host (docs/host/monitor.md) and not a part of the API.
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(health::metrics))
        .route("/version", get(health::version))
        .route("/privacy", get(host::page))
        .route("/imprint", get(host::page))
        .route("/contact", get(host::page))
        .route("/host.css", get(host::style))
        .fallback(page::page)
        .layer(CatchPanicLayer::custom(panics::answer))
        .layer(map_response(guarded))
        .with_state(app)
}

/// Marks answers of the API. They are compressed when they are sent, in about 2 ms. The files of the page are
/// compressed when they are built.
#[derive(Clone, Copy)]
struct SmallAnswer;

impl Predicate for SmallAnswer {
    fn should_compress<B: Body>(&self, response: &Response<B>) -> bool {
        response.body().size_hint().exact().is_some_and(|bytes| COMPRESSED.contains(&bytes))
    }
}

/// Returns the only route of the separate address for metrics.
pub(crate) fn metrics_router(app: AppState, token: MetricsToken) -> Router {
    Router::new().route("/metrics", get(health::metrics_with_token)).with_state((app, token))
}

/// Forbids caching of the API's answers. Turns 421 (another node has the table) into 503 for clients, which then try
/// again.
async fn fresh(mut response: Response) -> Response {
    if response.status() == StatusCode::MISDIRECTED_REQUEST {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Forbids browsers to load anything that does not come from this server.
async fn guarded(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_answers_are_not_compressed_while_others_wait() {
        let is_small = |bytes: u64| SmallAnswer.should_compress(&Response::new(vec_of(bytes)));
        assert!(!is_small(255) && is_small(256) && is_small(256 << 10) && !is_small((256 << 10) + 1));
        let unknown = axum::body::Body::from_stream(futures_util::stream::iter([Ok::<_, std::io::Error>("a")]));
        assert!(!SmallAnswer.should_compress(&Response::new(unknown)), "nobody knows how long it is");
    }

    fn vec_of(bytes: u64) -> axum::body::Body {
        vec![0; bytes as usize].into()
    }
}
