//! The services that all actors share.

use std::sync::Arc;

use room::Pace;
use store::EventStore;
use tokio_util::sync::CancellationToken;

#[cfg(test)]
use super::script::{Adviser, Script};
use crate::days::DealsOfDay;
use crate::folding::Folding;
use crate::host::HostControl;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::ownership::Ownership;
use crate::work::WorkPools;

#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) store: Arc<dyn EventStore>,
    pub(crate) pace: Pace,
    pub(crate) work: Arc<WorkPools>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) metrics: Arc<Metrics>,
    /// The permits to replay stored logs.
    pub(crate) folding: Folding,
    pub(crate) host: Arc<HostControl>,
    pub(crate) days: Arc<DealsOfDay>,
    pub(crate) stop: CancellationToken,
    /// The ownership of all loaded tables. It ends when this server loses them.
    pub(crate) ownership: Arc<Ownership>,
    /// The address of this node, if others share the store.
    pub(crate) node: Option<Arc<str>>,
    /// The scripted bots of a test, in place of bots that think.
    #[cfg(test)]
    pub(crate) script: Option<Script>,
    /// The scripted advisers of a test, in place of advisers that think.
    #[cfg(test)]
    pub(crate) adviser: Option<Adviser>,
}
