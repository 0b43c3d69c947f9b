//! Twins: the same situation in two worlds that agree with everything that a seat has seen, with one script for
//! everybody. As long as the same things happen in both, that seat, spectators, the log, the counters and the answers
//! over HTTP must be the same to the byte and to the microsecond. A difference would reveal hidden cards.

use std::collections::BTreeMap;
use std::time::Duration;

use game::{Rng, Seat};
use protocol::{ChatMode, ClockKind, Open, Races, Settings};
use room::log_entry::LogEntry;
use room::{
    BotQuestion, BotReply, ConnectionId, Effect, Finding, Input, Instant, KeptState, Now, Pace, PersonId, Room, Saved,
    Seated, TaskId, Work, WriteId,
};
use serde_json::{Map, Value};
use table::{AnyBot, AnyTable};

use crate::faults::{Fault, Shell};
pub use crate::script::End;
use crate::script::{SharedView, TwinScript, difference};
use crate::simulation::{BEGAN_MS, Broken, is_act};
use crate::worlds::{WorldPair, pair};

/// The result of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// Inputs that the room got in each world.
    pub steps: u32,
    /// Actions among what happened.
    pub actions: u32,
    /// Messages that were the same.
    pub messages: u32,
    /// Why it ended.
    pub end: End,
}

/// The most moments of a script.
const MOST_MOMENTS: u32 = 160;
/// The moment of the first comparison of answers over HTTP, and the number of moments until the next.
const HTTP_AT: (u32, u32) = (8, 40);
const VIEWER: u64 = 1;
const WATCHER: u64 = 2;

/// An event in one world.
enum TwinEvent {
    Input(Box<Input>),
    BotAnswered { task: TaskId, bot: Box<dyn AnyBot>, seat: Seat, must: bool },
}

/// One of the two worlds.
struct World {
    room: Room,
    shell: Shell,
    events: BTreeMap<(Duration, u64), TwinEvent>,
    order: u64,
    steps: u32,
    /// The messages since the last comparison that both worlds must have in common.
    said: Vec<String>,
    /// The entries that were stored since then.
    stored: Vec<LogEntry>,
    asked: BTreeMap<WriteId, Vec<LogEntry>>,
    log: u64,
}

/// Both worlds and the script.
struct Twins {
    worlds: [World; 2],
    script: TwinScript,
    clock: Duration,
    next_act: Duration,
    people: Vec<(Seat, ConnectionId)>,
    moments: u32,
    compared: Compared,
}

/// Compares one pair. `None` where the seed leads to no situation with two worlds.
///
/// # Errors
/// A difference between the worlds.
pub fn compare(game: &str, seed: u64, fault: Option<Fault>) -> Result<Option<Compared>, Broken> {
    let mut rng = Rng::stream(seed, 11);
    let entry = catalog::entry(game).expect("a game of the catalog");
    let (least, most) = (*entry.seats.start(), *entry.seats.end());
    let seats = least + rng.below(u32::from(most - least) + 1) as u8;
    let settings = settings(&mut rng, seats == 1, entry.races);
    let mut options = Map::new();
    if entry.defaults.contains_key("deals") {
        options.insert("deals".to_owned(), Value::from(2));
    }
    let names: Vec<String> = (0..seats).map(|seat| format!("Person {}", seat + 1)).collect();
    let mut bytes = [0; 32];
    bytes.chunks_mut(8).for_each(|part| part.copy_from_slice(&rng.bits().to_le_bytes()));
    let setup = catalog::setup(game, &options, names, cards::Seed::new(bytes)).expect("a setup of the game");
    let most = [90, 60, 12][rng.below(3) as usize];
    let actions = rng.below(most);
    let Some(pair) = pair(&setup, actions, &mut rng) else { return Ok(None) };
    let mut twins = Twins::new(pair, fault, &settings, rng);
    twins.run().map(Some).map_err(|words| Broken { check: 4, words })
}

/// The agreed settings of a table that is compared.
pub(crate) fn settings(rng: &mut Rng, solitaire: bool, races: bool) -> Settings {
    Settings {
        races: if races {
            [Races::Strict, Races::Normal, Races::Relaxed, Races::TurnBased][rng.below(4) as usize]
        } else {
            Races::default()
        },
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

impl World {
    fn new(table: Box<dyn AnyTable>, fault: Option<Fault>, settings: &Settings, seats: &[Seated], dice: u64) -> World {
        let mut kept = KeptState::default();
        kept.sat = seats.iter().zip(0..).filter_map(|(seated, seat)| Some((seated.person?.0, seat))).collect();
        let saved = Saved {
            id: "table".to_owned(),
            settings: settings.clone(),
            seats: seats.to_vec(),
            host: seats.iter().find_map(|seated| seated.person),
            created: String::new(),
            started_ms: Some(BEGAN_MS),
            ended: false,
            kept,
        };
        let now = Now { instant: Instant::default(), unix_ms: BEGAN_MS };
        let (room, effects) = Room::load(saved, table, &[], (Pace::NATURAL, dice), now)
            .unwrap_or_else(|_| panic!("the levels of a plan are to be had"));
        let mut world = World {
            room,
            shell: Shell::new(fault),
            events: BTreeMap::new(),
            order: 0,
            steps: 0,
            said: Vec::new(),
            stored: Vec::new(),
            asked: BTreeMap::new(),
            log: 0,
        };
        effects.into_iter().for_each(|effect| world.carry_out(Duration::ZERO, effect));
        world
    }

    fn at(&mut self, moment: Duration, event: TwinEvent) {
        self.order += 1;
        self.events.insert((moment, self.order), event);
    }

    fn next(&self, clock: Duration) -> Option<Duration> {
        let wake = self.room.next_wake().map(Instant::elapsed);
        let event = self.events.first_key_value().map(|((at, _), _)| *at);
        wake.into_iter().chain(event).min().map(|at| at.max(clock))
    }

    fn handle_input(&mut self, clock: Duration, input: Input) {
        self.steps += 1;
        if let Input::Stored { write, result: Ok(()) } = &input {
            self.stored.extend(self.asked.remove(write).unwrap_or_default());
        }
        let now = Now { instant: Instant::after(clock), unix_ms: BEGAN_MS + clock.as_millis() as i64 };
        for effect in self.shell.handle(&mut self.room, now, input) {
            self.carry_out(clock, effect);
        }
    }

    fn carry_out(&mut self, clock: Duration, effect: Effect) {
        match effect {
            Effect::Send { to: ConnectionId(to), text } if to <= 2 * WATCHER => self.said.push(format!("{to} {text}")),
            Effect::Write(write) => {
                self.log += write.entries.len() as u64;
                // Whoever watches the disk sees how many entries there are of what may be counted.
                self.asked.insert(write.id, write.entries);
                let stored = Input::Stored { write: write.id, result: Ok(()) };
                self.at(clock + Duration::from_millis(3), TwinEvent::Input(Box::new(stored)));
            }
            Effect::AskBot(BotQuestion { task, bot, question, .. }) => {
                let takes = Duration::from_millis(20 + 17 * (question.seat.index() as u64 % 4));
                self.at(clock + takes, TwinEvent::BotAnswered { task, bot, seat: question.seat, must: question.must });
            }
            Effect::Help { task, work, .. } => {
                let finding = match work {
                    Work::Advise { .. } => {
                        Finding::Advice(protocol::Advised { choices: Vec::new(), reasons: Vec::new() })
                    }
                    _ => Finding::Analysis { deal: 0, decisions: Vec::new(), cost: 0.0, done: 1, of: 1 },
                };
                let found = Input::HelpReply { task, result: Ok(Some(finding)) };
                self.at(clock + Duration::from_millis(200), TwinEvent::Input(Box::new(found)));
            }
            Effect::LookUp { .. } => {
                self.at(clock + Duration::from_millis(1), TwinEvent::Input(Box::new(Input::LookedUp(Ok(false)))));
            }
            Effect::Count(count) => self.said.push(format!("{count:?}")),
            Effect::Log(line) => self.said.push(format!("{line:?}")),
            Effect::List(line) => self.said.push(format!("{line:?}")),
            _ => {}
        }
    }
}

impl Twins {
    fn new(pair: WorldPair, fault: Option<Fault>, settings: &Settings, mut rng: Rng) -> Twins {
        let WorldPair { real, other, viewer, seen } = pair;
        let count = real.setup().names.len();
        // The seat that is looked at has a person; of the others most are bots.
        let mut seats: Vec<Seated> = vec![Seated::default(); count];
        let mut people = Vec::new();
        for index in 0..count {
            let seat = Seat::new(index as u8);
            seats[index] = if seat == viewer || rng.below(3) == 0 {
                let connection = if seat == viewer { VIEWER } else { 10 + index as u64 };
                people.push((seat, ConnectionId(connection)));
                Seated { name: real.setup().names[index].clone(), person: Some(PersonId(index as i64 + 1)), bot: None }
            } else {
                room::names::bot_for(&seats, "club")
            };
        }
        let dice = rng.bits();
        let worlds = [real, other].map(|table| World::new(table, fault, settings, &seats, dice));
        let end = End::Script;
        let compared = Compared { steps: 0, actions: 0, messages: 0, end };
        let clock = Duration::ZERO;
        let script = TwinScript::new(SharedView { viewer, seen }, rng);
        let mut twins = Twins { worlds, script, clock, next_act: clock, people, moments: 0, compared };
        let opened = twins.people.clone();
        for (seat, connection) in opened {
            twins.handle_in_both(|| Input::Opened {
                connection,
                person: PersonId(seat.index() as i64 + 1),
                name: "Somebody".to_owned(),
                network: None,
                shuffles: false,
            });
        }
        if settings.watch {
            twins.handle_in_both(|| Input::Opened {
                connection: ConnectionId(WATCHER),
                person: PersonId(99),
                name: "Watcher".to_owned(),
                network: None,
                shuffles: false,
            });
        }
        twins
    }

    fn handle_in_both(&mut self, input: impl Fn() -> Input) {
        let clock = self.clock;
        self.worlds.iter_mut().for_each(|world| world.handle_input(clock, input()));
    }

    fn run(&mut self) -> Result<Compared, String> {
        for _ in 0..MOST_MOMENTS {
            let next = self.worlds.iter().filter_map(|world| world.next(self.clock)).min();
            let acts = next.is_none_or(|next| self.next_act <= next);
            self.clock = if acts { self.next_act } else { next.expect("it is before the next act") };
            if acts {
                self.act();
                self.next_act = self.clock + Duration::from_millis(u64::from(150 + self.script.rng.below(900)));
            } else {
                for world in 0..2 {
                    self.let_happen(world);
                }
            }
            if let Some(end) = self.is_over()? {
                self.compared.end = end;
                break;
            }
            if let Some(end) = self.same_was_said()? {
                self.compared.end = end;
                break;
            }
        }
        self.compared.steps = self.worlds[0].steps.min(self.worlds[1].steps);
        Ok(self.compared)
    }

    /// Runs the events of a world that are due.
    fn let_happen(&mut self, world: usize) {
        let clock = self.clock;
        while self.worlds[world].next(clock).is_some_and(|next| next <= clock) {
            let due = self.worlds[world].events.first_key_value().is_some_and(|((at, _), _)| *at <= clock);
            if !due {
                self.worlds[world].handle_input(clock, Input::Time);
                // A room that is told the time has nothing left to do at that time, or says so later.
                if self.worlds[world].next(clock).is_some_and(|next| next <= clock)
                    && self.worlds[world].events.first_key_value().is_none_or(|((at, _), _)| *at > clock)
                {
                    return;
                }
                continue;
            }
            let (_, event) = self.worlds[world].events.pop_first().expect("it is due");
            let input = match event {
                TwinEvent::Input(input) => *input,
                TwinEvent::BotAnswered { task, bot, seat, must } => {
                    let answer = self.answer(world, seat, must);
                    Input::BotReply(BotReply { task, took: Duration::from_millis(20), result: Some((bot, answer)) })
                }
            };
            self.worlds[world].handle_input(clock, input);
        }
    }

    /// The answer of a bot.
    fn answer(&self, world: usize, seat: Seat, must: bool) -> Option<String> {
        let [one, other] = self.tables().map(|table| table.legal(seat));
        self.script.shared.answer(world, (seat, must, self.tables()[0].at(seat)), [&one, &other])
    }

    fn tables(&self) -> [&dyn AnyTable; 2] {
        [0, 1].map(|world: usize| self.worlds[world].room.table())
    }

    /// The script: what somebody does next, in both worlds.
    fn act(&mut self) {
        let (seat, connection) = self.people[self.script.rng.below(self.people.len() as u32) as usize];
        let tables = [0, 1].map(|world: usize| self.worlds[world].room.table());
        if let Some(commands) = self.script.command(seat, tables) {
            for (world, command) in self.worlds.iter_mut().zip(commands) {
                world.handle_input(self.clock, Input::Command { connection, command });
            }
        } else if seat == self.script.shared.viewer {
            // A second tab comes or goes.
            let second = ConnectionId(3);
            let person = PersonId(seat.index() as i64 + 1);
            if self.script.cmd.is_multiple_of(2) {
                self.handle_in_both(|| Input::Opened {
                    connection: second,
                    person,
                    name: "Somebody".to_owned(),
                    network: None,
                    shuffles: false,
                });
            } else {
                let last_heard = Instant::after(self.clock);
                self.handle_in_both(|| Input::Closed { connection: second, last_heard });
            }
        }
    }

    /// Returns the end, if the worlds differ in a permitted way.
    fn is_over(&mut self) -> Result<Option<End>, String> {
        let stored = [0, 1].map(|world| std::mem::take(&mut self.worlds[world].stored));
        self.compared.actions += stored[0].iter().filter(|entry| is_act(entry)).count() as u32;
        let differs = self.script.shared.differs([&stored[0], &stored[1]])?;
        if differs.is_some() || stored[0].is_empty() {
            return Ok(differs);
        }
        Ok(self.script.shared.is_over(self.tables()))
    }

    /// True if the world with fewer messages is storing an action that the other is not: all else waits for it, and it shows
    /// to everybody in a moment.
    fn waits_for_its_action(&self, said: &[Vec<String>; 2]) -> bool {
        let (less, more) = if said[0].len() < said[1].len() { (0, 1) } else { (1, 0) };
        let storing = |world: usize| self.worlds[world].asked.values().flatten().any(is_act);
        said[more].starts_with(&said[less]) && storing(less) && !storing(more)
    }

    /// Checks that both worlds sent the same, to the byte.
    fn same_was_said(&mut self) -> Result<Option<End>, String> {
        self.moments += 1;
        let http = self.worlds[0].room.table().setup().names.len() > 1 && self.moments % HTTP_AT.1 == HTTP_AT.0;
        let person = PersonId(self.script.shared.viewer.index() as i64 + 1);
        for world in self.worlds.iter_mut().filter(|_| http) {
            let words = |answer: Result<String, room::Denied>| answer.unwrap_or_else(|denied| format!("{denied:?}"));
            world.said.push(words(world.shell.history(&world.room, person)));
            world.said.push(words(world.room.record(Some(person))));
            world.said.push(format!("{:?}", world.room.summary()));
        }
        let said = [0, 1].map(|world| std::mem::take(&mut self.worlds[world].said));
        let Some(words) = difference(&said) else {
            self.compared.messages += said[0].len() as u32;
            return Ok(None);
        };
        if self.waits_for_its_action(&said) {
            return Ok(Some(End::Differs));
        }
        Err(format!("seat {} at {:.3} s: {words}", self.script.shared.viewer, self.clock.as_secs_f64()))
    }
}
