//! The nodes: each has a lease, perhaps the table, and sockets that it passes on or that others pass on to it.

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

/// The time on a node's clock at the beginning.
const BOOTED: Duration = Duration::from_secs(1000);

pub(super) struct SimulatedNode {
    /// How often its process was started. What was meant for an earlier one does not arrive.
    pub(super) incarnation: u32,
    pub(super) lease: Lease,
    /// The number of the request about its lease that it has sent last.
    pub(super) lease_asked: u64,
    /// Its clock goes this much faster or slower, in thousandths.
    rate: u64,
    /// Its life in the database, or that before: a file in its folder keeps it.
    pub(super) life: Option<LifeId>,
    pub(super) table: TableState,
    /// The state of the table that was read before the table was taken, if that mistake is planted.
    pub(super) early: Option<Box<Disk>>,
    /// The process is killed, and not started again yet.
    pub(super) is_dead: bool,
    /// It does nothing before this moment: it is stopped.
    pub(super) paused_until: Duration,
    /// The inputs that came meanwhile.
    pub(super) inbox: VecDeque<NodeInput>,
    /// Its own sockets whose table is elsewhere, with the connections over which they are passed on.
    pub(super) passed_on: BTreeMap<ConnectionId, u64>,
    /// Sockets of other nodes that are passed on to it.
    pub(super) arrived: BTreeMap<ConnectionId, u64>,
    /// The node that had the table when it was looked up last.
    pub(super) last_owner: Option<usize>,
    /// When it looks next which nodes live.
    pub(super) looks_at: Duration,
}

/// The state of the table at a node.
pub(super) enum TableState {
    Unloaded,
    /// It wants it for these connections, until this moment.
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
    /// Inputs for a room that was loaded before carry an older number, and do not arrive.
    pub(super) serial: u64,
    /// Writes under way: entries and seats, told to the witness with the answer.
    pub(super) asked: BTreeMap<WriteId, (Vec<LogEntry>, Option<Vec<Seated>>)>,
    pub(super) connections: BTreeMap<ConnectionId, PersonId>,
    pub(super) attendance: Attendance,
}

/// The people at a table, as far as its node knows.
pub(super) struct Attendance {
    /// When the node has loaded the table: nobody was there then.
    since: Duration,
    /// The people who were let in, by connection, and since when.
    here: BTreeMap<ConnectionId, (PersonId, Duration)>,
    /// When the last connection of a person ended.
    gone: BTreeMap<PersonId, Duration>,
    /// The people who have asked for the next deal.
    pub(super) ready: BTreeSet<PersonId>,
}

/// Somebody who has just come back may still be away for the room: a write can take this long.
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

    /// For how long a person has been away, who is not there.
    pub(super) fn away(&self, person: PersonId, now: Duration) -> Option<Duration> {
        let here = self.here.values().any(|(other, _)| *other == person);
        (!here).then(|| now - *self.gone.get(&person).unwrap_or(&self.since))
    }

    /// True if a person has been there for a while and has not asked for the next deal.
    pub(super) fn is_unready(&self, person: PersonId, now: Duration) -> bool {
        let long_here = |(other, since): &(PersonId, Duration)| *other == person && now - *since > LATELY;
        !self.ready.contains(&person) && self.here.values().any(long_here)
    }
}

pub(super) enum NodeInput {
    /// Over a socket of its own.
    Opened(ConnectionId),
    Closed(ConnectionId),
    Command(ConnectionId, Command),
    /// Over a connection between nodes.
    Letter(u64, Letter),
    /// A connection between nodes has ended.
    LineEnded(u64),
    /// It is time to look up once more who has the table of a socket.
    Again(ConnectionId),
    /// The nodes that live.
    Living(Vec<usize>),
    /// It is time to look after the lease.
    Keeper,
    /// About its lease, with the number of the request. Answers to earlier requests are not waited for any more.
    OfLease(u64, LeaseAnswer),
    /// It is time to ask for the table again.
    Want,
    /// The answer to its request for the table.
    Taken(Result<Title, NotTaken>),
    /// The log, read under a title.
    Read(Title, Box<Disk>),
    Stored {
        serial: u64,
        write: WriteId,
        result: Result<(), NotStored>,
    },
    /// A COMMIT had no answer. If it is there, this is the answer.
    NoAnswer {
        commit: CommitNumber,
        answer: Box<NodeInput>,
    },
    /// A bot of a cluster that has a twin has thought.
    BotThought {
        serial: u64,
        task: TaskId,
        bot: Box<dyn AnyBot>,
        seat: Seat,
        must: bool,
    },
    /// Of bots, helpers and lookups.
    Later {
        serial: u64,
        input: Box<Input>,
    },
}

/// An answer of the database about the node's lease.
pub(super) enum LeaseAnswer {
    Began(LifeId),
    Renewed(bool),
    Unanswered,
}

/// Why a node has not got the table.
pub(super) enum NotTaken {
    /// It is this node's. A node whose own lease is over hears its own number.
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

    /// When the table that it has is to be dropped, because its lease is over.
    pub(super) fn drops_at(&self) -> Option<Duration> {
        self.loaded()?;
        Some(self.lease_ends_at().unwrap_or_default())
    }

    /// When its lease is over, if it has one.
    pub(super) fn lease_ends_at(&self) -> Option<Duration> {
        let until = self.lease.until().map(|Moment(until)| until - BOOTED);
        // A microsecond later, because its clock is rounded.
        until.map(|until| until * 1000 / self.rate as u32 + Duration::from_micros(1))
    }

    /// Its own clock, which goes on while it is stopped.
    pub(super) fn moment(&self, now: Duration) -> Moment {
        Moment(BOOTED + now * self.rate as u32 / 1000)
    }

    /// The process ends, and begins again with nothing but its folder.
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
