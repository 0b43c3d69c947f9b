//! The laws that every game must satisfy, and the sums of points in this game.

use cards::CardSet;
use game::laws::{Case, check_laws, check_observations};
use game::{Game, Viewer};
use schwarze_dame::{Rules, SchwarzeDame};

fn check(deal: &SchwarzeDame) {
    let view = deal.view(Viewer::All);
    let hands = view.hands.iter().flatten().fold(CardSet::EMPTY, |all, hand| all | *hand);
    let played: CardSet = view.tricks.iter().flat_map(|trick| trick.cards.iter().copied()).collect();
    assert!((hands & played).is_empty() && hands | played == CardSet::FULL, "cards are conserved");
    if deal.turn().is_over() {
        assert_eq!(deal.points().iter().flatten().sum::<i32>(), 0, "[S5] a deal adds up to nothing");
        assert_eq!(view.takers.len(), 13);
    }
}

#[test]
fn laws() {
    for (deals, matches) in [(1, 25), (8, 2)] {
        let case = Case::<SchwarzeDame> {
            rules: Rules::new(deals).unwrap(),
            seats: 4,
            first: 1,
            matches,
            cap: 10_000,
            check,
            reveals: |_, _, _, _| false,
        };
        check_laws(&case);
        check_observations(&case);
    }
}

#[test]
fn perft() {
    game::perft::check::<SchwarzeDame>(include_str!("../perft.txt"));
}
