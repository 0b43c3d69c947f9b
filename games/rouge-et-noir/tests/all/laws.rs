//! The laws that every game must satisfy, applied to this game, with checks of its cards and points.

use cards::Card;
use game::laws::{Case, check_laws, check_observations};
use game::{Game, Seat, Viewer};
use rouge_et_noir::{Action, FillEmpty, Origin, RougeEtNoir, Rules, View};

/// Checks that the deal contains exactly the pack: each card as often as the pack has it. [R1]
fn check(deal: &RougeEtNoir) {
    let view = deal.view(Viewer::All);
    let mut all: Vec<Card> = view.tableaus.concat();
    all.extend(view.hand.iter().chain(&view.discard).chain(&view.known));
    for top in view.foundations.iter().flatten() {
        all.extend(
            cards::pack52().into_iter().filter(|c| c.suit() == top.suit() && value(*c) <= value(*top) && value(*c) > 1),
        );
    }
    let mut pack = RougeEtNoir::pack();
    pack.sort();
    all.sort();
    assert_eq!(all, pack, "cards are conserved");
    for tableau in &view.tableaus {
        for pair in tableau.windows(2) {
            assert!(value(pair[0]) == value(pair[1]) + 1, "R3: {tableau:?}");
            assert!(pair[0].suit().is_red() != pair[1].suit().is_red(), "R3: {tableau:?}");
        }
    }
    assert!(view.foundations.iter().all(|[first, second]| value(*first) >= value(*second)));
    let points: u32 = view.foundations.iter().flatten().map(|top| value(*top)).sum();
    assert_eq!(u32::from(view.points), points, "R12");
    assert!((8..=104).contains(&points) && (points == 104) == view.won, "R11, R12");
    assert_eq!(deal.turn().is_over(), view.over);
    assert_eq!(view.stock as usize, view.known.len(), "who sees everything sees the stock");
    if view.rules.fill_empty == FillEmpty::AtOnce && view.tableaus.iter().any(Vec::is_empty) {
        assert!(view.discard.is_empty() && view.hand.is_none() && view.stock == 0, "R9: a space is filled at once");
    }
    if view.finishable {
        let mut legal = Vec::new();
        deal.legal(Seat::new(0), &mut legal);
        assert!(legal.iter().any(|action| action.to_string().ends_with(" f")), "an empty talon is as good as won");
    }
}

/// Returns the value of a card; aces count 1. [R2]
fn value(card: Card) -> u32 {
    (card.rank() as u32 + 1) % 13 + 1
}

/// Returns true if the action turns up, or fills a tableau with, a card of the stock that the player has not seen. [R4]
/// [R9]
fn reveals(deal: &RougeEtNoir, viewer: Seat, _: Seat, action: Action) -> bool {
    let view: View = deal.view(Viewer::Seat(viewer));
    if view.stock == 0 || !view.known.is_empty() {
        return false;
    }
    let mut next = deal.clone();
    next.apply(viewer, action);
    let after = next.view(Viewer::Seat(viewer));
    action == Action::Turn || after.last.is_some_and(|last| last.filled.iter().any(|f| f.origin == Origin::Stock))
}

#[test]
fn laws() {
    for fill_empty in [FillEmpty::Choice, FillEmpty::AtOnce] {
        for redeals in [Some(0), Some(1), Some(2), Some(3), None] {
            let case = Case::<RougeEtNoir> {
                rules: Rules::new(fill_empty, redeals).unwrap(),
                seats: 1,
                first: 1,
                matches: 2,
                cap: 700,
                check,
                reveals,
            };
            check_laws(&case);
            check_observations(&case);
        }
    }
}

#[test]
fn perft() {
    game::perft::check::<RougeEtNoir>(include_str!("../perft.txt"));
}
