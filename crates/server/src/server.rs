//! Starts, runs and stops a server.

use std::fmt;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use room::TalkRules;
use store::{EventStore, StoreError};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::admin::AdminSocket;
use crate::days::{DaysConfig, DealsOfDay};
use crate::host::HostControl;
use crate::host_pages::HostPages;
use crate::http::health::MetricsToken;
use crate::ids::hash;
use crate::limits::Limits;
use crate::listener::{COLLECTORS, Listener, SHUTDOWN_LIMIT, places};
use crate::metrics::Metrics;
use crate::origin::{Trust, TrustedRange};
use crate::peers::{NodeKey, Peers};
use crate::routes::{metrics_router, router, router_for_nodes};
use crate::state::AppState;
use crate::tables::Tables;
use crate::time::now_ms;
use crate::{Pace, panics, pruning, up_to_date};

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address on which the server listens; port 0 chooses a free port.
    pub listen: SocketAddr,
    /// The data folder. It contains the socket for administration; the store may be elsewhere.
    pub data: PathBuf,
    /// The speed of bots.
    pub pace: Pace,
    /// The address at which people reach the server, such as "https://cards.example.org". Links for friends begin with
    /// it, and pages from it may send requests. Without it, a link begins with the address of the request.
    pub public_url: Option<String>,
    /// Origins of other pages that may send requests. Pages at IP addresses, this machine and local names such as
    /// "nas.local" are always allowed.
    pub origins: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is used.
    pub trusted_proxies: Vec<IpAddr>,
    /// Ranges of addresses that many people share. For these, limits by address are higher or do not apply.
    pub trusted_ranges: Vec<TrustedRange>,
    /// The separate listener for metrics and its token. Without it, metrics are at the server's own address, for this
    /// machine only.
    pub metrics: Option<MetricsAt>,
    /// The rules of talk.
    pub talk: TalkRules,
    /// Pages that the host provides.
    pub pages: HostPages,
    /// The host's limits.
    pub limits: Limits,
    /// The deals of the day.
    pub days: DaysConfig,
    /// This server as a node, if it shares its store with other servers.
    pub node: Option<NodeConfig>,
}

impl Config {
    /// Returns the configuration for this machine and the local network, with bots at their natural pace.
    pub fn new(listen: SocketAddr, data: PathBuf) -> Config {
        Config {
            listen,
            data,
            pace: Pace::NATURAL,
            public_url: None,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            trusted_ranges: Vec::new(),
            metrics: None,
            talk: TalkRules::default(),
            pages: HostPages::default(),
            limits: Limits::default(),
            days: DaysConfig::default(),
            node: None,
        }
    }
}

/// A node: one of several servers that share a store.
#[derive(Clone, Debug)]
pub struct NodeConfig {
    /// The address on which the node listens for other nodes, as `HOST:PORT`.
    pub listen: String,
    /// The address at which other nodes reach this node, as `HOST:PORT`.
    pub advertise: String,
    /// The key of the node.
    pub key: NodeKey,
}

impl NodeConfig {
    /// Returns the address that the store knows (`store::NodeIdentity`).
    pub fn address(&self) -> String {
        format!("{}@{}", self.key.fingerprint(), self.advertise)
    }
}

/// An address for metrics alone.
#[derive(Clone)]
pub struct MetricsAt {
    /// The address on which the server listens for collectors; port 0 chooses a free port.
    pub listen: SocketAddr,
    /// The token that a collector sends as `authorization: Bearer TOKEN`.
    pub token: String,
}

impl fmt::Debug for MetricsAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MetricsAt").field("listen", &self.listen).finish_non_exhaustive()
    }
}

/// A server that listens. [`run`](Server::run) answers requests.
pub struct Server {
    listener: TcpListener,
    of_nodes: Option<TcpListener>,
    app: AppState,
    /// The separate listener for metrics, and the token that a collector must send.
    metrics: Option<(TcpListener, MetricsToken)>,
    admin: Option<AdminSocket>,
}

impl Server {
    /// Listens, and opens a store of any kind ([`store::open`] opens the usual ones). The server takes the address
    /// before it opens the store. So a second server on the same address does not touch the store.
    ///
    /// # Errors
    /// If the address is taken or not available, or the store cannot be opened or read.
    pub async fn bind<Opening>(config: Config, store: Opening) -> Result<Server, StartError>
    where
        Opening: Future<Output = Result<Arc<dyn EventStore>, StoreError>>,
    {
        panics::count();
        let listener = listen(config.listen).await?;
        let apart = match &config.metrics {
            Some(at) => Some((listen(at.listen).await?, MetricsToken(hash(&at.token)))),
            None => None,
        };
        let of_nodes = match &config.node {
            Some(NodeConfig { listen, .. }) => {
                let bound = TcpListener::bind(listen).await;
                Some(bound.map_err(|error| StartError::ListenForNodes(listen.clone(), error))?)
            }
            None => None,
        };
        let store = store.await.map_err(StartError::Data)?;
        if config.node.is_some() && store.losses().is_none() {
            return Err(StartError::NotShared);
        }
        let peers = config.node.map(|node| Arc::new(Peers::new(node.key.clone(), node.address(), store.clone())));
        let stop = CancellationToken::new();
        let metrics = Arc::new(Metrics::new(now_ms() as f64 / 1000.0));
        let host = Arc::new(HostControl::new(config.talk, peers.clone()));
        let node = peers.as_ref().map(|peers| peers.address.as_str().into());
        host.set_bans(&store.bans().await.map_err(StartError::Data)?);
        let shared = (metrics.clone(), host.clone(), Arc::new(DealsOfDay::new(config.days)));
        let tables = Tables::new(store.clone(), config.pace, shared, node, stop.clone());
        let public_url = config.public_url.map(|url| url.trim_end_matches('/').to_owned());
        let mut origins = config.origins;
        origins.extend(public_url.as_deref().map(origin_of));
        let trust = Arc::new(Trust { origins, proxies: config.trusted_proxies, ranges: config.trusted_ranges });
        let sockets = TaskTracker::new();
        let limits = config.limits;
        let app = AppState {
            devices: Arc::default(),
            connections: Arc::default(),
            pages: Arc::new(config.pages),
            peers,
            host,
            store,
            tables,
            public_url,
            trust,
            limits,
            limiters: Arc::default(),
            metrics,
            metrics_apart: apart.is_some(),
            stop,
            sockets,
        };
        // A server that cannot open the socket for administration still starts.
        let admin = AdminSocket::bind(&config.data)
            .inspect_err(|error| tracing::warn!(%error, "there is no administration: its socket cannot be made"));
        Ok(Server { listener, of_nodes, app, metrics: apart, admin: admin.ok() })
    }

    /// Returns the address on which the server listens.
    ///
    /// # Panics
    /// If the operating system does not know the address.
    pub fn address(&self) -> SocketAddr {
        self.listener.local_addr().expect("a listener has an address")
    }

    /// Returns the separate address for metrics, if there is one.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().and_then(|(listener, _)| listener.local_addr().ok())
    }

    /// Serves until `stop` is ready. After that, the server accepts no connections, closes sockets with 1012 ("service
    /// restart"), and returns once everything is stored.
    ///
    /// # Errors
    /// If the store could not be closed.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Server { listener, app, .. } = self;
        let store = app.store.clone();
        tokio::spawn(app.tables.watch_ownership());
        let (stopping, sockets) = (app.stop.clone(), app.sockets.clone());
        let beside = TaskTracker::new();
        if let Some((listener, peers)) = self.of_nodes.zip(app.peers.clone()) {
            beside.spawn(serve_nodes(listener, peers, app.clone()));
        }
        if let Some(admin) = self.admin {
            beside.spawn(admin.serve(app.clone(), stopping.clone()));
        }
        if let Some((listener, token)) = self.metrics {
            beside.spawn(serve_metrics(listener, token, app.clone()));
        }
        let drained = app.host.clone().drained(sockets.clone());
        let stop = async move {
            tokio::select! {
                () = stop => {}
                () = drained => {}
            }
        };
        beside.spawn(up_to_date::run(app.clone()));
        beside.spawn(pruning::run(app.store.clone(), stopping.clone()));
        beside.close();
        Listener::new(router(app.clone()), &app, places(), None).serve(listener, stop).await;
        drop(app);
        stopping.cancel();
        // Deletions that have begun must be stored before the store is closed.
        beside.wait().await;
        sockets.close();
        let _ = tokio::time::timeout(SHUTDOWN_LIMIT, sockets.wait()).await;
        // The actors end by themselves. The last actor drops the store, whose threads finish their jobs.
        for _ in 0..100 {
            if Arc::strong_count(&store) == 1 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        tokio::task::spawn_blocking(move || drop(store)).await.map_err(io::Error::other)
    }
}

/// Serves other nodes, and does the other work of a node. Runs until the server stops.
async fn serve_nodes(listener: TcpListener, peers: Arc<Peers>, app: AppState) {
    let stop = app.stop.clone();
    let host = app.host.clone();
    let watching = peers.clone().watch(move || host.is_draining(), stop.clone());
    let publishing = app.tables.lobby().clone().publish(app.store.clone());
    let serving = Listener::new(router_for_nodes(app.clone()), &app, places(), Some(peers));
    drop(app);
    tokio::join!(watching, stop.run_until_cancelled(publishing), serving.serve(listener, stop.cancelled()));
}

/// Serves collectors of metrics until the server stops.
async fn serve_metrics(listener: TcpListener, token: MetricsToken, app: AppState) {
    let stop = app.stop.clone();
    let collectors = Listener::new(metrics_router(app.clone(), token), &app, COLLECTORS, None);
    drop(app);
    collectors.serve(listener, stop.cancelled()).await;
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|error| StartError::Listen(address, error))
}

/// Returns the origin of an address: scheme, host and port.
fn origin_of(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("https", url));
    let host = rest.split('/').next().unwrap_or_default();
    format!("{scheme}://{host}").to_ascii_lowercase()
}

/// The reason why a server does not start. The text is one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The server cannot listen on this address.
    #[error("{}", why_not_there(.0, .1))]
    Listen(SocketAddr, io::Error),
    /// The data cannot be used.
    #[error("{0}")]
    Data(StoreError),
    /// Other servers cannot share the server's data.
    #[error("--advertise is for servers that share a database: name it with --store, or leave out --advertise")]
    NotShared,
    /// The server cannot listen on this address for other nodes.
    #[error("cannot listen for other servers on {0}: {1}")]
    ListenForNodes(String, io::Error),
}

fn why_not_there(address: &SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "port {} is in use, perhaps by another cardroom: stop that one, or choose another port with --port \
             (0 takes a free one)",
            address.port()
        ),
        io::ErrorKind::PermissionDenied => {
            format!("port {} is not for ordinary users: choose one above 1023 with --port", address.port())
        }
        io::ErrorKind::AddrNotAvailable => {
            format!("{} is not an address of this machine: choose another with --listen, or leave it out", address.ip())
        }
        _ => format!("cannot listen on {address}: {error}"),
    }
}

#[cfg(test)]
mod probe_tests;
#[cfg(test)]
mod twin_tests;
