//! Accepts connections. The first request of a connection must arrive within seconds. One address can have only a part
//! of all connections. All other limits count only complete requests, so they do not stop a client that opens
//! connections and sends nothing.

use std::convert::Infallible;
use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use protocol::ErrorBody;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::error::ApiError;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::origin::Trust;
use crate::paced_stream::PacedStream;
use crate::peers::Peers;
use crate::rate_limits::{CountGuard, OpenCounts};
use crate::state::AppState;

/// The time after which the server tries again to accept connections if the system cannot, for example because there
/// are no free file handles.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// The factor by which an address may have more connections than sockets. A page has one socket, and sends several
/// requests at the same time.
const CONNECTIONS_OF_A_PAGE: u32 = 4;
/// The greatest number of connections of an address while few file handles are left.
const FEW: u32 = 8;
/// The greatest number of connections to the address for metrics.
pub(crate) const COLLECTORS: usize = 32;
/// The number of file handles that are reserved for the data, the log, and files that the system opens for this
/// process.
const KEPT_BACK: u64 = 64;

/// The time in which open connections and sockets must end when the server stops.
pub(crate) const SHUTDOWN_LIMIT: Duration = Duration::from_secs(2);

/// Returns the greatest number of connections that can be open at the same time. Each connection uses a file handle.
pub(crate) fn places() -> usize {
    use rustix::process::{Resource, getrlimit};
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    usize::try_from(files.saturating_sub(KEPT_BACK)).unwrap_or(usize::MAX).clamp(16, Semaphore::MAX_PERMITS)
}

pub(crate) struct Listener {
    router: Router,
    /// All open connections. Each counts for the address from which it comes directly.
    open: OpenCounts,
    /// The greatest number of connections of one address.
    share: u32,
    /// Each connection holds a permit.
    places: Arc<Semaphore>,
    /// The number of free places below which an address that already has several connections gets no more.
    last: usize,
    trust: Arc<Trust>,
    limits: Limits,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
    /// The other nodes, if the listener accepts only nodes.
    nodes: Option<Arc<Peers>>,
}

impl Listener {
    /// Makes a listener. `nodes` has the other nodes, if the listener accepts only nodes.
    pub(crate) fn new(router: Router, state: &AppState, places: usize, nodes: Option<Arc<Peers>>) -> Arc<Listener> {
        let AppState { trust, limits, metrics, stop, .. } = state.clone();
        let listener = Listener::with_places(router, trust, limits, metrics, stop, places);
        Arc::new(Listener { nodes, ..listener })
    }

    fn with_places(
        router: Router,
        trust: Arc<Trust>,
        limits: Limits,
        metrics: Arc<Metrics>,
        stop: CancellationToken,
        places: usize,
    ) -> Listener {
        // The share ensures that one address cannot have nearly all connections.
        let share = match limits.connections {
            0 => 0,
            most => (most * CONNECTIONS_OF_A_PAGE).min(u32::try_from(places / 4).unwrap_or(u32::MAX)).max(1),
        };
        let (open, last, places) = (OpenCounts::default(), places / 4, Arc::new(Semaphore::new(places)));
        Listener { router, open, share, places, last, trust, limits, metrics, stop, nodes: None }
    }

    /// Accepts connections until `stop` is ready. After that, connections that are being answered have a short time to
    /// end.
    pub(crate) async fn serve(self: Arc<Listener>, listener: TcpListener, stop: impl Future<Output = ()>) {
        let open = TaskTracker::new();
        let mut stop = pin!(stop);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = accept(&listener) => accepted,
            };
            match accepted {
                Ok((stream, peer)) => drop(open.spawn(self.clone().admit(stream, peer))),
                // The client has already closed the connection.
                Err(error) if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => {}
                Err(error) => {
                    tracing::error!(%error, "no connection can be taken");
                    sleep(TRY_AGAIN).await;
                }
            }
        }
        self.stop.cancel();
        drop(listener);
        open.close();
        let _ = timeout(SHUTDOWN_LIMIT, open.wait()).await;
    }

    /// Serves a connection. A listener for nodes first checks that the connection comes from a node.
    async fn admit(self: Arc<Listener>, stream: TcpStream, peer: SocketAddr) {
        let Some(nodes) = self.nodes.clone() else { return self.attend(stream, peer).await };
        // The future is boxed, so that the future for a client's connection is not as large as the one for a node.
        let admitted = Box::pin(async move {
            if let Some(stream) = nodes.admit(stream, peer.ip()).await {
                self.attend(stream, peer).await;
            }
        });
        admitted.await;
    }

    /// Serves one connection, until it ends or becomes a socket.
    async fn attend<S>(self: Arc<Listener>, mut stream: S, peer: SocketAddr)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            self.metrics.refused("connections");
            return;
        };
        let Some(open) = self.count(peer.ip()) else {
            self.metrics.refused("connections");
            let _ = timeout(self.limits.head, stream.write_all(full_up().as_bytes())).await;
            let _ = stream.shutdown().await;
            return;
        };
        let asked = Arc::new(AtomicBool::new(false));
        let is_socket = Arc::new(AtomicBool::new(false));
        let stream = PacedStream::new(stream, self.limits.patience, is_socket.clone(), (place, open));
        // Between two requests, a connection may be silent for as long as a socket may.
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.silence)
            .serve_connection(TokioIo::new(stream), self.service(peer, asked.clone(), is_socket));
        let mut connection = pin!(connection.with_upgrades());
        let is_in_time = tokio::select! {
            _ = connection.as_mut() => return,
            () = sleep(self.limits.head) => asked.load(Ordering::Relaxed),
            () = self.stop.cancelled() => true,
        };
        if !is_in_time {
            tracing::debug!("a connection asked for nothing");
            return;
        }
        tokio::select! {
            _ = connection.as_mut() => return,
            () = self.stop.cancelled() => connection.as_mut().graceful_shutdown(),
        }
        let _ = connection.await;
    }

    /// Counts a connection from an address. Returns `None` if the address has too many.
    fn count(&self, address: IpAddr) -> Option<CountGuard> {
        // A proxy or a node opens a connection for each client that sends a request, so its connections are not
        // limited.
        let is_proxy = self.nodes.is_some() || self.trust.proxies.contains(&address.to_canonical());
        let is_scarce = self.places.available_permits() < self.last;
        let share = match is_proxy {
            true => 0,
            false if is_scarce => self.share.min(FEW),
            false => self.share,
        };
        self.open.enter_from(address, self.trust.most(address, share))
    }

    /// Makes the service that answers the requests of one connection. The service sets `is_socket` if the connection
    /// becomes a socket.
    fn service(
        &self,
        peer: SocketAddr,
        asked: Arc<AtomicBool>,
        is_socket: Arc<AtomicBool>,
    ) -> impl Service<Request<Incoming>, Response = Response<Body>, Error = Infallible, Future: Send> + use<> {
        let router = TowerToHyperService::new(self.router.clone());
        service_fn(move |mut request: Request<Incoming>| {
            asked.store(true, Ordering::Relaxed);
            request.extensions_mut().insert(ConnectInfo(peer));
            let answering = router.call(request);
            let is_socket = is_socket.clone();
            async move {
                let answer = answering.await?;
                is_socket.fetch_or(answer.status() == StatusCode::SWITCHING_PROTOCOLS, Ordering::Relaxed);
                Ok::<_, Infallible>(answer)
            }
        })
    }
}

/// Returns the next connection. Nagle's algorithm is switched off. With it, a message would wait up to 40 ms, until the
/// other side acknowledges the previous message.
async fn accept(listener: &TcpListener) -> io::Result<(TcpStream, SocketAddr)> {
    let (stream, peer) = listener.accept().await?;
    // This fails if the other side has closed the connection. The next read notices that.
    let _ = stream.set_nodelay(true);
    Ok((stream, peer))
}

/// Returns the answer to a connection from an address that has too many connections. The server does not read its
/// request.
fn full_up() -> String {
    let body = serde_json::to_string(&ErrorBody { error: ApiError::TooManyConnections.body() }).expect("text");
    let length = body.len();
    format!(
        "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n{body}"
    )
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, DuplexStream, duplex};

    use super::*;

    fn listener(most: u32) -> Arc<Listener> {
        listener_with(most, 1000)
    }

    fn listener_with(most: u32, places: usize) -> Arc<Listener> {
        let peer = |ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.to_string() };
        let count = |body: axum::body::Bytes| async move { body.len().to_string() };
        let router = Router::new().route("/", get(peer).post(count));
        let proxies = vec!["203.0.113.9".parse().expect("an address")];
        let ranges = vec!["198.51.100.0/24=3".parse().expect("a range"), "192.0.2.0/24".parse().expect("a range")];
        let trust = Trust { origins: Vec::new(), proxies, ranges };
        let limits = Limits { connections: most, ..Limits::default() };
        let (metrics, stop) = (Arc::new(Metrics::new(0.0)), CancellationToken::new());
        Arc::new(Listener::with_places(router, Arc::new(trust), limits, metrics, stop, places))
    }

    fn come(listener: &Arc<Listener>, from: &str) -> DuplexStream {
        let (near, far) = duplex(4096);
        tokio::spawn(listener.clone().attend(far, SocketAddr::new(from.parse().expect("an address"), 5000)));
        near
    }

    /// Reads the next answer; it is empty if the connection is closed.
    async fn answer(line: &mut DuplexStream) -> String {
        let mut bytes = vec![0; 4096];
        let n = line.read(&mut bytes).await.expect("readable");
        String::from_utf8(bytes[..n].to_vec()).expect("text")
    }

    const ASK: &[u8] = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n";
    const HERE: &str = "203.0.113.7";

    #[tokio::test(start_paused = true)]
    async fn who_asks_for_nothing_in_time_is_shown_out_however_busily() {
        let listener = listener(64);
        let began = tokio::time::Instant::now();
        let mut silent = come(&listener, HERE);
        let mut slow = come(&listener, HERE);
        let mut asks = come(&listener, HERE);
        asks.write_all(ASK).await.expect("room");
        assert!(answer(&mut asks).await.ends_with("203.0.113.7:5000"), "who asks is answered");
        let trickle = async {
            // A client that sends one byte a second is disconnected like a client that sends nothing.
            for byte in ASK {
                if slow.write_all(&[*byte]).await.is_err() {
                    return;
                }
                sleep(Duration::from_secs(1)).await;
            }
            panic!("it went on for half a minute");
        };
        trickle.await;
        assert_eq!(answer(&mut silent).await, "");
        assert!((5..=7).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
        // After its first request, a client may leave the connection open for a minute.
        sleep(Duration::from_secs(40)).await;
        asks.write_all(ASK).await.expect("it is open");
        assert!(answer(&mut asks).await.starts_with("HTTP/1.1 200"));
        let before = tokio::time::Instant::now();
        assert_eq!(answer(&mut asks).await, "");
        assert_eq!(before.elapsed().as_secs(), 60);
    }

    #[tokio::test(start_paused = true)]
    async fn a_trusted_range_has_more_connections_or_any_number() {
        let listener = listener(2);
        let refused = async |from: &str, connections: usize| {
            let mut lines: Vec<DuplexStream> = (0..connections).map(|_| come(&listener, from)).collect();
            tokio::task::yield_now().await;
            let mut refused = 0;
            for line in &mut lines {
                // A refused client gets its answer immediately, and its connection is closed.
                let _ = line.write_all(ASK).await;
                refused += usize::from(answer(line).await.starts_with("HTTP/1.1 429"));
            }
            refused
        };
        assert_eq!(refused(HERE, 30).await, 22, "eight of an address, for two sockets");
        assert_eq!(refused("198.51.100.7", 30).await, 6, "three times as many");
        for from in ["192.0.2.7", "203.0.113.9", "127.0.0.1"] {
            assert_eq!(refused(from, 30).await, 0, "any number: a range, a proxy, this machine");
        }
    }

    const HALF: &[u8] = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf";

    #[tokio::test(start_paused = true)]
    async fn an_address_has_so_many_connections_in_all_and_others_come_in() {
        // Of the 100 places of the server, one address gets at most a quarter.
        let listener = listener_with(64, 100);
        let mut halves: Vec<DuplexStream> = Vec::new();
        for _ in 0..40 {
            let mut line = come(&listener, HERE);
            line.write_all(HALF).await.expect("room");
            tokio::task::yield_now().await;
            halves.push(line);
        }
        sleep(Duration::from_secs(1)).await;
        assert_eq!(listener.places.available_permits(), 75);
        let mut other = come(&listener, "203.0.113.8");
        other.write_all(ASK).await.expect("room");
        assert!(answer(&mut other).await.starts_with("HTTP/1.1 200"), "another address");
        let refused = answer(&mut halves[30]).await;
        assert!(refused.starts_with("HTTP/1.1 429 ") && refused.contains("too_many_connections"), "{refused}");
        assert!(refused.contains("Close a few pages"), "{refused}");
        assert_eq!(answer(&mut halves[30]).await, "", "and that is all");
        drop(halves);
        sleep(Duration::from_secs(1)).await;
        assert_eq!(listener.places.available_permits(), 99, "all are gone but the one that was answered");
        let mut again = come(&listener, HERE);
        again.write_all(ASK).await.expect("room");
        assert!(answer(&mut again).await.starts_with("HTTP/1.1 200"));
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_places_are_for_addresses_that_have_few() {
        let listener = listener_with(64, 40);
        let mut lines: Vec<DuplexStream> = Vec::new();
        for from in 1..=4 {
            for _ in 0..10 {
                let mut line = come(&listener, &format!("203.0.113.10{from}"));
                line.write_all(HALF).await.expect("room");
                tokio::task::yield_now().await;
                lines.push(line);
            }
        }
        sleep(Duration::from_secs(1)).await;
        // Three addresses have ten connections each. The fourth address connects when only a few places are left.
        assert_eq!(listener.places.available_permits(), 2);
        let mut other = come(&listener, "203.0.113.8");
        other.write_all(ASK).await.expect("room");
        assert!(answer(&mut other).await.starts_with("HTTP/1.1 200"), "who has none is let in");
    }

    #[tokio::test]
    async fn nothing_short_waits_for_a_receipt() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let _comes = TcpStream::connect(listener.local_addr().expect("bound")).await.expect("it listens");
        let (stream, _) = accept(&listener).await.expect("somebody comes");
        assert!(stream.nodelay().expect("a socket"));
    }

    #[tokio::test(start_paused = true)]
    async fn when_the_server_stops_lines_are_closed_after_their_answer() {
        let listener = listener(64);
        let mut line = come(&listener, HERE);
        line.write_all(ASK).await.expect("room");
        assert!(answer(&mut line).await.starts_with("HTTP/1.1 200"));
        listener.stop.cancel();
        assert_eq!(answer(&mut line).await, "");
    }
}
