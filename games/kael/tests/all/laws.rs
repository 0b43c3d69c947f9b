//! The laws that every game must satisfy, for every option and number of seats.

use game::laws::{Case, check_laws, check_observations};
use game::{Game, Seat, Turn, Viewer};
use kael::{Action, CallFrom, Card, CutFrom, FalseCall, GoodDraw, Hand, Kael, Landings, MatchEnd, Rules, Source, Step};

/// Checks that no card is in two places, that hands do not grow, and that the points of a deal are those of its
/// outcome.
fn check(deal: &Kael) {
    let view = deal.view(Viewer::All);
    let hands = view.hands.iter().flatten().fold(Hand::EMPTY, |all, hand| all + *hand);
    let pile: Hand = view.pile.iter().copied().collect();
    assert!((hands + pile).is_within(Hand::PACK), "no card is there twice");
    assert_eq!(hands.len() + pile.len() + u32::from(view.deck), 56, "cards are conserved [K1]");
    for (seat, held) in view.held.by_seat() {
        assert!(held <= view.size, "[K8] hands never grow beyond what was dealt");
        assert!(view.known[seat].is_within(view.hands[seat].unwrap_or_default()), "what is known to be held is held");
    }
    if view.size > 0 {
        assert!(56 - hands.len() >= 7, "[K8] seven cards are always outside the hands");
    }
    if let Turn::Open { must, may } = deal.turn() {
        assert_eq!(must.len(), 1);
        let claims = may.filter(|&seat| {
            let mut legal = Vec::new();
            deal.legal(seat, &mut legal);
            legal.iter().any(|action| matches!(action, Action::Cut(..)))
        });
        assert!(claims.count() <= 1, "[K12] at most one player can ever cut");
    }
    if let Some(outcome) = view.outcome {
        let points = deal.points();
        assert_eq!(outcome.points, points);
        let caller = points[outcome.caller].expect("the caller is in");
        let others: i32 = points.iter().flatten().sum::<i32>() - caller;
        assert!(caller <= 0 || (caller == 20 && others == 0), "[K16] [K17] [K18] {points:?}");
        for (seat, hand) in view.hands.by_seat() {
            assert_eq!(hand.map(Hand::value), outcome.values[seat], "[K15]");
        }
    }
}

fn reveals(deal: &Kael, viewer: Seat, actor: Seat, action: Action) -> bool {
    match action {
        Action::Deal(_) | Action::Show => true,
        Action::Draw(Source::Deck) => viewer == actor,
        _ => {
            // A good draw shows the drawn card, but everybody knows its value already: it is the value laid before the
            // draw.
            assert_ne!(deal.view(Viewer::Public).step, Step::Over);
            false
        }
    }
}

fn case(rules: Rules, seats: u8, first: u64, matches: u64, cap: u32) {
    let case = Case::<Kael> { rules, seats, first, matches, cap, check, reveals };
    check_laws(&case);
    check_observations(&case);
}

#[test]
fn every_number_of_seats() {
    for seats in 2..=8 {
        case(Rules::default(), seats, u64::from(seats) * 100, 2, 250);
    }
}

#[test]
fn every_option() {
    let rules = Rules::default();
    for (number, rules) in [
        Rules { cut_from: CutFrom::ONE, ..rules },
        Rules { cut_from: CutFrom::THREE, ..rules },
        Rules { good_draw: GoodDraw::Deck, ..rules },
        Rules { minus_pays: true, ..rules },
        Rules { false_call: FalseCall::Forbid, ..rules },
        Rules { landings: Landings::EveryDeal, ..rules },
        Rules { match_end: MatchEnd::FirstOut, ..rules },
        Rules { call_from: CallFrom::try_from(3).unwrap(), false_call: FalseCall::Forbid, ..rules },
    ]
    .into_iter()
    .enumerate()
    {
        for seats in [2, 4, 7] {
            case(rules, seats, number as u64 * 10 + u64::from(seats), 1, 250);
        }
    }
}

#[test]
fn a_whole_match() {
    case(Rules::default(), 3, 5, 1, 3_000);
    case(Rules { match_end: MatchEnd::FirstOut, false_call: FalseCall::Forbid, ..Rules::default() }, 4, 6, 1, 3_000);
}

#[test]
fn the_pack_in_order() {
    let pack = Kael::pack();
    assert!(pack.is_sorted());
    assert_eq!(pack.len(), 56);
    assert_eq!(pack.iter().filter(|card| card.is_number()).count(), 52);
    assert_eq!(pack.iter().copied().collect::<Hand>(), Hand::PACK);
    assert_eq!(pack.iter().map(|card| card.value()).sum::<i32>(), 4 * 91 - 1 + 15);
    assert_eq!(pack[0], Card::MINUS_ONE);
}

#[test]
fn perft() {
    game::perft::check::<Kael>(include_str!("../perft.txt"));
}
