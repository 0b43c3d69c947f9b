//! One table on a virtual clock: the shell around rooms, with people, bots, an engine and a store that follow the plan.
//! One node has the table in a store of its own, or several nodes share it (`crate::cluster`). Two runs with the same
//! seed are identical to the byte, because everything follows from the plan.
//!
//! - `nodes`: a node, its process and its inputs; `node_room`: the room at a node, and its effects
//! - `people`: people and their connections; `engine`: an engine
//! - `storing`: requests to the store, and loading from it; `promises`: the checks beside those of the witness
//! - `world`: a simulation in one of two worlds, for the comparison (`crate::twins`)

mod engine;
mod node_room;
pub(crate) mod nodes;
pub(crate) mod people;
mod promises;
pub(crate) mod storing;
pub(crate) mod world;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use game::Rng;
use protocol::{Open, SharedShuffle};
use room::{ConnectionId, Input, Instant, Now, RequestId, Seated};
use table::MatchPhase;

use self::nodes::{NodeInput, SimulatedNode};
use self::people::SimulatedPeople;
use self::world::SimulatedWorld;
use crate::cluster::database::{DatabaseRequest, SimulatedDatabase};
use crate::cluster::lines::SimulatedNetwork;
use crate::counted::Counted;
use crate::disk::Disk;
use crate::engine::{EngineAct, SimulatedEngine};
use crate::faults::Shell;
use crate::person::{Mood, Person};
use crate::plan::{Mask, Plan};
use crate::witness::Witness;

/// The time of the calendar at the beginning, in milliseconds since 1970.
const BEGAN_MS: i64 = 1_700_000_000_000;
/// The time that a message takes between a person and a node.
pub(crate) const WAY: Duration = Duration::from_millis(5);
/// The time during which several nodes fail.
const TROUBLE: Duration = Duration::from_secs(90);
/// The greatest number of inputs that a room may get at the same moment. The first of them should make the room do
/// everything that is due at that moment.
const MOST_WAKES: u32 = 50;

pub(crate) enum SimulatedEvent {
    Act(usize),
    Engine(EngineAct),
    /// A message reaches a person. Messages have numbers.
    Deliver {
        tab: ConnectionId,
        message: u64,
        text: String,
    },
    /// A connection ends at its person.
    Lost(ConnectionId),
    Node {
        node: usize,
        incarnation: u32,
        input: NodeInput,
    },
    /// A request reaches the store.
    Asked {
        node: usize,
        incarnation: u32,
        request: DatabaseRequest,
    },
    /// Something fails among several nodes.
    Trouble,
    /// A process is started.
    Start(usize),
}

/// A promise that was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The number of the promise in docs/develop/reliability.md.
    pub check: u8,
    /// A description of the fault.
    pub words: String,
}

pub(crate) fn broken(check: u8) -> impl Fn(String) -> Broken {
    move |words| Broken { check, words }
}

/// A table on a virtual clock.
pub struct Simulation {
    pub(crate) plan: Plan,
    pub(crate) mask: Mask,
    setup: table::Setup,
    pub(crate) rng: Rng,
    pub(crate) clock: Duration,
    pub(crate) events: BTreeMap<(Duration, u64), SimulatedEvent>,
    order: u64,
    /// The last number that was given to a loaded table, a request or a connection between nodes.
    last_number: u64,
    pub(crate) disk: Disk,
    pub(crate) database: SimulatedDatabase,
    pub(crate) nodes: Vec<SimulatedNode>,
    pub(crate) network: SimulatedNetwork,
    shell: Shell,
    pub(crate) people: SimulatedPeople,
    engine: Option<SimulatedEngine>,
    pub(crate) witness: Witness,
    last_shuffle: Option<SharedShuffle>,
    /// The secrets that no text may contain before the match ends: the table's seed, and the secret of the valid
    /// attempt to shuffle.
    secrets: Vec<String>,
    /// True once the witness knows the cards.
    has_begun: bool,
    pub(crate) mood: Mood,
    /// The number of times that nodes were woken since the time last changed.
    woken: u32,
    /// The world of this simulation among the two compared ones (`crate::twins`). `None` if the simulation runs alone.
    pub(crate) world: Option<SimulatedWorld>,
    /// The counts up to now.
    pub counted: Counted,
    /// The last events, if the caller wants a trace.
    pub trace: Option<VecDeque<String>>,
}

/// A table before anybody connects.
pub(crate) struct OpeningTable {
    pub(crate) plan: Plan,
    pub(crate) mask: Mask,
    pub(crate) setup: table::Setup,
    pub(crate) seats: Vec<Seated>,
    pub(crate) people: Vec<Person>,
    /// True if the match begins immediately.
    pub(crate) begins: bool,
    pub(crate) world: Option<SimulatedWorld>,
}

impl Simulation {
    /// Opens the table of a plan.
    ///
    /// # Panics
    /// If the plan describes no valid table, which would be an error of the plan.
    pub fn new(plan: Plan, mask: Mask) -> Simulation {
        let plan = plan.without(&mask);
        let mut rng = Rng::stream(plan.seed, 1);
        let (several, alone) = (plan.nodes > 1, plan.settings.open == Open::Alone);
        let mut seats: Vec<Seated> = vec![Seated::default(); usize::from(plan.seats)];
        let count = usize::from(plan.people) + usize::from(plan.strangers);
        let people: Vec<Person> = (0..count).map(|index| Person::new(plan.seed, index)).collect();
        for (index, person) in people.iter().enumerate().take(usize::from(plan.people)) {
            if index == 0 || several || rng.below(4) > 0 {
                seats[index] = Seated { name: person.name.clone(), person: Some(person.id), bot: None };
            }
        }
        for index in 0..if alone || several { seats.len() } else { 0 } {
            if seats[index].is_free() {
                seats[index] = room::names::bot_for(&seats, &plan.settings.level);
            }
        }
        let names = seats.iter().map(|seated| seated.name.clone()).collect();
        let setup = catalog::setup(plan.game, &plan.options, names, plan.deal).expect("a plan is of a table");
        // A solitaire begins immediately. A table of one person and bots also begins immediately, unless the person and
        // the server shuffle together. In that case the table begins when the person is present.
        let begins = several || (alone && (plan.seats == 1 || !plan.settings.begins_when_full));
        let engine = plan.engine.then(|| SimulatedEngine::new(Rng::stream(plan.seed, 3)));
        let opening = OpeningTable { plan, mask, setup, seats, people, begins, world: None };
        let mut simulation = Simulation::open_table(opening);
        simulation.counted.count("tables");
        (0..count).for_each(|person| simulation.comes(person));
        if engine.is_some() {
            simulation.engine = engine;
            simulation.later(Duration::from_millis(400), SimulatedEvent::Engine(EngineAct::WantSeat));
        }
        simulation.begin_trouble();
        simulation
    }

    /// Starts the nodes. Nobody acts yet, and nothing fails.
    pub(crate) fn open_table(opening: OpeningTable) -> Simulation {
        let OpeningTable { plan, mask, setup, seats, people, begins, world } = opening;
        let mut rng = Rng::stream(plan.seed, 23);
        let host = seats.iter().find_map(|seated| seated.person);
        let mut disk = Disk::new(seats.clone(), host, begins.then_some(BEGAN_MS));
        if begins {
            disk.kept.sat = seats.iter().zip(0..).filter_map(|(seated, seat)| Some((seated.person?.0, seat))).collect();
        }
        let table = match &world {
            Some(world) => world.open(),
            None => catalog::open(setup.clone()).expect("a plan is of a table"),
        };
        let mut simulation = Simulation {
            witness: Witness::new(table, seats, &plan.settings),
            nodes: (0..plan.nodes).map(|_| SimulatedNode::new(u64::from(850 + rng.below(300)))).collect(),
            network: SimulatedNetwork::new(&mut rng),
            database: SimulatedDatabase::new(plan.nodes),
            shell: Shell::new(plan.fault),
            people: SimulatedPeople::new(people),
            plan,
            mask,
            setup,
            rng,
            clock: Duration::ZERO,
            events: BTreeMap::new(),
            order: 0,
            last_number: 0,
            disk,
            engine: None,
            last_shuffle: None,
            secrets: Vec::new(),
            has_begun: false,
            mood: Mood::Lively,
            woken: 0,
            world,
            counted: Counted::default(),
            trace: None,
        };
        for node in 0..simulation.nodes.len() {
            simulation.later(Duration::ZERO, SimulatedEvent::Start(node));
        }
        simulation
    }

    /// Connects a person for the first time. Some people then ask for a seat, as people with an invitation do.
    fn comes(&mut self, person: usize) {
        if self.mask.people.contains(&person) {
            return;
        }
        if person > 0 && person < usize::from(self.plan.people) {
            let Person { id, name, .. } = &self.people.all[person];
            let (request, person, name) = (RequestId(person as u64), *id, name.clone());
            let sit = Input::Sit { request, person, name, network: None, link_ms: Some(i64::MAX) };
            self.schedule_input(0, Duration::from_millis(20 + request.0), NodeInput::Room(None, Box::new(sit)));
        }
        let pause = self.people.all[person].pause(Mood::Calm);
        self.later(pause, SimulatedEvent::Act(person));
    }

    /// Plays the table, first with failures, and then with calm people until it is clear that play goes on.
    ///
    /// # Errors
    /// Names the promise that was broken.
    pub fn play(&mut self) -> Result<Counted, Broken> {
        while self.is_lively() {
            self.step()?;
        }
        self.end_trouble();
        self.calm_down()?;
        self.check_the_end()?;
        self.counted.count_times("frames held against the log", self.witness.compared);
        Ok(self.counted.clone())
    }

    /// Returns true as long as the table is played with failures.
    fn is_lively(&mut self) -> bool {
        let over = self.phase() == MatchPhase::Over;
        if self.is_shared() {
            return self.clock < TROUBLE && !over;
        }
        // If all people were removed or left out, the room gets no more inputs.
        let mut people = self.people.all.iter().enumerate();
        let gone = people.all(|(index, person)| self.mask.people.contains(&index) || person.stays_away());
        let played = self.counted.of("steps") >= u64::from(self.plan.steps);
        !(gone || played || (over && self.rng.below(40) == 0))
    }

    fn step(&mut self) -> Result<(), Broken> {
        let next = self.events.first_key_value().map(|((at, _), _)| *at);
        if let Some((at, node)) = self.wake().filter(|(at, _)| next.is_none_or(|next| *at < next)) {
            self.woken = if at <= self.clock { self.woken + 1 } else { 0 };
            if self.woken > MOST_WAKES {
                return Err(broken(3)(format!("node {node} wants to be woken at {at:?}, and does nothing then")));
            }
            self.clock = self.clock.max(at);
            return self.time_passes(node);
        }
        let event = self.events.pop_first();
        let ((at, _), event) = event.ok_or_else(|| broken(3)("nothing is going to happen any more".to_owned()))?;
        self.clock = self.clock.max(at);
        match event {
            SimulatedEvent::Act(person) => {
                self.act(person);
                let pause = self.people.all[person].pause(self.mood);
                self.later(pause, SimulatedEvent::Act(person));
            }
            SimulatedEvent::Engine(act) => return self.on_engine_act(act),
            SimulatedEvent::Deliver { tab, message, text } => return self.on_message(tab, message, text),
            SimulatedEvent::Lost(tab) => self.lose(tab),
            SimulatedEvent::Node { node, incarnation, input } => return self.on_node_input(node, incarnation, input),
            SimulatedEvent::Asked { node, incarnation, request } => self.asked(node, incarnation, request),
            SimulatedEvent::Trouble => self.trouble(),
            SimulatedEvent::Start(node) => return self.start(node),
        }
        Ok(())
    }

    /// Returns true if several nodes share the table.
    pub(crate) fn is_shared(&self) -> bool {
        self.nodes.len() > 1
    }

    /// Returns the phase of the match at a node that has the table; a deal if no node has it.
    fn phase(&self) -> MatchPhase {
        let mut loaded = self.nodes.iter().filter_map(SimulatedNode::loaded);
        loaded.next_back().map_or(MatchPhase::Deal, |loaded| loaded.room.table().phase())
    }

    fn wake(&self) -> Option<(Duration, usize)> {
        (0..self.nodes.len()).filter_map(|node| Some((self.wakes(node)?, node))).min()
    }

    fn now(&self) -> Now {
        Now { instant: Instant::after(self.clock), unix_ms: BEGAN_MS + self.clock.as_millis() as i64 }
    }

    pub(crate) fn later(&mut self, after: Duration, event: SimulatedEvent) {
        self.order += 1;
        self.events.insert((self.clock + after, self.order), event);
    }

    /// Schedules an input of a node. It does not arrive if the node's process has ended by then.
    pub(crate) fn schedule_input(&mut self, node: usize, after: Duration, input: NodeInput) {
        let incarnation = self.nodes[node].incarnation;
        self.later(after, SimulatedEvent::Node { node, incarnation, input });
    }

    pub(crate) fn pause(&mut self, most_ms: u32) -> Duration {
        Duration::from_micros(u64::from(self.rng.below(most_ms * 1000 + 1)))
    }

    /// Decides by chance whether a failure with this frequency, in a thousand, happens now.
    pub(crate) fn fails(&mut self, frequency: u32) -> bool {
        frequency > 0 && self.mood == Mood::Lively && self.rng.below(1000) < frequency
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// Adds an event to the trace, if a trace is wanted.
    pub(crate) fn note(&mut self, words: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            trace.push_back(format!("{:>10.3} s  {}", self.clock.as_secs_f64(), words()));
            if trace.len() > 40 {
                trace.pop_front();
            }
        }
    }
}
