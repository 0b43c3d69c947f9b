//! The state that every request can reach.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use store::EventStore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::devices::DevicesSeen;
use crate::host::HostControl;
use crate::host_pages::HostPages;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::open_connections::OpenConnections;
use crate::origin::Trust;
use crate::peers::Peers;
use crate::rate_limits::Limiters;
use crate::tables::Tables;

#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) store: Arc<dyn EventStore>,
    pub(crate) tables: Arc<Tables>,
    /// The configured address at which others reach this server.
    pub(crate) public_url: Option<String>,
    pub(crate) trust: Arc<Trust>,
    pub(crate) limits: Limits,
    pub(crate) limiters: Arc<Limiters>,
    pub(crate) metrics: Arc<Metrics>,
    /// `true` if metrics have a separate address.
    pub(crate) metrics_apart: bool,
    pub(crate) devices: Arc<DevicesSeen>,
    pub(crate) connections: Arc<OpenConnections>,
    pub(crate) pages: Arc<HostPages>,
    /// The other nodes that share the store, if any.
    pub(crate) peers: Option<Arc<Peers>>,
    pub(crate) host: Arc<HostControl>,
    /// Cancelled when the server stops.
    pub(crate) stop: CancellationToken,
    /// The open sockets. The server waits for them when it stops.
    pub(crate) sockets: TaskTracker,
}

impl FromRequestParts<AppState> for AppState {
    type Rejection = Infallible;
    async fn from_request_parts(_: &mut Parts, app: &AppState) -> Result<AppState, Infallible> {
        Ok(app.clone())
    }
}
