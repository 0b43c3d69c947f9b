//! Tests of chat, of what spectators see and when, of who may read a match, of rematches, and of stored results.

use std::time::Duration;

use game::Seat;
use protocol::{ChatMode, Open, Settings};
use serde_json::{Value, json};
use table::MatchPhase;

use room::{Denied, Effect, Input, PersonId, Rematch};

use crate::clocks::{SECOND, Table, people};

fn settings() -> Settings {
    Settings { open: Open::Friends, watch: true, level: "random".to_owned(), ..Settings::default() }
}

fn say(table: &mut Table, person: u64, text: &str) -> String {
    table.order(person, json!({"t": "say", "text": text}))
}

/// Returns the numbers and texts of the chat lines that a person got.
fn lines(table: &Table, person: u64) -> Vec<(u64, String)> {
    let talk = table.sent.iter().filter(|(to, told)| *to == person && told["t"] == "talk");
    let lines = talk.flat_map(|(_, told)| told["lines"].as_array().expect("lines").clone());
    lines
        .map(|line| (line["n"].as_u64().expect("a number"), line["text"].as_str().unwrap_or_default().to_owned()))
        .collect()
}

#[test]
fn a_seat_says_ten_lines_in_ten_seconds_and_who_comes_later_reads_fifty() {
    let mut table = Table::of("schwarze-dame", Settings { chat: ChatMode::Free, ..settings() });
    for n in 0..10 {
        assert_eq!(say(&mut table, 0, &n.to_string()), "done");
    }
    assert_eq!((say(&mut table, 0, "more").as_str(), say(&mut table, 1, "other").as_str()), ("too_fast", "done"));
    table.pass(10 * SECOND - Duration::from_millis(1));
    assert_eq!(say(&mut table, 0, "more"), "too_fast");
    table.pass(Duration::from_millis(1));
    assert_eq!(say(&mut table, 0, "more"), "done");
    let read = lines(&table, 2);
    assert_eq!((read.len(), read.is_sorted(), read[11].1.as_str()), (12, true, "more"), "each line once, in order");
    for n in 0..44 {
        assert_eq!(say(&mut table, n % 4, "again"), "done");
        table.pass(SECOND);
    }
    table.goes(3);
    table.sent.clear();
    table.comes(3);
    let read = lines(&table, 3);
    assert_eq!((read.len(), read[0].1.as_str()), (50, "6"), "the oldest are gone");
    assert_eq!(table.room.chat_read_by(PersonId(3)).map(|lines| lines.len()), Some(50));
    assert!(table.room.chat_read_by(PersonId(10)).is_none());
    for (text, answer) in [("x".repeat(201), "too_long"), ("x".repeat(200), "done"), (" ".to_owned(), "empty")] {
        assert_eq!(say(&mut table, 0, &text), answer);
    }
    let mut table = Table::of("schwarze-dame", Settings { chat: ChatMode::Phrases, ..settings() });
    assert_eq!(say(&mut table, 0, "hello"), "phrases_only");
}

#[test]
fn spectators_read_and_see_everything_after_the_delay() {
    let settings = Settings { chat: ChatMode::Free, watch_delay_s: 30, ..settings() };
    let mut table = Table::of("schwarze-dame", settings);
    table.comes(10);
    assert_eq!((&table.people[&10]["first_ms"], &table.people[&0]["first_ms"]), (&json!(30_000), &Value::Null));
    assert_eq!(table.room.history(PersonId(10)), Err(Denied::UnknownDeal));
    table.pass(10 * SECOND);
    assert_eq!(say(&mut table, 0, "now"), "done");
    table.act(table.next());
    let past = table.frames[&0]["past"].clone();
    table.pass(20 * SECOND);
    assert_eq!(table.frames[&10]["past"], 0, "as it was when the table was loaded");
    table.pass(10 * SECOND - Duration::from_millis(1));
    assert_eq!((table.frames[&10]["past"].clone(), lines(&table, 10).len()), (json!(0), 0));
    table.pass(Duration::from_millis(1));
    assert_eq!((&table.frames[&10]["past"], lines(&table, 10).len()), (&past, 1));
    // Spectators get the history of a finished deal with their delay, even while the next deal is already being played.
    table.plays_until(MatchPhase::Between);
    let steps = |table: &Table, person: i64| -> (Value, usize) {
        let told = table.room.history(PersonId(person)).expect("a deal");
        let told: Value = serde_json::from_str(&told).expect("JSON");
        (told["deal"].clone(), told["steps"].as_array().expect("steps").len())
    };
    let (_, all) = steps(&table, 0);
    assert_eq!(steps(&table, 10), (json!(0), 2));
    table.pass(SECOND);
    (0..4).for_each(|seat| drop(table.order(seat, json!({"t": "next"}))));
    let must = table.room.table().must();
    table.act(must.first().expect("a seat").index() as u64);
    assert_eq!((steps(&table, 0).0, steps(&table, 10)), (json!(1), (json!(0), 2)));
    table.pass(30 * SECOND - Duration::from_millis(1));
    assert_eq!(steps(&table, 10), (json!(0), all), "all of it, a moment before the next");
    table.pass(Duration::from_millis(1));
    assert_eq!(steps(&table, 10).0, 1);
}

#[test]
fn a_private_match_is_read_by_its_players_alone() {
    let mut table = Table::of("schwarze-dame", Settings { watch: false, ..settings() });
    table.comes(10);
    assert!(matches!(table.done.last(), Some(Effect::TurnAway { denied: Denied::NotYourTable, .. })));
    assert_eq!(table.room.record(Some(PersonId(10))), Err(Denied::NotYourTable));
    assert_eq!(table.room.record(None), Err(Denied::NotYourTable));
    assert!(table.room.record(Some(PersonId(2))).is_ok());
    assert_eq!(table.order(2, json!({"t": "leave"})), "done");
    assert_eq!(table.ended, [2]);
    assert!(table.room.record(Some(PersonId(2))).is_ok(), "it has played");
    assert_eq!(table.room.history(PersonId(2)), Err(Denied::NotYourTable));
}

fn rematch(table: &mut Table) -> Rematch {
    let opened = table.done.extract_if(.., |effect| matches!(effect, Effect::OpenRematch(_))).last();
    let Some(Effect::OpenRematch(rematch)) = opened else { panic!("a table is opened") };
    rematch
}

#[test]
fn the_same_people_and_who_came_too_late_play_again() {
    let mut table = Table::with("schwarze-dame", settings(), people(3, 4), false);
    assert_eq!(table.order(0, json!({"t": "begin"})), "done");
    table.comes(10);
    let request = room::RequestId(7);
    table.tell(Input::Sit {
        request,
        person: PersonId(10),
        name: "P10".to_owned(),
        network: None,
        link_ms: Some(i64::MAX),
    });
    assert_eq!(table.order(1, json!({"t": "rematch"})), "match_goes_on");
    // The newcomer is away when the deal begins, and therefore is still a newcomer at the end of the match.
    table.goes(10);
    table.plays_until(MatchPhase::Over);
    let last = table.room.table().totals();
    let ended =
        |effect: &Effect| matches!(effect, Effect::WriteLater(room::LaterWrite::Ended(totals)) if *totals == last);
    assert_eq!(table.done.iter().filter(|effect| ended(effect)).count(), 1);
    table.goes(0);
    assert_eq!(table.order(1, json!({"t": "rematch"})), "", "after the table is there");
    let asked = rematch(&mut table);
    let seats: Vec<Option<i64>> = asked.seats.iter().map(|seated| seated.person.map(|person| person.0)).collect();
    assert_eq!(seats[..3], [Some(0), Some(1), Some(2)]);
    assert_eq!(asked.host, Some(PersonId(1)), "the host is away");
    assert!(asked.terms.settings.begins_when_full && asked.terms.settings.fill_s.is_none());
    table.tell(Input::RematchOpened(Ok("again".to_owned())));
    assert_eq!(table.people[&2]["rematch"], "again");
    table.done.clear();
    assert_eq!(table.order(2, json!({"t": "rematch"})), "done");
    assert!(table.done.is_empty(), "there is one already");
    table.loads();
    table.comes(2);
    assert_eq!(table.people[&2]["rematch"], "again");
}

#[test]
fn results_are_stored_once_for_the_people_who_sit_there() {
    let mut table = Table::with("schwarze-dame", settings(), people(2, 4), false);
    assert_eq!(table.order(0, json!({"t": "begin"})), "done");
    table.plays_until(MatchPhase::Between);
    table.pass(SECOND);
    let results = table.done.iter().filter_map(|effect| match effect {
        Effect::WriteLater(room::LaterWrite::Results(results)) => Some(results.clone()),
        _ => None,
    });
    let results: Vec<_> = results.collect();
    let points = table.room.table().totals();
    let [deal] = &results[..] else { panic!("{results:?}") };
    for (index, result) in deal.iter().enumerate() {
        assert_eq!((result.person, usize::from(result.seat), result.deal), (PersonId(index as i64), index, 0));
        assert_eq!((result.points, result.won, result.took_ms), (Some(points[index]), None, None));
        assert!(!result.assisted && !table.room.table().advised().has(Seat::new(0)));
    }
    assert_eq!(deal.len(), 2);
}
