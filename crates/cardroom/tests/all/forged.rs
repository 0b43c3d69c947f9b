//! Honest and forged records of every game and of every way of shuffling. This test writes the honest records to
//! `honest.json`. From these records, `web/test/forge.ts` makes the forged records. The page and `verify.html` are
//! tested with the same files.

use cards::{Nonce, Seed, ShuffleAttempt, combined_seed};
use serde_json::{Value, json};
use table::{AnyTable, Intent, MatchPhase};

use crate::support::cardroom_reading;

fn golden(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/records/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap_or_default()).unwrap_or_default()
}

/// Returns the attempts of a shuffle in which `bots` take no part, and the resulting seed. In each attempt except the
/// last, the next of the `silent` seats does not reveal its nonce. That seat takes no part in later attempts.
fn attempts(seats: u8, bots: &[u8], silent: &[u8]) -> (Seed, Vec<ShuffleAttempt>) {
    let attempt = |k: usize| {
        let secret = Seed::new([100 + k as u8; 32]);
        let takes_part = |seat: &u8| !bots.contains(seat) && !silent[..k].contains(seat);
        let nonce = |seat: u8| takes_part(&seat).then(|| Nonce::new([10 * (k as u8 + 1) + seat; 32]));
        let sealed = |seat: u8| nonce(seat).map(|nonce| nonce.sealed(secret.commitment(), k as u32, seat));
        ShuffleAttempt {
            commitment: secret.commitment(),
            sealed: (0..seats).map(sealed).collect(),
            nonces: (0..seats).map(|seat| nonce(seat).filter(|_| silent.get(k) != Some(&seat))).collect(),
            secret: Some(secret),
            bots: bots.to_vec(),
        }
    };
    let all: Vec<ShuffleAttempt> = (0..=silent.len()).map(attempt).collect();
    let last = all.last().unwrap();
    (combined_seed(last.secret.unwrap(), silent.len() as u32, &last.nonces), all)
}

/// Plays a match without random choices. The choice of a legal action depends only on the number of earlier actions.
fn play(game: &str, options: &Value, seed: Seed, attempts: Vec<ShuffleAttempt>, seats: usize) -> Box<dyn AnyTable> {
    let names = ["Ann", "Bo", "Cleo", "Dan", "Eve"][..seats].iter().map(|name| (*name).to_owned()).collect();
    let mut table = catalog::open(catalog::setup(game, options.as_object().unwrap(), names, seed).unwrap()).unwrap();
    if !attempts.is_empty() {
        table.shuffled_together(attempts);
    }
    let mut number = 0_usize;
    let mut since_deal = 0;
    while table.phase() != MatchPhase::Over && (seats > 1 || number < 100) {
        (number, since_deal) = (number + 1, since_deal + 1);
        let accepted = match table.must().next() {
            None => {
                since_deal = 0;
                table.check(Intent::Next)
            }
            Some(seat) => {
                let mut legal = table.legal(seat);
                // In Kaël, the call leads to the end of a deal. In the first deal, nobody calls until the deal is long
                // enough for a second shuffle. In the other deals, somebody calls as early as possible, so these deals
                // are short.
                let is_late = number > 160 || since_deal < number;
                let calls = legal.iter().position(|action| action == "kael");
                match calls {
                    Some(call) if is_late => legal = vec![legal.remove(call)],
                    Some(call) if legal.len() > 1 => drop(legal.remove(call)),
                    _ => {}
                }
                table.check(Intent::act(seat, &legal[(number * 7 + number / 5) % legal.len()]))
            }
        };
        table.apply(accepted.expect("it is legal"));
    }
    table
}

/// Returns the honest records, each with its name and the verdict that `verify.html` should give.
fn honest() -> Vec<Value> {
    let games = [
        ("schwarze-dame", json!({"deals": 2}), 4, vec![2, 3]),
        ("la-dame-noire", json!({"deals": 2}), 4, vec![1]),
        ("kael", json!({"match_end": "first_out", "minus_pays": true}), 3, vec![2]),
        ("hearts", json!({"to": 20}), 4, vec![]),
    ];
    let mut all = Vec::new();
    let mut add = |name: &str, sum: &str, record: String| all.push(json!({"name": name, "sum": sum, "record": record}));
    for (game, options, seats, bots) in &games {
        let (seed, shared) = attempts(*seats, bots, &[]);
        add(&format!("{game}: together"), "fair", play(game, options, seed, shared, usize::from(*seats)).record());
        let alone = play(game, options, Seed::new([7; 32]), Vec::new(), usize::from(*seats)).record();
        add(&format!("{game}: alone"), "unproven", alone.clone());
        let mut seedless: Value = serde_json::from_str(&alone).unwrap();
        seedless["seed"] = Value::Null;
        add(&format!("{game}: no seed"), "unproven", seedless.to_string());
    }
    let solitaire = play("rouge-et-noir", &json!({}), Seed::numbered(7), Vec::new(), 1);
    add("rouge-et-noir: alone", "unproven", solitaire.record());
    let (game, options, seats, bots) = &games[0];
    let made = |bots: &[u8], silent: &[u8]| {
        let (seed, shared) = attempts(*seats, bots, silent);
        play(game, options, seed, shared, usize::from(*seats)).record()
    };
    add("two void attempts", "among", made(&[3], &[1, 2]));
    add("nobody took part", "unproven", made(&[0, 1, 2, 3], &[]));
    let mut going_on: Value = serde_json::from_str(&made(bots, &[])).unwrap();
    (going_on["seed"], going_on["winners"]) = (Value::Null, Value::Null);
    going_on["entropy"][0]["S"] = Value::Null;
    going_on["deals"].as_array_mut().unwrap().pop();
    add("going on", "unproven", going_on.to_string());
    let mut broken_off: Value = serde_json::from_str(&made(bots, &[])).unwrap();
    broken_off["winners"] = Value::Null;
    let last = broken_off["deals"][1].as_object_mut().unwrap();
    last.retain(|key, _| key != "points" && key != "totals");
    last["actions"].as_array_mut().unwrap().truncate(9);
    add("broken off", "fair", broken_off.to_string());
    all
}

#[test]
fn the_kept_honest_records_are_made_here() {
    let made = honest();
    if made != golden("honest") {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("honest.json");
        let lines: Vec<String> = made.iter().map(Value::to_string).collect();
        std::fs::write(&path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
        panic!("tests/records/honest.json has other records than {}: copy it", path.display());
    }
    assert!(
        made.iter().any(|one| one["record"].as_str().unwrap().contains("* shuffle")),
        "[K8] cards are shuffled again"
    );
}

#[test]
fn every_honest_record_has_no_fault_and_every_forged_one_has() {
    let (honest, shuffles, play) = (golden("honest"), golden("forged-shuffles"), golden("forged-play"));
    assert!(honest.len() >= 15 && shuffles.len() >= 20 && play.len() >= 10);
    let said = |one: &Value| cardroom_reading(one["record"].as_str().unwrap().as_bytes(), &["record", "check", "-"]);
    for one in &honest {
        let said = said(one);
        assert_eq!(said.code, Some(0), "{}: {}", one["name"], said.err);
    }
    for one in shuffles.iter().chain(&play) {
        let said = said(one);
        // Some forgeries replace the whole match. Only a device that took part can notice these forgeries. So the
        // command finds no fault.
        let is_found = one["found"] != "by a device";
        assert_eq!(said.code, Some(i32::from(is_found)), "{}: {}", one["name"], one["why"]);
    }
}
