//! Where connections come in. What somebody asks for has to come within seconds, and nobody holds the door open for many at
//! once who ask for nothing: half a request costs as much as a whole one, and a whole one is counted elsewhere.

use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use protocol::ErrorBody;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::app::{App, router};
use crate::fault::Fault;
use crate::limits::{Crowd, Limits};
use crate::meters::Meters;
use crate::origin::Trust;
use crate::serve::GOODBYE;

/// After the system could not give us a connection, for want of files perhaps, it is asked again.
const TRY_AGAIN: Duration = Duration::from_secs(1);

pub(crate) struct Door {
    rooms: Router,
    /// Those who have come in and have not asked for anything, by address.
    doorstep: Arc<Crowd>,
    trust: Arc<Trust>,
    limits: Limits,
    meters: Arc<Meters>,
    stop: CancellationToken,
}

impl Door {
    pub(crate) fn new(app: App) -> Arc<Door> {
        let (trust, limits, meters, stop) = (app.trust.clone(), app.limits, app.meters.clone(), app.stop.clone());
        Arc::new(Door { rooms: router(app), doorstep: Arc::default(), trust, limits, meters, stop })
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
        let most = if self.trust.proxies.contains(&peer.ip().to_canonical()) { 0 } else { self.limits.connections };
        let Some(waits) = self.doorstep.enter(peer.ip(), most) else {
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
        let service = service_fn(move |mut request: Request<Incoming>| {
            drop(asked());
            request.extensions_mut().insert(ConnectInfo(peer));
            rooms.call(request)
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
        Arc::new(Door {
            rooms: Router::new()
                .route("/", get(|ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.to_string() })),
            doorstep: Arc::default(),
            trust: Arc::new(Trust { origins: Vec::new(), proxies: vec!["203.0.113.9".parse().expect("an address")] }),
            limits: Limits { connections: most, ..Limits::default() },
            meters: Arc::new(Meters::new(0.0)),
            stop: CancellationToken::new(),
        })
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
