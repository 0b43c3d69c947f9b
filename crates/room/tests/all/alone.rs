//! Tests of a table for one: undo, redo, giving up, help.

use game::{Seat, Verdict};
use protocol::{Open, Settings};
use serde_json::{Value, json};

use room::log_entry::LogEntry;
use room::{Effect, Finding, Input, PersonId, RequestId, TaskId, Work};

use crate::clocks::{SECOND, Table, people};

fn table(assist: bool) -> Table {
    let settings = Settings { open: Open::Alone, assist, level: "random".to_owned(), ..Settings::default() };
    Table::with("rouge-et-noir", settings, people(1, 1), true)
}

fn legal(table: &Table) -> Vec<String> {
    table.room.table().legal(Seat::new(0))
}

/// Returns the answer to the last command.
fn answer(table: &Table) -> Value {
    table.sent.iter().rfind(|(_, told)| told["cmd"].is_string()).expect("an answer").1.clone()
}

/// Returns the last task for the solver, if there was one since the previous call.
fn work(table: &mut Table) -> Option<TaskId> {
    table.done.extract_if(.., |effect| matches!(effect, Effect::Help { .. })).last().map(|effect| match effect {
        Effect::Help { task, work: Work::SolvePosition(_) | Work::FindTurningPoint(_), .. } => task,
        _ => panic!("for the solver"),
    })
}

#[test]
fn what_is_taken_back_is_done_again_one_entry_for_each_action() {
    let mut table = table(false);
    (0..3).for_each(|_| table.act(0));
    assert_eq!(table.order(0, json!({"t": "undo", "n": 3})), "done");
    let length = table.log.len();
    assert_eq!(table.order(0, json!({"t": "redo", "n": 2, "cmd": "twice"})), "done");
    let entries: Vec<_> = table.log[length..].iter().map(|logged| (logged.seat, logged.cmd.as_deref())).collect();
    assert_eq!(entries, [(Some(0), Some("twice")), (Some(0), None)]);
    assert_eq!((&table.frames[&0]["undo"], &table.frames[&0]["redo"]), (&json!(2), &json!(1)));
    assert_eq!(
        (table.order(0, json!({"t": "redo", "n": 2, "cmd": "twice"})).as_str(), table.log.len()),
        ("done", length + 2)
    );
    table.loads();
    table.comes(0);
    let again = table.order(0, json!({"t": "redo", "n": 2, "cmd": "twice"}));
    assert_eq!((again.as_str(), table.log.len()), ("done", length + 2), "a table that is loaded knows it too");
    assert_eq!(table.order(0, json!({"t": "leave"})), "one_seat");
    assert_eq!(table.order(0, json!({"t": "verdict"})), "help_is_off");
    assert_eq!(table.order(0, json!({"t": "play_on", "kept": 1})), "help_is_off");
}

/// The clock of the time of play stands still while the player has turned away or gone. The time is stored with the
/// table.
#[test]
fn the_time_of_play_is_stored_when_its_player_goes() {
    let mut table = table(false);
    let played = |table: &mut Table| {
        table.asks_for_a_frame(0);
        table.frames[&0]["played_ms"].as_u64().expect("a time")
    };
    table.pass(7 * SECOND);
    assert_eq!(played(&mut table), 7_000);
    assert_eq!(table.order(0, json!({"t": "pause", "on": true})), "done");
    table.pass(20 * SECOND);
    assert_eq!(played(&mut table), 7_000, "it looks away");
    assert_eq!(table.order(0, json!({"t": "pause", "on": false})), "done");
    table.pass(2 * SECOND);
    let written = table.written;
    table.goes(0);
    assert_eq!(table.written, written + 1);
    table.pass(20 * SECOND);
    table.loads();
    table.comes(0);
    table.pass(SECOND);
    assert_eq!(played(&mut table), 10_000);
    table.stops();
    table.comes(0);
    assert_eq!(played(&mut table), 10_000);
    table.tell(Input::Rename { request: RequestId(1), person: PersonId(0), name: "Ann".to_owned() });
    table.loads();
    table.comes(0);
    assert_eq!(played(&mut table), 10_000, "another name changes nothing about it");
    // At a table of several seats the time of play is not stored.
    let mut table = Table::of("schwarze-dame", Settings { level: "random".to_owned(), ..Settings::default() });
    table.pass(SECOND);
    (0..4).for_each(|person| table.goes(person));
    assert_eq!(table.written, 0);
}

#[test]
fn a_solitaire_takes_ten_thousand_entries_and_can_be_given_up_then() {
    let mut table = table(false);
    let first = legal(&table).remove(0);
    (0..2).for_each(|_| table.act(0));
    assert_eq!(table.order(0, json!({"t": "undo", "n": 2})), "done");
    let entry = |entry: &str| LogEntry { at_ms: 1, seat: Some(0), cmd: None, entry: entry.to_owned() };
    let (act, undo) = (json!({"kind": "act", "seat": 0, "action": first}), json!({"kind": "undo", "n": 1}));
    let mut log: Vec<LogEntry> = Vec::new();
    while log.len() < 9_994 {
        log.extend([entry(&act.to_string()), entry(&undo.to_string())]);
    }
    log.extend(std::mem::take(&mut table.log));
    table.log = log;
    table.loads();
    table.comes(0);
    let left = 10_000 - table.log.len();
    assert_eq!(left, 3);
    assert_eq!(table.order(0, json!({"t": "redo", "n": 1})), "done");
    assert_eq!(table.order(0, json!({"t": "undo", "n": 1})), "done");
    assert_eq!((table.order(0, json!({"t": "redo", "n": 2})).as_str(), table.log.len()), ("done", 10_000));
    assert_eq!(table.frames[&0]["redo"], 1, "one of two");
    for command in [json!({"t": "redo", "n": 1}), json!({"t": "undo", "n": 1})] {
        assert_eq!(table.order(0, command), "too_many_events");
    }
    assert_eq!((table.order(0, json!({"t": "give_up"})).as_str(), table.log.len()), ("done", 10_001));
}

#[test]
fn help_is_stored_before_it_is_given_and_follows_the_solution() {
    let mut table = table(true);
    assert_eq!(table.order(0, json!({"t": "hint", "cmd": "first"})), "");
    let kinds: Vec<Value> = table
        .log
        .iter()
        .map(|logged| serde_json::from_str::<Value>(&logged.entry).expect("JSON")["kind"].clone())
        .collect();
    assert_eq!((kinds, &table.frames[&0]["assisted"]), (vec![json!("assisted")], &json!(true)));
    assert_eq!(table.frames[&0]["past"], 0, "no step of the deal");
    let task = work(&mut table).expect("the solver is asked");
    let line = [legal(&table).remove(0), "turn".to_owned()];
    let solved = catalog::SolvedPosition { verdict: Verdict::Winnable, line: line.to_vec() };
    table.tell(Input::HelpReply { task, result: Ok(Some(Finding::Solved(solved))) });
    assert_eq!((answer(&table)["t"].clone(), answer(&table)["action"].clone()), (json!("advice"), json!(line[0])));
    // A known result is not computed again, and a player who follows the solution gets its next action.
    assert_eq!(table.order(0, json!({"t": "verdict"})), "advice");
    assert_eq!((answer(&table)["verdict"].clone(), answer(&table)["action"].clone()), (json!("winnable"), Value::Null));
    for (step, shown) in [(1, 1), (0, 0), (9, 2), (1, 1)] {
        assert_eq!(table.order(0, json!({"t": "demo", "step": step})), "demo");
        let told = answer(&table);
        assert_eq!(
            (&told["step"], &told["of"], &told["frame"]["legal"]),
            (&json!(shown), &json!(2), &json!([])),
            "{step}"
        );
        assert_eq!(
            told["frame"]["since"].as_array().map(Vec::len),
            Some(usize::from(step > 0)),
            "{step}: what was done last"
        );
    }
    let action = line[0].clone();
    let at = table.room.table().at(Seat::new(0));
    assert_eq!(table.order(0, json!({"t": "act", "at": at, "action": action})), "done");
    assert_eq!(table.order(0, json!({"t": "hint"})), "advice");
    assert_eq!((answer(&table)["action"].clone(), work(&mut table)), (json!("turn"), None));
    // After an undo the solver is asked about the new position. If the solver fails, it is not asked about the same
    // position again.
    assert_eq!(table.order(0, json!({"t": "undo", "n": 1})), "done");
    assert_eq!(table.order(0, json!({"t": "hint", "cmd": "second"})), "");
    let task = work(&mut table).expect("another position");
    assert_eq!(table.order(0, json!({"t": "verdict", "cmd": "third"})), "");
    assert_eq!(work(&mut table), None, "one at a time");
    table.tell(Input::HelpReply { task, result: Ok(None) });
    let told =
        |cmd: &str| table.sent.iter().filter(|(_, told)| told["cmd"] == cmd && told["verdict"] == "unknown").count();
    assert_eq!(
        (told("second"), told("third"), table.order(0, json!({"t": "turning_point"})).as_str()),
        (1, 1, "turning_point")
    );
    // If the solver refuses a question because it is busy, the player gets a refusal immediately.
    assert_eq!(table.order(0, json!({"t": "redo", "n": 1})), "done");
    assert_eq!(table.order(0, json!({"t": "hint", "cmd": "fourth"})), "");
    let task = work(&mut table).expect("a task");
    table.tell(Input::HelpReply { task, result: Err(room::Busy) });
    assert_eq!(answer(&table)["refusal"]["key"], "too_many_questions");
    assert_eq!(table.order(0, json!({"t": "give_up"})), "done");
    assert_eq!(
        (table.order(0, json!({"t": "hint"})).as_str(), table.order(0, json!({"t": "turning_point"})).as_str()),
        ("match_over", "")
    );
}

#[test]
fn a_game_without_a_solver_has_no_help() {
    let mut table = Table::of("schwarze-dame", Settings { level: "random".to_owned(), ..Settings::default() });
    for command in ["hint", "help", "verdict"] {
        assert_eq!(table.order(0, json!({"t": command})), "not_solved");
    }
    assert_eq!(table.order(0, json!({"t": "advise"})), "advice_is_off");
    let settings = Settings { advice: true, level: "random".to_owned(), ..Settings::default() };
    let mut table = Table::of("schwarze-dame", settings);
    let other = (table.next() + 1) % 4;
    assert_eq!(table.order(other, json!({"t": "advise"})), "not_your_turn");
}
