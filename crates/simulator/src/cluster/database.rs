//! A model of the database that nodes share: the log of a table, the leases of nodes, and the owner of the table. It
//! follows the rules of the SQL in `store/src/postgres`: `ownership.rs` and `append.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use node::GRANTED;
use room::Write;

use super::ClusterFault;
use crate::disk::{Disk, Refused};

/// A life of a node in the database. It begins when the node gets a lease, and ends when that lease has run out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct LifeId(u64);

/// The right of a node to the table. It has the life of the node, and the number of times that the table had changed
/// its owner before the node got this right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Title {
    pub(super) life: LifeId,
    pub(super) epoch: u64,
}

/// The number of a transaction. This model stores all committed numbers. The real database stores only the last one of
/// each node, because a node sends its transactions one after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct CommitNumber(pub(super) u64);

struct Life {
    node: usize,
    until: Duration,
    ended: bool,
}

/// The log of the table, the lives of nodes with their leases, and the owner of the table.
#[derive(Default)]
pub(super) struct SimulatedDatabase {
    pub(super) disk: Disk,
    lives: BTreeMap<LifeId, Life>,
    owner: Option<Title>,
    /// Transactions that are committed, whatever came of their statements: by their numbers a node learns of one that had no answer.
    pub(super) committed: BTreeSet<CommitNumber>,
    /// The time until which the database cannot be reached, because a standby is taking over.
    pub(super) away_until: Duration,
    /// The length of a planned failover, which begins while the database commits the next write.
    pub(super) fails_at_write: Option<Duration>,
}

pub(super) enum NotWritten {
    /// The node does not own the table any more.
    Elsewhere,
    /// The write does not continue the log.
    Refused(Refused),
}

impl SimulatedDatabase {
    pub(super) fn new(disk: Disk) -> SimulatedDatabase {
        SimulatedDatabase { disk, ..SimulatedDatabase::default() }
    }

    /// Begins a new life of a node and ends the life `before`. `before` is the last life that the node knew when it
    /// sent the request.
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

    /// Makes a node the owner of the table if the table has no owner, if the lease of its owner has run out, or if the
    /// node is its owner already.
    ///
    /// # Errors
    /// Returns the number of the owner. If the asking node has no lease, returns the number of the asking node.
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

    pub(super) fn is_owner(&self, title: Title) -> bool {
        self.owner == Some(title)
    }

    /// Returns the node that owns the table, even if the node no longer has a lease.
    pub(super) fn owner(&self) -> Option<usize> {
        self.owner.map(|owner| self.lives[&owner.life].node)
    }

    /// Returns the nodes that have a lease.
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
