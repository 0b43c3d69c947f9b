//! Passes requests and sockets of a table on to the node that owns the table. The node copies the bytes in both
//! directions and does not interpret them.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{OriginalUri, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::client::conn::http1::handshake;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use protocol::ErrorBody;
use store::StoreError;
use tokio::io::copy_bidirectional_with_sizes;
use tokio::time::{Instant, sleep, timeout};
use tower_http::timeout::TimeoutBody;

use crate::error::ApiError;
use crate::forwarded_client::{ForwardedClient, HEADER};
use crate::ids::hash;
use crate::limits::MAX_BODY;
use crate::origin::ClientIp;
use crate::peers::{FRESH, NodeAddress, Peers};
use crate::session::{ThisDevice, session_of};
use crate::state::AppState;

/// The time for which a request waits for a table whose owner has just died: until the owner's lease has run out.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time within which another node must answer, and the longest pause within its answer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(15);
/// The largest answer, in bytes, that this node reads itself.
const MOST_OF_AN_ANSWER: usize = 64 << 10;
/// The sizes, in bytes, of the buffers for a forwarded socket: one for commands, one for frames.
const COMMANDS: usize = 1 << 10;
const FRAMES: usize = 4 << 10;

enum Unanswered {
    /// The other node has received nothing, so the request can be sent again.
    NotSent,
    /// The other node may have carried out the request.
    Sent,
}

/// Serves a request about a table here, or passes it on to the node that owns the table. The other node serves the
/// request, or answers that it does not own the table (421). After a 421, this node looks the owner up once more.
pub(crate) async fn to_owner(
    State(app): State<AppState>,
    path: RawPathParams,
    request: Request,
    next: Next,
) -> Response {
    let is_forwarded = request.extensions().get::<ForwardedClient>().is_some();
    let Some(peers) = app.peers.clone().filter(|_| !is_forwarded) else { return next.run(request).await };
    let Some(table) = table_of(&app, &path, request.method()).await else { return next.run(request).await };
    let (parts, body) = request.into_parts();
    let Ok(client) = client_of(&parts) else { return next.run(Request::from_parts(parts, body)).await };
    let Ok(body) = to_bytes(body, MAX_BODY).await else { return ApiError::TooLarge.into_response() };
    let until = Instant::now() + PATIENCE;
    loop {
        let response = match find(&app, &peers, &table).await {
            Ok(None) => next.clone().run(Request::from_parts(parts.clone(), Body::from(body.clone()))).await,
            Ok(Some(node)) => {
                let uri = parts.extensions.get::<OriginalUri>().map_or(&parts.uri, |original| &original.0);
                let request = addressed(&parts, uri, &client, body.clone());
                match pass_on(&app, &peers, &node, request).await {
                    Ok(response) => response,
                    Err(Unanswered::NotSent) => not_ours().into_response(),
                    Err(Unanswered::Sent) => return not_ours().into_response(),
                }
            }
            Err(error) => return ApiError::from(error).into_response(),
        };
        if response.status() != StatusCode::MISDIRECTED_REQUEST || Instant::now() >= until || app.stop.is_cancelled() {
            return response;
        }
        sleep(FRESH).await;
    }
}

fn client_of(request: &Parts) -> Result<ForwardedClient, ApiError> {
    let ClientIp(address) = request.extensions.get().copied().ok_or(ApiError::Panicked)?;
    let mut client = ForwardedClient::new(address, &session_of(&request.extensions)?);
    client.device = request.extensions.get::<ThisDevice>().and_then(|device| device.0);
    Ok(client)
}

/// Returns the table of a request. The path has its id, or the link with which a person takes a seat at it.
async fn table_of(app: &AppState, path: &RawPathParams, method: &Method) -> Option<String> {
    let (name, value) = path.iter().next()?;
    match name {
        "id" => Some(value.to_owned()),
        _ if *method == Method::POST => app.store.invited(hash(value)).await.ok()?.map(|invited| invited.table),
        _ => None,
    }
}

fn not_ours() -> ApiError {
    ApiError::Store(StoreError::Elsewhere)
}

/// Finds the other node that has a table, or that may take it. `None`: this one.
async fn find(app: &AppState, peers: &Peers, table: &str) -> Result<Option<NodeAddress>, StoreError> {
    if app.tables.is_awake(table) {
        return Ok(None);
    }
    let owner = peers.owner(table).await?;
    Ok(match owner {
        Some(owner) => Some(owner).filter(|owner| *owner != peers.address).and_then(|owner| owner.parse().ok()),
        // A leaving node takes no tables, so another node has to take this one.
        None if app.host.is_leaving() => peers.successor(),
        None => None,
    })
}

/// Makes the request that is sent to another node.
fn addressed(parts: &Parts, uri: &Uri, client: &ForwardedClient, body: Bytes) -> Request {
    let mut request = Request::new(Body::from(body));
    *request.method_mut() = parts.method.clone();
    *request.uri_mut() = uri.path_and_query().map_or_else(Uri::default, |path| Uri::from(path.clone()));
    *request.headers_mut() = parts.headers.clone();
    let headers = request.headers_mut();
    // The body has been read as a whole, so its length is set anew.
    for name in [header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::EXPECT] {
        headers.remove(name);
    }
    headers.insert(HEADER, client.header());
    if let Some(upgrade) = parts.extensions.get::<OnUpgrade>() {
        request.extensions_mut().insert(upgrade.clone());
    }
    request
}

/// Sends a request to another node over a new connection. If the request opens a socket, its bytes are copied in both
/// directions until one side closes it or the other node's lease has run out.
async fn pass_on(
    app: &AppState,
    peers: &Peers,
    node: &NodeAddress,
    mut request: Request,
) -> Result<Response, Unanswered> {
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let not_sent = |error: std::io::Error| {
        tracing::debug!(%error, "another node cannot be reached");
        Unanswered::NotSent
    };
    let (stream, link) = peers.connect(node).await.map_err(not_sent)?;
    let (mut sender, connection) = handshake(TokioIo::new(stream)).await.map_err(|_| Unanswered::NotSent)?;
    let ends = link.clone();
    tokio::spawn(async move { ends.run_until_cancelled(connection.with_upgrades()).await });
    let answer = timeout(ANSWERS_WITHIN, sender.send_request(request)).await;
    let Ok(Ok(mut response)) = answer else { return Err(Unanswered::Sent) };
    if let Some(upgrade) = upgrade.filter(|_| response.status() == StatusCode::SWITCHING_PROTOCOLS) {
        let far = hyper::upgrade::on(&mut response);
        let stop = app.stop.clone();
        app.sockets.spawn(async move {
            let copying = async {
                let Ok((near, far)) = tokio::try_join!(upgrade, far) else { return };
                let (mut near, mut far) = (TokioIo::new(near), TokioIo::new(far));
                // Either side may close the socket, and both know why, so the error is ignored.
                let _ = copy_bidirectional_with_sizes(&mut near, &mut far, COMMANDS, FRAMES).await;
            };
            tokio::select! {
                () = copying => {}
                () = link.cancelled() => {}
                () = stop.cancelled() => {}
            }
        });
        return Ok(response.map(|_| Body::empty()));
    }
    Ok(response.map(|body| Body::new(TimeoutBody::new(ANSWERS_WITHIN, body))))
}

/// Sends a request to the node that owns a table, on behalf of a client, who could send the same request. Returns
/// `None` if this node owns the table.
///
/// # Errors
/// The refusal of the other node.
pub(crate) async fn ask_table(
    app: &AppState,
    client: &ForwardedClient,
    method: Method,
    (table, place, body): (&str, &str, &str),
) -> Option<Result<Bytes, ApiError>> {
    let peers = app.peers.as_ref()?;
    for _ in 0..2 {
        let node = match find(app, peers, table).await {
            Ok(Some(node)) => node,
            Ok(None) => return None,
            Err(error) => return Some(Err(error.into())),
        };
        let request = Request::builder().method(&method).uri(format!("/{place}")).header(header::HOST, "localhost");
        let request = request.header(header::CONTENT_TYPE, "application/json").body(());
        let (parts, ()) = request.expect("ids of tables are letters").into_parts();
        let request = addressed(&parts, &parts.uri, client, Bytes::from(body.to_owned()));
        let Ok(response) = pass_on(app, peers, &node, request).await else { return Some(Err(not_ours())) };
        let status = response.status();
        let Ok(body) = to_bytes(response.into_body(), MOST_OF_AN_ANSWER).await else { return Some(Err(not_ours())) };
        match status {
            StatusCode::MISDIRECTED_REQUEST => sleep(FRESH).await,
            status if status.is_success() => return Some(Ok(body)),
            status => return Some(Err(refusal_of(status, &body))),
        }
    }
    Some(Err(not_ours()))
}

/// Returns the refusal of another node, with the text that the node has sent.
fn refusal_of(status: StatusCode, body: &[u8]) -> ApiError {
    match serde_json::from_slice::<ErrorBody>(body) {
        Ok(ErrorBody { error }) if status.is_client_error() => ApiError::bad(error.key, error.words),
        _ => ApiError::Away,
    }
}
