//! Several nodes that share a table, on one virtual clock: leases, fences, takeovers, and sockets that are forwarded
//! between nodes. Nodes are killed and stopped, the database fails over, connections between nodes end at any moment,
//! and clients pretend to be other people. Rooms (`room::Room`) and leases (`node::Lease`) are the real ones. The
//! database is a model that follows the rules of the real one's SQL.
//!
//! - `nodes`: the state of a node; `database`: the shared database
//! - `owner`: how a node takes over, loads, plays and drops the table; `keeper`: the lease and the process of a node
//! - `outages`: what a failover of the database does to requests, and how a node finds out whether a commit without an
//!   answer succeeded
//! - `lines`: connections between nodes; `people`: people and their nodes
//! - `worlds`: a cluster in one of two worlds, for the comparison (`crate::twins`)

mod database;
mod keeper;
mod lines;
mod nodes;
mod outages;
mod owner;
mod people;
pub(crate) mod worlds;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use game::{Rng, Seat};
use protocol::{ClockKind, Command, Settings};
use room::{ConnectionId, NotStored, Now, PersonId, Seated, StoreFault, Write, WriteId};
use table::{AnyTable, MatchPhase};

use self::database::{CommitNumber, LifeId, SimulatedDatabase, Title};
use self::lines::{Letter, LineBetweenNodes};
use self::nodes::{NodeInput, SimulatedNode, TableState};
use self::worlds::ClusterWorld;
use crate::counted::Counted;
use crate::disk::Disk;
use crate::faults::Fault;
use crate::person::{Mood, Person, Shuffler};
use crate::plan::Plan;
use crate::simulation::promises::{CalmingState, CalmingTable, calm_down, record_hides_the_deal};
use crate::simulation::storing::opened;
use crate::simulation::{BEGAN_MS, Broken, MOST_WAKES, broken};
use crate::witness::{Circumstances, Witness};

/// A fault that is planted in the nodes, to show that the simulation finds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClusterFault {
    /// A node goes on with its table after its lease has run out.
    LeaseIgnored,
    /// The database accepts writes of a node that no longer owns the table.
    NoFence,
    /// A node reads the log of the table before it becomes the table's owner.
    ReadBeforeTaken,
    /// A node serves a socket that was forwarded to it, although another node owns the table.
    NotOwnerServes,
    /// A node believes the header by which nodes forward identities, even if a client has written it.
    HeaderBelieved,
    /// Longer messages between nodes take longer and delay the messages after them. So a seat's messages are later if
    /// another seat's message is longer.
    LengthDelays,
    /// A node reports a write as stored although the database has not answered its commit.
    ToldBeforeReadBack,
    /// A node reports a write as refused although the database has not answered its commit.
    RefusedBeforeReadBack,
    /// A fault of the room of each node.
    OfRooms(Fault),
}

const NODES: usize = 3;
/// The time that a message takes between a person and a node.
const WAY: Duration = Duration::from_millis(5);
/// The time during which failures happen.
const TROUBLE: Duration = Duration::from_secs(90);
/// The longest time for which play may stand still after the failures: the sum of a lease, a clock, a grace time, and
/// the time for further attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(5 + 60 + 60 + 20);
/// The number of further log entries that proves that play goes on by clocks alone. The number is small, because a
/// clock has to run out for each entry.
const IDLE_ENTRIES: usize = 12;

enum ClusterEvent {
    Act(usize),
    Deliver {
        tab: ConnectionId,
        text: String,
    },
    Lost(ConnectionId),
    Node {
        node: usize,
        incarnation: u32,
        input: NodeInput,
    },
    Asked {
        node: usize,
        incarnation: u32,
        request: DatabaseRequest,
    },
    Trouble,
    /// A killed process is started again.
    Start(usize),
}

enum DatabaseRequest {
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
    fn commit(&self) -> Option<CommitNumber> {
        match self {
            DatabaseRequest::Take { commit, .. } | DatabaseRequest::Write { commit, .. } => Some(*commit),
            _ => None,
        }
    }

    /// Returns the request in a few words, without the data, which differ between two compared worlds.
    fn kind(&self) -> &'static str {
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

/// A person's connection.
struct ClusterTab {
    person: usize,
    node: usize,
    /// The time until which this node looks for the owner of the table.
    until: Duration,
    /// The person that the client pretends to be, by a forged header of nodes.
    claims: Option<PersonId>,
}

struct ClusterPeople {
    all: Vec<Person>,
    tabs: BTreeMap<ConnectionId, ClusterTab>,
    /// The hashes of the messages that were sent to each connection but have not arrived yet.
    sent: BTreeMap<ConnectionId, VecDeque<u64>>,
    last_connection: u64,
}

/// A table in a cluster of three nodes.
pub struct ClusterSimulation {
    plan: Plan,
    setup: table::Setup,
    fault: Option<ClusterFault>,
    rng: Rng,
    clock: Duration,
    events: BTreeMap<(Duration, u64), ClusterEvent>,
    order: u64,
    /// The last number that was given to a loaded table or to a connection between nodes.
    last_number: u64,
    database: SimulatedDatabase,
    nodes: Vec<SimulatedNode>,
    lines: BTreeMap<u64, LineBetweenNodes>,
    /// The first value is the number of messages, of a thousand between nodes, that end their connection instead of
    /// arriving. The second is the longest delay of a late message in milliseconds.
    trouble_between_nodes: [u32; 2],
    /// The time at which the last message between nodes has arrived, if the fault `LengthDelays` is planted.
    busy_until: Duration,
    people: ClusterPeople,
    witness: Witness,
    has_begun: bool,
    mood: Mood,
    /// The number of times that nodes were woken since the time last changed.
    woken: u32,
    /// This cluster's world among the two compared ones (`crate::twins`). `None` if the cluster runs alone.
    world: Option<ClusterWorld>,
    /// The number of inputs that nodes have handled.
    steps: u64,
    pub(crate) counted: Counted,
}

/// A table before anybody connects.
pub(crate) struct OpeningTable {
    pub(crate) plan: Plan,
    pub(crate) setup: table::Setup,
    pub(crate) seats: Vec<Seated>,
    pub(crate) people: Vec<Person>,
    pub(crate) nodes: usize,
    pub(crate) world: Option<ClusterWorld>,
}

impl ClusterSimulation {
    /// Opens the table of a seed.
    ///
    /// # Panics
    /// If the plan describes no valid table, which would be a bug of the plan.
    pub fn new(game: &str, seed: u64, fault: Option<ClusterFault>) -> ClusterSimulation {
        let mut plan = Plan::of(game, seed);
        plan.engine = false;
        let mut seats = vec![Seated::default(); usize::from(plan.seats)];
        let mut people = Vec::new();
        for index in 0..usize::from(plan.people) + usize::from(plan.strangers) {
            let person = comes(seed, index);
            if let Some(seated) = seats.get_mut(index).filter(|_| index < usize::from(plan.people)) {
                *seated = Seated { name: person.name.clone(), person: Some(person.id), bot: None };
            }
            people.push(person);
        }
        for index in 0..seats.len() {
            if seats[index].is_free() {
                seats[index] = room::names::bot_for(&seats, &plan.settings.level);
            }
        }
        let names = seats.iter().map(|seated| seated.name.clone()).collect();
        let setup = catalog::setup(plan.game, &plan.options, names, plan.deal).expect("a plan is of a table");
        let mut simulation = ClusterSimulation::open_table(
            OpeningTable { plan, setup, seats, people, nodes: NODES, world: None },
            fault,
        );
        for person in 0..simulation.people.all.len() {
            let pause = simulation.pause(2_000);
            simulation.later(pause, ClusterEvent::Act(person));
        }
        simulation.begin_trouble(3_000);
        simulation
    }

    /// Schedules the first failure.
    pub(crate) fn begin_trouble(&mut self, most_ms: u32) {
        let pause = self.pause(most_ms);
        self.later(pause, ClusterEvent::Trouble);
    }

    /// Starts the nodes. Nobody acts yet, and nothing fails.
    pub(crate) fn open_table(opening: OpeningTable, fault: Option<ClusterFault>) -> ClusterSimulation {
        let OpeningTable { mut plan, setup, seats, people: all, nodes, world } = opening;
        if let Some(ClusterFault::OfRooms(fault)) = fault {
            plan.fault = Some(fault);
        }
        let mut rng = Rng::stream(plan.seed, 21);
        let mut disk = Disk::new(seats.clone(), seats.iter().find_map(|seated| seated.person), Some(BEGAN_MS));
        disk.kept.sat = seats.iter().zip(0..).filter_map(|(seated, seat)| Some((seated.person?.0, seat))).collect();
        let table = match &world {
            Some(world) => world.open(),
            None => catalog::open(setup.clone()).expect("a plan is of a table"),
        };
        let delay = Duration::from_secs(u64::from(plan.settings.watch_delay_s));
        let witness = Witness::new(table, seats, (delay, plan.settings.watch));
        let nodes: Vec<_> =
            (0..nodes).map(|_| SimulatedNode::new(u64::from(850 + rng.below(300)), Duration::ZERO)).collect();
        let trouble_between_nodes = [[0, 2, 10][rng.below(3) as usize], [2, 30][rng.below(2) as usize]];
        let people = ClusterPeople { all, tabs: BTreeMap::new(), sent: BTreeMap::new(), last_connection: 0 };
        let mut simulation = ClusterSimulation {
            plan,
            setup,
            fault,
            rng,
            clock: Duration::ZERO,
            events: BTreeMap::new(),
            order: 0,
            last_number: 0,
            database: SimulatedDatabase::new(disk),
            nodes,
            lines: BTreeMap::new(),
            trouble_between_nodes,
            busy_until: Duration::ZERO,
            people,
            witness,
            has_begun: false,
            mood: Mood::Lively,
            woken: 0,
            world,
            steps: 0,
            counted: Counted::default(),
        };
        for node in 0..simulation.nodes.len() {
            simulation.schedule_input(node, Duration::ZERO, NodeInput::Keeper);
        }
        simulation
    }

    /// Plays the table: first with failures, and then without. After the failures, play must go on.
    ///
    /// # Errors
    /// Names the promise that was broken.
    pub fn play(mut self) -> Result<Counted, Broken> {
        while self.clock < TROUBLE && self.phase() != MatchPhase::Over {
            self.step()?;
        }
        self.trouble_between_nodes = [0, 2];
        self.database.fails_at_write = None;
        calm_down(&mut self, 23, LONGEST_WAIT, IDLE_ENTRIES)?;
        self.witness.commands_are_logged(&self.database.disk).map_err(broken(1))?;
        let (mut table, _) = self.opened(&self.database.disk);
        room::restore(table.as_mut(), &self.database.disk.log)
            .map_err(|(number, why)| broken(1)(format!("entry {number} cannot be read back: {why}")))?;
        record_hides_the_deal(table.as_ref())?;
        let mut loaded = self.nodes.iter().filter_map(SimulatedNode::loaded);
        loaded.try_for_each(|loaded| record_hides_the_deal(loaded.room.table()))?;
        Ok(self.counted)
    }

    /// Returns the table before its first entry, and its agreed settings.
    fn opened(&self, disk: &Disk) -> (Box<dyn AnyTable>, Settings) {
        match &self.world {
            Some(world) => (world.open(), self.plan.settings.clone()),
            None => opened(&self.plan, &self.setup, disk),
        }
    }

    /// The phase of the match by the log, as far as a node has applied it.
    fn phase(&self) -> MatchPhase {
        let mut loaded = self.nodes.iter().filter_map(SimulatedNode::loaded);
        loaded.next_back().map_or(MatchPhase::Deal, |loaded| loaded.room.table().phase())
    }

    fn wake(&self) -> Option<(Duration, usize)> {
        (0..self.nodes.len()).filter_map(|node| Some((self.wakes(node)?, node))).min()
    }

    fn now(&self) -> Now {
        Now { instant: room::Instant::after(self.clock), unix_ms: BEGAN_MS + self.clock.as_millis() as i64 }
    }

    fn later(&mut self, after: Duration, event: ClusterEvent) {
        self.order += 1;
        self.events.insert((self.clock + after, self.order), event);
    }

    /// Schedules an input of a node. It does not arrive if the node's process has ended by then.
    fn schedule_input(&mut self, node: usize, after: Duration, input: NodeInput) {
        let incarnation = self.nodes[node].incarnation;
        self.later(after, ClusterEvent::Node { node, incarnation, input });
    }

    fn pause(&mut self, most_ms: u32) -> Duration {
        Duration::from_micros(u64::from(self.rng.below(most_ms * 1000 + 1)))
    }

    fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// Calls a function with the witness, whose table applies the log of the database.
    fn with_witness<T>(&mut self, ask: impl FnOnce(&mut Witness, Duration, &Circumstances<'_>) -> T) -> T {
        let ClusterSimulation { witness, database, plan, clock, .. } = self;
        ask(witness, *clock, &around(plan, database))
    }
}

impl CalmingTable for ClusterSimulation {
    fn state(&self) -> CalmingState<'_> {
        CalmingState { plan: &self.plan, disk: &self.database.disk, clock: self.clock, phase: self.phase() }
    }

    fn set_mood(&mut self, mood: Mood) {
        self.mood = mood;
    }

    fn will_come(&self, person: PersonId) -> bool {
        self.people.all.iter().any(|other| other.id == person && !other.stays_away())
    }

    fn all_go_but(&mut self, stays: PersonId) {
        let of = |person: usize| self.people.all[person].id;
        let gone = self.people.tabs.iter().filter(|(_, tab)| of(tab.person) != stays).map(|(tab, _)| *tab);
        gone.collect::<Vec<_>>().into_iter().for_each(|tab| self.hang_up(tab));
        let people = &self.people.all;
        self.events.retain(|_, event| !matches!(event, ClusterEvent::Act(person) if people[*person].id != stays));
    }

    fn step(&mut self) -> Result<(), Broken> {
        let wake = self.wake();
        let next = self.events.first_key_value().map(|((at, _), _)| *at);
        if let Some((at, node)) = wake
            && next.is_none_or(|next| at < next)
        {
            self.woken = if at <= self.clock { self.woken + 1 } else { 0 };
            if self.woken > MOST_WAKES {
                return Err(broken(3)(format!("node {node} wants to be woken at {at:?}, and does nothing then")));
            }
            self.clock = self.clock.max(at);
            return self.time_passes(node);
        }
        let ((at, _), event) = self.events.pop_first().expect("keepers have work without end");
        self.clock = self.clock.max(at);
        match event {
            ClusterEvent::Act(person) => {
                self.act(person);
                let pause = self.people.all[person].pause(self.mood);
                self.later(pause, ClusterEvent::Act(person));
            }
            ClusterEvent::Deliver { tab, text } => return self.on_message(tab, text),
            ClusterEvent::Lost(tab) => self.lose(tab),
            ClusterEvent::Node { node, incarnation, input } => return self.on_node_input(node, incarnation, input),
            ClusterEvent::Asked { node, incarnation, request } => self.asked(node, incarnation, request),
            ClusterEvent::Trouble => self.trouble(),
            ClusterEvent::Start(node) => {
                self.nodes[node].is_dead = false;
                self.schedule_input(node, Duration::ZERO, NodeInput::Keeper);
            }
        }
        Ok(())
    }
}

/// Returns the circumstances of the stored entries. They allow any absence of people. The nodes have checked the
/// absence already when they decided on the entries.
fn around<'a>(plan: &Plan, database: &'a SimulatedDatabase) -> Circumstances<'a> {
    Circumstances {
        disk: &database.disk,
        away: &|_| Some(Duration::MAX),
        unready: &|_| false,
        grace: plan.settings.grace_s.map(|grace| Duration::from_secs(u64::from(grace))),
        clocks: plan.settings.clock != ClockKind::None,
    }
}

pub(crate) fn comes(seed: u64, index: usize) -> Person {
    let (id, name) = (PersonId(index as i64 + 1), format!("Person {}", index + 1));
    let mut person = Person::new(id, name, Rng::stream(seed, 300 + index as u64), 0);
    // Shuffling together is simulated only at one node (`crate::simulation`).
    person.shuffler = Shuffler::Absent;
    person
}
