//! A node: its process, the table that it may have, and its inputs. A node has the table in a store of its own, or is a
//! member of a cluster.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use game::Seat;
use protocol::Command;
use room::log_entry::LogEntry;
use room::{BotReply, ConnectionId, Input, NotStored, PersonId, Room, Seated, WriteId};

use super::{Broken, SimulatedEvent, Simulation, WAY};
use crate::attendance::Attendance;
use crate::cluster::database::{CommitNumber, Title};
use crate::cluster::lines::Letter;
use crate::cluster::member::{ClusterMember, LeaseAnswer, NotTaken};
use crate::disk::Disk;

/// The number of inputs between two comparisons of a position with that of a newly loaded room. With several nodes it
/// is half as large, because few of their inputs are for a room.
const COMPARED_EVERY: u64 = 64;

pub(crate) struct SimulatedNode {
    /// The number of times that the process has ended. Inputs for an earlier process do not arrive.
    pub(crate) incarnation: u32,
    /// True if the process was killed and has not been started again yet.
    pub(crate) is_dead: bool,
    pub(crate) paused_until: Duration,
    /// The time at which the last write reaches the store. No later write overtakes it.
    pub(super) last_write: Duration,
    /// The inputs that arrived while the node was stopped.
    inbox: VecDeque<NodeInput>,
    pub(crate) table: TableState,
    pub(crate) member: ClusterMember,
}

pub(crate) enum TableState {
    Unloaded,
    /// The node tries until this time to become the owner, because these connections need the table.
    Wanted {
        waiting: Vec<ConnectionId>,
        until: Duration,
    },
    Loaded(Box<LoadedTable>),
}

/// The table at its owner.
pub(crate) struct LoadedTable {
    pub(crate) room: Room,
    pub(crate) title: Title,
    /// The number of this load of the table. Inputs for an earlier load have another number and do not arrive.
    pub(crate) serial: u64,
    /// The number of entries that the room knows to be stored.
    pub(crate) length: usize,
    /// For each write under way, its entries and seats. The witness gets them when the store answers the write.
    pub(crate) asked: BTreeMap<WriteId, (Vec<LogEntry>, Option<Vec<Seated>>)>,
    pub(crate) connections: BTreeMap<ConnectionId, PersonId>,
    pub(crate) attendance: Attendance,
}

pub(crate) enum NodeInput {
    /// A person has connected over a socket of this node.
    Opened(ConnectionId),
    Closed(ConnectionId),
    Command(ConnectionId, Command),
    /// An input of the room. With a number, it is for the load of the table with this number.
    Room(Option<u64>, Box<Input>),
    /// A bot of this seat has decided. `must` is true if it had to act.
    BotDecided {
        serial: u64,
        reply: BotReply,
        seat: Seat,
        must: bool,
    },
    Stored {
        serial: u64,
        write: WriteId,
        result: Result<(), NotStored>,
    },
    /// A person who has left the seat is deleted from the store.
    Delete(usize),
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
    /// A COMMIT had no answer. If the transaction turns out to be committed, `answer` is the node's input.
    NoAnswer {
        commit: CommitNumber,
        answer: Box<NodeInput>,
    },
}

impl SimulatedNode {
    /// Creates a node that is not started yet. `rate` is the speed of its clock, in thousandths of the true speed.
    pub(super) fn new(rate: u64) -> SimulatedNode {
        SimulatedNode {
            incarnation: 0,
            is_dead: true,
            paused_until: Duration::ZERO,
            last_write: Duration::ZERO,
            inbox: VecDeque::new(),
            table: TableState::Unloaded,
            member: ClusterMember::new(rate, None, Duration::ZERO),
        }
    }

    /// Ends the process. The next one knows nothing but what is stored.
    fn kill(&mut self, now: Duration) {
        let (incarnation, member) = (self.incarnation + 1, self.member.restarted(now));
        *self = SimulatedNode { incarnation, member, ..SimulatedNode::new(0) };
    }

    pub(crate) fn loaded(&self) -> Option<&LoadedTable> {
        match &self.table {
            TableState::Loaded(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn loaded_mut(&mut self) -> Option<&mut LoadedTable> {
        match &mut self.table {
            TableState::Loaded(table) => Some(table),
            _ => None,
        }
    }

    /// Returns the table if this is its load with this number.
    pub(super) fn loaded_as(&mut self, serial: u64) -> Option<&mut LoadedTable> {
        self.loaded_mut().filter(|loaded| loaded.serial == serial)
    }
}

impl Simulation {
    /// Starts the process of a node.
    pub(super) fn start(&mut self, node: usize) -> Result<(), Broken> {
        self.nodes[node].is_dead = false;
        if self.is_shared() {
            self.schedule_input(node, Duration::ZERO, NodeInput::Keeper);
            return Ok(());
        }
        self.load(node, Title::OF_ONE_NODE, &self.disk.clone())
    }

    /// Ends the process of a node, and plans the start of the next one.
    pub(crate) fn kill(&mut self, node: usize) {
        self.note(|| format!("the process of node {node} ends"));
        self.counted.count("crashes");
        // Half of the time the requests on their way are lost.
        if self.rng.below(2) == 0 {
            self.discard_requests(node);
        }
        self.nodes[node].kill(self.clock);
        let tabs = self.people.tabs.iter().filter(|(_, tab)| tab.node == node).map(|(tab, _)| *tab);
        for tab in tabs.collect::<Vec<_>>() {
            self.later(WAY, SimulatedEvent::Lost(tab));
        }
        self.end_lines_of(node);
        let pause = Duration::from_millis(500) + self.pause(8_000);
        self.later(pause, SimulatedEvent::Start(node));
    }

    /// Passes an input to a node. If the node is stopped, the input waits until the node continues.
    pub(super) fn on_node_input(&mut self, node: usize, incarnation: u32, input: NodeInput) -> Result<(), Broken> {
        let known = &mut self.nodes[node];
        if known.is_dead || known.incarnation != incarnation {
            return Ok(());
        }
        if known.paused_until > self.clock || !known.inbox.is_empty() {
            known.inbox.push_back(input);
            return Ok(());
        }
        self.handle(node, input)?;
        let every = if self.is_shared() { COMPARED_EVERY / 2 } else { COMPARED_EVERY };
        if self.counted.of("steps").is_multiple_of(every) { self.is_true(node) } else { Ok(()) }
    }

    /// Returns the time at which a node has to be woken: when its room wants it, when its lease ends, or when it
    /// continues with inputs waiting.
    pub(super) fn wakes(&self, node: usize) -> Option<Duration> {
        let known = &self.nodes[node];
        if known.is_dead {
            return None;
        }
        let waits = (!known.inbox.is_empty()).then_some(known.paused_until);
        let loaded = known.loaded();
        let wake = loaded.and_then(|loaded| loaded.room.next_wake()).map(room::Instant::elapsed);
        // The end of the lease wakes a node even if its room has nothing to do. A real server also has a timer for the
        // end of the lease, and drops the table at that time.
        let drops = loaded.filter(|_| self.needs_lease()).map(|_| known.member.lease_ends_at().unwrap_or_default());
        waits.into_iter().chain(wake.into_iter().chain(drops).map(|wake| wake.max(known.paused_until))).min()
    }

    /// Handles the inputs that came while the node was stopped, or passes the time to its room.
    pub(super) fn time_passes(&mut self, node: usize) -> Result<(), Broken> {
        let waiting = std::mem::take(&mut self.nodes[node].inbox);
        if waiting.is_empty() {
            self.counted.count("steps");
            self.drop_if_over(node);
            return self.handle_in_room(node, Input::Time);
        }
        waiting.into_iter().try_for_each(|input| self.handle(node, input))
    }

    /// Handles an input of a node. First checks whether the node's lease is still valid.
    pub(crate) fn handle(&mut self, node: usize, input: NodeInput) -> Result<(), Broken> {
        self.counted.count("steps");
        self.drop_if_over(node);
        match input {
            NodeInput::Opened(tab) => return self.arrives(node, tab),
            NodeInput::Closed(tab) => return self.socket_closed(node, tab),
            NodeInput::Command(tab, command) => match self.nodes[node].member.passed_on.get(&tab) {
                Some(line) => self.post(*line, 1, Letter::Command(command)),
                None => return self.command(node, tab, command),
            },
            NodeInput::Room(serial, input) => {
                if serial.is_none_or(|serial| self.nodes[node].loaded_as(serial).is_some()) {
                    return self.handle_in_room(node, *input);
                }
            }
            NodeInput::BotDecided { serial, reply, seat, must } => {
                return self.bot_decided(node, serial, reply, (seat, must));
            }
            NodeInput::Stored { serial, write, result } => return self.stored(node, serial, write, result),
            NodeInput::Delete(person) => return self.delete(node, person),
            NodeInput::Letter(line, letter) => return self.receive(node, line, letter),
            NodeInput::LineEnded(line) => return self.line_ended(node, line),
            NodeInput::Again(tab) => return self.again(node, tab),
            NodeInput::Living(living) => self.lives(node, &living),
            NodeInput::Keeper => self.renew_leases(node),
            NodeInput::OfLease(asked, answer) => self.on_lease_answer(node, asked, answer),
            NodeInput::Want => self.want(node),
            NodeInput::Taken(taken) => return self.on_taken(node, taken),
            NodeInput::Read(title, disk) => return self.load_as_owner(node, title, &disk),
            NodeInput::NoAnswer { commit, answer } => return self.has_no_answer(node, commit, answer),
        }
        Ok(())
    }
}
