//! A model of the database that nodes share: the leases of nodes, and the owner of the table. It follows the rules of
//! the SQL in `store/src/postgres`: `ownership.rs` and `append.rs`. A single node has a store of its own, and owns the
//! table without a lease.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use node::GRANTED;
use room::{Input, Write};

use super::member::{LeaseAnswer, NotTaken};
use crate::simulation::Simulation;
use crate::simulation::nodes::NodeInput;

/// A life of a node in the database. It begins when the node gets a lease, and ends when that lease has run out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct LifeId(u64);

/// The right of a node to the table. It has the life of the node, and the number of owners that the table has had,
/// including this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Title {
    pub(super) life: LifeId,
    pub(super) epoch: u64,
}

impl Title {
    /// The title of a single node, which has the table in a store of its own.
    pub(crate) const OF_ONE_NODE: Title = Title { life: LifeId(0), epoch: 0 };
}

/// The number of a transaction. This model stores all committed numbers. The real database stores only the last one of
/// each node, because a node sends its transactions one after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct CommitNumber(pub(crate) u64);

/// A request to the store. A single node only writes and looks commands up.
pub(crate) enum DatabaseRequest {
    /// Requests a lease. `before` is the last life that the node knows of, if there is one.
    Begin {
        asked: u64,
        before: Option<LifeId>,
    },
    Renew {
        asked: u64,
        life: LifeId,
    },
    Take {
        commit: CommitNumber,
        life: LifeId,
    },
    Read(Title),
    /// Reads which nodes have a lease.
    Living,
    Write {
        commit: CommitNumber,
        title: Title,
        serial: u64,
        write: Box<Write>,
    },
    LookUp {
        serial: u64,
        seat: u8,
        cmd: String,
    },
    /// Reads whether a transaction was committed. If it was, the node gets `answer`.
    ReadBack {
        commit: CommitNumber,
        answer: Box<NodeInput>,
    },
}

impl DatabaseRequest {
    /// Returns the number of the request's transaction, if the node reads back whether its COMMIT succeeded.
    pub(super) fn commit(&self) -> Option<CommitNumber> {
        match self {
            DatabaseRequest::Take { commit, .. } | DatabaseRequest::Write { commit, .. } => Some(*commit),
            _ => None,
        }
    }

    /// Returns the request in a few words, without the data, which differ between two compared worlds.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            DatabaseRequest::Begin { .. } => "for a lease",
            DatabaseRequest::Renew { .. } => "for more time",
            DatabaseRequest::Take { .. } => "for the table",
            DatabaseRequest::Read(_) => "for the log",
            DatabaseRequest::Living => "for the nodes that live",
            DatabaseRequest::Write { .. } => "to write",
            DatabaseRequest::LookUp { .. } => "for a command",
            DatabaseRequest::ReadBack { .. } => "whether a commit is there",
        }
    }
}

struct Life {
    node: usize,
    until: Duration,
    ended: bool,
}

/// The lives of nodes with their leases, and the owner of the table.
#[derive(Default)]
pub(crate) struct SimulatedDatabase {
    lives: BTreeMap<LifeId, Life>,
    owner: Option<Title>,
    /// The transactions that are committed, even if they changed nothing. A node whose COMMIT had no answer looks for
    /// its number here.
    pub(super) committed: BTreeSet<CommitNumber>,
    /// The time until which the database cannot be reached, because a standby is taking over.
    pub(super) away_until: Duration,
    /// The length of a planned failover, which begins while the database commits the next write.
    pub(super) fails_at_write: Option<Duration>,
}

impl SimulatedDatabase {
    pub(crate) fn new(nodes: usize) -> SimulatedDatabase {
        SimulatedDatabase { owner: (nodes == 1).then_some(Title::OF_ONE_NODE), ..SimulatedDatabase::default() }
    }

    /// Begins a new life of a node and ends the life `before`. `before` is the last life that the node knew when it
    /// sent the request.
    fn begin(&mut self, node: usize, before: Option<LifeId>, now: Duration) -> LifeId {
        if let Some(before) = before {
            self.lives.get_mut(&before).expect("it has begun").ended = true;
        }
        let id = LifeId(self.lives.len() as u64 + 1);
        self.lives.insert(id, Life { node, until: now + GRANTED, ended: false });
        id
    }

    fn renew(&mut self, life: LifeId, now: Duration) -> bool {
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
    fn take(&mut self, life: LifeId, now: Duration) -> Result<Title, usize> {
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

    pub(crate) fn is_owner(&self, title: Title) -> bool {
        self.owner == Some(title)
    }

    /// Returns the node that owns the table, even if the node no longer has a lease.
    pub(crate) fn owner(&self) -> Option<usize> {
        self.owner.map(|owner| self.lives[&owner.life].node)
    }

    /// Returns the nodes that have a lease.
    fn living(&self, now: Duration) -> Vec<usize> {
        self.lives.values().filter(|life| !life.ended && life.until > now).map(|life| life.node).collect()
    }
}

impl Simulation {
    /// Carries out a request. Returns the node's input.
    pub(crate) fn answer(&mut self, node: usize, request: DatabaseRequest) -> NodeInput {
        let now = self.clock;
        if let Some(commit) = request.commit() {
            self.database.committed.insert(commit);
        }
        match request {
            DatabaseRequest::Begin { asked, before } => {
                NodeInput::OfLease(asked, LeaseAnswer::Began(self.database.begin(node, before, now)))
            }
            DatabaseRequest::Renew { asked, life } => {
                NodeInput::OfLease(asked, LeaseAnswer::Renewed(self.database.renew(life, now)))
            }
            DatabaseRequest::Take { life, .. } => {
                let before = self.database.owner();
                let taken = self.database.take(life, now);
                if taken.is_ok() && before.is_some_and(|before| before != node) {
                    self.counted.count("takeovers");
                }
                NodeInput::Taken(taken.map_err(NotTaken::Elsewhere))
            }
            DatabaseRequest::Living => NodeInput::Living(self.database.living(now)),
            DatabaseRequest::Read(title) => NodeInput::Read(title, Box::new(self.disk.clone())),
            DatabaseRequest::Write { title, serial, write, .. } => {
                let (id, result) = (write.id, self.commit(title, *write));
                NodeInput::Stored { serial, write: id, result }
            }
            DatabaseRequest::LookUp { serial, seat, cmd } => {
                let known = self.disk.place(seat, &cmd).is_some();
                NodeInput::Room(Some(serial), Box::new(Input::LookedUp(Ok(known))))
            }
            DatabaseRequest::ReadBack { commit, answer } => self.read_back(node, commit, *answer),
        }
    }
}
