//! The facts that servers which share the data know of each other, through the data.

use std::future::ready;

use tokio::sync::watch;

use crate::Pending;

/// A server that shares the data, and has a lease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LivingNode {
    /// The address at which other servers reach it, and its key: see [`NodeIdentity`](crate::NodeIdentity).
    pub address: String,
    /// `true` while it hands its tables over and takes no others.
    pub is_draining: bool,
}

/// The facts that all servers which share the data must know. A store that no others can share has none.
pub trait ClusterStore {
    /// Counts the hints that another server has changed what all must know. A hint may be lost, so it is looked now and then as well.
    fn changes(&self) -> Option<watch::Receiver<u64>> {
        None
    }

    /// The servers that live and that others can reach.
    ///
    /// # Errors
    /// If they cannot be read.
    fn living_nodes(&self) -> Pending<Vec<LivingNode>> {
        Box::pin(ready(Ok(Vec::new())))
    }

    /// Says whether this server hands its tables over. A server that has lost its lease says it again.
    ///
    /// # Errors
    /// If it cannot be written.
    fn set_draining(&self, draining: bool) -> Pending<()> {
        let _ = draining;
        Box::pin(ready(Ok(())))
    }

    /// Sets the line for everybody; empty: there is none.
    ///
    /// # Errors
    /// If it cannot be written.
    fn set_notice(&self, notice: &str) -> Pending<()> {
        let _ = notice;
        Box::pin(ready(Ok(())))
    }

    /// The line for everybody; empty: there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    fn notice(&self) -> Pending<String> {
        Box::pin(ready(Ok(String::new())))
    }

    /// Lists public tables of this server for the others, by their ids, and with `None` lists them no longer. The list of a
    /// server goes with its lease.
    ///
    /// # Errors
    /// If it cannot be written.
    fn list_tables(&self, lines: Vec<(String, Option<String>)>) -> Pending<()> {
        let _ = lines;
        Box::pin(ready(Ok(())))
    }

    /// The public tables that other servers list.
    ///
    /// # Errors
    /// If they cannot be read.
    fn listed_elsewhere(&self) -> Pending<Vec<String>> {
        Box::pin(ready(Ok(Vec::new())))
    }
}
