//! Tests that a search tries every decisive action, even if the net does not propose it.

use std::sync::atomic::AtomicBool;

use cards::Seed;
use game::{Game, Policy, Rng, Seat, Shuffles, Viewer};
use hearts::{Action, Hearts, Rules};
use search::{Ask, Bot, NetRollouts};

/// Returns the legal actions of the seat that has to act, and the decisive ones among them.
fn actions(deal: &Hearts, seat: Seat) -> (Vec<Action>, Vec<Action>) {
    let (mut legal, view) = (Vec::new(), deal.view(Viewer::Seat(seat)));
    deal.legal(seat, &mut legal);
    let decisive = legal.iter().copied().filter(|action| Hearts::is_decisive(&view, *action)).collect();
    (legal, decisive)
}

#[test]
fn the_card_that_stops_a_moon_is_always_tried() {
    let rules = Rules::default();
    let standing = Hearts::start(&rules, 4).unwrap();
    let never = AtomicBool::new(false);
    let (mut found, mut late) = (0, 0);
    for number in 1..=500 {
        let mut deal = Hearts::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let mut rng = Rng::new(number);
        while let Some(seat) = deal.turn().must().first() {
            let (legal, decisive) = actions(&deal, seat);
            let view = deal.view(Viewer::Seat(seat));
            if !decisive.is_empty() {
                // The last player to the trick holds a card that takes points from the only seat that has any.
                let hunter = view.winning.expect("a trick lies on the table");
                assert_eq!(view.tricks.last().expect("the trick").plays().count(), 3, "deal {number}");
                assert!(hunter != seat && view.taken[hunter.index()] == view.taken.iter().sum::<u8>(), "deal {number}");
                let ask = || Ask::<Hearts> { view: &view, seat, must: true, legal: &legal, cancel: &never };
                let mut bot = NetRollouts::new::<Hearts>(number, 64).expect("Hearts has a net");
                let mut tried: Vec<_> = bot.consider(ask()).into_iter().map(|estimate| estimate.action).collect();
                // Nothing is simulated if there is only one candidate.
                if tried.is_empty() {
                    tried.push(bot.decide(ask()));
                }
                let is_tried = |action: &Action| tried.contains(&Some(*action));
                assert!(decisive.iter().all(is_tried), "deal {number}: {decisive:?}, {tried:?}");
                found += 1;
                late += u32::from(view.taken[hunter.index()] >= 14);
            }
            let action = deal.rollout(seat, &mut rng).expect("play waits for this seat");
            deal.apply(seat, action);
        }
    }
    assert!(found > 100 && late > 40, "{found} decisions, {late} of them with 14 points or more");
}
