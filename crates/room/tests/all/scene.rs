//! The common parts of these tests: the room of a table, the time, and the answers of bots.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use protocol::Settings;
use serde_json::{Map, Value};

use room::log_entry::LogEntry;
use room::{BotQuestion, BotReply, Input, Instant, KeptState, Now, Pace, Room, Saved, Seated};

/// Returns the room of a numbered deal, in which the first person is the host, and the setup of the match.
pub fn load(
    (game, options, number): (&str, &Map<String, Value>, u64),
    seats: Vec<Seated>,
    settings: Settings,
    begun: bool,
) -> (Room, table::Setup) {
    let names = seats.iter().map(|seated| seated.name.clone()).collect();
    let setup = catalog::setup(game, options, names, cards::Seed::numbered(number)).expect("a setup");
    let saved = Saved {
        id: "table".to_owned(),
        settings,
        host: seats.iter().find_map(|seated| seated.person),
        seats,
        created: String::new(),
        started_ms: begun.then_some(1),
        ended: false,
        kept: KeptState::default(),
    };
    let table = catalog::open(setup.clone()).expect("a table");
    let Ok((room, _)) = Room::load(saved, table, &[], (Pace::fixed(100), 1), at(Duration::ZERO)) else {
        panic!("levels are known")
    };
    (room, setup)
}

/// Returns the room of a stored table after the entries of `log`.
pub fn load_again(saved: Saved, setup: &table::Setup, log: &[LogEntry], now: Duration) -> Room {
    let mut table = catalog::open(setup.clone()).expect("a table");
    room::restore(table.as_mut(), log).expect("what is stored can be read back");
    let Ok((room, _)) = Room::load(saved, table, log, (Pace::fixed(100), 1), at(now)) else {
        panic!("levels are known")
    };
    room
}

/// Returns the time `passed` after the room was loaded.
pub fn at(passed: Duration) -> Now {
    Now { instant: Instant::after(passed), unix_ms: 1 + passed.as_millis() as i64 }
}

/// Returns the answer of a bot that answers immediately.
pub fn reply(asked: BotQuestion) -> Input {
    let mut bot = asked.bot;
    let answer = bot.answer(asked.question, &AtomicBool::new(false));
    Input::BotReply(BotReply { task: asked.task, took: Duration::ZERO, result: Some((bot, answer)) })
}
