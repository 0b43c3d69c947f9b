//! Records of matches that were shuffled together: one is kept beside this test, and each way to cheat is told.

use std::time::{Duration, Instant};

use game::Seat;
use serde_json::{Value, json};
use table::{AnyTable, Intent, MatchPhase};

use crate::support::{cardroom, cardroom_reading};

/// A match of four in which seat 1 did not reveal its nonce at first: attempts and seed.
fn attempts() -> Value {
    let vectors: Value = serde_json::from_str(include_str!("../../../cards/tests/entropy-vectors.json")).unwrap();
    vectors["matches"][5].clone()
}

/// Everybody does the first thing that is legal.
fn play(game: &str, options: &Value, seed: &str) -> Box<dyn AnyTable> {
    let names = ["Ann", "Bo", "Cleo", "Dan"].map(str::to_owned).to_vec();
    let setup = catalog::setup(game, options.as_object().unwrap(), names, seed.parse().unwrap()).unwrap();
    let mut table = catalog::open(setup).unwrap();
    while table.phase() != MatchPhase::Over {
        let accepted = match table.must().next() {
            None => table.check(Intent::Next),
            Some(seat) => table.check(Intent::act(seat, &first_legal(table.as_ref(), seat))),
        };
        table.apply(accepted.expect("it is legal"));
    }
    table
}

fn first_legal(table: &dyn AnyTable, seat: Seat) -> String {
    table.legal(seat)[0].clone()
}

/// The record of such a match, with its attempts behind its seed.
fn record() -> String {
    let attempts = attempts();
    let record = play("schwarze-dame", &json!({"deals": 2}), attempts["seed"].as_str().unwrap()).record();
    record.replacen(",\"deals\":[", &format!(",\"entropy\":{},\"deals\":[", attempts["entropy"]), 1)
}

fn fault(change: impl FnOnce(&mut Value)) -> String {
    let mut record: Value = serde_json::from_str(&record()).unwrap();
    change(&mut record);
    let said = cardroom_reading(record.to_string().as_bytes(), &["record", "check", "-"]);
    assert_eq!(said.code, Some(1), "{}", said.out);
    said.err
}

/// The page that verifies records by itself is tested with the same file.
#[test]
fn the_kept_record_is_good_and_made_from_the_vectors() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/shuffled-together.jsonl");
    let kept = std::fs::read_to_string(path).expect("it is kept");
    let made: Value = serde_json::from_str(&record()).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&kept).unwrap(), made);
    let said = cardroom(&format!("record check {path}"));
    assert_eq!((said.code, said.out.as_str()), (Some(0), "1 records, 2 deals, 104 actions: no fault\n"));
}

#[test]
fn each_way_to_cheat_is_told() {
    let other = "ab".repeat(32);
    let secret = |record: &mut Value| record["entropy"][1]["S"] = other.clone().into();
    assert!(fault(secret).contains("entropy: attempt 1: S does not follow from C: the server's secret was exchanged"));
    let dropped = |record: &mut Value| {
        record["entropy"][1]["h"][3] = Value::Null;
        record["entropy"][1]["n"][3] = Value::Null;
    };
    assert!(fault(dropped).contains("entropy: attempt 1: the seed does not follow from S and every n"));
    let list = |record: &mut Value| record["entropy"][1]["h"][3] = other.clone().into();
    assert!(fault(list).contains("entropy: attempt 1: n of seat 3 does not follow from its h"));
    let hidden = |record: &mut Value| drop(record["entropy"].as_array_mut().unwrap().remove(0));
    assert!(fault(hidden).contains("entropy: attempt 0 is numbered 1"));
    let card = |record: &mut Value| {
        let deck = record["deals"][1]["deck"].as_str().unwrap();
        let mut cards: Vec<&str> = deck.split(' ').collect();
        cards.swap(0, 51);
        record["deals"][1]["deck"] = cards.join(" ").into();
    };
    assert!(fault(card).contains("deal 1: deck does not follow from the seed"));
    let told = |record: &mut Value| record["seed"] = Value::Null;
    assert!(fault(told).contains("while a match goes on, its record has no S"));
    assert!(fault(|record| record["entropy"] = Value::Null).contains("entropy: invalid type: null"));
}

/// The longest match of a game of several seats.
#[test]
fn a_whole_match_is_verified_within_50_ms() {
    let attempts = attempts();
    let record = play("schwarze-dame", &json!({"deals": 100}), attempts["seed"].as_str().unwrap()).record();
    let record = record.replacen(",\"deals\":[", &format!(",\"entropy\":{},\"deals\":[", attempts["entropy"]), 1);
    let took = (0..5).map(|_| {
        let begun = Instant::now();
        catalog::check(&table::record::Raw::read(&record).unwrap()).expect("it is good");
        begun.elapsed()
    });
    let took = took.min().unwrap();
    assert!(took < Duration::from_millis(50), "it took {took:?}");
}
