//! `cardroom analyse` as a person runs it.

mod support;

use serde_json::Value;
use support::{cardroom, cardroom_reading};

/// A record of two deals in which seat 0 plays anything and the others by rule.
fn record(game: &str) -> String {
    record_of(game, 2)
}

fn record_of(game: &str, deals: u8) -> String {
    let said =
        cardroom(&format!("simulate {game} --matches 1 --option deals={deals} --bots random,rule --seed 5 --out -"));
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out
}

fn analyse(record: &str, words: &str) -> String {
    let words: Vec<&str> = ["analyse", "-"].into_iter().chain(words.split_whitespace()).collect();
    let said = cardroom_reading(record.as_bytes(), &words);
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out
}

fn json(record: &str, words: &str) -> Value {
    serde_json::from_str(&analyse(record, &format!("{words} --json -"))).expect("JSON and nothing else")
}

#[test]
fn the_same_on_any_number_of_threads() {
    for game in ["schwarze-dame", "la-dame-noire"] {
        let record = record(game);
        let run = |words: &str| analyse(&record, &format!("--deal 0 --simulations 60 --json - {words}"));
        let alone = run("--threads 1");
        assert_eq!(run("--threads 2"), alone, "{game}");
        assert_eq!(run("--threads 5"), alone, "{game}");
        assert_ne!(run("--seed 7"), alone, "{game}: other dice measure otherwise");
    }
}

#[test]
fn random_play_costs_more_than_rules_and_the_costliest_are_marked() {
    let analysis = json(&record_of("schwarze-dame", 8), "--simulations 100");
    assert_eq!(analysis["format"], "cardroom-analysis/1");
    let record = &analysis["records"][0];
    let cost = |seat: usize| record["seats"][seat]["cost"].as_f64().unwrap();
    assert!(cost(0) > (cost(1) + cost(2) + cost(3)) / 2.0, "{}", record["seats"]);
    let decisions = record["decisions"].as_array().unwrap();
    for deal in 0..8 {
        for seat in 0..4 {
            let own: Vec<&Value> = decisions.iter().filter(|d| d["deal"] == deal && d["seat"] == seat).collect();
            assert!((5..=13).contains(&own.len()), "forced cards are no decisions: {}", own.len());
            let (marked, others): (Vec<&&Value>, Vec<&&Value>) = own.iter().partition(|d| d["costliest"] == true);
            assert!(marked.len() <= 3);
            let sure = |d: &Value| d["cost"].as_f64() > d["error"].as_f64().map(|error| 2.0 * error + 0.001);
            assert!(marked.iter().all(|d| sure(d)));
            let least = marked.iter().filter_map(|d| d["cost"].as_f64()).fold(f64::INFINITY, f64::min);
            if marked.len() == 3 {
                assert!(others.iter().all(|d| !sure(d) || d["cost"].as_f64().unwrap() <= least + 0.001));
            } else {
                assert!(others.iter().all(|d| d["cost"].as_f64() <= d["error"].as_f64().map(|e| 2.0 * e + 0.001)));
            }
        }
    }
    // What was advised costs nothing; every choice names itself and the best says why.
    for decision in decisions {
        if decision["done"] == decision["choices"][0]["action"] {
            assert_eq!(decision["cost"], 0.0);
        }
        assert!(decision["choices"].as_array().unwrap().len() >= 2, "{decision}");
    }
    assert!(decisions.iter().any(|decision| !decision["reasons"].as_array().unwrap().is_empty()));
}

#[test]
fn one_seat_and_one_deal() {
    let analysis = json(&record("schwarze-dame"), "--simulations 20 --seat 2 --deal 1");
    let decisions = analysis["records"][0]["decisions"].as_array().unwrap();
    assert!(!decisions.is_empty());
    assert!(decisions.iter().all(|decision| decision["seat"] == 2 && decision["deal"] == 1));
}

#[test]
fn a_page_of_words_with_the_costliest_marked() {
    let words = analyse(&record("schwarze-dame"), "--simulations 100 --deal 0");
    assert!(words.starts_with("Record 0: schwarze-dame.\n\nDeal 0.\n"), "{words}");
    let marked: Vec<&str> = words.lines().filter(|line| line.starts_with('*')).collect();
    assert!(marked.iter().any(|line| line.contains("0 random ") && line.contains(" Better: ")), "{words}");
    assert!(words.contains("points given away."), "{words}");
}

#[test]
fn games_for_one_are_looked_at_too() {
    let said = cardroom("simulate rouge-et-noir --numbered 7..7 --bots random --cap 40 --out -");
    let words = analyse(&said.out, "--simulations 10");
    assert!(words.contains("0 random "), "{words}");
}

#[test]
fn a_record_with_a_fault_is_named_and_the_others_are_done() {
    let good = record("schwarze-dame");
    let text = format!("{{}}\n{good}");
    let said = cardroom_reading(text.as_bytes(), &["analyse", "-", "--simulations", "4", "--deal", "0"]);
    assert_eq!(said.code, Some(1));
    assert_eq!(said.err, "-:1: the key \"format\" is missing\n");
    assert!(said.out.starts_with("Record 1: schwarze-dame."), "{}", said.out);
}
