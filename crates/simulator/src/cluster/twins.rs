//! Two clusters in worlds that agree with everything that a seat has seen, with one script for everybody, the same failures
//! and the same delays between nodes. At whichever node that seat's person and a spectator are, they are sent the same, at the same
//! microsecond; their connections end at the same moments; and what passes between nodes and reaches the database is the same
//! but for what other seats are told.

use std::collections::BTreeSet;

use room::log_entry::LogEntry;
use room::{BotReply, TaskId};
use table::AnyBot;

use super::*;
use crate::faults::Shell;
use crate::script::{End, SharedView, TwinScript, difference};
use crate::worlds::{Opening, Situation, situation};

/// The result of a comparison of two clusters.
#[derive(Clone, Debug)]
pub struct ClustersCompared {
    /// The counts of the first world.
    pub counted: ClusterCounted,
    /// Messages to the seat and to spectators that were the same.
    pub messages: u64,
    /// How many of them came after another node had taken the table.
    pub after_takeovers: u64,
    /// Messages between nodes and requests to the database that were the same.
    pub traffic: u64,
    /// Why it ended.
    pub end: End,
}

/// How long a script is.
const LENGTH: Duration = Duration::from_secs(60);
/// At which act what HTTP answers is compared first, and after how many it is again.
const HTTP_AT: (u32, u32) = (8, 40);

/// One of two worlds.
pub(super) struct ClusterWorld {
    opening: Opening,
    /// The first or the second.
    which: usize,
    shared: SharedView,
    /// To whom the same is sent in both: the person of the seat, and spectators.
    watched: BTreeSet<PersonId>,
    /// The legal actions of each seat in each world.
    legal: [Vec<Vec<String>>; 2],
    /// The messages that both worlds must have in common since the last comparison.
    said: Vec<String>,
    /// The entries that nodes wanted to store since then.
    pub(super) written: Vec<LogEntry>,
    /// True if a node's table has changed since then.
    changed: bool,
    messages: u64,
}

/// How long a bot thinks: as long in both worlds, whatever else happens in one of them.
pub(super) fn thinks(seat: Seat) -> Duration {
    Duration::from_millis(20 + 17 * (seat.index() as u64 % 4))
}

impl ClusterWorld {
    pub(super) fn open(&self) -> Box<dyn AnyTable> {
        (self.opening)()
    }

    /// A message comes to a person.
    pub(super) fn comes_to(&mut self, tab: ConnectionId, person: PersonId, text: &str) {
        if self.watched.contains(&person) {
            self.messages += 1;
            self.said.push(format!("connection {} is sent {text}", tab.0));
        }
    }
}

/// Both worlds and the script.
struct ClusterTwins {
    worlds: [ClusterSimulation; 2],
    script: TwinScript,
    clock: Duration,
    next_act: Duration,
    acts: u32,
    compared: ClustersCompared,
}

/// Compares a pair of clusters. `None` where the seed leads to no situation with two worlds.
///
/// # Errors
/// A difference between the worlds, or another promise that one of them breaks.
pub fn compare(game: &str, seed: u64, fault: Option<ClusterFault>) -> Result<Option<ClustersCompared>, Broken> {
    let mut rng = Rng::stream(seed, 22);
    let entry = catalog::entry(game).expect("a game of the catalog");
    let mut plan = Plan::of(game, seed);
    plan.engine = false;
    plan.settings = crate::twins::settings(&mut rng, plan.seats == 1, entry.races);
    let names: Vec<String> = (0..plan.seats).map(|seat| format!("Person {}", seat + 1)).collect();
    let setup = catalog::setup(plan.game, &plan.options, names.clone(), plan.deal).expect("a plan is of a table");
    let most = [90, 60, 12][rng.below(3) as usize];
    let actions = rng.below(most);
    let Some(Situation { open, viewer, seen }) = situation(&setup, actions, &mut rng) else { return Ok(None) };
    // The seat that is looked at has a person; of the others most are bots.
    let mut seats = vec![Seated::default(); names.len()];
    for (index, name) in names.into_iter().enumerate() {
        let person = Some(PersonId(index as i64 + 1)).filter(|_| index == viewer.index() || rng.below(3) == 0);
        seats[index] = match person {
            Some(_) => Seated { name, person, bot: None },
            None => room::names::bot_for(&seats, &plan.settings.level),
        };
    }
    let shared = SharedView { viewer, seen };
    let mut which = 0..2;
    let worlds = open.map(|opening| {
        // One more than there are seats: somebody watches.
        let people: Vec<Person> = (0..=seats.len()).map(|index| comes(seed, index)).collect();
        let watched = [PersonId(viewer.index() as i64 + 1), PersonId(seats.len() as i64 + 1)].into();
        let which = which.next().expect("there are two");
        let (legal, said, written) = Default::default();
        let world = ClusterWorld { opening, which, shared, watched, legal, said, written, changed: false, messages: 0 };
        let (plan, setup, seats) = (plan.clone(), setup.clone(), seats.clone());
        let mut simulation =
            ClusterSimulation::open_table(OpeningTable { plan, setup, seats, people, world: Some(world) }, fault);
        // Early, because some comparisons end soon.
        let pause = simulation.pause(3_000);
        simulation.later(pause, ClusterEvent::Trouble);
        simulation
    });
    let counted = ClusterCounted::default();
    let compared = ClustersCompared { counted, messages: 0, after_takeovers: 0, traffic: 0, end: End::Script };
    let (script, clock) = (TwinScript::new(shared, rng), Duration::ZERO);
    let mut twins = ClusterTwins { worlds, script, clock, next_act: clock, acts: 0, compared };
    twins.run()?;
    twins.compared.counted = std::mem::take(&mut twins.worlds[0].counted);
    Ok(Some(twins.compared))
}

impl ClusterTwins {
    fn run(&mut self) -> Result<(), Broken> {
        while self.clock < LENGTH {
            let next = self.worlds.iter().map(ClusterSimulation::next_moment).min().expect("there are two");
            self.clock = next.min(self.next_act);
            if self.next_act <= next {
                self.worlds.iter_mut().for_each(|world| world.clock = self.next_act);
                self.act();
                self.next_act += Duration::from_millis(u64::from(50 + self.script.rng.below(700)));
            } else {
                for world in &mut self.worlds {
                    while world.next_moment() <= self.clock {
                        world.step()?;
                    }
                }
            }
            if let Some(end) = self.is_over().map_err(broken(4))? {
                self.compared.end = end;
                return Ok(());
            }
            self.same_was_said().map_err(broken(4))?;
        }
        Ok(())
    }

    /// The script: what somebody does next, in both worlds.
    fn act(&mut self) {
        self.acts += 1;
        let seats = &self.worlds[0].database.disk.seats;
        let (watcher, watched) = (seats.len(), self.worlds[0].plan.settings.watch);
        let mut people: Vec<usize> = (0..watcher).filter(|seat| seats[*seat].person.is_some()).collect();
        people.extend(watched.then_some(watcher));
        let person = people[self.script.rng.below(people.len() as u32) as usize];
        let tabs: Vec<ConnectionId> = self.worlds[0].people.all[person].tabs.keys().copied().collect();
        let (dice, which) = (self.script.rng.below(100), self.script.rng.bits());
        if tabs.is_empty() || (dice < 5 && tabs.len() < 2) {
            self.worlds.iter_mut().for_each(|world| world.open(person));
            return;
        }
        let tab = tabs[(which % tabs.len() as u64) as usize];
        if (5..9).contains(&dice) {
            self.worlds.iter_mut().for_each(|world| world.hang_up(tab));
            return;
        }
        let again = (9..16).contains(&dice).then(|| tabs[(which >> 32) as usize % tabs.len()]);
        let commands = match [0, 1].map(|world: usize| self.worlds[world].table_of_owner()) {
            [Some(here), Some(there)] if person < watcher => {
                self.script.command(Seat::new(person as u8), [here, there])
            }
            _ => Some([Command::Frame {}, Command::Frame {}]),
        };
        for (world, command) in self.worlds.iter_mut().zip(commands.into_iter().flatten()) {
            world.sends(person, tab, command, again);
        }
        if self.acts % HTTP_AT.1 == HTTP_AT.0 {
            self.worlds.iter_mut().for_each(ClusterSimulation::answers_http);
        }
    }

    /// Returns the end, if the worlds differ in a permitted way.
    fn is_over(&mut self) -> Result<Option<End>, String> {
        let written = [0, 1].map(|world| std::mem::take(&mut self.world(world).written));
        let differs = self.script.shared.differs([&written[0], &written[1]])?;
        let changed = [0, 1].map(|world| std::mem::take(&mut self.world(world).changed));
        if differs.is_some() || changed == [false; 2] {
            return Ok(differs);
        }
        let [Some(here), Some(there)] = [0, 1].map(|world: usize| self.worlds[world].table_of_owner()) else {
            return Ok(None);
        };
        if let Some(end) = self.script.shared.is_over([here, there]) {
            return Ok(Some(end));
        }
        let legal = [here, there].map(|table| {
            let seats = table.setup().names.len() as u8;
            Seat::all(seats).map(|seat| table.legal(seat)).collect::<Vec<_>>()
        });
        (0..2).for_each(|world| self.world(world).legal.clone_from(&legal));
        Ok(None)
    }

    /// Checks that both worlds said the same, to the byte.
    fn same_was_said(&mut self) -> Result<(), String> {
        let messages = std::mem::take(&mut self.world(0).messages);
        let said = [0, 1].map(|world| std::mem::take(&mut self.world(world).said));
        if let Some(words) = difference(&said) {
            let (viewer, clock) = (self.script.shared.viewer, self.clock.as_secs_f64());
            return Err(format!("seat {viewer} at {clock:.6} s: {words}"));
        }
        let taken = self.worlds[0].counted.of("takeovers") > 0;
        self.compared.messages += messages;
        self.compared.after_takeovers += if taken { messages } else { 0 };
        self.compared.traffic += said[0].len() as u64 - messages;
        Ok(())
    }

    fn world(&mut self, which: usize) -> &mut ClusterWorld {
        self.worlds[which].world.as_mut().expect("it has a twin")
    }
}

/// The differences of a cluster with a twin, and its notes for the comparison.
impl ClusterSimulation {
    /// When the next thing happens.
    fn next_moment(&self) -> Duration {
        let event = self.events.first_key_value().map(|((at, _), _)| *at);
        let next = event.into_iter().chain(self.wake().map(|(at, _)| at)).min();
        next.expect("keepers have work without end").max(self.clock)
    }

    /// The table at the node that owns it.
    fn table_of_owner(&self) -> Option<&dyn AnyTable> {
        let mut loaded = self.nodes.iter().filter_map(SimulatedNode::loaded);
        loaded.find(|loaded| self.database.is_owner(loaded.title)).map(|loaded| loaded.room.table())
    }

    /// Notes a message that both worlds must have in common.
    pub(super) fn note_shared(&mut self, words: impl FnOnce() -> String) {
        if let Some(world) = &mut self.world {
            world.said.push(words());
        }
    }

    pub(super) fn has_changed(&mut self) {
        if let Some(world) = &mut self.world {
            world.changed = true;
        }
    }

    /// A node sends another one something. What other seats are told is not the same; that they are told something is.
    pub(super) fn passes_between_nodes(&mut self, line: u64, to: usize, letter: &Letter) {
        if self.world.is_none() {
            return;
        }
        let (tab, ends) = self.line(line);
        let person = self.people.tabs.get(&tab).map(|tab| self.people.all[tab.person].id);
        let world = self.world.as_mut().expect("looked at above");
        let watched = person.is_some_and(|person| world.watched.contains(&person));
        let words = match letter {
            Letter::Join => "comes".to_owned(),
            Letter::Command(command) if watched => format!("says {command:?}"),
            Letter::Command(_) => "says something".to_owned(),
            Letter::Left => "leaves".to_owned(),
            Letter::Output(text) if watched => format!("is told {text}"),
            Letter::Output(_) => "is told something".to_owned(),
            Letter::Close => "is closed".to_owned(),
            Letter::NotMine => "is not there".to_owned(),
        };
        world.said.push(format!("to node {}: connection {} {words}", ends[to], tab.0));
    }

    /// The action of a bot that has thought.
    pub(super) fn answers_as_in_the_other_world(
        &mut self,
        node: usize,
        task: TaskId,
        bot: Box<dyn AnyBot>,
        (seat, must): (Seat, bool),
    ) -> BotReply {
        let at = self.nodes[node].loaded().expect("it has asked").room.table().at(seat);
        let world = self.world.as_ref().expect("it has a twin");
        let none = Vec::new();
        let legal = [0, 1].map(|which: usize| world.legal[which].get(seat.index()).unwrap_or(&none).as_slice());
        let action = world.shared.answer(world.which, (seat, must, at), legal);
        self.witness.answered(seat, Some(action.as_deref().unwrap_or_default()));
        BotReply { task, took: thinks(seat), result: Some((bot, action)) }
    }

    /// Compares the answers of the table's node over HTTP.
    fn answers_http(&mut self) {
        // As in the comparison at one node: only where others play.
        let Some(loaded) = self.nodes.iter().find_map(SimulatedNode::loaded).filter(|_| self.plan.seats > 1) else {
            return;
        };
        let room = &loaded.room;
        let world = self.world.as_mut().expect("it has a twin");
        let person = PersonId(world.shared.viewer.index() as i64 + 1);
        let words = |answer: Result<String, room::Denied>| answer.unwrap_or_else(|denied| format!("{denied:?}"));
        world.said.push(words(Shell::new(self.plan.fault).history(room, person)));
        world.said.push(words(room.record(Some(person))));
        world.said.push(format!("{:?}", room.summary()));
    }
}
