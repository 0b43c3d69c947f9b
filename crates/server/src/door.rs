//! Where connections come in. What somebody asks for has to come within seconds, and nobody holds the door open for many at
//! once who ask for nothing: half a request costs as much as a whole one, and a whole one is counted elsewhere.

use std::convert::Infallible;
use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use hyper::body::{Body as _, Incoming};
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

use crate::app::{App, router};
use crate::deadlines::{InTime, Paced};
use crate::fault::Fault;
use crate::limits::{Crowd, Limits};
use crate::meters::Meters;
use crate::origin::Trust;
use crate::serve::GOODBYE;

/// After the system could not give us a connection, for want of files perhaps, it is asked again.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// A page has a socket and asks for several things at once: so many connections an address may have for each socket.
const LINES_OF_A_PAGE: u32 = 4;
/// Where files become scarce, an address may have so many connections.
const FEW: u32 = 8;
/// Files that are kept back for the data, the log, and what the system opens for us.
#[cfg(unix)]
const KEPT_BACK: u64 = 64;

/// How many connections there can be at once: each is an open file.
#[cfg(unix)]
fn places() -> usize {
    use rustix::process::{Resource, getrlimit};
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    usize::try_from(files.saturating_sub(KEPT_BACK)).unwrap_or(usize::MAX).clamp(16, Semaphore::MAX_PERMITS)
}

#[cfg(not(unix))]
fn places() -> usize {
    Semaphore::MAX_PERMITS
}

pub(crate) struct Door {
    rooms: Router,
    /// Those who have come in and have not asked for anything, by address.
    doorstep: Arc<Crowd>,
    /// All connections, by the address that they come from directly, and how many one address may have.
    open: Arc<Crowd>,
    share: u32,
    /// A permit of these is held by each connection.
    places: Arc<Semaphore>,
    /// Where no more are left than this, they are for addresses that have few.
    last: usize,
    trust: Arc<Trust>,
    limits: Limits,
    meters: Arc<Meters>,
    stop: CancellationToken,
}

impl Door {
    pub(crate) fn new(app: App) -> Arc<Door> {
        let (trust, limits, meters, stop) = (app.trust.clone(), app.limits, app.meters.clone(), app.stop.clone());
        Door::of(router(app), trust, limits, meters, stop, places())
    }

    fn of(
        rooms: Router,
        trust: Arc<Trust>,
        limits: Limits,
        meters: Arc<Meters>,
        stop: CancellationToken,
        places: usize,
    ) -> Arc<Door> {
        // One address has not nearly all of them.
        let share = match limits.connections {
            0 => 0,
            most => (most * LINES_OF_A_PAGE).min(u32::try_from(places / 4).unwrap_or(u32::MAX)).max(1),
        };
        Arc::new(Door {
            rooms,
            doorstep: Arc::default(),
            open: Arc::default(),
            share,
            places: Arc::new(Semaphore::new(places)),
            last: places / 4,
            trust,
            limits,
            meters,
            stop,
        })
    }

    /// Lets everybody in until `stop` is ready; then those who are being answered have a moment to hear the end of it.
    pub(crate) async fn serve(self: Arc<Door>, listener: TcpListener, stop: impl Future<Output = ()>) {
        let inside = TaskTracker::new();
        let mut stop = pin!(stop);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = accept(&listener) => accepted,
            };
            match accepted {
                Ok((stream, peer)) => drop(inside.spawn(self.clone().attend(stream, peer))),
                // Whoever came has gone again.
                Err(error) if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => {}
                Err(error) => {
                    tracing::error!(%error, "no connection can be taken");
                    sleep(TRY_AGAIN).await;
                }
            }
        }
        self.stop.cancel();
        drop(listener);
        inside.close();
        let _ = timeout(GOODBYE, inside.wait()).await;
    }

    /// One connection, until it ends or becomes a socket.
    async fn attend<S>(self: Arc<Door>, mut stream: S, peer: SocketAddr)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        // Proxies come when somebody asks.
        let is_proxy = self.trust.proxies.contains(&peer.ip().to_canonical());
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            self.meters.refused("connections");
            return;
        };
        let (most, share) = match is_proxy {
            true => (0, 0),
            false if self.places.available_permits() < self.last => (self.limits.connections, self.share.min(FEW)),
            false => (self.limits.connections, self.share),
        };
        let counted = self.open.enter(peer.ip(), share);
        let (Some(counted), Some(waits)) = (counted, self.doorstep.enter(peer.ip(), most)) else {
            self.meters.refused("connections");
            let _ = timeout(self.limits.head, stream.write_all(full_up().as_bytes())).await;
            let _ = stream.shutdown().await;
            return;
        };
        let waits = Arc::new(Mutex::new(Some(waits)));
        let asked = {
            let waits = waits.clone();
            move || waits.lock().unwrap_or_else(PoisonError::into_inner).take()
        };
        let rooms = TowerToHyperService::new(self.rooms.clone());
        let (patience, is_socket) = (self.limits.patience, Arc::new(AtomicBool::new(false)));
        let stream = Paced::new(stream, patience, is_socket.clone(), (place, counted));
        let service = service_fn(move |mut request: Request<Incoming>| {
            drop(asked());
            request.extensions_mut().insert(ConnectInfo(peer));
            let answering = rooms.call(request.map(|body| match body.is_end_stream() {
                true => Body::new(body),
                false => Body::new(InTime::new(body, patience)),
            }));
            let is_socket = is_socket.clone();
            async move {
                let answer = answering.await?;
                is_socket.fetch_or(answer.status() == StatusCode::SWITCHING_PROTOCOLS, Ordering::Relaxed);
                Ok::<_, Infallible>(answer)
            }
        });
        // Between two requests one may be silent for as long as on a socket.
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.silence)
            .serve_connection(TokioIo::new(stream), service);
        let mut connection = pin!(connection.with_upgrades());
        let mut in_time = pin!(sleep(self.limits.head));
        let (mut watched, mut stopping) = (true, false);
        loop {
            tokio::select! {
                _ = connection.as_mut() => return,
                () = &mut in_time, if watched => {
                    watched = false;
                    if waits.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                        tracing::debug!("a connection asked for nothing");
                        return;
                    }
                }
                () = self.stop.cancelled(), if !stopping => {
                    stopping = true;
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
    }
}

/// The next to come in. What is short goes out to them at once: it would else wait until what went before it has been received, of which
/// the other side tells after 40 ms.
async fn accept(listener: &TcpListener) -> io::Result<(TcpStream, SocketAddr)> {
    let (stream, peer) = listener.accept().await?;
    // It fails for who has gone again, and that shows soon enough.
    let _ = stream.set_nodelay(true);
    Ok((stream, peer))
}

/// What somebody hears from whose address too many wait already. What it asks for is not read.
fn full_up() -> String {
    let body = serde_json::to_string(&ErrorBody { error: Fault::TooManyConnections.body() }).expect("text");
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

    fn door(most: u32) -> Arc<Door> {
        door_with(most, 1000)
    }

    fn door_with(most: u32, places: usize) -> Arc<Door> {
        let peer = |ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.to_string() };
        let count = |body: axum::body::Bytes| async move { body.len().to_string() };
        let rooms = Router::new().route("/", get(peer).post(count));
        let trust = Trust { origins: Vec::new(), proxies: vec!["203.0.113.9".parse().expect("an address")] };
        let limits = Limits { connections: most, ..Limits::default() };
        Door::of(rooms, Arc::new(trust), limits, Arc::new(Meters::new(0.0)), CancellationToken::new(), places)
    }

    fn come(door: &Arc<Door>, from: &str) -> DuplexStream {
        let (near, far) = duplex(4096);
        tokio::spawn(door.clone().attend(far, SocketAddr::new(from.parse().expect("an address"), 5000)));
        near
    }

    /// The next answer; empty when the connection is closed.
    async fn answer(line: &mut DuplexStream) -> String {
        let mut bytes = vec![0; 4096];
        let n = line.read(&mut bytes).await.expect("readable");
        String::from_utf8(bytes[..n].to_vec()).expect("text")
    }

    const ASK: &[u8] = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n";
    const HERE: &str = "203.0.113.7";

    #[tokio::test(start_paused = true)]
    async fn who_asks_for_nothing_in_time_is_shown_out_however_busily() {
        let door = door(64);
        let began = tokio::time::Instant::now();
        let mut silent = come(&door, HERE);
        let mut slow = come(&door, HERE);
        let mut asks = come(&door, HERE);
        asks.write_all(ASK).await.expect("room");
        assert!(answer(&mut asks).await.ends_with("203.0.113.7:5000"), "who asks is answered");
        let trickle = async {
            // A byte a second is as good as none.
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
        // Who has asked once keeps the line, for a minute.
        sleep(Duration::from_secs(40)).await;
        asks.write_all(ASK).await.expect("it is open");
        assert!(answer(&mut asks).await.starts_with("HTTP/1.1 200"));
        let before = tokio::time::Instant::now();
        assert_eq!(answer(&mut asks).await, "");
        assert_eq!(before.elapsed().as_secs(), 60);
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_has_so_many_on_the_doorstep_and_more_are_told_so() {
        let door = door(2);
        let mut first = come(&door, HERE);
        let _second = come(&door, HERE);
        tokio::task::yield_now().await;
        let mut third = come(&door, HERE);
        let refused = answer(&mut third).await;
        assert!(refused.starts_with("HTTP/1.1 429 ") && refused.contains("too_many_connections"), "{refused}");
        assert!(refused.contains("Close a few pages"), "{refused}");
        assert_eq!(answer(&mut third).await, "", "and that is all");
        let mut lines: Vec<DuplexStream> = ["203.0.113.8", "203.0.113.9", "203.0.113.9", "203.0.113.9", "127.0.0.1"]
            .into_iter()
            .map(|from| come(&door, from))
            .collect();
        for line in &mut lines {
            line.write_all(ASK).await.expect("room");
            assert!(answer(line).await.starts_with("HTTP/1.1 200"), "others, proxies and this machine");
        }
        // Who has asked stands on the doorstep no more.
        first.write_all(ASK).await.expect("room");
        assert!(answer(&mut first).await.starts_with("HTTP/1.1 200"));
        let mut again = come(&door, HERE);
        again.write_all(ASK).await.expect("room");
        assert!(answer(&mut again).await.starts_with("HTTP/1.1 200"), "there is room again");
        // Those who did not have gone after five seconds.
        sleep(Duration::from_secs(6)).await;
        let mut waiting = [come(&door, HERE), come(&door, HERE)];
        for line in &mut waiting {
            line.write_all(ASK).await.expect("room");
            assert!(answer(line).await.starts_with("HTTP/1.1 200"));
        }
    }

    const HALF: &[u8] = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf";

    #[tokio::test(start_paused = true)]
    async fn an_address_has_so_many_connections_in_all_and_others_come_in() {
        // Room for a hundred: one address has a quarter of it.
        let door = door_with(64, 100);
        let mut halves: Vec<DuplexStream> = Vec::new();
        for _ in 0..40 {
            let mut line = come(&door, HERE);
            line.write_all(HALF).await.expect("room");
            tokio::task::yield_now().await;
            halves.push(line);
        }
        sleep(Duration::from_secs(1)).await;
        assert_eq!(door.places.available_permits(), 75);
        let mut other = come(&door, "203.0.113.8");
        other.write_all(ASK).await.expect("room");
        assert!(answer(&mut other).await.starts_with("HTTP/1.1 200"), "another address");
        assert!(answer(&mut halves[30]).await.starts_with("HTTP/1.1 429 "));
        // Half a body is not waited for.
        sleep(Duration::from_secs(10)).await;
        let refused = answer(&mut halves[0]).await;
        assert!(refused.starts_with("HTTP/1.1 400") || refused.is_empty(), "{refused}");
        assert_eq!(door.places.available_permits(), 99, "all are gone but the one that was answered");
        let mut again = come(&door, HERE);
        again.write_all(ASK).await.expect("room");
        assert!(answer(&mut again).await.starts_with("HTTP/1.1 200"));
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_places_are_for_addresses_that_have_few() {
        let door = door_with(64, 40);
        let mut lines: Vec<DuplexStream> = Vec::new();
        for from in 1..=4 {
            for _ in 0..10 {
                let mut line = come(&door, &format!("203.0.113.10{from}"));
                line.write_all(HALF).await.expect("room");
                tokio::task::yield_now().await;
                lines.push(line);
            }
        }
        sleep(Duration::from_secs(1)).await;
        // Three have ten each; the fourth came when places were scarce.
        assert_eq!(door.places.available_permits(), 2);
        let mut other = come(&door, "203.0.113.8");
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
        let door = door(64);
        let mut line = come(&door, HERE);
        line.write_all(ASK).await.expect("room");
        assert!(answer(&mut line).await.starts_with("HTTP/1.1 200"));
        door.stop.cancel();
        assert_eq!(answer(&mut line).await, "");
    }
}
