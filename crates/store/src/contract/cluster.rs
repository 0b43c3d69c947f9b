//! The facts that servers with a shared database learn about each other from the database.

use std::future::ready;
use std::time::Duration;

use tokio::sync::watch;

use crate::{Pending, SessionId, TokenHash};

/// A server that shares the data and holds a valid lease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LivingNode {
    /// The address and the key with which other servers reach this server: see [`NodeIdentity`](crate::NodeIdentity).
    pub address: String,
    /// `true` while this server hands its tables over and takes no others.
    pub is_draining: bool,
    /// The time until the lease of this server runs out, unless it is renewed.
    pub lease_left: Duration,
}

/// A process that shares the data with others, as a host sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeLine {
    /// The name of the process.
    pub name: String,
    /// The address at which other nodes reach this process ([`NodeIdentity`](crate::NodeIdentity)).
    pub address: Option<String>,
    /// The number of tables that the process owns.
    pub tables: u64,
    /// The time until its lease ends, in milliseconds; negative if the lease has ended.
    pub lease_ms: i64,
}

/// People and devices that no longer exist.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Departed {
    /// Devices that were logged out, or whose person was deleted.
    pub devices: Vec<TokenHash>,
    /// People who were deleted.
    pub people: Vec<SessionId>,
}

/// The facts that all servers sharing a database must know. A store that cannot be shared has none.
pub trait ClusterStore {
    /// Makes this process the owner of a table, if several processes share the data. Returns `true` if an earlier owner
    /// may have changed the table, so that its data must be read again. A process owns every table that it creates.
    ///
    /// # Errors
    /// [`StoreError::Elsewhere`] if another living process owns the table, or if a process is still writing to it. Try
    /// again later.
    fn own(&self, _table: &str) -> Pending<bool> {
        Box::pin(ready(Ok(false)))
    }

    /// Returns the number of the lease under which this process owns tables, or `None` once that lease has ended. A
    /// table that was loaded under another number may have another owner by now. Do not act on such a table, and show
    /// nothing of it. If the data cannot be shared, the number never changes. The call only reads memory, so it can be
    /// made before every action.
    fn lease(&self) -> Option<u64> {
        Some(0)
    }

    /// Counts how often this process has lost all its tables because it could not reach the data for too long. After a
    /// loss, other processes may own these tables, so drop them from memory. Returns `None` if a loss cannot happen.
    fn losses(&self) -> Option<watch::Receiver<u64>> {
        None
    }

    /// Returns the address of the living process that owns a table ([`NodeIdentity`](crate::NodeIdentity)); `None` if
    /// there is no such process, or if other servers cannot reach it.
    fn owner(&self, _table: &str) -> Pending<Option<String>> {
        Box::pin(ready(Ok(None)))
    }

    /// Returns whether data reach a second machine before they are confirmed, as far as this process knows. A host can
    /// change this while the server runs.
    fn waits_for_standby(&self) -> bool {
        false
    }

    /// Counts the hints that another server has changed shared facts. Hints can get lost, so poll as well.
    fn changes(&self) -> Option<watch::Receiver<u64>> {
        None
    }

    /// Returns the living servers that other servers can reach.
    fn living_nodes(&self) -> Pending<Vec<LivingNode>> {
        Box::pin(ready(Ok(Vec::new())))
    }

    /// Stores whether this server hands its tables over. A server that has lost its lease must call this again.
    fn set_draining(&self, _draining: bool) -> Pending<()> {
        Box::pin(ready(Ok(())))
    }

    /// Sets the notice for everybody; an empty text removes it.
    fn set_notice(&self, _notice: &str) -> Pending<()> {
        Box::pin(ready(Ok(())))
    }

    /// Returns the notice for everybody; empty if there is none.
    fn notice(&self) -> Pending<String> {
        Box::pin(ready(Ok(String::new())))
    }

    /// Publishes changes of this server's list of public tables, by id; `None` removes a table. The list of a server
    /// disappears with its lease.
    fn list_tables(&self, _lines: Vec<(String, Option<String>)>) -> Pending<()> {
        Box::pin(ready(Ok(())))
    }

    /// Returns the public tables of the other servers.
    fn listed_elsewhere(&self) -> Pending<Vec<String>> {
        Box::pin(ready(Ok(Vec::new())))
    }

    /// Returns those of the given devices and people that no longer exist. Another process that shares the data has
    /// logged them out or deleted them. Empty if the data cannot be shared.
    fn departed(&self, _devices: Vec<TokenHash>, _people: Vec<SessionId>) -> Pending<Departed> {
        Box::pin(ready(Ok(Departed::default())))
    }

    /// Returns the processes that share these data, by name. Dead processes are included if nobody has taken their
    /// tables yet. Empty if the data cannot be shared.
    fn nodes(&self) -> Pending<Vec<NodeLine>> {
        Box::pin(ready(Ok(Vec::new())))
    }
}
