//! Tests of claims, which race against the next move. The tests check which moves are held, which claims are armed, and
//! who sees the armed claims.

use std::time::Duration;

use game::Seat;
use protocol::{Races, Settings};
use serde_json::{Value, json};
use table::MatchPhase;

use room::{ConnectionId, Input};

use crate::clocks::{SECOND, Store, Table};

const MS: Duration = Duration::from_millis(1);

fn raced(races: Races) -> Table {
    Table::of("kael", Settings { races, level: "random".to_owned(), ..Settings::default() })
}

fn table() -> Table {
    raced(Races::Normal)
}

fn legal(table: &Table, seat: u64) -> Vec<String> {
    table.room.table().legal(Seat::new(seat as u8))
}

fn act(table: &mut Table, seat: u64, cmd: &str, action: &str) -> String {
    let at = table.room.table().at(Seat::new(seat as u8));
    table.order(seat, json!({"t": "act", "cmd": cmd, "at": at, "action": action}))
}

/// Returns moves that lead to a claim out of turn. Also returns the seat that can make the claim, and the claim.
fn moves_to_a_claim() -> (Vec<(u64, String)>, u64, String) {
    let (mut table, mut moves) = (table(), Vec::new());
    for step in 0..500 {
        let seat = table.next();
        let action = legal(&table, seat).into_iter().rfind(|action| action != "kael").expect("a move");
        assert_eq!(act(&mut table, seat, &format!("m{step}"), &action), "done");
        moves.push((seat, action));
        let next = table.next();
        let claim = (0..4).filter(|seat| *seat != next).find_map(|seat| {
            let claim = legal(&table, seat).into_iter().find(|action| table.room.table().is_claim(action))?;
            Some((seat, claim))
        });
        if let Some((seat, claim)) = claim {
            return (moves, seat, claim);
        }
        table.pass(3 * SECOND);
    }
    unreachable!("somebody can claim");
}

fn play(table: &mut Table, moves: &[(u64, String)]) {
    for (step, (seat, action)) in moves.iter().enumerate() {
        table.pass(7 * SECOND);
        assert_eq!(act(table, *seat, &format!("m{step}"), action), "done");
    }
}

fn last(table: &Table) -> Value {
    serde_json::from_str(&table.log.last().expect("an entry").entry).expect("JSON")
}

#[test]
fn the_next_move_waits_for_the_window_and_a_claim_that_comes_later_is_told_how_late() {
    let (moves, claimant, claim) = moves_to_a_claim();
    let mut table = raced(Races::Relaxed);
    play(&mut table, &moves);
    let next = table.next();
    let (ms, action) = (table.frames[&next]["window"]["ms"].as_u64().expect("a window"), legal(&table, next).remove(0));
    assert_eq!(act(&mut table, next, "waits", &action), "", "it is not answered yet");
    for seat in 0..4 {
        table.asks_for_a_frame(seat);
        let held = if seat == next { json!(action) } else { Value::Null };
        assert_eq!(table.frames[&seat]["held"], held);
    }
    assert_eq!(act(&mut table, next, "waits", &action), "", "sent again it waits all the same");
    assert_eq!(act(&mut table, next, "another", &action), "held");
    let length = table.log.len();
    table.pass(Duration::from_millis(ms) - MS);
    assert_eq!((table.log.len(), table.frames[&next]["window"]["left_ms"].as_u64()), (length, Some(ms)));
    let answers = table.sent.len();
    table.pass(MS);
    assert_eq!((table.log.len(), &last(&table)["seat"]), (length + 1, &json!(next)));
    let done = table.sent[answers..].iter().filter(|(to, told)| *to == next && told["cmd"] == "waits").count();
    assert_eq!(done, 1);
    table.pass(1_250 * MS);
    assert_eq!(act(&mut table, claimant, "late", &claim), "late");
    let (_, told) = table.sent.iter().rfind(|(_, told)| told["cmd"] == "late").expect("an answer");
    assert!(told["refusal"]["words"].as_str().expect("words").contains(" 1.3 s late"), "{told}");
    table.pass(1_749 * MS);
    assert_eq!(act(&mut table, claimant, "later", &claim), "late");
    table.pass(MS);
    assert_ne!(act(&mut table, claimant, "too late", &claim), "late", "only for three seconds");
}

#[test]
fn a_claim_in_the_window_goes_first_and_says_how_close_it_was() {
    let (moves, claimant, claim) = moves_to_a_claim();
    let mut table = table();
    table.tell(Input::Latency { connection: ConnectionId(claimant), latency: 90 * MS });
    play(&mut table, &moves);
    let next = table.next();
    let ms = table.frames[&next]["window"]["ms"].as_u64().expect("a window");
    assert!(matches!(ms, 890 | 2_090), "the slowest connection has all of it: {ms}");
    let action = legal(&table, next).remove(0);
    assert_eq!(act(&mut table, next, "waits", &action), "");
    table.pass(500 * MS);
    assert_eq!(act(&mut table, claimant, "claim", &claim), "done");
    let told = last(&table);
    assert_eq!((&told["seat"], &told["action"]), (&json!(claimant), &json!(claim)));
    assert_eq!(told["margin"], json!({"after_ms": 410, "of_ms": ms, "lag_ms": 90}));
}

#[test]
fn a_window_is_longer_for_a_slow_connection_but_not_without_end() {
    let (moves, ..) = moves_to_a_claim();
    let mut least = 0;
    for (latency, more) in [(0, 0), (9, 0), (10, 10), (120, 120), (900, 120)] {
        let mut table = table();
        table.tell(Input::Latency { connection: ConnectionId(2), latency: latency * MS });
        play(&mut table, &moves[..2]);
        let ms = table.frames[&0]["window"]["ms"].as_u64().expect("a window");
        least = if latency == 0 { ms } else { least };
        assert_eq!(ms, least + more, "{latency}");
    }
    // The window does not hold moves of the seat that has opened it.
    let mut table = raced(Races::Normal);
    play(&mut table, &moves[..2]);
    assert_eq!((table.next(), act(&mut table, moves[1].0, "draws", &moves[2].1).as_str()), (moves[1].0, "done"));
    // Everybody gets a message when a connection becomes slow, and when it is no longer slow.
    let mut table = raced(Races::Normal);
    for (latency, told) in [(299, 0), (300, 4), (900, 0), (299, 4)] {
        table.heard.clear();
        table.tell(Input::Latency { connection: ConnectionId(2), latency: latency * MS });
        assert_eq!(table.heard.iter().filter(|(_, kind)| kind == "room").count(), told, "{latency}");
    }
}

#[test]
fn eight_claims_can_be_set_in_advance_and_nobody_else_is_told() {
    let mut table = table();
    let arm =
        |table: &mut Table, action: &str, on: bool| table.order(1, json!({"t": "arm", "action": action, "on": on}));
    let armed = |table: &Table| table.frames[&1]["armed"].as_array().map_or(0, Vec::len);
    assert_eq!(arm(&mut table, "lay 7", true), "no_claim");
    table.heard.clear();
    for n in 1..=8 {
        assert_eq!(arm(&mut table, &format!("cut {n} {n}"), true), "done");
        assert_eq!(armed(&table), n);
    }
    assert_eq!(arm(&mut table, "good", true), "armed", "too many");
    let written = table.written;
    assert_eq!((arm(&mut table, "cut 8 8", true), table.written), ("done".to_owned(), written), "it is set already");
    assert_eq!(arm(&mut table, "cut 8 8", false), "done");
    assert_eq!(arm(&mut table, "good", true), "done");
    assert!(table.heard.iter().all(|(to, _)| *to == 1), "{:?}", table.heard);
    for seat in [0, 2] {
        table.asks_for_a_frame(seat);
        assert_eq!(table.frames[&seat].get("armed"), table.frames[&0].get("armed"), "nobody sees it");
        assert!(table.frames[&seat]["armed"].as_array().is_none_or(Vec::is_empty));
    }
    // Armed claims are stored. If a change of them cannot be stored, they stay as they are.
    table.loads();
    (0..4).for_each(|seat| table.comes(seat));
    assert_eq!(armed(&table), 8);
    table.store = Store::Fails;
    assert_eq!(arm(&mut table, "good", false), "store_away");
    assert_eq!(armed(&table), 8);
}

#[test]
fn a_claim_that_is_set_in_advance_is_made_as_soon_as_it_is_legal() {
    let (moves, claimant, claim) = moves_to_a_claim();
    for loaded in [false, true] {
        let mut table = table();
        let (end, before) = moves.split_last().expect("moves");
        assert_eq!(table.order(claimant, json!({"t": "arm", "action": claim, "on": true})), "done");
        play(&mut table, before);
        if loaded {
            table.loads();
            (0..4).for_each(|seat| table.comes(seat));
        }
        table.pass(3 * SECOND);
        assert_eq!(act(&mut table, end.0, "the last", &end.1), "done");
        let made = last(&table);
        assert_eq!((&made["seat"], &made["action"]), (&json!(claimant), &json!(claim)), "at once");
        table.asks_for_a_frame(claimant);
        assert!(table.frames[&claimant]["armed"].as_array().is_none_or(Vec::is_empty), "once");
        // After the table is loaded again, the claim is not armed again.
        table.loads();
        (0..4).for_each(|seat| table.comes(seat));
        assert!(table.frames[&claimant]["armed"].as_array().is_none_or(Vec::is_empty));
    }
}

#[test]
fn what_is_set_in_advance_is_over_with_the_deal() {
    let mut table = table();
    assert_eq!(table.order(2, json!({"t": "arm", "action": "cut X X", "on": true})), "done");
    while table.room.table().phase() == MatchPhase::Deal {
        table.act(table.next());
        table.pass(3 * SECOND);
    }
    assert_eq!(table.frames[&2]["armed"], json!(["cut X X"]));
    (0..4).for_each(|seat| drop(table.order(seat, json!({"t": "next"}))));
    for loads in [false, true] {
        if loads {
            table.loads();
            (0..4).for_each(|seat| table.comes(seat));
        }
        assert_eq!(table.room.table().phase(), MatchPhase::Deal);
        assert!(table.frames[&2]["armed"].as_array().is_none_or(Vec::is_empty));
    }
}
