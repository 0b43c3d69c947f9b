//! Tests that each reason for an action is true.

use game::{Explain, Reason};
use la_dame_noire::{Action, LaDameNoire};

use crate::table::Table;

/// Returns the key of a reason and its facts, separated by spaces.
fn told(reason: Reason) -> String {
    let facts = reason.n.map(|n| n.to_string()).into_iter().chain(reason.card);
    facts.fold(reason.key.into_owned(), |text, fact| format!("{text} {fact}"))
}

fn said(table: &Table, seat: u8, action: &str) -> Vec<String> {
    let action: Action = action.parse().unwrap();
    LaDameNoire::reasons(&table.seen_by(seat), Some(action)).into_iter().map(told).collect()
}

const HANDS: [&str; 4] = [
    "2c 2d 2h 2s 3c 3d 3h 3s 9c 9d Tc Td Qh",
    "4c 4d 5c 6c 6d 7h 9h Jh Kh Kd Ah Ad Qs",
    "4h 4s 5d 5h 5s 6h 6s 7c 7d 7s 8c 8d Ks",
    "8h 8s 9s Th Ts Jc Jd Js Qc Qd Kc Ac As",
];

/// Returns a showdown in which seat 1 leads, without trading.
fn showdown() -> Table {
    let mut table = Table::new(r#"{"max_trades":0}"#, HANDS);
    table.play("1 bid 100");
    table
}

#[test]
fn a_bet_says_in_how_many_plays_the_hand_can_be_laid() {
    let table = Table::new("{}", ["", "4c 4d 5c 6c 6d 7c 8c 8d 9c Tc Td Kh Kd", "", ""]);
    // 4-4-5-6-6-7-8-8-9-T-T is a libra of eleven cards.
    assert_eq!(said(&table, 1, "bid 100"), ["falls_into 3"]);
    assert_eq!(said(&table, 1, "pass"), ["falls_into 3"]);
}

#[test]
fn a_card_given_away_leaves_the_libra_or_breaks_it() {
    let mut table = Table::new("{}", HANDS);
    table.play("1 bid 20; 2 pass; 3 pass; 0 pass");
    let lone = said(&table, 1, "trade Kh");
    assert_eq!(lone[..2], ["keeps_libra", "sheds_lone Kh"], "{lone:?}");
    assert!(lone[2].starts_with("falls_into "));
    assert!(!said(&table, 1, "trade 4c").contains(&"keeps_libra".to_owned()));
    for mate in ["trade 7h", "trade Jh", "trade Qs"] {
        let words = said(&table, 1, mate);
        assert!(words.iter().all(|words| !words.contains("sheds_lone")), "with 9, 5 or 4 it is a beggar: {words:?}");
    }
}

#[test]
fn a_play_keeps_sheds_wins_or_goes_out() {
    let mut table = showdown();
    assert_eq!(said(&table, 1, "play Kh"), ["keeps_libra", "sheds_lone Kh"]);
    assert_eq!(said(&table, 1, "play 7h9h"), ["keeps_libra"]);
    assert_eq!(said(&table, 1, "play 4c4d5c6c6d"), [""; 0], "a libra may be beaten by a longer one");
    table.play("1 play Kh");
    assert_eq!(said(&table, 2, "pass"), ["keeps_libra", "cheap_trick 0"]);
    assert!(!said(&table, 2, "play 8c8d").contains(&"keeps_libra".to_owned()));
    table.play("2 pass");
    assert_eq!(said(&table, 3, "play 8h8s9sThTsJcQcQdKcAcAs"), ["unbeatable", "dear_trick 14"]);
    table.play("3 play 8h8s9sThTsJcQcQdKcAcAs");
    assert_eq!(said(&table, 0, "pass"), ["nothing_beats"]);
    table.play("0 pass; 1 pass; 2 pass");
    assert_eq!(said(&table, 3, "play Jd"), ["sheds_lone Jd"]);
    table.play("3 play Jd; 0 pass; 1 pass; 2 pass");
    assert_eq!(said(&table, 3, "play Js"), ["out_first"]);
}

#[test]
fn who_leads_plays_for_no_trick() {
    let mut table = Table::new(r#"{"max_trades":0}"#, HANDS);
    table.play("1 pass; 2 pass; 3 bid 100");
    assert_eq!(said(&table, 3, "play 8h8s9sThTsJcQcQdKcAcAs"), ["unbeatable"]);
}

#[test]
fn keeping_is_certain_and_a_coup_brings_more_from_whoever_is_last() {
    let mut table = showdown();
    table.play("1 play Kh; 2 pass; 3 play 8h8s9sThTsJcQcQdKcAcAs; 0 pass; 1 pass; 2 pass");
    table.play("3 play Jd; 0 play Qh; 1 pass; 2 pass; 3 pass; 0 play 2c; 1 pass; 2 pass; 3 play Js");
    if table.legal(3).is_empty() {
        table.play("0 pass; 1 pass; 2 pass");
    }
    // The trick has the two of clubs and the jack of spades: one point.
    assert_eq!(said(&table, 3, "keep"), ["certain 1"]);
    assert_eq!(said(&table, 3, "coup 2"), ["coup_brings 1", "holds_most"]);
    assert_eq!(said(&table, 3, "coup 0"), ["coup_brings 6"]);
}
