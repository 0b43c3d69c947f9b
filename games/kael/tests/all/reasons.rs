//! Tests that each reason for an action is true.

use game::{Explain, Reason};
use kael::{Action, Kael};

use crate::common::Table;

/// Returns the key of a reason and its facts, separated by spaces.
fn told(reason: Reason) -> String {
    let facts = reason.n.map(|n| n.to_string()).into_iter().chain(reason.card);
    facts.fold(reason.key.into_owned(), |text, fact| format!("{text} {fact}"))
}

fn said(table: &Table, seat: u8, action: &str) -> Vec<String> {
    let action: Action = action.parse().unwrap();
    Kael::reasons(&table.view(seat), Some(action)).into_iter().map(told).collect()
}

#[test]
fn a_lay_says_what_it_leaves() {
    let table = Table::new(&["12 12 4", "11 11 2", "3 5 7"], "1", "9");
    assert_eq!(said(&table, 1, "lay 11 11"), ["several 2", "highest", "low_rest 2"]);
    assert_eq!(said(&table, 1, "lay 11"), ["highest", "rest 13"]);
    assert_eq!(said(&table, 1, "lay 2"), ["rest 22"]);
}

#[test]
fn the_x_and_a_square_go_without_a_draw() {
    let table = Table::new(&["12 12 4", "X 11 -1", "3 5 7"], "1", "9");
    assert_eq!(said(&table, 1, "lay X"), ["x_passes", "rest 10"]);
    let table = Table::new(&["12 12 4", "9 9 9", "3 5 7"], "9", "8");
    assert_eq!(said(&table, 1, "lay 9 9 9")[0], "square");
}

#[test]
fn a_draw_weighs_the_open_card() {
    let mut table = Table::new(&["12 12 4", "11 11 2", "3 5 7"], "2", "9");
    table.play("1 lay 11 11");
    assert_eq!(said(&table, 1, "draw pile"), ["mate 2", "known 2"]);
    assert_eq!(said(&table, 1, "draw deck"), [""; 0], "the unseen cards are higher than a two");
    let mut table = Table::new(&["12 12 4", "11 11 2", "3 5 7"], "13", "9");
    table.play("1 lay 11 11");
    assert_eq!(said(&table, 1, "draw deck"), ["deck_is_lower 13"]);
}

#[test]
fn claims_say_what_goes_out_of_turn() {
    let mut table = Table::new(&["12 12 4", "12 12 2", "3 5 7"], "9", "8");
    table.play("1 lay 12 12");
    assert_eq!(said(&table, 0, "cut 12 12"), ["out_of_turn 24"]);
    let mut table = Table::new(&["2 3", "12 4"], "9", "12");
    table.play("1 lay 12; 1 draw deck");
    assert_eq!(said(&table, 1, "good"), ["out_of_turn 12"]);
}

#[test]
fn a_call_says_what_the_hand_counts() {
    let mut table = Table::new(&["13 12 11 9 8", "-1 0 1 7 7", "10 10 9 8 7"], "13", "2 6 6 5 5 5");
    table.play("1 lay 7 7; 1 draw deck; 2 lay 9; 2 draw deck; 0 lay 13; 0 draw deck");
    assert_eq!(said(&table, 1, "kael"), ["calls_with 2", "others_hold 5"]);
}
