//! Tests of a practice table. Actions can be taken back, nothing counts, and a loaded table is as it was.

use std::time::Duration;

use game::Seat;
use protocol::{Open, Practice, Settings};
use room::log_entry::{LogEntry, written};
use room::{Effect, LaterWrite, Seated};
use serde_json::{Value, json};
use table::record::Raw;
use table::{Entry, ForkPoint, Intent, MatchPhase};

use crate::clocks::{SECOND, Table, people};

/// Returns a record with a finished deal and the beginning of a second one. Everybody always plays the first legal
/// action.
fn record(game: &str, options: &Value) -> String {
    let names = (0..4).map(|n| format!("player {n}")).collect();
    let options = options.as_object().expect("options");
    let setup = catalog::setup(game, options, names, cards::Seed::numbered(2)).expect("a setup");
    let mut table = catalog::open(setup).expect("a table");
    for _ in 0..70 {
        let accepted = match table.must().first() {
            Some(seat) => {
                let action = table.legal(seat).remove(0);
                table.check(Intent::act(seat, &action)).expect("a legal action")
            }
            None => table.check(Intent::Next).expect("the next deal"),
        };
        table.apply(accepted);
    }
    table.broken_off_record()
}

/// Opens a practice table for one person and three bots.
fn practise(step: usize) -> Table {
    let record = record("schwarze-dame", &json!({}));
    let position = ForkPoint { deal: 0, step, redealt: None };
    let fork = catalog::fork(&Raw::read(&record).expect("a record"), position).expect("no fault").expect("a position");
    let practice =
        Practice { of: "tables/T".to_owned(), deal: 0, step: step as u32, redealt: false, points: fork.points.clone() };
    let settings = Settings {
        open: Open::Alone,
        level: "random".to_owned(),
        practice: Some(practice),
        advice: true,
        ..Settings::default()
    };
    let bot = |n: usize| Seated { name: format!("B{n}"), person: None, bot: Some("random".to_owned()) };
    let seats = people(1, 1).into_iter().chain((1..4).map(bot)).collect();
    let mut table = Table::with("schwarze-dame", settings, seats, true);
    let first = written(&Entry::Position { record: fork.record }, None, None);
    table.log = vec![LogEntry { at_ms: 1, seat: None, cmd: None, entry: first }];
    table.loads();
    table.comes(0);
    table
}

/// Plays the person's first legal action whenever it is the person's turn, until `acts` actions are done or the deal is
/// over.
fn play(table: &mut Table, acts: usize) {
    let mut done = 0;
    while table.room.table().phase() == MatchPhase::Deal && done < acts {
        match table.next() {
            0 => {
                table.act(0);
                done += 1;
            }
            _ => table.pass(Duration::from_millis(100)),
        }
    }
}

/// Lets the bots act until it is the person's turn.
fn await_turn(table: &mut Table) {
    play(table, 0);
    while table.room.table().phase() == MatchPhase::Deal && table.next() != 0 {
        table.pass(Duration::from_millis(100));
    }
}

fn undo(table: &Table) -> u64 {
    table.frames[&0]["undo"].as_u64().expect("a number")
}

#[test]
fn own_actions_are_taken_back_with_what_followed_and_bots_play_again() {
    let mut table = practise(9);
    assert_eq!((undo(&table), table.frames[&0]["redo"].as_u64()), (0, Some(0)));
    await_turn(&mut table);
    let view = table.frames[&0]["view"].clone();
    let legal = table.frames[&0]["legal"].clone();
    play(&mut table, 2);
    table.pass(SECOND);
    assert_eq!(undo(&table), 2);
    let length = table.log.len();
    assert_eq!(table.order(0, json!({"t": "undo", "n": 3})), "nothing_to_undo");
    assert_eq!(table.order(0, json!({"t": "undo", "n": 2, "cmd": "back"})), "done");
    let entry: Value = serde_json::from_str(&table.log[length].entry).expect("JSON");
    assert_eq!((&entry["kind"], entry["n"].as_u64().map(|n| n > 2)), (&json!("undo"), Some(true)), "{entry}");
    assert_eq!((&table.frames[&0]["view"], &table.frames[&0]["legal"]), (&view, &legal));
    assert_eq!(undo(&table), 0);
    // The command is carried out once, also after a restart.
    table.loads();
    table.comes(0);
    assert_eq!(table.frames[&0]["view"], view);
    assert_eq!(table.order(0, json!({"t": "undo", "n": 2, "cmd": "back"})), "done");
    assert_eq!(table.order(0, json!({"t": "redo", "n": 1})), "several_seats");
    play(&mut table, 1);
    await_turn(&mut table);
    assert_eq!(undo(&table), 1, "the bots have played again");
    // After an undo, a move that a bot had decided before the undo is not made.
    table.act(0);
    assert_eq!(table.order(0, json!({"t": "undo", "n": 1})), "done");
    let length = table.log.len();
    table.pass(SECOND);
    assert_eq!((table.log.len(), table.next()), (length, 0));
}

#[test]
fn practice_counts_nowhere_and_a_finished_deal_is_taken_back() {
    let mut table = practise(40);
    play(&mut table, 52);
    assert_eq!(table.room.table().phase(), MatchPhase::Between);
    // Practice is over with its deal, although the match would go on.
    assert_eq!((&table.frames[&0]["phase"], &table.frames[&0]["winners"]), (&json!("over"), &Value::Null));
    assert_eq!(table.people[&0]["stage"], "over");
    for refused in [json!({"t": "next"}), json!({"t": "rematch"})] {
        assert!(["match_over", "practice"].contains(&table.order(0, refused).as_str()));
    }
    table.pass(60 * SECOND);
    assert_eq!(table.room.table().phase(), MatchPhase::Between);
    let ended = |table: &Table| {
        let later = table.done.iter().filter(|effect| matches!(effect, Effect::WriteLater(_)));
        later.map(|effect| matches!(effect, Effect::WriteLater(LaterWrite::Ended(_)))).collect::<Vec<_>>()
    };
    assert_eq!(ended(&table), [true]);
    let results = |effect: &Effect| matches!(effect, Effect::WriteLater(LaterWrite::Results(_)));
    assert!(!table.done.iter().any(results));
    let n = undo(&table);
    assert!(n > 0);
    // Its people review it, until practice goes on.
    assert_eq!(table.order(0, json!({"t": "review", "deal": 0, "step": 50})), "done");
    table.pass(SECOND);
    assert_eq!(table.order(0, json!({"t": "undo", "n": n})), "done");
    assert_eq!(table.order(0, json!({"t": "review", "deal": 0, "step": 50})), "match_goes_on");
    assert_eq!(
        (table.frames[&0]["phase"].as_str(), table.frames[&0]["deals"].as_array().map(Vec::len)),
        (Some("deal"), Some(0))
    );
    assert_eq!(ended(&table), [true, false]);
    table.loads();
    table.comes(0);
    play(&mut table, 52);
    assert_eq!((ended(&table), &table.frames[&0]["phase"]), (vec![true, false, true], &json!("over")));
    assert!(!table.done.iter().any(results));
}

#[test]
fn a_practice_table_proves_nothing_and_says_where_it_comes_from() {
    let mut table = practise(9);
    assert_eq!((&table.frames[&0]["commitment"], &table.frames[&0]["past"]), (&json!(""), &json!(9)));
    let practice = &table.people[&0]["settings"]["practice"];
    assert_eq!(
        (&practice["of"], &practice["step"], &practice["redealt"]),
        (&json!("tables/T"), &json!(9), &json!(false))
    );
    assert_eq!(practice["points"].as_array().map(Vec::len), Some(4));
    assert!(!table.people[&0].to_string().contains("deck"), "{}", table.people[&0]);
    play(&mut table, 1);
    await_turn(&mut table);
    table.order(0, json!({"t": "undo", "n": 1}));
    play(&mut table, 1);
    // The history begins with the position from which the table practises.
    let history: Value = serde_json::from_str(&table.room.history(room::PersonId(0)).expect("a deal")).expect("JSON");
    assert_eq!(history["first"], 9);
    let steps = history["steps"].as_array().expect("steps");
    let past = table.frames[&0]["past"].as_u64().expect("a number");
    assert_eq!(past, 9 + steps.len() as u64 - 1);
    assert_eq!(steps.last().expect("a step")["view"], table.frames[&0]["view"]);
    play(&mut table, 52);
    let record: Value = serde_json::from_str(&table.room.record(None).expect("a record")).expect("JSON");
    assert_eq!((&record["seed"], &record["origin"]), (&Value::Null, &json!("practice")));
    let seat = Seat::new(0);
    assert!(!table.room.table().decisions(0, seat).expect("finished").is_empty());
}
