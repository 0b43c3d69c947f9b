//! The nodes. Each has a lease, perhaps the table, sockets that it forwards, and sockets that other nodes forward to
//! it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use game::Seat;
use node::{Lease, Moment};
use protocol::Command;
use room::log_entry::LogEntry;
use room::{ConnectionId, Input, NotStored, PersonId, Room, Seated, TaskId, WriteId};
use table::AnyBot;

use super::database::{CommitNumber, LifeId, Title};
use super::lines::Letter;
use crate::disk::Disk;

/// The time that a node's clock shows at the beginning.
const BOOTED: Duration = Duration::from_secs(1000);

pub(super) struct SimulatedNode {
    /// The number of times that the process was started. Inputs for an earlier process do not arrive.
    pub(super) incarnation: u32,
    pub(super) lease: Lease,
    /// The number of the last request about the lease.
    pub(super) lease_asked: u64,
    /// The speed of the node's clock, in thousandths of the true speed.
    rate: u64,
    /// The node's current or last life in the database. It survives the end of the process, because a real node stores
    /// it in a file.
    pub(super) life: Option<LifeId>,
    pub(super) table: TableState,
    /// The state of the table that the node read before it became the owner, if the fault `ReadBeforeTaken` is planted.
    pub(super) early: Option<Box<Disk>>,
    /// True if the process was killed and has not been started again yet.
    pub(super) is_dead: bool,
    pub(super) paused_until: Duration,
    /// The inputs that arrived while the node was stopped.
    pub(super) inbox: VecDeque<NodeInput>,
    /// The node's own sockets whose table another node owns, with the connections over which they are forwarded.
    pub(super) passed_on: BTreeMap<ConnectionId, u64>,
    /// The sockets of other nodes that are forwarded to this node, with the connections between the nodes.
    pub(super) arrived: BTreeMap<ConnectionId, u64>,
    pub(super) last_owner: Option<usize>,
    /// The time at which the node next reads which nodes have a lease.
    pub(super) looks_at: Duration,
}

pub(super) enum TableState {
    Unloaded,
    /// The node tries until this time to become the owner, because these connections need the table.
    Wanted {
        waiting: Vec<ConnectionId>,
        until: Duration,
    },
    Loaded(Box<LoadedTable>),
}

/// The table at its owner.
pub(super) struct LoadedTable {
    pub(super) room: Room,
    pub(super) title: Title,
    /// The number of this load of the table. Inputs for an earlier load have another number and do not arrive.
    pub(super) serial: u64,
    /// For each write under way, its entries and seats. The witness gets them when the store answers the write.
    pub(super) asked: BTreeMap<WriteId, (Vec<LogEntry>, Option<Vec<Seated>>)>,
    pub(super) connections: BTreeMap<ConnectionId, PersonId>,
    pub(super) attendance: Attendance,
}

/// The presence of people at a table, as far as its node knows.
pub(super) struct Attendance {
    /// The time at which the node loaded the table. Nobody was at the table at that time.
    since: Duration,
    /// The people who were let in, by connection, each with the time of entry.
    here: BTreeMap<ConnectionId, (PersonId, Duration)>,
    /// The time at which a person's last connection ended.
    gone: BTreeMap<PersonId, Duration>,
    /// The people who have asked for the next deal.
    pub(super) ready: BTreeSet<PersonId>,
}

/// Somebody who came back less than this time ago may still count as away for the room, because a write can take this
/// long.
const LATELY: Duration = Duration::from_secs(20);

impl Attendance {
    pub(super) fn new(since: Duration) -> Attendance {
        Attendance { since, here: BTreeMap::new(), gone: BTreeMap::new(), ready: BTreeSet::new() }
    }

    pub(super) fn comes(&mut self, tab: ConnectionId, person: PersonId, now: Duration) {
        self.here.insert(tab, (person, now));
    }

    pub(super) fn goes(&mut self, tab: ConnectionId, now: Duration) {
        let Some((person, _)) = self.here.remove(&tab) else { return };
        if !self.here.values().any(|(other, _)| *other == person) {
            self.gone.insert(person, now);
        }
    }

    /// Returns for how long a person has been away, or `None` if the person is there.
    pub(super) fn away(&self, person: PersonId, now: Duration) -> Option<Duration> {
        let here = self.here.values().any(|(other, _)| *other == person);
        (!here).then(|| now - *self.gone.get(&person).unwrap_or(&self.since))
    }

    /// Returns true if a person has been there for longer than [`LATELY`] and has not asked for the next deal.
    pub(super) fn is_unready(&self, person: PersonId, now: Duration) -> bool {
        let long_here = |(other, since): &(PersonId, Duration)| *other == person && now - *since > LATELY;
        !self.ready.contains(&person) && self.here.values().any(long_here)
    }
}

pub(super) enum NodeInput {
    /// A person has connected over a socket of this node.
    Opened(ConnectionId),
    Closed(ConnectionId),
    Command(ConnectionId, Command),
    Letter(u64, Letter),
    LineEnded(u64),
    /// The owner of a socket's table has to be looked up again.
    Again(ConnectionId),
    /// The nodes that have a lease.
    Living(Vec<usize>),
    /// The lease has to be checked.
    Keeper,
    /// An answer about the lease, with the number of the request. Answers to earlier requests are ignored.
    OfLease(u64, LeaseAnswer),
    /// The node has to request the table again.
    Want,
    Taken(Result<Title, NotTaken>),
    /// The log, which was read under a title.
    Read(Title, Box<Disk>),
    Stored {
        serial: u64,
        write: WriteId,
        result: Result<(), NotStored>,
    },
    /// A COMMIT had no answer. If the transaction turns out to be committed, `answer` is the node's input.
    NoAnswer {
        commit: CommitNumber,
        answer: Box<NodeInput>,
    },
    /// A bot has decided. Used only in a cluster that is one of two compared worlds.
    BotThought {
        serial: u64,
        task: TaskId,
        bot: Box<dyn AnyBot>,
        seat: Seat,
        must: bool,
    },
    /// An answer of a bot, of a helper or of a lookup.
    Later {
        serial: u64,
        input: Box<Input>,
    },
}

pub(super) enum LeaseAnswer {
    Began(LifeId),
    Renewed(bool),
    Unanswered,
}

pub(super) enum NotTaken {
    /// The node with this number owns the table. A node whose own lease has run out gets its own number.
    Elsewhere(usize),
    /// The database cannot be reached, or the node has no lease.
    Away,
}

impl SimulatedNode {
    pub(super) fn new(rate: u64, now: Duration) -> SimulatedNode {
        let mut node = SimulatedNode {
            incarnation: 0,
            lease: Lease::new(Moment(Duration::ZERO)),
            lease_asked: 0,
            rate,
            life: None,
            table: TableState::Unloaded,
            early: None,
            is_dead: false,
            paused_until: Duration::ZERO,
            inbox: VecDeque::new(),
            passed_on: BTreeMap::new(),
            arrived: BTreeMap::new(),
            last_owner: None,
            looks_at: now,
        };
        node.lease = Lease::new(node.moment(now));
        node
    }

    /// Returns the time at which the loaded table has to be dropped, because the lease ends.
    pub(super) fn drops_at(&self) -> Option<Duration> {
        self.loaded()?;
        Some(self.lease_ends_at().unwrap_or_default())
    }

    pub(super) fn lease_ends_at(&self) -> Option<Duration> {
        let until = self.lease.until().map(|Moment(until)| until - BOOTED);
        // A microsecond is added, because the node's clock is rounded.
        until.map(|until| until * 1000 / self.rate as u32 + Duration::from_micros(1))
    }

    /// Returns the time on the node's own clock, which goes on while the node is stopped.
    pub(super) fn moment(&self, now: Duration) -> Moment {
        Moment(BOOTED + now * self.rate as u32 / 1000)
    }

    /// Ends the process and starts a new one, which knows nothing but what is stored in its folder.
    pub(super) fn restart(&mut self, now: Duration) {
        let (incarnation, life) = (self.incarnation + 1, self.life);
        *self = SimulatedNode { incarnation, life, ..SimulatedNode::new(self.rate, now) };
    }

    pub(super) fn loaded(&self) -> Option<&LoadedTable> {
        match &self.table {
            TableState::Loaded(table) => Some(table),
            _ => None,
        }
    }

    pub(super) fn loaded_mut(&mut self) -> Option<&mut LoadedTable> {
        match &mut self.table {
            TableState::Loaded(table) => Some(table),
            _ => None,
        }
    }
}
