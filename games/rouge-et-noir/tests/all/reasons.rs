//! Tests that each reason for a move is true.

use game::{Explain, Reason};
use rouge_et_noir::{Action, RougeEtNoir};

use crate::table::{Table, choice};

/// Returns the key of a reason and its facts, separated by spaces.
fn told(reason: Reason) -> String {
    let facts = reason.n.map(|n| n.to_string()).into_iter().chain(reason.card);
    facts.fold(reason.key.into_owned(), |text, fact| format!("{text} {fact}"))
}

fn said(table: &Table, action: &str) -> Vec<String> {
    let action: Action = action.parse().unwrap();
    RougeEtNoir::reasons(&table.view(), Some(action)).into_iter().map(told).collect()
}

#[test]
fn a_card_goes_home_builds_or_clears() {
    let mut table = Table::new(choice(1), "2c Kd Qs Jh 9c 9d 5s 5h", "Ts 8h 3c");
    assert_eq!(said(&table, "turn"), ["stock 88"]);
    // Both twos of clubs can go up, and no card can be built on a two.
    assert_eq!(said(&table, "t1 f"), ["safe", "clears"]);
    assert_eq!(said(&table, "t3 t2"), ["builds_on Kd", "clears"]);
    table.play("t3 t2; t4 t2; turn");
    assert_eq!(said(&table, "hand t2"), ["builds_on Jh"]);
    assert_eq!(said(&table, "hand t3"), ["into_space"]);
    assert_eq!(said(&table, "hand discard"), ["keeps_columns"]);
    table.play("hand discard");
    assert_eq!(said(&table, "discard t2"), ["takes_back Jh"]);
    table.play("turn; hand t5; t1 f; turn");
    // The reason is not `safe`, because the twin of this card could not go up: the other foundation of clubs still
    // lacks the two.
    assert_eq!(said(&table, "hand f"), ["home"]);
    assert_eq!(said(&table, "t5 t3"), ["into_space", "frees 9c"]);
}

#[test]
fn after_an_undo_the_next_card_is_known() {
    let mut table = Table::new(choice(1), "2c Kd Qs Jh 9c 9d 5s 5h", "Ts 8h 3c");
    let before = table.deal.clone();
    table.play("turn");
    let later = table.deal.clone();
    table.deal = before;
    game::Game::remember(&mut table.deal, &later);
    assert_eq!(said(&table, "turn"), ["known_next Ts"]);
}

#[test]
fn a_redeal_brings_the_discards_back() {
    let mut table = Table::new(choice(1), "2c Kd Qs Jh 9c 9d 5s 5h", "Ts 8h 3c");
    table.discard_all();
    assert_eq!(said(&table, "redeal"), ["again 88", "last_redeal"]);
}
