//! Plans: the game, the table, the people and the failures all follow from a seed, before anything happens.

use std::collections::BTreeSet;

use cards::Seed;
use game::Rng;
use protocol::{ChatMode, ClockKind, Open, Races, Settings};
use serde_json::{Map, Value};

use crate::faults::Fault;

/// The number of nodes of a cluster.
pub(crate) const NODES: usize = 3;

/// A table to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed from which the whole plan follows.
    pub seed: u64,
    /// The game's id.
    pub game: &'static str,
    /// The options of the game that differ from the defaults.
    pub options: Map<String, Value>,
    /// The agreed settings.
    pub settings: Settings,
    /// The number of seats.
    pub seats: u8,
    /// The number of seats that people have. Bots have all other seats.
    pub people: u8,
    /// The number of further people, who come to watch or to ask for a seat.
    pub strangers: u8,
    /// The number of nodes. One node has the table in a store of its own. Several nodes share it (`crate::cluster`).
    pub nodes: usize,
    /// True if the host gives a seat to an engine.
    pub engine: bool,
    /// The seed of the match.
    pub deal: Seed,
    /// The frequencies of failures.
    pub failures: Failures,
    /// The number of inputs of one node during which things fail. From the next input on, people are calm.
    pub steps: u32,
    /// The fault that a test plants.
    pub fault: Option<Fault>,
}

/// The frequency of each failure, in a thousand, unless the field says otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct Failures {
    /// The process ends between two effects.
    pub crash: u32,
    /// The store refuses a write because it has no space left.
    pub full: u32,
    /// The store refuses a write because another process has written to the table.
    pub conflict: u32,
    /// The longest time that a write takes, in milliseconds.
    pub slow_ms: u32,
    /// A request to the store takes up to nine seconds.
    pub hang: u32,
    /// A connection is lost.
    pub lost: u32,
    /// A command takes a long time to arrive.
    pub late: u32,
}

/// The parts of a plan that are left out in a run. They are used to find the shortest plan that fails.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mask {
    /// The people who do not come.
    pub people: BTreeSet<usize>,
    /// The process never ends. Nodes and databases do not fail either.
    pub no_crash: bool,
    /// The store never refuses.
    pub no_refusals: bool,
    /// Nobody loses a connection.
    pub no_losses: bool,
    /// Nothing is sent twice or late.
    pub no_repeats: bool,
    /// Nobody sends a command that makes no sense.
    pub no_mischief: bool,
    /// The numbers of the people's acts that are left out.
    pub acts: BTreeSet<u64>,
}

impl Plan {
    /// Returns the plan of a seed.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn of(game: &str, seed: u64) -> Plan {
        let entry = catalog::entry(game).expect("a game of the catalog");
        let mut rng = Rng::stream(seed, 0);
        let (least, most) = (*entry.seats.start(), *entry.seats.end());
        let seats = least + rng.below(u32::from(most - least) + 1) as u8;
        let settings = settings(&mut rng, seats == 1, entry.races);
        let alone = settings.open == Open::Alone;
        // One table in four has one person with bots.
        let people = if alone { 1 } else { 1 + rng.below(u32::from(seats)) as u8 };
        let strangers = if alone { 0 } else { rng.below(3) as u8 };
        let mut bytes = [0; 32];
        bytes.chunks_mut(8).for_each(|part| part.copy_from_slice(&rng.bits().to_le_bytes()));
        Plan {
            seed,
            game: entry.id,
            options: options(&mut rng, &entry),
            engine: seats > 1 && people < seats && rng.below(4) == 0,
            settings,
            nodes: 1,
            seats,
            people,
            strangers,
            deal: Seed::new(bytes),
            failures: failures(&mut rng),
            steps: 150 + rng.below(300),
            fault: None,
        }
    }

    /// Returns the plan of a seed for a cluster of nodes that share the table. All seats are taken, so nobody shuffles,
    /// and no engine comes. The failures are those of nodes and of their database.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn of_cluster(game: &str, seed: u64) -> Plan {
        let failures = Failures { slow_ms: 8, hang: 7, ..Failures::default() };
        Plan { nodes: NODES, engine: false, failures, ..Plan::of(game, seed) }
    }

    /// Returns the plan without the failures that the mask leaves out. The simulation itself leaves out the mask's
    /// people and acts.
    #[must_use]
    pub fn without(mut self, mask: &Mask) -> Plan {
        let failures = &mut self.failures;
        if mask.no_crash {
            failures.crash = 0;
        }
        if mask.no_refusals {
            (failures.full, failures.conflict) = (0, 0);
        }
        if mask.no_losses {
            failures.lost = 0;
        }
        if mask.no_repeats {
            failures.late = 0;
        }
        self
    }
}

fn settings(rng: &mut Rng, solitaire: bool, races: bool) -> Settings {
    let open = match rng.below(4) {
        _ if solitaire => Open::Alone,
        0 => Open::Alone,
        1 => Open::Public,
        _ => Open::Friends,
    };
    let alone = open == Open::Alone;
    Settings {
        races: draw_races(rng, races),
        open,
        clock: match rng.below(3) {
            _ if alone => ClockKind::None,
            0 => ClockKind::None,
            1 => ClockKind::Relaxed,
            _ => ClockKind::Fast,
        },
        grace_s: (!alone && rng.below(5) > 0).then(|| 5 + rng.below(50)),
        watch: !alone && rng.below(2) == 0,
        watch_delay_s: if !alone && rng.below(3) == 0 { 30 } else { 0 },
        chat: if rng.below(2) == 0 { ChatMode::Free } else { ChatMode::Phrases },
        level: ["club", "random"][rng.below(2) as usize].to_owned(),
        fill_s: (open == Open::Public && rng.below(2) == 0).then_some(20),
        assist: solitaire && rng.below(3) == 0,
        advice: rng.below(2) == 0,
        begins_when_full: rng.below(2) == 0,
        practice: None,
        day: None,
        daily: None,
        one_per_network: false,
    }
}

/// Draws the setting for races, if the game has races.
pub(crate) fn draw_races(rng: &mut Rng, races: bool) -> Races {
    let all = [Races::Strict, Races::Normal, Races::Relaxed, Races::TurnBased];
    if races { all[rng.below(4) as usize] } else { Races::default() }
}

/// Draws options, each of which may differ from its default. Matches are short, because errors between deals are as
/// likely as errors within deals.
fn options(rng: &mut Rng, entry: &catalog::GameEntry) -> Map<String, Value> {
    let mut options = Map::new();
    if entry.defaults.contains_key("deals") {
        options.insert("deals".to_owned(), Value::from(1 + rng.below(3)));
    }
    for (key, value) in &entry.defaults {
        if let (Value::Bool(usual), 0) = (value, rng.below(4)) {
            options.insert(key.clone(), Value::Bool(!usual));
        }
    }
    match catalog::options(entry.id, &options) {
        Ok(_) => options,
        // If the drawn options exclude each other, all options have their defaults.
        Err(_) => Map::new(),
    }
}

fn failures(rng: &mut Rng) -> Failures {
    let calm = rng.below(4) == 0;
    if calm {
        return Failures { slow_ms: 20, ..Failures::default() };
    }
    Failures {
        crash: rng.below(10),
        full: rng.below(20),
        conflict: rng.below(6),
        slow_ms: [5, 40, 400][rng.below(3) as usize],
        hang: 0,
        lost: rng.below(30),
        late: rng.below(20),
    }
}
