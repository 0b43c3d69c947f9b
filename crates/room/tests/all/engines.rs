//! Tests of engines: who gives them a seat, which messages they get, and what happens when they do not answer.

use std::time::Duration;

use protocol::{Open, Settings};
use serde_json::{Value, json};
use table::MatchPhase;

use room::{Denied, Effect, EngineId, EnginePass, Input, LogLine, Metric, PersonId, RequestId};

use crate::clocks::{SECOND, Table, people};

fn gathering(open: Open) -> Table {
    let settings = Settings { open, watch: true, level: "random".to_owned(), ..Settings::default() };
    Table::with("schwarze-dame", settings, people(2, 4), false)
}

/// Gives a seat to an engine with this token, as person `by`, for two minutes. Returns the answer.
fn gives(table: &mut Table, by: i64, seat: u8, token: &str) -> Result<u8, Denied> {
    gives_until(table, by, (seat, token), 120_001)
}

fn gives_until(table: &mut Table, by: i64, (seat, token): (u8, &str), expires_ms: i64) -> Result<u8, Denied> {
    let pass = EnginePass { seat, hash: token.to_owned(), expires_ms, log: 0, from: 0 };
    table.tell(Input::SeatEngine { request: RequestId(1), by: PersonId(by), pass });
    let answer = table.done.iter().rev().find_map(|effect| match effect {
        Effect::Reply { answer, .. } => Some(answer.clone()),
        _ => None,
    });
    answer.expect("an answer")
}

/// Connects an engine with a token. Returns whether it is let in.
fn comes(table: &mut Table, engine: u64, token: &str) -> bool {
    let (hash, called) = (token.to_owned(), "Iron".to_owned());
    table.tell(Input::EngineOpened { engine: EngineId(engine), hash, called });
    let welcome = |effect: &Effect| matches!(effect, Effect::WelcomeEngine(of) if of.0 == engine);
    table.done.iter().any(welcome)
}

fn hung_up(table: &Table, engine: u64) -> bool {
    table.done.iter().any(|effect| matches!(effect, Effect::HangUpEngine(of) if of.0 == engine))
}

/// Returns all messages that an engine got.
fn told(table: &Table, engine: u64) -> Vec<Value> {
    let texts = table.done.iter().filter_map(|effect| match effect {
        Effect::SendEngine { to, text } if to.0 == engine => Some(text),
        _ => None,
    });
    texts.map(|text| serde_json::from_str(text).expect("JSON")).collect()
}

fn kinds(table: &Table, engine: u64) -> Vec<String> {
    told(table, engine).iter().map(|told| told["t"].as_str().expect("a kind").to_owned()).collect()
}

fn answers(table: &mut Table, engine: u64, id: u64, action: &str) {
    table.tell(Input::EngineAnswered { engine: EngineId(engine), id, action: action.to_owned() });
}

fn key(answer: Result<u8, Denied>) -> &'static str {
    match answer {
        Err(Denied::Invalid { key, .. }) => key,
        other => panic!("{other:?}"),
    }
}

/// Lets people and bots play until an engine is asked. Returns the question.
fn asked(table: &mut Table, engine: u64) -> Value {
    for _ in 0..200 {
        let told = told(table, engine);
        if let Some(ask) = told.last().filter(|told| told["t"] == "ask") {
            return ask.clone();
        }
        match table.room.table().phase() {
            MatchPhase::Deal => table.act_or_wait(),
            _ => (0..2).for_each(|seat| drop(table.order(seat, json!({"t": "next"})))),
        }
    }
    unreachable!("it is asked")
}

fn counted(table: &Table, what: &str) -> usize {
    let counts = |effect: &&Effect| matches!(effect, Effect::Count(Metric::EngineAsked(of)) if *of == what);
    table.done.iter().filter(counts).count()
}

/// Returns the new player of each log entry that gives this seat another player.
fn says(table: &Table, seat: u64) -> Vec<String> {
    let entries = table.log.iter().map(|logged| serde_json::from_str::<Value>(&logged.entry).expect("JSON"));
    let own = entries.filter(|entry| entry["kind"] == "took_over" && entry["seat"] == seat);
    own.map(|entry| entry["bot"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_host_alone_gives_an_engine_a_seat_that_no_person_has() {
    let mut table = gathering(Open::Public);
    assert_eq!(gives(&mut table, 1, 3, "a"), Err(Denied::NotYourTable));
    assert_eq!(key(gives(&mut table, 0, 4, "a")), "unknown_seat");
    assert_eq!(key(gives(&mut table, 0, 1, "a")), "taken");
    assert_eq!(gives(&mut table, 0, 3, "a"), Ok(0));
    let seat = |table: &Table, seat: usize| table.people[&1]["seats"][seat].clone();
    assert_eq!((&seat(&table, 3)["bot"], &seat(&table, 3)["here"]), (&json!("engine"), &json!(false)));
    assert!(!comes(&mut table, 1, "b"));
    table.heard.clear();
    assert!(comes(&mut table, 2, "a"));
    assert_eq!(table.heard, [(0, "room".to_owned()), (1, "room".to_owned())], "its name and that it is here at once");
    assert_eq!((&seat(&table, 3)["name"], &seat(&table, 3)["here"]), (&json!("Iron"), &json!(true)));
    assert!(comes(&mut table, 3, "a") && hung_up(&table, 2) && !hung_up(&table, 3), "the latest connection counts");
    assert_eq!(gives(&mut table, 0, 2, "other"), Ok(0));
    assert!(comes(&mut table, 4, "other") && !hung_up(&table, 3), "another seat is another's");
    assert_eq!(gives(&mut table, 0, 3, "b"), Ok(0));
    assert!(hung_up(&table, 3) && !hung_up(&table, 4) && !comes(&mut table, 5, "a"), "an older token ends");
    assert!(comes(&mut table, 6, "b"));
    assert_eq!(table.order(0, json!({"t": "swap", "a": 2, "b": 3})), "done");
    assert!(!hung_up(&table, 6) && kinds(&table, 6).is_empty());
    table.pass(60 * SECOND);
    table.loads();
    (0..2).for_each(|person| table.comes(person));
    table.pass(60 * SECOND - Duration::from_millis(1));
    assert!(comes(&mut table, 7, "b"), "a table that is loaded again knows it");
    assert_eq!(table.order(0, json!({"t": "begin"})), "done");
    assert_eq!((&told(&table, 7)[0]["t"], &told(&table, 7)[0]["seat"]), (&json!("new"), &json!(2)));
    table.pass(Duration::from_millis(1));
    assert!(!comes(&mut table, 8, "other"), "its time is over");
    assert_eq!(key(gives(&mut table, 0, 3, "c")), "begun", "strangers have not agreed to it");
    let mut table = gathering(Open::Friends);
    assert_eq!(table.order(0, json!({"t": "begin"})), "done");
    table.tell(Input::Sit {
        request: RequestId(2),
        person: PersonId(10),
        name: "P".to_owned(),
        network: None,
        link_ms: Some(i64::MAX),
    });
    assert_eq!(key(gives(&mut table, 0, 2, "a")), "taken_next");
    assert_eq!(gives(&mut table, 0, 3, "a"), Ok(0));
    assert_eq!(says(&table, 3), ["club"], "until it comes the rule bot plays");
    // The engine does not see the hand of this deal, because somebody else has begun to play it.
    assert!(comes(&mut table, 1, "a"));
    table.plays_until(MatchPhase::Between);
    assert_eq!(kinds(&table, 1), ["new"]);
    (0..2).for_each(|seat| drop(table.order(seat, json!({"t": "next"}))));
    assert_eq!(kinds(&table, 1)[1], "deal");
    // The host takes the seat from the engine, and a bot gets it.
    assert_eq!(table.order(0, json!({"t": "unseat", "seat": 3})), "done");
    assert!(hung_up(&table, 1) && !comes(&mut table, 2, "a"));
    assert_eq!((table.people[&0]["seats"][3]["bot"].clone(), says(&table, 3)[1].as_str()), (json!("random"), "random"));
    table.plays_until(MatchPhase::Over);
    assert_eq!(key(gives(&mut table, 0, 3, "d")), "match_over");
}

#[test]
fn an_engine_that_does_not_answer_is_followed_by_the_rule_bot_and_the_log_says_so() {
    let mut table = gathering(Open::Friends);
    assert_eq!(gives_until(&mut table, 0, (2, "a"), i64::MAX), Ok(0));
    assert!(comes(&mut table, 1, "a"));
    assert_eq!(table.order(0, json!({"t": "begin"})), "done");
    assert_eq!(kinds(&table, 1)[..2], ["new", "deal"]);
    let replaced = |table: &mut Table| {
        table.asks_for_a_frame(0);
        table.frames[&0]["seats"][2]["replaced"].clone()
    };
    // The engine gives a legal answer.
    let ask = asked(&mut table, 1);
    assert_eq!((&ask["must"], &ask["clock_ms"], &ask["view"]["seat"]), (&json!(true), &json!(5_000), &json!(2)));
    let id = ask["id"].as_u64().expect("a number");
    answers(&mut table, 1, id + 1, "anything");
    assert_eq!(told(&table, 1).last().expect("an error")["key"], "malformed");
    let action = ask["legal"][0].as_str().expect("an action").to_owned();
    answers(&mut table, 1, id, &action);
    let length = table.log.len();
    table.pass(SECOND / 10);
    assert!(table.log.len() > length, "it acts at its moment");
    let event = json!({"t": "event", "seat": 2, "action": action});
    assert!(told(&table, 1).contains(&event), "its own action is told too");
    assert_eq!((says(&table, 2).len(), replaced(&mut table), counted(&table, "answered")), (0, json!(0), 1));
    answers(&mut table, 1, id, &action);
    // The engine gives an illegal answer.
    let ask = asked(&mut table, 1);
    answers(&mut table, 1, ask["id"].as_u64().expect("a number"), "nonsense");
    assert_eq!(told(&table, 1).last().expect("an error")["key"], "illegal");
    table.pass(SECOND / 10);
    assert_eq!(
        (says(&table, 2), replaced(&mut table), counted(&table, "illegal")),
        (vec!["club".to_owned()], json!(1), 1)
    );
    // The engine gives a legal answer again.
    let ask = asked(&mut table, 1);
    answers(&mut table, 1, ask["id"].as_u64().expect("a number"), ask["legal"][0].as_str().expect("an action"));
    table.pass(SECOND / 10);
    assert_eq!((says(&table, 2), replaced(&mut table)), (vec!["club".to_owned(), "engine".to_owned()], json!(1)));
    // The engine gives no answer, three times in a row.
    for late in 1..=3 {
        assert!(!hung_up(&table, 1));
        asked(&mut table, 1);
        table.pass(4_700 * SECOND / 1_000);
        assert_eq!(counted(&table, "late"), late - 1);
        table.pass(SECOND / 2);
        assert_eq!((counted(&table, "late"), replaced(&mut table)), (late, json!(1 + late)));
    }
    assert!(hung_up(&table, 1) && told(&table, 1).last().expect("a line")["t"] == "quit");
    assert!(table.done.iter().any(|effect| matches!(effect, Effect::Log(LogLine::EngineSentAway))));
    assert_eq!(table.people[&0]["seats"][2]["here"], false);
    // The engine comes back in the middle of a deal, is asked, and disconnects. Nobody waits for it.
    assert!(comes(&mut table, 2, "a"));
    assert_eq!(kinds(&table, 2)[..2], ["new", "deal"]);
    asked(&mut table, 2);
    table.tell(Input::EngineClosed { engine: EngineId(2) });
    let length = table.log.len();
    table.pass(SECOND / 10);
    assert!(table.log.len() > length && table.people[&0]["seats"][2]["here"] == false);
    // After the table is loaded again, the number of replaced actions is still known. The engine gets the end of the
    // match.
    let before = replaced(&mut table);
    table.loads();
    (0..2).for_each(|person| table.comes(person));
    assert_eq!(replaced(&mut table), before);
    assert!(comes(&mut table, 3, "a"));
    while table.room.table().phase() != MatchPhase::Over {
        match table.room.table().phase() {
            MatchPhase::Deal if table.next() == 2 => table.pass(SECOND),
            MatchPhase::Deal => table.act_or_wait(),
            _ => (0..2).for_each(|seat| drop(table.order(seat, json!({"t": "next"})))),
        }
        if hung_up(&table, 3) && table.room.table().phase() != MatchPhase::Over {
            table.done.clear();
            assert!(comes(&mut table, 3, "a"));
        }
    }
    let end = kinds(&table, 3);
    assert_eq!(end[end.len() - 3..], ["score", "game_over", "quit"]);
    assert_eq!(told(&table, 3)[end.len() - 2]["totals"], json!(table.room.table().totals()));
    assert!(comes(&mut table, 4, "a"));
    assert_eq!(kinds(&table, 4), ["new", "game_over", "quit"]);
}
