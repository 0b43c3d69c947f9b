//! Twins: the same table in two worlds that agree with everything that one seat has seen, at one node or in a cluster.
//! Both worlds have the same script for everybody, the same failures and the same delays between nodes.
//!
//! As long as the same things happen in both worlds, the following must be the same. The person of the seat and a
//! spectator get the same messages, to the byte and to the microsecond, at whichever nodes they are. Their connections
//! end at the same moments. The counters, the log and the answers over HTTP are the same. The messages between nodes
//! and to the database are the same, except for the contents of messages for other seats. Any other difference would
//! reveal hidden cards.

use std::time::Duration;

use game::{Rng, Seat};
use protocol::{ChatMode, ClockKind, Command, Open, Settings};
use room::{ConnectionId, PersonId, Seated};

use crate::counted::Counted;
use crate::faults::Fault;
use crate::person::Person;
use crate::plan::{Mask, Plan, draw_races};
pub use crate::script::End;
use crate::script::{SharedView, TwinScript, difference};
use crate::simulation::world::SimulatedWorld;
use crate::simulation::{Broken, OpeningTable, Simulation, broken};
use crate::worlds::{Situation, situation};

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The counts of the first world.
    pub counted: Counted,
    /// The number of messages to the seat and to spectators that were the same.
    pub messages: u64,
    /// The number of these messages that came after another node had taken the table over.
    pub after_takeovers: u64,
    /// The number of counts, messages between nodes and requests to the database that were the same.
    pub traffic: u64,
    /// The reason why the comparison ended.
    pub end: End,
}

/// The length of a script.
const LENGTH: Duration = Duration::from_secs(60);
/// The acts after which answers over HTTP are compared: the number of the first act, and the interval in acts.
const HTTP_AT: (u32, u32) = (8, 40);

struct Twins {
    worlds: [Simulation; 2],
    script: TwinScript,
    clock: Duration,
    next_act: Duration,
    acts: u32,
    compared: Compared,
}

/// Compares a pair of tables, each at this number of nodes. If there are several nodes, some fail. Returns `None` if
/// the seed leads to no situation with two worlds.
///
/// # Errors
/// Describes a difference between the worlds, or another promise that one of them breaks.
pub fn compare(game: &str, seed: u64, nodes: usize, fault: Option<Fault>) -> Result<Option<Compared>, Broken> {
    let mut rng = Rng::stream(seed, 22);
    let entry = catalog::entry(game).expect("a game of the catalog");
    let mut plan = Plan { nodes, fault, ..Plan::of_cluster(game, seed) };
    plan.settings = settings(&mut rng, plan.seats == 1, entry.races);
    let names: Vec<String> = (0..plan.seats).map(|seat| format!("Person {}", seat + 1)).collect();
    let setup = catalog::setup(plan.game, &plan.options, names.clone(), plan.deal).expect("a plan is of a table");
    let most = [90, 60, 12][rng.below(3) as usize];
    let actions = rng.below(most);
    let Some(Situation { open, viewer, seen }) = situation(&setup, actions, &mut rng) else { return Ok(None) };
    // The seat whose view both worlds share has a person. Most of the other seats have bots.
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
        // There is one person more than there are seats: the spectator.
        let people: Vec<Person> = (0..=seats.len()).map(|index| Person::new(seed, index)).collect();
        let watched = [PersonId(viewer.index() as i64 + 1), PersonId(seats.len() as i64 + 1)].into();
        let which = which.next().expect("there are two");
        let world = Some(SimulatedWorld::new(opening, which, shared, watched));
        let (plan, mask, setup, seats) = (plan.clone(), Mask::default(), setup.clone(), seats.clone());
        let opening = OpeningTable { plan, mask, setup, seats, people, begins: true, world };
        let mut simulation = Simulation::open_table(opening);
        simulation.begin_trouble();
        simulation
    });
    let counted = Counted::default();
    let compared = Compared { counted, messages: 0, after_takeovers: 0, traffic: 0, end: End::Script };
    let (script, clock) = (TwinScript::new(shared, rng), Duration::ZERO);
    let mut twins = Twins { worlds, script, clock, next_act: clock, acts: 0, compared };
    twins.run()?;
    twins.compared.counted = std::mem::take(&mut twins.worlds[0].counted);
    Ok(Some(twins.compared))
}

impl Twins {
    fn run(&mut self) -> Result<(), Broken> {
        while self.clock < LENGTH {
            let next = self.worlds.iter().map(Simulation::next_moment).min().expect("there are two");
            self.clock = next.min(self.next_act);
            for world in &mut self.worlds {
                world.run_until(self.clock)?;
            }
            if self.next_act <= self.clock {
                self.act();
                self.next_act += Duration::from_millis(u64::from(50 + self.script.rng.below(700)));
            }
            if let Some(end) = self.is_over().map_err(broken(4))? {
                self.compared.end = end;
                return Ok(());
            }
            self.same_was_said().map_err(broken(4))?;
        }
        Ok(())
    }

    /// Lets a person do the next act of the script in both worlds.
    fn act(&mut self) {
        self.acts += 1;
        let seats = &self.worlds[0].disk.seats;
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
            self.worlds.iter_mut().for_each(Simulation::answers_http);
        }
    }

    /// Returns the end of the comparison if the worlds differ in a permitted way.
    fn is_over(&mut self) -> Result<Option<End>, String> {
        let written = [0, 1].map(|world| std::mem::take(&mut self.worlds[world].world().written));
        let differs = self.script.shared.differs([&written[0], &written[1]])?;
        let changed = [0, 1].map(|world| std::mem::take(&mut self.worlds[world].world().changed));
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
        (0..2).for_each(|world| self.worlds[world].world().legal.clone_from(&legal));
        Ok(None)
    }

    /// Checks that both worlds sent the same messages, to the byte.
    fn same_was_said(&mut self) -> Result<(), String> {
        let messages = std::mem::take(&mut self.worlds[0].world().messages);
        let said = [0, 1].map(|world| std::mem::take(&mut self.worlds[world].world().said));
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
}

fn settings(rng: &mut Rng, solitaire: bool, races: bool) -> Settings {
    Settings {
        races: draw_races(rng, races),
        open: if solitaire { Open::Alone } else { Open::Friends },
        clock: [ClockKind::None, ClockKind::Relaxed, ClockKind::Fast][rng.below(3) as usize],
        grace_s: Some(20),
        watch: !solitaire,
        watch_delay_s: if rng.below(4) == 0 { 5 } else { 0 },
        chat: ChatMode::Free,
        level: "club".to_owned(),
        advice: true,
        ..Settings::default()
    }
}
