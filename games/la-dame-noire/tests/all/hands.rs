//! Tests the list of combinations that a hand makes, which is part of the view.

use crate::table::Table;

/// [D10] [D11] The queen of spades has a rank of her own only as a singleton. In other combinations she is a queen.
#[test]
fn what_a_hand_can_make() {
    let table = Table::new("{}", ["2c 2d 3h 4c 4s 6s 7s 9c 9d Jh Qd Qs Kc", "", "", ""]);
    let view = table.seen_by(0);
    let makes = |ranks: &str| {
        let all = view.makes.iter().filter(|one| one.ranks == ranks);
        all.map(|one| cards::join(&one.from)).collect::<Vec<String>>()
    };
    assert_eq!(makes("22344"), ["2c 2d 3h 4c 4s"]);
    assert_eq!(makes("4Q"), ["4c 4s Qd Qs"]);
    assert_eq!(makes("Q"), ["Qd", "Qs"]);
    assert!(view.makes.is_sorted_by(|a, b| a.power < b.power));
    assert!(table.all().makes.is_empty(), "who watches has no hand");
}
