//! A network between a store and its database, which a test can cut at a chosen moment.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The fate of the next COMMIT that a client sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextCommit {
    /// The COMMIT reaches the server, and its answer the client.
    Passes,
    /// The connection breaks before the COMMIT reaches the server.
    IsLost,
    /// The COMMIT reaches the server, and the connection breaks before the answer reaches the client.
    HasNoAnswer,
}

#[derive(Clone)]
struct Network {
    to: u16,
    /// `true` while the network carries traffic.
    open: watch::Sender<bool>,
    commit: Arc<Mutex<NextCommit>>,
}

/// A proxy that listens on 127.0.0.1 and forwards everything to another port of this machine.
pub struct Proxy {
    pub port: u16,
    network: Network,
    accepting: tokio::task::JoinHandle<()>,
}

impl Proxy {
    pub async fn to(port: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let own = listener.local_addr().expect("an address").port();
        let network =
            Network { to: port, open: watch::channel(true).0, commit: Arc::new(Mutex::new(NextCommit::Passes)) };
        let of_all = network.clone();
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(of_all.clone().connect(client));
            }
        });
        Proxy { port: own, network, accepting }
    }

    /// Stops all traffic in both directions until [`heal`](Proxy::heal). The connections stay open, so neither side
    /// gets an error.
    pub fn cut(&self) {
        self.network.open.send_replace(false);
    }

    pub fn heal(&self) {
        self.network.open.send_replace(true);
    }

    pub fn next_commit(&self, becomes: NextCommit) {
        *self.network.commit.lock().expect("unharmed") = becomes;
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Network {
    async fn connect(self, client: TcpStream) {
        self.opens().await;
        let Ok(server) = TcpStream::connect(("127.0.0.1", self.to)).await else { return };
        let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
        // If one direction ends, the other one ends too.
        tokio::select! {
            () = self.ask(from_client, to_server) => {}
            () = self.answer(from_server, to_client) => {}
        }
    }

    async fn opens(&self) {
        let _ = self.open.subscribe().wait_for(|open| *open).await;
    }

    async fn ask(&self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut bytes = vec![0; 1 << 16];
        while let Ok(n @ 1..) = from.read(&mut bytes).await {
            self.opens().await;
            let becomes = match bytes[..n].windows(7).any(|text| text == b"COMMIT\0") {
                true => std::mem::replace(&mut *self.commit.lock().expect("unharmed"), NextCommit::Passes),
                false => NextCommit::Passes,
            };
            let is_lost = becomes == NextCommit::IsLost || to.write_all(&bytes[..n]).await.is_err();
            if is_lost || becomes == NextCommit::HasNoAnswer {
                return;
            }
        }
    }

    async fn answer(&self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut bytes = vec![0; 1 << 16];
        while let Ok(n @ 1..) = from.read(&mut bytes).await {
            self.opens().await;
            if to.write_all(&bytes[..n]).await.is_err() {
                return;
            }
        }
    }
}
