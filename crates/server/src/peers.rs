//! The other nodes: a list of the living ones, and the connections to and from them.

mod handshakes;
mod key;
mod owners;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use parking_lot::Mutex;
use rustix::net::sockopt;
use store::{EventStore, LivingNode, StoreError};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, ServerConfig};
use tokio_rustls::{TlsAcceptor, TlsConnector, client, server};
use tokio_util::sync::CancellationToken;

use handshakes::Handshakes;
pub use key::NodeKey;
use key::fingerprint;
pub(crate) use owners::FRESH;
use owners::Owners;

/// The interval at which the list of living nodes is read.
const LOOK: Duration = Duration::from_secs(1);
/// The shortest time between two reads of the list that are caused by an unknown key.
const LOOK_AGAIN: Duration = Duration::from_millis(100);
const CONNECT_WITHIN: Duration = Duration::from_secs(1);
/// The settings of TCP keepalive for connections between nodes. `QUIET` is the silence before the first probe, and the
/// time between two probes. After `PROBES` probes without an answer the connection ends.
const QUIET: Duration = Duration::from_secs(1);
const PROBES: u32 = 3;
/// The time, in milliseconds, for which sent data may stay unacknowledged by the other machine.
const UNHEARD_MS: u32 = 3_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NodeAddress {
    text: String,
    fingerprint: String,
    place: String,
}

impl FromStr for NodeAddress {
    type Err = ();

    fn from_str(text: &str) -> Result<NodeAddress, ()> {
        let (fingerprint, place) = text.split_once('@').ok_or(())?;
        let (text, fingerprint, place) = (text.to_owned(), fingerprint.to_owned(), place.to_owned());
        Ok(NodeAddress { text, fingerprint, place })
    }
}

pub(crate) struct Peers {
    key: NodeKey,
    serves: Arc<ServerConfig>,
    /// The address of this node, which the other nodes read.
    pub(crate) address: String,
    store: Arc<dyn EventStore>,
    known: Mutex<KnownPeers>,
    /// The time when the list of living nodes was last read because of an unknown key.
    looked: tokio::sync::Mutex<Option<Instant>>,
    handshakes: Handshakes,
    owners: Owners,
}

#[derive(Default)]
struct KnownPeers {
    /// The nodes that lived when the list was last read, including this node.
    living: Vec<LivingNode>,
    /// The addresses of nodes to which the last attempt to connect failed.
    unreached: BTreeSet<String>,
    /// The data about connections to each node, by its address.
    links: BTreeMap<String, LinkToNode>,
}

struct LinkToNode {
    /// Cancelling this token ends all connections to the node.
    ends: CancellationToken,
    config: Arc<ClientConfig>,
}

impl KnownPeers {
    fn reaches(&self, address: &str) -> bool {
        self.living.iter().any(|node| node.address == address) && !self.unreached.contains(address)
    }
}

impl Peers {
    /// Makes the list of other nodes. `address` is the address of this node in the store.
    pub(crate) fn new(key: NodeKey, address: String, store: Arc<dyn EventStore>) -> Peers {
        let serves = Arc::new(key.server());
        let (known, looked, handshakes, owners) = Default::default();
        Peers { key, serves, address, store, known, looked, handshakes, owners }
    }

    /// Returns the number of other nodes that live and can be reached, as far as this node knows.
    pub(crate) fn count(&self) -> usize {
        let known = self.known.lock();
        known.living.iter().filter(|node| node.address != self.address && known.reaches(&node.address)).count()
    }

    /// Returns whether the node with this address lives and can be reached, as far as this node knows.
    pub(crate) fn reaches(&self, address: &str) -> bool {
        self.known.lock().reaches(address)
    }

    /// Returns another node that takes tables, if there is one.
    pub(crate) fn successor(&self) -> Option<NodeAddress> {
        let known = self.known.lock();
        let stays = |node: &&LivingNode| node.address != self.address && !node.is_draining;
        known.living.iter().find(stays).and_then(|node| node.address.parse().ok())
    }

    /// Reads the list of living nodes every second, and when a lease ends, until the server stops. If the lease of a node
    /// has run out, ends the connections to that node. The node may be paused while its machine still acknowledges data, so the
    /// connections would not end by themselves.
    pub(crate) async fn watch(self: Arc<Peers>, is_draining: impl Fn() -> bool, stop: CancellationToken) {
        let watching = async {
            loop {
                let next = match self.look(is_draining()).await {
                    Ok(()) => self.next_look(),
                    // Without the database, leases cannot be renewed either. So each node drops its own tables, and
                    // nothing need be done here.
                    Err(error) => {
                        tracing::debug!(%error, "it cannot be read which nodes live");
                        LOOK
                    }
                };
                sleep(next).await;
            }
        };
        let trying = async {
            loop {
                sleep(LOOK).await;
                self.try_unreached().await;
            }
        };
        stop.run_until_cancelled(async { tokio::join!(watching, trying) }).await;
    }

    async fn try_unreached(&self) {
        let unreached: Vec<NodeAddress> =
            self.known.lock().unreached.iter().filter_map(|address| address.parse().ok()).collect();
        join_all(unreached.iter().map(|node| self.connect(node))).await;
    }

    /// Returns the time until the list is read again. A node that does not renew its lease may be paused, so the list is
    /// read as soon as that lease is over.
    fn next_look(&self) -> Duration {
        let known = self.known.lock();
        let others = known.living.iter().filter(|node| node.address != self.address);
        others.map(|node| node.lease_left).fold(LOOK, Duration::min)
    }

    async fn look(&self, drains: bool) -> Result<(), StoreError> {
        self.read().await?;
        let shown =
            self.known.lock().living.iter().find(|node| node.address == self.address).map(|node| node.is_draining);
        // The store may show an outdated value even if the drain has not changed: a node that has lost its lease and
        // begun again has a new row in the store.
        if shown.is_some_and(|shown| shown != drains) {
            self.store.set_draining(drains).await?;
        }
        Ok(())
    }

    async fn read(&self) -> Result<(), StoreError> {
        let living = self.store.living_nodes().await?;
        let mut known = self.known.lock();
        known.links.retain(|address, link| {
            let lives = living.iter().any(|node| node.address == *address);
            if !lives {
                tracing::warn!(address, "the lease of another node has run out: people at its tables connect again");
                link.ends.cancel();
            }
            lives
        });
        known.unreached.retain(|address| living.iter().any(|node| node.address == *address));
        known.living = living;
        Ok(())
    }

    /// Connects to a node. Also returns a token that is cancelled when the connection must end.
    pub(super) async fn connect(
        &self,
        node: &NodeAddress,
    ) -> io::Result<(client::TlsStream<TcpStream>, CancellationToken)> {
        let (link, config) = self.link_to(node);
        let connecting = async {
            let stream = TcpStream::connect(&node.place).await?;
            watch_silence(&stream);
            let name = ServerName::try_from("node").expect("a name");
            TlsConnector::from(config).connect(name, stream).await
        };
        let connected = timeout(CONNECT_WITHIN, link.run_until_cancelled(connecting)).await;
        let connected = connected.ok().flatten().unwrap_or_else(|| Err(ErrorKind::TimedOut.into()));
        let unreached = &mut self.known.lock().unreached;
        match &connected {
            Ok(_) => drop(unreached.remove(&node.text)),
            Err(_) => drop(unreached.insert(node.text.clone())),
        }
        Ok((connected?, link))
    }

    fn link_to(&self, node: &NodeAddress) -> (CancellationToken, Arc<ClientConfig>) {
        let mut known = self.known.lock();
        let link = known.links.entry(node.text.clone()).or_insert_with(|| LinkToNode {
            ends: CancellationToken::new(),
            config: Arc::new(self.key.client(&node.fingerprint)),
        });
        (link.ends.child_token(), link.config.clone())
    }

    /// Returns the address of the living node that owns a table. The answer may be a moment old.
    pub(crate) async fn owner(&self, table: &str) -> Result<Option<String>, StoreError> {
        self.owners.get(table, self.store.owner(table)).await
    }

    /// Accepts a connection if it comes from a living node.
    pub(crate) async fn admit(&self, stream: TcpStream, from: IpAddr) -> Option<server::TlsStream<TcpStream>> {
        watch_silence(&stream);
        let accepting = TlsAcceptor::from(self.serves.clone()).accept(stream);
        let handshake = async {
            let stream = accepting.await.ok()?;
            let shown = fingerprint(stream.get_ref().1.peer_certificates()?.first()?);
            if !self.knows(&shown) {
                self.look_again().await;
            }
            Some((stream, shown))
        };
        let (stream, key) = self.handshakes.run(from, handshake).await?;
        let known = self.knows(&key);
        if !known && let Some(left_out) = self.handshakes.count_stranger() {
            let words = "somebody who is no node of this cluster has connected to the listener for nodes";
            tracing::warn!(key, %from, left_out, "{words}");
        }
        known.then_some(stream)
    }

    fn knows(&self, fingerprint: &str) -> bool {
        let is = |node: &LivingNode| node.address.split_once('@').is_some_and(|(known, _)| known == fingerprint);
        self.known.lock().living.iter().any(is)
    }

    /// Reads the list of living nodes again, because a node may just have begun.
    async fn look_again(&self) {
        let mut looked = self.looked.lock().await;
        if looked.is_none_or(|looked| looked.elapsed() >= LOOK_AGAIN) {
            // If this fails, the key stays unknown and the connection is refused.
            let _ = self.read().await;
            *looked = Some(Instant::now());
        }
    }
}

/// Makes a connection between nodes end within seconds if nothing arrives from the other machine any more.
fn watch_silence(stream: &TcpStream) {
    // These calls fail if the other side has closed the connection. The next read notices that.
    let _ = stream.set_nodelay(true);
    let _ = sockopt::set_socket_keepalive(stream, true);
    let _ = sockopt::set_tcp_keepidle(stream, QUIET);
    let _ = sockopt::set_tcp_keepintvl(stream, QUIET);
    let _ = sockopt::set_tcp_keepcnt(stream, PROBES);
    #[cfg(target_os = "linux")]
    let _ = sockopt::set_tcp_user_timeout(stream, UNHEARD_MS);
}

#[cfg(test)]
mod tests {
    use std::io::Seek;
    use std::net::Ipv4Addr;

    use store::MemoryStore;
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn strangers_are_not_let_in_and_do_not_fill_the_log() {
        let mut log = tempfile::tempfile().expect("a file");
        let writer = std::sync::Mutex::new(log.try_clone().expect("a file"));
        let subscriber = tracing_subscriber::fmt().with_writer(writer).finish();
        let _guard = tracing::subscriber::set_default(subscriber);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let [near, far] = [(); 2].map(|()| {
            let key = NodeKey::generate();
            let address = format!("{}@{}", key.fingerprint(), listener.local_addr().expect("bound"));
            Peers::new(key, address, Arc::new(MemoryStore::default()))
        });
        let to = near.address.parse().expect("an address");
        for _ in 0..20 {
            let admitting = async {
                let (stream, from) = listener.accept().await.expect("somebody comes");
                near.admit(stream, from.ip()).await
            };
            let (admitted, _) = tokio::join!(admitting, far.connect(&to));
            assert!(admitted.is_none());
        }
        assert_eq!(far.known.lock().links.len(), 1);
        log.rewind().expect("a file");
        let text = io::read_to_string(log).expect("text");
        assert_eq!(text.matches("no node of this cluster").count(), 1, "{text}");
    }
}
