//! Each reason for a move is true.

use game::Explain;
use rouge_et_noir::{Action, RougeEtNoir};

use crate::table::{Table, choice};

fn said(table: &Table, action: &str) -> Vec<String> {
    let action: Action = action.parse().unwrap();
    RougeEtNoir::reasons(&table.view(), Some(action)).into_iter().map(|reason| reason.words).collect()
}

#[test]
fn a_card_goes_home_builds_or_clears() {
    let mut table = Table::new(choice(1), "2c Kd Qs Jh 9c 9d 5s 5h", "Ts 8h 3c");
    assert_eq!(said(&table, "turn"), ["brings a new card: 88 left in the stock"]);
    // Both twos of clubs are wanted, and nothing can be built on a two.
    assert_eq!(said(&table, "t1 f"), ["puts a card on its foundation that is needed nowhere else", "clears a column"]);
    assert_eq!(said(&table, "t3 t2"), ["builds on the king of diamonds", "clears a column"]);
    table.play("t3 t2; t4 t2; turn");
    assert_eq!(said(&table, "hand t2"), ["builds on the jack of hearts"]);
    assert_eq!(said(&table, "hand t3"), ["fills an empty column"]);
    assert_eq!(said(&table, "hand discard"), ["leaves the columns as they are"]);
    table.play("hand discard");
    assert_eq!(said(&table, "discard t2"), ["takes it back from the discard pile, onto the jack of hearts"]);
    table.play("turn; hand t5; t1 f; turn");
    // Its twin could not follow: one foundation of clubs still waits for the two.
    assert_eq!(said(&table, "hand f"), ["puts a card on its foundation"]);
    assert_eq!(said(&table, "t5 t3"), ["fills an empty column", "uncovers the 9 of clubs"]);
}

#[test]
fn after_an_undo_the_next_card_is_known() {
    let mut table = Table::new(choice(1), "2c Kd Qs Jh 9c 9d 5s 5h", "Ts 8h 3c");
    let before = table.deal.clone();
    table.play("turn");
    let later = table.deal.clone();
    table.deal = before;
    game::Game::remember(&mut table.deal, &later);
    assert_eq!(said(&table, "turn"), ["turns up the 10 of spades, as you know"]);
}

#[test]
fn a_redeal_brings_the_discards_back() {
    let mut table = Table::new(choice(1), "2c Kd Qs Jh 9c 9d 5s 5h", "Ts 8h 3c");
    table.discard_all();
    assert_eq!(said(&table, "redeal"), ["brings 88 cards back", "uses the last redeal"]);
}
