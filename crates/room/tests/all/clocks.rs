//! Tests of clocks while nothing can be stored, and while the server is stopped.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use game::Seat;
use protocol::{ClockKind, Command, Settings};
use serde_json::{Value, json};
use table::MatchPhase;

use room::log_entry::LogEntry;
use room::{
    ConnectionId, Effect, Finding, Input, Instant, KeptState, NotStored, PersonId, RequestId, Room, Saved, Seated,
    StoreFault, StoredArrangement, Work, Write,
};

use crate::scene;

pub const SECOND: Duration = Duration::from_secs(1);

/// The reaction of the store to a write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Store {
    Writes,
    /// The store answers only when the test asks for it.
    Waits,
    Fails,
    /// The store has space for small changes, but not for entries of the log.
    FailsEntries,
    /// The store refuses the write as malformed.
    Malformed,
    /// The store fails, and may disagree with the room.
    Breaks,
}

/// A table with four people. Each has one connection, which has the number of the seat.
pub struct Table {
    pub room: Room,
    pub now: Duration,
    pub store: Store,
    settings: Settings,
    setup: table::Setup,
    /// The stored table: the seats, the host, the room's own data, and the log.
    seats: Vec<Seated>,
    host: Option<PersonId>,
    pub kept: KeptState,
    pub log: Vec<LogEntry>,
    /// The number of successful writes.
    pub written: usize,
    /// Three kinds of effects: messages (the receiver and the kind), ended connections, and requests of the room to be
    /// loaded again.
    pub heard: Vec<(u64, String)>,
    pub ended: Vec<u64>,
    pub reloads: bool,
    /// The last message about people that each connection got.
    pub people: BTreeMap<u64, Value>,
    writes: VecDeque<Write>,
    /// The entries that the store was asked to store, whether it has stored them or not.
    asked: Vec<String>,
    /// The last frame of each connection.
    pub frames: BTreeMap<u64, Value>,
    pub refused: Vec<String>,
    /// All messages, and all other effects.
    pub sent: Vec<(u64, Value)>,
    pub done: Vec<Effect>,
    started_ms: Option<i64>,
}

/// Returns people on the first seats. Each person has the number of the seat.
pub fn people(count: i64, seats: usize) -> Vec<Seated> {
    let person = |n: i64| Seated { name: format!("P{n}"), person: Some(PersonId(n)), bot: None };
    let mut seated: Vec<Seated> = (0..count).map(person).collect();
    seated.resize(seats, Seated::default());
    seated
}

impl Table {
    pub fn open(clock: ClockKind, grace_s: Option<u32>) -> Table {
        Table::of("schwarze-dame", Settings { clock, grace_s, level: "random".to_owned(), ..Settings::default() })
    }

    pub fn of(game: &str, settings: Settings) -> Table {
        Table::with(game, settings, people(4, 4), true)
    }

    /// Returns a table with these seats, to which all of its people have connected.
    pub fn with(game: &str, settings: Settings, seats: Vec<Seated>, begun: bool) -> Table {
        let (room, setup) = scene::load((game, &Default::default(), 1), seats.clone(), settings.clone(), begun);
        let sits: Vec<i64> = seats.iter().filter_map(|seated| Some(seated.person?.0)).collect();
        let mut table = Table {
            room,
            now: Duration::ZERO,
            store: Store::Writes,
            settings,
            setup,
            seats,
            host: Some(PersonId(0)),
            kept: KeptState::default(),
            log: Vec::new(),
            written: 0,
            heard: Vec::new(),
            ended: Vec::new(),
            reloads: false,
            people: BTreeMap::new(),
            writes: VecDeque::new(),
            asked: Vec::new(),
            frames: BTreeMap::new(),
            refused: Vec::new(),
            sent: Vec::new(),
            done: Vec::new(),
            started_ms: begun.then_some(1),
        };
        table.kept.sat = sits.iter().filter(|_| begun).map(|n| (*n, *n as u8)).collect();
        table.loads();
        sits.iter().for_each(|person| table.comes(person.cast_unsigned()));
        table
    }

    /// Loads the table from the stored data. Nobody is connected afterwards.
    pub fn loads(&mut self) {
        self.writes.clear();
        let saved = Saved {
            id: "table".to_owned(),
            settings: self.settings.clone(),
            seats: self.seats.clone(),
            host: self.host,
            created: String::new(),
            started_ms: self.started_ms,
            ended: false,
            kept: self.kept.clone(),
        };
        self.room = scene::load_again(saved, &self.setup, &self.log, self.now);
    }

    /// Stops the server in the regular way, and loads the table again after a minute.
    pub fn stops(&mut self) {
        self.tell(Input::Close);
        self.now += 60 * SECOND;
        self.loads();
    }

    /// Carries out a write, unless the store is set to fail. Returns the answer.
    fn commit(&mut self, write: Write) -> Input {
        // A store accepts no entry before its predecessors.
        let follows = write.entries.is_empty() || write.first == self.log.len() as u64;
        let answer = answer(if follows { self.store } else { Store::Breaks }, &write);
        if matches!(answer, Input::Stored { result: Ok(()), .. }) {
            self.written += 1;
            self.log.extend(write.entries);
            if let Some(StoredArrangement { seats, host, kept, started_ms }) = write.arrangement {
                (self.seats, self.host, self.kept, self.started_ms) = (seats, host, kept, started_ms);
            }
            if let Some(terms) = write.terms {
                self.settings = terms.settings;
            }
            if let Some(clocks) = write.clocks {
                self.kept.clocks = clocks;
            }
        }
        answer
    }

    pub fn goes(&mut self, seat: u64) {
        self.tell(Input::Closed { connection: ConnectionId(seat), last_heard: Instant::after(self.now) });
    }

    /// Deletes a person: the person leaves the seat, and then the room has to forget the person.
    pub fn deletes(&mut self, person: i64) {
        let person = PersonId(person);
        self.tell(Input::Quit { request: RequestId(1), person });
        self.tell(Input::Forget { person });
    }

    pub fn comes(&mut self, seat: u64) {
        let (connection, person) = (ConnectionId(seat), PersonId(seat.cast_signed()));
        self.tell(Input::Opened { connection, person, name: format!("P{seat}"), network: None, shuffles: false });
    }

    /// Passes an input to the room. Gives the room the answers of bots and advisers. Unless the store waits, also gives
    /// the room the answers of the store.
    pub fn tell(&mut self, input: Input) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let now = scene::at(self.now);
            for effect in self.room.handle(now, input) {
                match effect {
                    Effect::AskBot(asked) => inputs.push_back(scene::reply(asked)),
                    Effect::Help { task, work: Work::Advise { .. }, .. } => {
                        let advice = protocol::Advised { choices: Vec::new(), reasons: Vec::new() };
                        inputs.push_back(Input::HelpReply { task, result: Ok(Some(Finding::Advice(advice))) });
                    }
                    Effect::Write(write) => {
                        self.asked.extend(write.entries.iter().map(|entry| entry.entry.clone()));
                        self.writes.push_back(write);
                    }
                    Effect::Send { to, text } => self.hear(to.0, &text),
                    Effect::HangUp(connection) => self.ended.push(connection.0),
                    Effect::Reload => self.reloads = true,
                    other => self.done.push(other),
                }
            }
            if self.store != Store::Waits {
                for write in std::mem::take(&mut self.writes) {
                    inputs.push_back(self.commit(write));
                }
            }
        }
    }

    fn hear(&mut self, to: u64, text: &str) {
        let message: Value = serde_json::from_str(text).expect("JSON");
        self.heard.push((to, message["t"].as_str().expect("a kind").to_owned()));
        match message["t"].as_str() {
            Some("frame") => drop(self.frames.insert(to, message.clone())),
            Some("room") => drop(self.people.insert(to, message.clone())),
            Some("refused") => self.refused.push(message["refusal"]["key"].as_str().expect("a key").to_owned()),
            _ => {}
        }
        self.sent.push((to, message));
    }

    /// Sends a command. Returns the kind of the answer (`done`), or the key of the refusal. If there is no answer yet,
    /// returns an empty text.
    pub fn order(&mut self, connection: u64, mut command: Value) -> String {
        let (seen, name) = (self.sent.len(), format!("o{}", self.sent.len()));
        command["cmd"] = command["cmd"].as_str().unwrap_or(&name).into();
        let cmd = command["cmd"].clone();
        let command = serde_json::from_value(command).expect("a command");
        self.tell(Input::Command { connection: ConnectionId(connection), command });
        let mut answers = self.sent[seen..].iter().filter(|(to, answer)| *to == connection && answer["cmd"] == cmd);
        let answer = answers.next().map(|(_, answer)| answer);
        let key = |answer: &Value| answer["refusal"]["key"].as_str().or(answer["t"].as_str()).map(str::to_owned);
        answer.and_then(key).unwrap_or_default()
    }

    /// Sets how the store reacts to writes from now on. Open writes get their answers now. Later writes get their
    /// answers immediately.
    fn answers(&mut self, store: Store) {
        self.store = store;
        for write in std::mem::take(&mut self.writes) {
            let answer = self.commit(write);
            self.tell(answer);
        }
    }

    /// Lets time pass. The room gets the time whenever it wants to be woken.
    pub fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        while let Some(wake) = self.room.next_wake().map(Instant::elapsed).filter(|wake| *wake <= until) {
            assert!(wake > self.now, "the room wants to be woken at {wake:?}, and does nothing then");
            self.now = wake;
            self.tell(Input::Time);
        }
        self.now = until;
    }

    /// Returns the seat that play waits for.
    pub fn next(&self) -> u64 {
        self.room.table().must().first().expect("play goes on").index() as u64
    }

    pub fn act(&mut self, seat: u64) {
        let of = Seat::new(seat as u8);
        let (at, action) = (self.room.table().at(of), self.room.table().legal(of).remove(0));
        let cmd = format!("c{}", self.asked.len());
        let person = self.seats[seat as usize].person.expect("a person acts").0.cast_unsigned();
        self.tell(Input::Command { connection: ConnectionId(person), command: Command::Act { cmd, at, action } });
    }

    /// Lets people and bots play until the match is in this phase.
    pub fn plays_until(&mut self, phase: MatchPhase) {
        for _ in 0..2_000 {
            match self.room.table().phase() {
                now if now == phase => return,
                MatchPhase::Between => (0..4).for_each(|seat| drop(self.order(seat, json!({"t": "next"})))),
                _ => self.act_or_wait(),
            }
        }
        unreachable!("a match ends");
    }

    /// Acts for the seat that play waits for if a person plays it; otherwise lets the bot act.
    pub fn act_or_wait(&mut self) {
        match self.people[&0]["seats"][self.next() as usize]["bot"].is_string() {
            true => self.pass(SECOND / 10),
            false => self.act(self.next()),
        }
    }

    /// Returns what a viewer sees now of the clock of a seat: the time left, and whether the clocks stand still.
    pub fn clock(&mut self, viewer: u64, seat: u64) -> (u64, bool) {
        self.asks_for_a_frame(viewer);
        self.shown(viewer, seat)
    }

    pub fn asks_for_a_frame(&mut self, viewer: u64) {
        self.tell(Input::Command { connection: ConnectionId(viewer), command: Command::Frame {} });
    }

    /// Returns what the viewer's last frame shows of the clock of a seat.
    pub fn shown(&self, viewer: u64, seat: u64) -> (u64, bool) {
        let clock = &self.frames[&viewer]["clock"];
        (clock["left_ms"][seat as usize].as_u64().expect("it has one"), clock["paused"].as_bool().expect("a clock"))
    }

    /// Returns the number of log entries, stored or not, that let a bot play for somebody.
    pub fn taken_over(&self) -> usize {
        self.asked.iter().filter(|entry| entry.contains("took_over") && !entry.contains(r#""bot":null"#)).count()
    }
}

fn answer(store: Store, write: &Write) -> Input {
    let fails = match store {
        Store::Fails | Store::Malformed | Store::Breaks => true,
        Store::FailsEntries => !write.entries.is_empty(),
        Store::Writes | Store::Waits => false,
    };
    let refusal = protocol::Refusal::new("store_away", "The database cannot be reached.");
    let fault = match store {
        Store::Fails => StoreFault::Away,
        Store::Malformed => StoreFault::Malformed,
        Store::Breaks => StoreFault::Broken,
        _ => StoreFault::Full,
    };
    let why = NotStored { fault, refusal };
    Input::Stored { write: write.id, result: if fails { Err(why) } else { Ok(()) } }
}

#[test]
fn while_nothing_can_be_stored_clocks_stand_still() {
    let mut table = Table::open(ClockKind::Fast, None);
    let seat = table.next();
    let other = (seat + 1) % 4;
    table.pass(3 * SECOND);
    table.store = Store::Waits;
    table.act(seat);
    table.now += 4 * SECOND;
    table.answers(Store::Fails);
    assert_eq!(table.refused, ["store_away"]);
    assert_eq!(table.shown(other, seat), (12_000, true), "everybody is told, and waiting for the store took no time");
    table.pass(300 * SECOND);
    assert_eq!((table.clock(other, seat), table.taken_over()), ((12_000, true), 0));
    // Nobody acts, so the room finds out by itself that the store works again.
    table.store = Store::Writes;
    table.pass(3 * SECOND);
    let (left, paused) = table.shown(other, seat);
    assert_eq!((left, paused), (12_000, false), "it goes on with what it had, and everybody is told");
    table.pass(8 * SECOND);
    assert_eq!(table.taken_over(), 0);
    table.pass(4 * SECOND);
    assert_eq!(table.taken_over(), 1, "and it runs out when its own time is over");
}

#[test]
fn where_no_clock_runs_nobody_else_is_told_that_something_was_not_stored() {
    let mut table = Table::open(ClockKind::None, None);
    let seat = table.next();
    table.store = Store::Fails;
    table.heard.clear();
    table.act(seat);
    assert_eq!(table.heard, [(seat, "refused".to_owned())]);
}

#[test]
fn the_history_says_whose_time_was_up() {
    let mut table = Table::open(ClockKind::Fast, None);
    let seat = table.next();
    table.pass(16 * SECOND);
    assert_eq!(table.taken_over(), 1);
    let history: Value = serde_json::from_str(&table.room.history(PersonId(0)).expect("it plays")).expect("JSON");
    let events = history["steps"].as_array().into_iter().flatten().flat_map(|step| step["since"].as_array());
    let late: Vec<&Value> = events.flatten().filter(|event| event["time_up"] == true).collect();
    assert!(!late.is_empty() && late.iter().all(|event| event["seat"] == seat), "{history}");
    let by: Vec<bool> = room::by_bots(&table.log, 0).iter().map(|by| by.bot && by.time_up).collect();
    assert_eq!((by, room::by_bots(&table.log, 1)), (vec![true], Vec::new()), "and the log knows it");
    assert!(late[0]["action"].as_str().is_some_and(|action| action.starts_with("bot ")), "first it is said: {history}");
}

#[test]
fn a_move_that_is_stored_again_lets_the_clocks_go_on() {
    let mut table = Table::open(ClockKind::Fast, None);
    let seat = table.next();
    table.pass(14 * SECOND);
    table.store = Store::Fails;
    table.act(seat);
    assert_eq!(table.clock(seat, seat), (5_000, true), "it is the least that somebody has");
    table.pass(SECOND);
    table.store = Store::Writes;
    table.act(seat);
    let next = table.next();
    assert_ne!(next, seat);
    assert_eq!(table.shown(seat, next), (15_000, false));
    let asked = table.asked.len();
    table.pass(14 * SECOND);
    assert_eq!(table.asked.len(), asked);
}

#[test]
fn a_clock_that_runs_out_while_nothing_can_be_stored_decides_nothing() {
    let mut table = Table::open(ClockKind::Fast, None);
    let seat = table.next();
    table.pass(14 * SECOND);
    table.store = Store::Fails;
    table.pass(100 * SECOND);
    assert_eq!(table.taken_over(), 1, "that shows that nothing can be stored, and it is not tried again");
    assert_eq!(table.clock(seat, seat), (5_000, true));
    table.store = Store::Writes;
    table.pass(3 * SECOND);
    assert_eq!(table.taken_over(), 1);
    table.act(seat);
    assert_ne!(table.next(), seat, "its player decides");
}

#[test]
fn a_disk_that_takes_little_takes_no_time_from_a_clock() {
    let mut table = Table::open(ClockKind::Fast, None);
    let seat = table.next();
    table.pass(3 * SECOND);
    table.store = Store::FailsEntries;
    for _ in 0..20 {
        table.act(seat);
        assert_eq!(table.clock(seat, seat), (12_000, true));
        table.pass(4 * SECOND);
        assert!(!table.clock(seat, seat).1, "something could be stored");
    }
    assert_eq!((table.taken_over(), table.refused.len()), (0, 20));
}

#[test]
fn what_nobody_else_may_know_stops_no_clock() {
    let settings = Settings { clock: ClockKind::Relaxed, level: "random".to_owned(), ..Settings::default() };
    let mut table = Table::of("kael", settings);
    let seat = table.next();
    let other = (seat + 1) % 4;
    table.pass(3 * SECOND);
    table.store = Store::Fails;
    let command = Command::Arm { cmd: "arm".to_owned(), action: "cut 1".to_owned(), on: true };
    table.tell(Input::Command { connection: ConnectionId(other), command });
    assert_eq!(table.refused, ["store_away"]);
    assert_eq!(table.clock(seat, seat), (57_000, false));
}

#[test]
fn after_a_stop_a_clock_has_what_it_had_and_the_least_time_once() {
    let mut table = Table::open(ClockKind::Fast, None);
    let seat = table.next();
    table.pass(3 * SECOND);
    table.stops();
    table.comes(seat);
    assert_eq!(table.shown(seat, seat), (12_000, false));
    table.pass(9 * SECOND);
    table.stops();
    table.comes(seat);
    assert_eq!(table.shown(seat, seat), (5_000, false), "people have to come back");
    // The minimum time is granted only once, however often the table is loaded again, and for whatever reason.
    for _ in 0..4 {
        table.pass(SECOND / 2);
        table.stops();
        table.comes(seat);
    }
    assert_eq!(table.shown(seat, seat), (3_000, false));
    table.store = Store::Fails;
    table.act(seat);
    assert_eq!(table.shown(seat, seat), (3_000, true));
    table.store = Store::Writes;
    table.act(seat);
    let next = table.next();
    assert_eq!(table.shown(seat, next), (15_000, false), "another decision has its own");
}

#[test]
fn after_a_crash_a_clock_has_what_was_stored_last() {
    let mut table = Table::open(ClockKind::Relaxed, None);
    let seat = table.next();
    table.pass(4 * SECOND);
    let written = table.written;
    table.pass(29 * SECOND);
    assert_eq!(table.written - written, 6, "every five seconds, and only while a clock runs");
    for _ in 0..20 {
        table.now += 10 * SECOND;
        table.loads();
        table.comes(seat);
        assert_eq!(table.shown(seat, seat), (30_000, false));
    }
    // Every stored change stores the time left too.
    table.pass(2 * SECOND);
    table.tell(Input::Rename { request: RequestId(2), person: PersonId(1), name: "Bo".to_owned() });
    table.loads();
    table.comes(seat);
    assert_eq!(table.shown(seat, seat), (28_000, false));
    table.act(seat);
    let written = table.written;
    table.pass(4 * SECOND);
    assert_eq!(table.written, written, "a short decision costs no write");
}

/// If several seats choose at the same time, the choice of one seat also stores the time that the other seats have
/// left.
#[test]
fn an_action_stores_what_is_left_of_other_clocks() {
    let settings = Settings { clock: ClockKind::Relaxed, level: "random".to_owned(), ..Settings::default() };
    let mut table = Table::of("hearts", settings);
    table.pass(4 * SECOND);
    while table.room.table().must().has(Seat::new(0)) {
        table.act(0);
    }
    table.loads();
    table.comes(0);
    assert_eq!(table.shown(0, 1), (56_000, false));
}

#[test]
fn who_goes_and_comes_back_gets_no_time() {
    let mut table = Table::open(ClockKind::Fast, None);
    let seat = table.next();
    table.pass(2 * SECOND);
    for _ in 0..10 {
        (0..4).for_each(|seat| table.goes(seat));
        table.pass(SECOND);
        (0..4).for_each(|seat| table.comes(seat));
        table.tell(Input::Latency { connection: ConnectionId(seat), latency: SECOND });
    }
    assert_eq!(table.clock(seat, seat), (13_000, false));
    // The table is unloaded meanwhile.
    (0..4).for_each(|seat| table.goes(seat));
    table.pass(290 * SECOND);
    table.now += 10 * SECOND;
    assert!(table.room.is_forgotten(Instant::after(table.now)));
    table.loads();
    table.comes(seat);
    assert_eq!(table.shown(seat, seat), (13_000, false));
}

#[test]
fn who_comes_back_before_a_bot_has_decided_has_no_more_time_than_before() {
    let mut table = Table::open(ClockKind::Relaxed, Some(20));
    let seat = table.next();
    table.goes(seat);
    table.pass(20 * SECOND);
    assert_eq!(table.taken_over(), 1);
    table.comes(seat);
    assert_eq!(table.shown(seat, seat), (40_000, false));
}

#[test]
fn what_no_store_can_hold_stops_no_clock_and_loads_nothing_again() {
    let mut table = Table::open(ClockKind::Fast, None);
    let seat = table.next();
    for n in 1..10 {
        table.pass(SECOND);
        table.store = Store::Malformed;
        table.act(seat);
        assert_eq!(table.clock(seat, seat), (15_000 - n * 1_000, false));
        table.store = Store::Writes;
    }
    assert_eq!((table.refused.len(), table.reloads), (9, false));
}
