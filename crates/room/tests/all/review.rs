//! Tests of the review of a finished match by its people together.

use std::time::Duration;

use protocol::{Open, Settings};
use serde_json::{Value, json};
use table::MatchPhase;

use room::{Denied, Effect, Input, PersonId, RequestId};

use crate::clocks::{SECOND, Table, people};

const MOMENT: Duration = Duration::from_millis(50);

/// Returns a table of two people and bots, whose match is over.
fn finished(settings: Settings) -> Table {
    let settings = Settings { open: Open::Friends, watch: true, level: "random".to_owned(), ..settings };
    let mut table = Table::with("schwarze-dame", settings, people(2, 4), false);
    assert_eq!(table.order(0, json!({"t": "begin"})), "done");
    assert_eq!(show(&mut table, 0, 0, 1), "match_goes_on");
    table.plays_until(MatchPhase::Over);
    table.sent.clear();
    table
}

fn show(table: &mut Table, by: u64, deal: u32, step: u32) -> String {
    table.order(by, json!({"t": "review", "deal": deal, "step": step}))
}

/// Returns the reviews that a connection got: leader, deal and step.
fn reviews(table: &Table, to: u64) -> Vec<(Option<u64>, u64, u64)> {
    let got = table.sent.iter().filter(|(other, message)| *other == to && message["t"] == "review");
    let number = |value: &Value| value.as_u64().expect("a number");
    got.map(|(_, is)| (is["leader"].as_u64(), number(&is["deal"]), number(&is["step"]))).collect()
}

#[test]
fn the_first_who_looks_back_leads_and_the_others_are_told_where() {
    let mut table = finished(Settings::default());
    table.pass(SECOND);
    let stored = table.log.len();
    assert_eq!(show(&mut table, 1, 2, 30), "done");
    for person in [0, 1] {
        assert_eq!(reviews(&table, person), [(Some(1), 2, 30)]);
    }
    assert_eq!(show(&mut table, 0, 0, 0), "review_led");
    // The match has no deal after its last one.
    table.pass(SECOND);
    assert_eq!(show(&mut table, 1, 99, 3), "done");
    assert_eq!(reviews(&table, 0).last(), Some(&(Some(1), u64::from(table.room.table().deal()), 3)));
    // Whoever comes later learns where the others are, and may lead only with a seat.
    table.comes(10);
    assert_eq!(reviews(&table, 10), [(Some(1), u64::from(table.room.table().deal()), 3)]);
    assert_eq!(show(&mut table, 10, 0, 0), "no_seat");
    assert_eq!(table.log.len(), stored, "nothing of it is stored");
}

#[test]
fn many_moves_are_one_message_and_the_last_one_counts() {
    let mut table = finished(Settings::default());
    table.pass(SECOND);
    for step in 0..20 {
        assert_eq!(show(&mut table, 0, 0, step), "done");
    }
    assert_eq!(reviews(&table, 1), [(Some(0), 0, 0)]);
    table.pass(MOMENT);
    assert_eq!(reviews(&table, 1), [(Some(0), 0, 0), (Some(0), 0, 19)]);
    table.pass(SECOND);
    assert_eq!(reviews(&table, 1).len(), 2, "who stands still sends nothing");
}

#[test]
fn a_quiet_leader_and_one_who_has_gone_are_replaced() {
    let mut table = finished(Settings::default());
    table.pass(SECOND);
    assert_eq!(show(&mut table, 0, 0, 5), "done");
    table.pass(60 * SECOND - Duration::from_millis(1));
    assert_eq!(show(&mut table, 1, 0, 6), "review_led");
    table.pass(Duration::from_millis(1));
    assert_eq!(show(&mut table, 1, 0, 6), "done");
    // Reloading a page is not leaving.
    table.goes(1);
    table.pass(4 * SECOND);
    assert_eq!(show(&mut table, 0, 0, 7), "review_led");
    table.pass(SECOND);
    assert_eq!(show(&mut table, 0, 0, 7), "done");
    assert_eq!(reviews(&table, 0).last(), Some(&(Some(0), 0, 7)));
}

#[test]
fn who_comes_and_goes_a_hundred_times_keeps_nobody_from_leading() {
    let mut table = finished(Settings::default());
    assert_eq!(show(&mut table, 0, 0, 5), "done");
    for _ in 0..100 {
        table.goes(0);
        table.pass(SECOND);
        table.sent.clear();
        table.comes(0);
        assert_eq!((reviews(&table, 0), reviews(&table, 1)), (vec![(Some(0), 0, 5)], vec![]));
    }
    assert_eq!(show(&mut table, 1, 0, 6), "done", "it has shown nothing for a minute");
    // A person who is deleted leads no more.
    table.tell(Input::Forget { person: PersonId(1) });
    assert_eq!(show(&mut table, 0, 0, 7), "done");
}

#[test]
fn spectators_with_a_delay_follow_once_they_have_seen_the_end() {
    let mut table = finished(Settings { watch_delay_s: 30, ..Settings::default() });
    table.comes(10);
    assert_eq!(show(&mut table, 0, 0, 1), "done");
    table.pass(30 * SECOND - Duration::from_millis(1));
    assert_eq!(reviews(&table, 1), [(Some(0), 0, 1)]);
    assert_eq!(reviews(&table, 10), []);
    table.pass(SECOND);
    assert_eq!(reviews(&table, 10), [(Some(0), 0, 1)]);
    assert_eq!(show(&mut table, 0, 0, 2), "done");
    for person in [1, 10] {
        assert_eq!(reviews(&table, person).last(), Some(&(Some(0), 0, 2)));
    }
    table.comes(11);
    assert_eq!(reviews(&table, 11), [(Some(0), 0, 2)]);
}

#[test]
fn practice_with_the_others_is_announced_and_bounded() {
    let mut table = finished(Settings::default());
    let ask = |table: &mut Table, person: i64| -> Result<u8, Denied> {
        table.tell(Input::Practise { request: RequestId(5), person: PersonId(person) });
        match table.done.pop() {
            Some(Effect::Reply { to: RequestId(5), answer }) => answer,
            _ => panic!("an answer"),
        }
    };
    assert_eq!(ask(&mut table, 10), Err(Denied::NotYourTable));
    for _ in 0..10 {
        for person in [0, 0, 1] {
            assert_eq!(ask(&mut table, person), Ok(0b11), "only tables that are opened count");
        }
        table.tell(Input::PracticeOpened { table: "P".to_owned(), seats: 0b11 });
        table.pass(MOMENT);
    }
    assert!(matches!(ask(&mut table, 0), Err(Denied::Invalid { key: "too_many_practices", .. })));
    let told = table.sent.iter().rfind(|(to, message)| *to == 1 && message["t"] == "review").expect("a message");
    assert_eq!(told.1["practice"], json!({"table": "P", "seats": [0, 1]}));
    // Whoever comes back finds it.
    table.goes(1);
    table.sent.clear();
    table.comes(1);
    let told = table.sent.iter().rfind(|(to, message)| *to == 1 && message["t"] == "review").expect("a message");
    assert_eq!(told.1["practice"]["table"], "P");
    table.loads();
    table.comes(0);
    let mut going_on = Table::with("schwarze-dame", Settings::default(), people(2, 4), false);
    assert_eq!(going_on.order(0, json!({"t": "begin"})), "done");
    going_on.tell(Input::Practise { request: RequestId(5), person: PersonId(0) });
    assert!(matches!(going_on.done.pop(), Some(Effect::Reply { answer: Err(Denied::UnknownDeal), .. })));
}
