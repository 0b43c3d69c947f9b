//! The laws that every game must satisfy, and the sums of points in this game.

use cards::CardSet;
use game::laws::{Case, check_laws, check_observations};
use game::{Game, Seat, Viewer};
use hearts::{Action, Hearts, Moon, Phase, Rules};

fn check(deal: &Hearts) {
    let view = deal.view(Viewer::All);
    let hands = view.hands.iter().flatten().fold(CardSet::EMPTY, |all, hand| all | *hand);
    let held: u32 = view.hands.iter().flatten().map(|hand| hand.len()).sum();
    let played: CardSet = view.tricks.iter().flat_map(|trick| trick.cards.iter().copied()).collect();
    let aside = match view.phase {
        Phase::Giving => view.gifts.iter().flatten().fold(CardSet::EMPTY, |all, gift| all | *gift),
        _ => CardSet::EMPTY,
    };
    assert_eq!(held + played.len() + aside.len(), 52, "no card is in two places");
    assert_eq!(hands | played | aside, CardSet::FULL, "cards are conserved");
    if deal.turn().is_over() {
        assert_eq!(view.taken.iter().sum::<u8>(), 26, "[H11] 26 points in a deal");
        assert_eq!(view.takers.len(), 13);
        let sum: i32 = deal.points().iter().flatten().sum();
        assert!([26, 78, -26].contains(&sum), "[H11] [H12] {sum}");
    }
}

/// Returns true if the action reveals cards. When the fourth seat has chosen its gift, each seat sees the cards that it
/// receives. [H4]
fn reveals(deal: &Hearts, _: Seat, actor: Seat, action: Action) -> bool {
    matches!(action, Action::Give(_)) && deal.turn().must().len() == 1 && deal.turn().must().has(actor)
}

/// Plays all matches in a long run. A shorter run plays half of the matches of each set of options.
#[test]
fn laws() {
    let long = std::env::var_os("CARDROOM_LONG").is_some();
    for (to, giving, moon, matches) in [
        (1, true, Moon::Others, 8),
        (1, false, Moon::Others, 8),
        (60, true, Moon::Own, 1),
        (100, true, Moon::Others, 1),
    ] {
        let rules = Rules::new(to, giving, moon).unwrap();
        let matches = if long { matches } else { u64::div_ceil(matches, 2) };
        let case = Case::<Hearts> { rules, seats: 4, first: 1, matches, cap: 10_000, check, reveals };
        check_laws(&case);
        check_observations(&case);
    }
}

#[test]
fn perft() {
    game::perft::check::<Hearts>(include_str!("../perft.txt"));
}
