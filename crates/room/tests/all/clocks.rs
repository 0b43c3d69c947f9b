//! Clocks while the server is at fault: nothing can be stored, or somebody is cut off.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use game::Seat;
use protocol::{ClockKind, Command, Settings};
use serde_json::{Value, json};

use room::{ConnectionId, Effect, Input, Instant, NotStored, PersonId, Room, Seated, StoreFault, Write};

use crate::scene;

const SECOND: Duration = Duration::from_secs(1);

/// What the store does with a write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Store {
    Writes,
    /// It answers when a test says so.
    Waits,
    Fails,
    /// There is room for little, but not for an entry of the log.
    FailsEntries,
}

/// A table with four people, each with one connection, whose number is the seat's.
struct Table {
    room: Room,
    now: Duration,
    store: Store,
    writes: VecDeque<Write>,
    /// The entries that the store was asked for, whether it has stored them or not.
    asked: Vec<String>,
    /// The last frame of each connection.
    frames: BTreeMap<u64, Value>,
    refused: Vec<String>,
}

impl Table {
    fn open(clock: ClockKind, grace_s: Option<u32>) -> Table {
        Table::of("schwarze-dame", Settings { clock, grace_s, level: "random".to_owned(), ..Settings::default() })
    }

    fn of(game: &str, settings: Settings) -> Table {
        let person = |n: i64| Seated { name: format!("P{n}"), person: Some(PersonId(n)), bot: None };
        let seats: Vec<Seated> = (0..4).map(person).collect();
        let (room, _) = scene::load((game, &Default::default(), 1), seats, settings, true);
        let mut table = Table {
            room,
            now: Duration::ZERO,
            store: Store::Writes,
            writes: VecDeque::new(),
            asked: Vec::new(),
            frames: BTreeMap::new(),
            refused: Vec::new(),
        };
        (0..4).for_each(|seat| table.comes(seat));
        table
    }

    fn comes(&mut self, seat: u64) {
        let (connection, person) = (ConnectionId(seat), PersonId(seat.cast_signed()));
        self.tell(Input::Opened { connection, person, name: format!("P{seat}"), network: None, shuffles: false });
    }

    /// Tells the room, and answers its bots and, if it answers at once, for the store.
    fn tell(&mut self, input: Input) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let now = scene::at(self.now);
            for effect in self.room.handle(now, input) {
                match effect {
                    Effect::AskBot(asked) => inputs.push_back(scene::reply(asked)),
                    Effect::Write(write) => {
                        self.asked.extend(write.entries.iter().map(|entry| entry.entry.clone()));
                        self.writes.push_back(write);
                    }
                    Effect::Send { to, text } => self.hear(to.0, &text),
                    _ => {}
                }
            }
            if self.store != Store::Waits {
                inputs.extend(self.writes.drain(..).map(|write| answer(self.store, &write)));
            }
        }
    }

    fn hear(&mut self, to: u64, text: &str) {
        let message: Value = serde_json::from_str(text).expect("JSON");
        match message["t"].as_str() {
            Some("frame") => drop(self.frames.insert(to, message)),
            Some("refused") => self.refused.push(message["refusal"]["key"].as_str().expect("a key").to_owned()),
            _ => {}
        }
    }

    /// The store answers what it was asked for, and from here on at once.
    fn answers(&mut self, store: Store) {
        self.store = store;
        for write in std::mem::take(&mut self.writes) {
            self.tell(answer(store, &write));
        }
    }

    /// Time passes, and the room is told whenever it wants to be.
    fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        while let Some(wake) = self.room.next_wake().map(Instant::elapsed).filter(|wake| *wake <= until) {
            assert!(wake > self.now, "the room wants to be woken at {wake:?}, and does nothing then");
            self.now = wake;
            self.tell(Input::Time);
        }
        self.now = until;
    }

    /// The seat that play waits for.
    fn next(&self) -> u64 {
        self.room.table().must().first().expect("play goes on").index() as u64
    }

    fn act(&mut self, seat: u64) {
        let of = Seat::new(seat as u8);
        let (at, action) = (self.room.table().at(of), self.room.table().legal(of).remove(0));
        let cmd = format!("c{}", self.asked.len());
        self.tell(Input::Command { connection: ConnectionId(seat), command: Command::Act { cmd, at, action } });
    }

    /// What a seat is shown of the clock of a seat, now: how long it has, and whether the clocks stand still.
    fn clock(&mut self, viewer: u64, seat: u64) -> (u64, bool) {
        self.tell(Input::Command { connection: ConnectionId(viewer), command: Command::Frame {} });
        self.shown(viewer, seat)
    }

    /// The same by the last frame that it was sent.
    fn shown(&self, viewer: u64, seat: u64) -> (u64, bool) {
        let clock = &self.frames[&viewer]["clock"];
        (clock["left_ms"][seat as usize].as_u64().expect("it has one"), clock["paused"].as_bool().expect("a clock"))
    }

    /// How often a bot was to play for somebody.
    fn taken_over(&self) -> usize {
        self.asked.iter().filter(|entry| entry.contains("took_over") && !entry.contains(r#""bot":null"#)).count()
    }
}

fn answer(store: Store, write: &Write) -> Input {
    let fails = store == Store::Fails || (store == Store::FailsEntries && !write.entries.is_empty());
    let refusal = protocol::Refusal::new("store_away", "The database cannot be reached.");
    let why = NotStored { fault: if store == Store::Fails { StoreFault::Away } else { StoreFault::Full }, refusal };
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
    // Nobody does anything: the room finds out by itself.
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
fn who_is_cut_off_by_the_server_loses_no_time() {
    let mut table = Table::open(ClockKind::Fast, None);
    let seat = table.next();
    let other = (seat + 1) % 4;
    table.pass(3 * SECOND);
    table.tell(Input::CutOff { connection: ConnectionId(seat) });
    assert_eq!(table.shown(other, seat), (12_000, true));
    table.pass(50 * SECOND);
    assert_eq!(table.taken_over(), 0);
    table.comes(seat);
    for viewer in [seat, other] {
        assert_eq!(table.shown(viewer, seat), (12_000, false));
    }
    table.act(seat);
    assert_ne!(table.next(), seat, "its player decides");
}

#[test]
fn who_is_cut_off_for_longer_counts_as_away() {
    let mut table = Table::open(ClockKind::Fast, None);
    let seat = table.next();
    let other = (seat + 1) % 4;
    table.pass(13 * SECOND);
    table.tell(Input::CutOff { connection: ConnectionId(seat) });
    table.pass(60 * SECOND);
    assert_eq!((table.shown(other, seat), table.taken_over()), ((5_000, false), 0));
    table.pass(5 * SECOND);
    assert_eq!(table.taken_over(), 1);
    assert_eq!(table.frames[&other]["seats"][seat as usize]["stand_in"], json!("random"));
    // Who goes without our doing has the time of the clock.
    let mut table = Table::open(ClockKind::Fast, None);
    let seat = table.next();
    table.pass(13 * SECOND);
    table.tell(Input::Closed { connection: ConnectionId(seat), last_heard: Instant::after(table.now) });
    table.pass(2 * SECOND);
    assert_eq!(table.taken_over(), 1);
}

#[test]
fn no_bot_begins_to_play_for_somebody_who_was_just_cut_off() {
    for (grace, ends) in [(30, 60), (90, 90)] {
        let mut table = Table::open(ClockKind::None, Some(grace));
        let seat = table.next();
        table.tell(Input::CutOff { connection: ConnectionId(seat) });
        table.pass((ends - 1) * SECOND);
        assert_eq!(table.taken_over(), 0, "{grace}");
        table.pass(SECOND);
        assert_eq!(table.taken_over(), 1, "{grace}");
    }
}
