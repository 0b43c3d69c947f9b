//! The nodes: each has a lease, perhaps the table, and links to the others.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use node::{Lease, Moment, PeerLink};
use protocol::Command;
use room::log_entry::LogEntry;
use room::{ConnectionId, Input, NotStored, Room, Seated, WriteId};

use super::database::{LifeId, Title};
use crate::disk::Disk;

/// A node.
pub(super) struct SimulatedNode {
    /// How often its process was started. What was meant for an earlier one does not arrive.
    pub(super) incarnation: u32,
    pub(super) lease: Lease,
    /// Its clock goes this much faster or slower, in thousandths.
    rate: u64,
    /// Its life in the database, or that before: a file in its folder keeps it.
    pub(super) life: Option<LifeId>,
    pub(super) table: TableState,
    /// What was read of the table before it was taken, if that mistake is planted.
    pub(super) early: Option<Box<Disk>>,
    /// The process is killed, and not started again yet.
    pub(super) is_dead: bool,
    /// It does nothing before this moment: it is stopped.
    pub(super) paused_until: Duration,
    /// What came meanwhile.
    pub(super) inbox: VecDeque<NodeInput>,
    /// By the number of the other node.
    pub(super) links: BTreeMap<usize, NodeLink>,
    pub(super) beat_at: Duration,
}

/// What a node has of the table.
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
    /// What is meant for a room that was loaded before does not arrive.
    pub(super) serial: u64,
    /// Writes under way: entries and seats, told to the witness with the answer.
    pub(super) asked: BTreeMap<WriteId, (Vec<LogEntry>, Option<Vec<Seated>>)>,
    pub(super) connections: BTreeSet<ConnectionId>,
}

/// A node's side of the link to another one.
pub(super) struct NodeLink {
    pub(super) link: PeerLink,
    pub(super) heard: Duration,
    /// The node's own sockets whose table is over there.
    pub(super) outbound: BTreeSet<ConnectionId>,
    /// Sockets over there whose table is here.
    pub(super) inbound: BTreeSet<ConnectionId>,
}

/// What a node hears.
pub(super) enum NodeInput {
    /// Over a socket of its own.
    Opened(ConnectionId),
    Closed(ConnectionId),
    Command(ConnectionId, Command),
    /// From another node.
    Fragment(Vec<u8>),
    /// It is time to look after the lease and the links.
    Keeper,
    Began(LifeId),
    Renewed(bool),
    Unanswered,
    /// It is time to ask for the table again.
    Want,
    /// Whether the table is its own, or whose it is.
    Taken(Result<Title, usize>),
    /// The log, read under a title.
    Read(Title, Box<Disk>),
    Stored {
        serial: u64,
        write: WriteId,
        result: Result<(), NotStored>,
    },
    /// Of bots, helpers and lookups.
    Later {
        serial: u64,
        input: Box<Input>,
    },
}

/// What nodes send each other.
#[derive(Clone)]
pub(super) enum Letter {
    Heartbeat,
    /// A fragment of this generation of the receiver's is missing.
    Broken {
        generation: u64,
    },
    Join(ConnectionId),
    Command(ConnectionId, Command),
    Left(ConnectionId),
    Output(ConnectionId, String),
    /// The table has closed the connection, or is not here.
    Close(ConnectionId),
}

impl SimulatedNode {
    pub(super) fn new(rate: u64, now: Duration) -> SimulatedNode {
        let mut node = SimulatedNode {
            incarnation: 0,
            lease: Lease::new(Moment(Duration::ZERO)),
            rate,
            life: None,
            table: TableState::Unloaded,
            early: None,
            is_dead: false,
            paused_until: Duration::ZERO,
            inbox: VecDeque::new(),
            links: BTreeMap::new(),
            beat_at: now,
        };
        node.lease = Lease::new(node.moment(now));
        node
    }

    /// Its own clock, which goes on while it is stopped.
    pub(super) fn moment(&self, now: Duration) -> Moment {
        Moment(Duration::from_secs(1000) + now * self.rate as u32 / 1000)
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
