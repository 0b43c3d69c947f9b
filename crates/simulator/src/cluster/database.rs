//! The database that nodes share: the log of a table, the leases of nodes, and who owns the table. The rules are those of the
//! SQL in `store/src/postgres`: `ownership.rs` and `append.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use node::GRANTED;
use room::Write;

use super::ClusterFault;
use crate::disk::{Disk, Refused};

/// A life of a node in the database: from when it got a lease until that was over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct LifeId(u64);

/// On which terms a node owns the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Title {
    pub(super) life: LifeId,
    pub(super) epoch: u64,
}

/// The number of a transaction. The real database keeps the last one of each node, because a node's transactions follow each
/// other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct CommitNumber(pub(super) u64);

struct Life {
    node: usize,
    until: Duration,
    ended: bool,
}

/// The log of the table, the lives of nodes with their leases, and who owns the table.
#[derive(Default)]
pub(super) struct SimulatedDatabase {
    pub(super) disk: Disk,
    lives: BTreeMap<LifeId, Life>,
    owner: Option<Title>,
    /// Transactions that are committed, whatever came of their statements: by their numbers a node learns of one that had no answer.
    pub(super) committed: BTreeSet<CommitNumber>,
    /// It cannot be reached before this moment: a standby takes over.
    pub(super) away_until: Duration,
    /// For how long it fails over while it commits the next write.
    pub(super) fails_at_write: Option<Duration>,
}

/// Why a write is refused.
pub(super) enum NotWritten {
    /// The table is another node's.
    Elsewhere,
    /// The log goes on otherwise.
    Refused(Refused),
}

impl SimulatedDatabase {
    pub(super) fn new(disk: Disk) -> SimulatedDatabase {
        SimulatedDatabase { disk, ..SimulatedDatabase::default() }
    }

    /// A node begins. Its life before, as far as it knew of one when it asked, is over.
    pub(super) fn begin(&mut self, node: usize, before: Option<LifeId>, now: Duration) -> LifeId {
        if let Some(before) = before {
            self.lives.get_mut(&before).expect("it has begun").ended = true;
        }
        let id = LifeId(self.lives.len() as u64 + 1);
        self.lives.insert(id, Life { node, until: now + GRANTED, ended: false });
        id
    }

    pub(super) fn renew(&mut self, life: LifeId, now: Duration) -> bool {
        let known = self.lives.get_mut(&life).expect("it has begun");
        let good = !known.ended && known.until > now;
        if good {
            known.until = now + GRANTED;
        }
        good
    }

    /// Gives the table to a node if it is free, its owner's lease is over, or it is the node's own.
    ///
    /// # Errors
    /// Returns the node that owns it.
    pub(super) fn take(&mut self, life: LifeId, now: Duration) -> Result<Title, usize> {
        let asks = &self.lives[&life];
        if asks.ended || asks.until <= now {
            return Err(asks.node);
        }
        let epoch = match self.owner {
            Some(owner) if owner.life == life => return Ok(owner),
            Some(owner) => {
                let holder = self.lives.get_mut(&owner.life).expect("it has begun");
                holder.ended |= holder.until <= now;
                if !holder.ended {
                    return Err(holder.node);
                }
                owner.epoch + 1
            }
            None => 1,
        };
        let title = Title { life, epoch };
        self.owner = Some(title);
        Ok(title)
    }

    /// True while the table is still the node's by this title.
    pub(super) fn is_owner(&self, title: Title) -> bool {
        self.owner == Some(title)
    }

    /// The node that owns the table, whether it lives or not.
    pub(super) fn owner(&self) -> Option<usize> {
        self.owner.map(|owner| self.lives[&owner.life].node)
    }

    /// The nodes that live.
    pub(super) fn living(&self, now: Duration) -> Vec<usize> {
        self.lives.values().filter(|life| !life.ended && life.until > now).map(|life| life.node).collect()
    }

    pub(super) fn write(&mut self, title: Title, write: Write, fault: Option<ClusterFault>) -> Result<(), NotWritten> {
        if self.owner != Some(title) && fault != Some(ClusterFault::NoFence) {
            return Err(NotWritten::Elsewhere);
        }
        self.disk.commit(write).map_err(NotWritten::Refused)
    }
}
