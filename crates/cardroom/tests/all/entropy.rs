//! Records of matches that were shuffled together. One record of this kind is stored beside this test. The command
//! reports each way to cheat.

use std::time::{Duration, Instant};

use game::Seat;
use serde_json::{Value, json};
use table::{AnyTable, Intent, MatchPhase};

use crate::support::{cardroom, cardroom_reading};

/// Returns the attempts and the seed of a match of the test vectors.
fn vector(number: usize) -> Value {
    let vectors: Value = serde_json::from_str(include_str!("../../../cards/tests/entropy-vectors.json")).unwrap();
    vectors["matches"][number].clone()
}

/// Returns the attempts and the seed of a match of four seats in which seat 1 did not reveal its nonce in the first
/// attempt.
fn attempts() -> Value {
    vector(5)
}

/// Plays a match in which every seat does its first legal action.
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

/// Returns the record of a match with these attempts, which are stored after the seed.
fn record() -> String {
    record_of(&attempts(), 2)
}

fn record_of(attempts: &Value, deals: u8) -> String {
    let record = play("schwarze-dame", &json!({"deals": deals}), attempts["seed"].as_str().unwrap()).record();
    record.replacen(",\"deals\":[", &format!(",\"entropy\":{},\"deals\":[", attempts["entropy"]), 1)
}

fn fault(change: impl FnOnce(&mut Value)) -> String {
    let mut record: Value = serde_json::from_str(&record()).unwrap();
    change(&mut record);
    let said = cardroom_reading(record.to_string().as_bytes(), &["record", "check", "-"]);
    assert_eq!(said.code, Some(1), "{}", said.out);
    said.err
}

/// Checks that the stored records have no fault and are made from the test vectors. The same files also test the page
/// that verifies records without a server.
#[test]
fn the_kept_records_are_good_and_made_from_the_vectors() {
    for (name, deals) in [("shuffled-together", 2), ("hundred-deals", 100)] {
        let path = format!("{}/tests/records/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let made = record_of(&attempts(), deals);
        let golden = std::fs::read_to_string(&path).expect("it is kept");
        let [golden, made] = [&golden, &made].map(|text| serde_json::from_str::<Value>(text).unwrap());
        assert!(golden == made, "{name} is another match");
        let said = cardroom(&format!("record check {path}"));
        let words = format!("1 record, {deals} deals, {} actions: no fault\n", 52 * u32::from(deals));
        assert_eq!((said.code, said.out), (Some(0), words));
    }
}

/// Returns what the command says about the origin of the seeds. The command writes this to standard error, because
/// programs read the line of counts on standard output.
fn seeds_of(records: &[String]) -> String {
    let said = cardroom_reading(records.join("\n").as_bytes(), &["record", "check", "-"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.starts_with(&format!("{} records, ", records.len())), "{}", said.out);
    assert!(said.out.ends_with(" actions: no fault\n") && said.out.lines().count() == 1, "{}", said.out);
    said.err
}

/// Returns records whose seeds were made in different ways.
fn kinds() -> [String; 6] {
    let mut going_on: Value = serde_json::from_str(&record()).unwrap();
    for key in ["seed", "winners"] {
        going_on[key] = Value::Null;
    }
    going_on["entropy"][1]["S"] = Value::Null;
    going_on["deals"].as_array_mut().unwrap().pop();
    let alone = play("schwarze-dame", &json!({"deals": 1}), &"07".repeat(32)).record();
    let mut unknown: Value = serde_json::from_str(&alone).unwrap();
    unknown["seed"] = Value::Null;
    let [nobody, everybody] = [0, 2].map(|number| record_of(&vector(number), 1));
    [alone, unknown.to_string(), everybody, record(), nobody, going_on.to_string()]
}

#[test]
fn how_each_seed_came_about_is_said() {
    let said = seeds_of(&kinds());
    let lines: Vec<&str> = said.lines().collect();
    let due = [
        "-:1: seed: chosen by the server, device or program that dealt, alone",
        "-:2: no seed, so nothing says where the order of the cards came from",
        "-:3: seed: shuffled together, 4 of 4 seats contributed (0, 1, 2, 3)",
        "-:4: seed: shuffled together, 2 of 4 seats contributed (0, 3); bots and the other seats contributed nothing; \
         attempt 0 void: seat 1 did not reveal; so the cards could be chosen among at most 2 shuffles",
        "-:5: seed: chosen by the server alone, as no seat contributed",
        "-:6: seed: shuffled together, 2 of 4 seats contributed (0, 3); bots and the other seats contributed nothing; \
         attempt 0 void: seat 1 did not reveal; so the cards could be chosen among at most 2 shuffles; the seed is secret until the match ends",
    ];
    assert_eq!(lines, due);
}

/// Checks that several records get one summary, because nobody would read a line for each record.
#[test]
fn how_many_seeds_came_about_is_summed_up() {
    let said = seeds_of(&[kinds(), kinds()].concat());
    let lines: Vec<&str> = said.lines().collect();
    let due = [
        "2 records: seed chosen by the server, device or program that dealt, alone",
        "2 records: no seed, so nothing says where the order of the cards came from",
        "8 records: shuffled together, 16 of 32 seats contributed; in 2 of them no seat, so the server chose alone; \
         void attempts: 4 (seat 1: 4)",
    ];
    assert_eq!(lines, due);
}

/// Checks that the command says nothing about the seeds of a record with a fault.
#[test]
fn of_faulty_records_only_the_fault_is_said() {
    let said = fault(|record| record["entropy"][1]["S"] = "ab".repeat(32).into());
    assert_eq!(said.lines().count(), 1, "{said}");
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

/// Checks that a match with the largest number of deals is verified in time. The page has the same limit
/// (web/src/fair/verify.test.ts, web/test/budgets.e2e.ts).
#[test]
fn a_whole_match_is_verified_within_50_ms() {
    let record = record_of(&attempts(), 100);
    let took = (0..5).map(|_| {
        let begun = Instant::now();
        catalog::check(&table::record::Raw::read(&record).unwrap()).expect("it is good");
        begun.elapsed()
    });
    let took = took.min().unwrap();
    assert!(took < Duration::from_millis(50), "it took {took:?}");
}
