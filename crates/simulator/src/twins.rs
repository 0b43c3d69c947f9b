//! Twins: the same situation in two worlds that agree with everything that a seat has seen, with one script for
//! everybody. As long as the same things happen in both, that seat, spectators, the log, the counters and the answers
//! over HTTP must be the same to the byte and to the microsecond. A difference would reveal hidden cards.

use std::collections::BTreeMap;
use std::time::Duration;

use game::{Rng, Seat, Viewer};
use protocol::{ChatMode, ClockKind, Command, Open, Phrase, Races, Settings};
use room::log_entry::LogEntry;
use room::{
    BotQuestion, BotReply, ConnectionId, Effect, Finding, Input, Instant, KeptState, Now, Pace, PersonId, Room, Saved,
    Seated, TaskId, Work, WriteId,
};
use serde_json::{Map, Value};
use table::{AnyBot, AnyTable, Entry, MatchPhase};

use crate::simulation::{BEGAN_MS, Broken, is_act};
use crate::worlds::{WorldPair, pair};

/// Why a comparison ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A public action was not possible, or was not done, in the other world.
    Differs,
    /// The seat has seen a card that it did not know.
    Shown,
    /// The deal is over.
    Over,
    /// The script is at its end.
    Script,
}

/// What came of a pair.
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
/// At which moment what HTTP answers is compared first, and after how many it is again.
const HTTP_AT: (u32, u32) = (8, 40);
const VIEWER: u64 = 1;
const WATCHER: u64 = 2;

/// What happens in one world at a moment.
enum TwinEvent {
    Tell(Box<Input>),
    BotAnswered { task: TaskId, bot: Box<dyn AnyBot>, seat: Seat, must: bool },
}

/// One of the two worlds.
struct World {
    room: Room,
    events: BTreeMap<(Duration, u64), TwinEvent>,
    order: u64,
    steps: u32,
    /// The messages since the last comparison that both worlds must have in common.
    said: Vec<String>,
    /// What was stored since then.
    stored: Vec<LogEntry>,
    asked: BTreeMap<WriteId, Vec<LogEntry>>,
    log: u64,
}

/// Both worlds and the script.
struct Twins {
    worlds: [World; 2],
    viewer: Seat,
    seen: fn(&str) -> String,
    rng: Rng,
    clock: Duration,
    next_act: Duration,
    people: Vec<(Seat, ConnectionId)>,
    cmd: u32,
    moments: u32,
    known: Vec<String>,
    compared: Compared,
}

/// Compares one pair. `None` where the seed leads to no situation with two worlds.
///
/// # Errors
/// A difference between the worlds.
pub fn compare(game: &str, seed: u64) -> Result<Option<Compared>, Broken> {
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
    let mut twins = Twins::new(pair, &settings, rng);
    twins.run().map(Some).map_err(|words| Broken { check: 4, words })
}

fn settings(rng: &mut Rng, solitaire: bool, races: bool) -> Settings {
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
    fn new(table: Box<dyn AnyTable>, settings: &Settings, seats: &[Seated], dice: u64) -> World {
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

    fn tell(&mut self, clock: Duration, input: Input) {
        self.steps += 1;
        if let Input::Stored { write, result: Ok(()) } = &input {
            self.stored.extend(self.asked.remove(write).unwrap_or_default());
        }
        let now = Now { instant: Instant::after(clock), unix_ms: BEGAN_MS + clock.as_millis() as i64 };
        for effect in self.room.handle(now, input) {
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
                self.at(clock + Duration::from_millis(3), TwinEvent::Tell(Box::new(stored)));
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
                self.at(clock + Duration::from_millis(200), TwinEvent::Tell(Box::new(found)));
            }
            Effect::LookUp { .. } => {
                self.at(clock + Duration::from_millis(1), TwinEvent::Tell(Box::new(Input::LookedUp(Ok(false)))));
            }
            Effect::Count(count) => self.said.push(format!("{count:?}")),
            Effect::Log(line) => self.said.push(format!("{line:?}")),
            Effect::List(line) => self.said.push(format!("{line:?}")),
            _ => {}
        }
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        self.room.table().legal(seat)
    }
}

impl Twins {
    fn new(pair: WorldPair, settings: &Settings, mut rng: Rng) -> Twins {
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
        let worlds = [real, other].map(|table| World::new(table, settings, &seats, dice));
        let end = End::Script;
        let compared = Compared { steps: 0, actions: 0, messages: 0, end };
        let clock = Duration::ZERO;
        let mut twins = Twins {
            worlds,
            viewer,
            seen,
            rng,
            clock,
            next_act: clock,
            people,
            cmd: 0,
            moments: 0,
            known: Vec::new(),
            compared,
        };
        let opened = twins.people.clone();
        for (seat, connection) in opened {
            twins.tell_both(|| Input::Opened {
                connection,
                person: PersonId(seat.index() as i64 + 1),
                name: "Somebody".to_owned(),
                shuffles: false,
            });
        }
        if settings.watch {
            twins.tell_both(|| Input::Opened {
                connection: ConnectionId(WATCHER),
                person: PersonId(99),
                name: "Watcher".to_owned(),
                shuffles: false,
            });
        }
        twins
    }

    fn tell_both(&mut self, input: impl Fn() -> Input) {
        let clock = self.clock;
        self.worlds.iter_mut().for_each(|world| world.tell(clock, input()));
    }

    fn run(&mut self) -> Result<Compared, String> {
        for _ in 0..MOST_MOMENTS {
            let next = self.worlds.iter().filter_map(|world| world.next(self.clock)).min();
            let acts = next.is_none_or(|next| self.next_act <= next);
            self.clock = if acts { self.next_act } else { next.expect("it is before the next act") };
            if acts {
                self.act();
                self.next_act = self.clock + Duration::from_millis(u64::from(150 + self.rng.below(900)));
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

    /// What is due in a world by now happens.
    fn let_happen(&mut self, world: usize) {
        let clock = self.clock;
        while self.worlds[world].next(clock).is_some_and(|next| next <= clock) {
            let due = self.worlds[world].events.first_key_value().is_some_and(|((at, _), _)| *at <= clock);
            if !due {
                self.worlds[world].tell(clock, Input::Time);
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
                TwinEvent::Tell(input) => *input,
                TwinEvent::BotAnswered { task, bot, seat, must } => {
                    let answer = self.answer(world, seat, must);
                    Input::BotReply(BotReply { task, took: Duration::from_millis(20), result: Some((bot, answer)) })
                }
            };
            self.worlds[world].tell(clock, input);
        }
    }

    /// What a bot answers: something that can be done in both worlds, if there is anything.
    fn answer(&self, world: usize, seat: Seat, must: bool) -> Option<String> {
        let [one, other] = [self.worlds[0].legal(seat), self.worlds[1].legal(seat)];
        let at = self.worlds[0].room.table().at(seat);
        let draw = Rng::stream(u64::from(at), seat.index() as u64).bits();
        if !must && draw.is_multiple_of(2) {
            return None;
        }
        let both = self.pairs(seat, &one, &other);
        let own = [&one, &other][world];
        match both.get((draw >> 8) as usize % both.len().max(1)) {
            Some(both) => Some([&both.0, &both.1][world].clone()),
            None if must => own.first().cloned(),
            None => None,
        }
    }

    /// Actions that can be done in both worlds, and look the same to others.
    fn pairs(&self, seat: Seat, one: &[String], other: &[String]) -> Vec<(String, String)> {
        let same = one.iter().filter(|action| other.contains(action)).map(|action| (action.clone(), action.clone()));
        let same: Vec<(String, String)> = same.collect();
        if !same.is_empty() || seat == self.viewer {
            return same;
        }
        let alike = |action: &String| {
            let public = (self.seen)(action);
            let other = other.iter().find(|other| public != **other && (self.seen)(other) == public)?;
            Some((action.clone(), other.clone()))
        };
        one.iter().filter_map(alike).collect()
    }

    /// The script: what somebody does next, in both worlds.
    fn act(&mut self) {
        let (seat, connection) = self.people[self.rng.below(self.people.len() as u32) as usize];
        self.cmd += 1;
        let cmd = format!("{}-{}", seat.index(), self.cmd);
        let [one, other] = [self.worlds[0].legal(seat), self.worlds[1].legal(seat)];
        for action in one.iter().filter(|_| seat == self.viewer) {
            if self.known.len() < 200 && !self.known.contains(action) {
                self.known.push(action.clone());
            }
        }
        let both = self.pairs(seat, &one, &other);
        let dice = self.rng.below(100);
        let at = self.worlds[0].room.table().at(seat);
        let must = self.worlds[0].room.table().must().has(seat);
        // At a table of one seat nearly every action shows a card: there more is done beside.
        let alone = self.people.len() == 1 && self.worlds[0].room.table().setup().names.len() == 1;
        if alone && dice.is_multiple_of(4) {
            let n = 1 + dice / 40;
            let command = if dice.is_multiple_of(8) { Command::Undo { cmd, n } } else { Command::Redo { cmd, n } };
            self.tell_both(|| Input::Command { connection, command: command.clone() });
            return;
        }
        if dice < if alone { 10 } else { 70 } && !both.is_empty() && (must || dice < 25) {
            let (here, there) = both[self.rng.below(both.len() as u32) as usize].clone();
            for (world, action) in [here, there].into_iter().enumerate() {
                let command = Command::Act { cmd: cmd.clone(), at, action };
                let clock = self.clock;
                self.worlds[world].tell(clock, Input::Command { connection, command });
            }
            return;
        }
        let command = self.other_command(cmd, dice, at, seat == self.viewer);
        if let Some(command) = command {
            self.tell_both(|| Input::Command { connection, command: command.clone() });
        } else if seat == self.viewer {
            // A second tab comes or goes.
            let second = ConnectionId(3);
            let person = PersonId(seat.index() as i64 + 1);
            if self.cmd.is_multiple_of(2) {
                self.tell_both(|| Input::Opened {
                    connection: second,
                    person,
                    name: "Somebody".to_owned(),
                    shuffles: false,
                });
            } else {
                let last_heard = Instant::after(self.clock);
                self.tell_both(|| Input::Closed { connection: second, last_heard });
            }
        }
    }

    fn other_command(&mut self, cmd: String, dice: u32, at: u32, own: bool) -> Option<Command> {
        let known =
            (!self.known.is_empty()).then(|| self.known[self.rng.below(self.known.len() as u32) as usize].clone());
        let other = self.rng.below(8);
        let action = known.filter(|_| own).unwrap_or_else(|| format!("cut {0} {0}", 1 + other));
        match dice % 16 {
            0 => Some(Command::Frame {}),
            1 | 2 => Some(Command::Why { cmd, action }),
            3 if own => Some(Command::Advise { cmd }),
            4 => Some(Command::Phrase { cmd, phrase: Phrase::Hello }),
            5 => Some(Command::Say { cmd, text: "Well".to_owned() }),
            6 => Some(Command::Arm { cmd, action: format!("cut {0} {0}", 1 + other), on: true }),
            7 => Some(Command::Pause { cmd, on: other > 2 }),
            8 => Some(Command::Next { cmd }),
            9 | 10 if own => {
                // What is refused must be refused in the same words, or be legal in both worlds.
                let [one, two] = [self.worlds[0].legal(self.viewer), self.worlds[1].legal(self.viewer)];
                let refused = !one.contains(&action) && !two.contains(&action);
                refused.then_some(Command::Act { cmd, at, action })
            }
            _ => None,
        }
    }

    /// Whether the worlds differ in a permitted way.
    fn is_over(&mut self) -> Result<Option<End>, String> {
        let stored = [0, 1].map(|world| std::mem::take(&mut self.worlds[world].stored));
        self.compared.actions += stored[0].iter().filter(|entry| is_act(entry)).count() as u32;
        if let Some([here, there]) = self.differing([&stored[0], &stored[1]]) {
            // A claim that can be made in one world alone, or a bot that had nothing that it could do in both.
            return match stored.iter().flatten().any(is_act) {
                true => Ok(Some(End::Differs)),
                false => Err(format!("{here:?} is stored here, and there {there:?}")),
            };
        }
        if stored[0].is_empty() {
            return Ok(None);
        }
        let tables = [0, 1].map(|world| self.worlds[world].room.table());
        if tables.iter().any(|table| table.phase() != MatchPhase::Deal) {
            return Ok(Some(End::Over));
        }
        // What the game itself shows is held by its laws.
        let seat = Viewer::Seat(self.viewer);
        let shown = tables[0].view(seat) != tables[1].view(seat);
        Ok(shown.then_some(End::Shown))
    }

    /// The entries of both worlds as everybody may know them, if they are not the same.
    fn differing(&self, entries: [&[LogEntry]; 2]) -> Option<[Vec<String>; 2]> {
        let public = entries.map(|entries| entries.iter().map(|entry| self.public(entry)).collect::<Vec<_>>());
        (public[0] != public[1]).then_some(public)
    }

    /// An entry as everybody may know it.
    fn public(&self, logged: &LogEntry) -> String {
        match serde_json::from_str(&logged.entry) {
            Ok(Entry::Act { seat, action }) if seat != self.viewer => {
                let mut value: Value = serde_json::from_str(&logged.entry).expect("it was read");
                value["action"] = Value::String((self.seen)(&action));
                format!("{} {value}", logged.at_ms)
            }
            _ => format!("{} {}", logged.at_ms, logged.entry),
        }
    }

    /// Whether the world in which less was said is storing an action that the other is not: all else waits for it, and it shows
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
        let person = PersonId(self.viewer.index() as i64 + 1);
        for world in self.worlds.iter_mut().filter(|_| http) {
            let words = |answer: Result<String, room::Denied>| answer.unwrap_or_else(|denied| format!("{denied:?}"));
            world.said.push(words(world.room.history(person)));
            world.said.push(words(world.room.record(Some(person))));
            world.said.push(format!("{:?}", world.room.summary()));
        }
        let said = [0, 1].map(|world| std::mem::take(&mut self.worlds[world].said));
        let [here, there] = &said;
        if here == there {
            self.compared.messages += here.len() as u32;
            return Ok(None);
        }
        if self.waits_for_its_action(&said) {
            return Ok(Some(End::Differs));
        }
        let first = here.iter().zip(there).find(|(here, there)| here != there);
        let (here, there) = match first {
            Some((here, there)) => (here.clone(), there.clone()),
            None => (format!("{} messages: {here:?}", here.len()), format!("{}: {there:?}", there.len())),
        };
        let at = self.clock.as_secs_f64();
        Err(format!("seat {} at {at:.3} s: in one world\n  {here}\nand in the other\n  {there}", self.viewer))
    }
}
