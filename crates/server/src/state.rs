//! What every request can reach.

use std::sync::Arc;

use store::EventStore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::devices::DevicesSeen;
use crate::host::HostControl;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::origin::Trust;
use crate::rate_limits::{ConnectionLimiter, RateLimiter};
use crate::tables::Tables;

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) store: Arc<dyn EventStore>,
    pub(crate) tables: Arc<Tables>,
    /// The configured address by which others reach this server.
    pub(crate) public_url: Option<String>,
    pub(crate) trust: Arc<Trust>,
    pub(crate) limits: Limits,
    pub(crate) connections: Arc<ConnectionLimiter>,
    /// Limits new sessions by address.
    pub(crate) sessions: Arc<RateLimiter>,
    /// Limits new tables by address.
    pub(crate) openings: Arc<RateLimiter>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) devices: Arc<DevicesSeen>,
    /// What the host has set.
    pub(crate) host: Arc<HostControl>,
    /// Set when the server stops.
    pub(crate) stop: CancellationToken,
    /// The open sockets. The server waits for them when it stops.
    pub(crate) sockets: TaskTracker,
}
