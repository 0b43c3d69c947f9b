//! The facts that servers which share the data know of each other, through the data.

use std::future::ready;

use tokio::sync::watch;

use crate::{Pending, SessionId, TokenHash};

/// A server that shares the data, and has a lease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LivingNode {
    /// The address at which other servers reach it, and its key: see [`NodeIdentity`](crate::NodeIdentity).
    pub address: String,
    /// `true` while it hands its tables over and takes no others.
    pub is_draining: bool,
}

/// A process that shares the data with others, as a host sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeLine {
    /// Its name.
    pub name: String,
    /// The address at which other nodes reach it ([`NodeIdentity`](crate::NodeIdentity)).
    pub address: Option<String>,
    /// How many tables it owns.
    pub tables: u64,
    /// How long its lease still is; negative: since when it is over.
    pub lease_ms: i64,
}

/// People and devices that are not known any more.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Departed {
    /// Devices that were logged out, or whose person was deleted.
    pub devices: Vec<TokenHash>,
    /// People who were deleted.
    pub people: Vec<SessionId>,
}

/// The facts that all servers which share the data must know. A store that no others can share has none.
pub trait ClusterStore {
    /// Makes this process the owner of a table, where several share the data. Data of the table that were read before may be
    /// those of an earlier owner: they are read again if the answer is `true`. A table that this process has created is its own.
    ///
    /// # Errors
    /// [`StoreError::Elsewhere`] if another process owns it, and may go on with it, or a write of it is under way: it can be tried again.
    fn own(&self, table: &str) -> Pending<bool> {
        let _ = table;
        Box::pin(ready(Ok(false)))
    }

    /// The number of the lease on which this process owns tables, while its time is not over; `None` once it is. A table that
    /// was loaded under another number may be another's by now: it must not be acted on, and nothing of it may be shown. Always the same
    /// where no others can share the data. It asks nobody, so it can be called before every step.
    fn lease(&self) -> Option<u64> {
        Some(0)
    }

    /// Counts how often this process has lost all its tables, because it could not reach the data for too long. Then another
    /// may own them: what is in memory of them must be dropped. `None` where that cannot happen.
    fn losses(&self) -> Option<watch::Receiver<u64>> {
        None
    }

    /// Returns the address of the process that owns a table and lives ([`NodeIdentity`](crate::NodeIdentity)); `None`
    /// if there is none, or others do not reach it.
    fn owner(&self, table: &str) -> Pending<Option<String>> {
        let _ = table;
        Box::pin(ready(Ok(None)))
    }

    /// Returns whether data are on a second machine before they are confirmed, as far as this process knows. A host can
    /// change that while it runs.
    fn waits_for_standby(&self) -> bool {
        false
    }

    /// Counts the hints that another server has changed what all must know. A hint may be lost, so it is looked now and then as well.
    fn changes(&self) -> Option<watch::Receiver<u64>> {
        None
    }

    /// The servers that live and that others can reach.
    fn living_nodes(&self) -> Pending<Vec<LivingNode>> {
        Box::pin(ready(Ok(Vec::new())))
    }

    /// Says whether this server hands its tables over. A server that has lost its lease says it again.
    fn set_draining(&self, draining: bool) -> Pending<()> {
        let _ = draining;
        Box::pin(ready(Ok(())))
    }

    /// Sets the line for everybody; empty: there is none.
    fn set_notice(&self, notice: &str) -> Pending<()> {
        let _ = notice;
        Box::pin(ready(Ok(())))
    }

    /// The line for everybody; empty: there is none.
    fn notice(&self) -> Pending<String> {
        Box::pin(ready(Ok(String::new())))
    }

    /// Lists public tables of this server for the others, by their ids, and with `None` lists them no longer. The list of a
    /// server goes with its lease.
    fn list_tables(&self, lines: Vec<(String, Option<String>)>) -> Pending<()> {
        let _ = lines;
        Box::pin(ready(Ok(())))
    }

    /// The public tables that other servers list.
    fn listed_elsewhere(&self) -> Pending<Vec<String>> {
        Box::pin(ready(Ok(Vec::new())))
    }

    /// Which of these devices and people, all of which were known, are not known any more: other processes that share the data
    /// may have logged them out and deleted them. Nobody where no others can share the data.
    fn departed(&self, devices: Vec<TokenHash>, people: Vec<SessionId>) -> Pending<Departed> {
        let _ = (devices, people);
        Box::pin(ready(Ok(Departed::default())))
    }

    /// The processes that share these data, by name: those that live, and those that others have not ended yet. None where the
    /// data cannot be shared.
    fn nodes(&self) -> Pending<Vec<NodeLine>> {
        Box::pin(ready(Ok(Vec::new())))
    }
}
