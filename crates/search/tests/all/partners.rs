//! Tests that bots with search play for their team: a partner's points do not count as an opponent's.

use std::sync::atomic::AtomicBool;

use game::{Game, Seat, Shuffles, Viewer};
use search::{Ask, Bot, Endings, Estimate, Ismcts, Pimc, Rollouts};
use testgame::{Action, Card, Pairs, Rules};

/// Returns a position in the third trick. Seat 3 has led 11, seat 0 has played 18, and seat 1 has played 5. Seat 2
/// plays last and holds 19 and 9. Nobody holds the 20, but seat 2 does not know that.
fn position(partners: bool) -> Pairs {
    let rules = Rules::new(100, partners);
    let hands = [[1, 2, 18, 12], [3, 4, 5, 6], [7, 8, 19, 9], [10, 17, 11, 13]];
    let deck: Vec<Card> = (0..4)
        .flat_map(|place| hands.map(|hand| hand[place]))
        .chain([14, 15, 16, 20])
        .map(|card: u8| card.to_string().parse().expect("a card"))
        .collect();
    let standing = Pairs::start(&rules, 4).expect("four play");
    let mut deal = Pairs::deal(&rules, &standing, Shuffles::from_decks([&deck[..]]));
    for (seat, card) in [(0, 1), (1, 3), (2, 7), (3, 10), (3, 17), (0, 2), (1, 4), (2, 8), (3, 11), (0, 18), (1, 5)] {
        deal.play(Seat::new(seat), play(card)).expect("it is legal");
    }
    deal
}

fn play(card: u8) -> Action {
    format!("play {card}").parse().expect("notation")
}

fn estimates(bot: &mut dyn Bot<Pairs>, partners: bool) -> (Vec<Estimate<Action>>, Option<Action>) {
    let (deal, seat, never) = (position(partners), Seat::new(2), AtomicBool::new(false));
    let view = deal.view(Viewer::Seat(seat));
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    let ask = || Ask { seat, view: &view, legal: &legal, must: true, cancel: &never };
    (bot.consider(ask()), bot.decide(ask()))
}

#[test]
fn a_player_leaves_the_trick_to_its_partner_and_takes_it_from_anybody_else() {
    let bots: [Box<dyn Bot<Pairs>>; 3] = [
        Box::new(Pimc::new(1, 2_000, Endings::Rule)),
        Box::new(Ismcts::<Pairs>::new(1, 2_000, Rollouts::Rule)),
        Box::new(Ismcts::<Pairs>::new(1, 2_000, Rollouts::Random)),
    ];
    for mut bot in bots {
        for (partners, best) in [(true, 9), (false, 19)] {
            let (estimates, choice) = estimates(&mut *bot, partners);
            let points = |card| estimates.iter().find(|e| e.action == Some(play(card))).expect("tried").points;
            assert!(points(best) > points(28 - best), "partners {partners}: {estimates:?}");
            assert_eq!(choice, Some(play(best)), "partners {partners}: {estimates:?}");
        }
    }
}

#[test]
fn exact_ends_are_played_for_the_team() {
    let mut deal = position(true);
    game::best_play(&mut deal, 10_000).expect("the end is near");
    let points: Vec<i32> = deal.points().iter().map(|points| points.expect("everybody plays")).collect();
    assert_eq!(points, [1, 0, 1, 2], "seat 2 leaves the trick to seat 0 and takes the last");
}
