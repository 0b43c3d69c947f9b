//! Tests of inferences from played cards about the cards still held, and of the choices that a search tries.

use cards::Seed;
use game::{Belief, Game, Policy, Rng, Seat, Shuffles, Viewer, Worlds};
use hearts::{Action, Hearts, Rules, Standing};

use crate::table;

/// Plays deals of four rule players and visits each action with the deal before it.
fn each_moment(mut visit: impl FnMut(&Hearts, u32, Seat, Action)) {
    let rules = Rules::default();
    for number in 6_000_001..6_000_041u64 {
        let standing = Standing { played: (number % 4) as u16, ..table::start(&rules) };
        let mut deal = Hearts::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let mut rng = Rng::new(number);
        let mut played = 0;
        while let Some(seat) = deal.turn().must().first() {
            let action = deal.rollout(seat, &mut rng).expect("play waits for this seat");
            visit(&deal, played, seat, action);
            played += u32::from(matches!(action, Action::Play(_)));
            deal.apply(seat, action);
        }
    }
}

#[test]
fn the_truth_is_likelier_than_most_worlds() {
    let (mut better, mut all) = (0, 0);
    each_moment(|deal, played, seat, _| {
        if !(16..40).contains(&played) {
            return;
        }
        let view = deal.view(Viewer::Seat(seat));
        let truth = Hearts::likelihood(&view, deal);
        let sampler = Hearts::sampler(&view);
        let mut rng = Rng::new(1);
        for _ in 0..20 {
            let other = Hearts::likelihood(&view, &Hearts::sample(&sampler, &mut rng));
            all += 2;
            better += if truth > other { 2 } else { i32::from(truth == other) };
        }
    });
    assert!(all > 10_000, "{all}");
    assert!(better * 10 > all * 6, "what is true is likelier than {better} of {all} others");
}

#[test]
fn a_closer_look_says_more_of_what_the_others_hold() {
    // For each method, the sum of the logarithms of a ratio: the likelihood of the true deal divided by the likelihood
    // of a sampled world.
    let (mut briefly, mut closely) = (0.0, 0.0);
    each_moment(|deal, played, seat, _| {
        if played % 8 != 3 {
            return;
        }
        let view = deal.view(Viewer::Seat(seat));
        let sampler = Hearts::sampler(&view);
        let mut rng = Rng::new(2);
        let worlds: Vec<Hearts> = (0..30).map(|_| Hearts::sample(&sampler, &mut rng)).collect();
        let beside = |likely: fn(&hearts::View, &Hearts) -> f32| {
            let others: f64 = worlds.iter().map(|world| f64::from(likely(&view, world))).sum();
            (f64::from(likely(&view, deal)) * 30.0 / others).ln()
        };
        briefly += beside(Hearts::likelihood);
        closely += beside(Hearts::closely);
    });
    assert!(briefly > 0.0 && closely > 1.2 * briefly, "{briefly} and {closely}");
}

#[test]
fn the_true_world_replays_what_the_others_chose() {
    let mut told: Vec<(Seat, Action)> = Vec::new();
    let mut replays = 0;
    each_moment(|deal, played, seat, action| {
        if played == 0 {
            told.clear();
        }
        let view = deal.view(Viewer::Seat(seat));
        let mut again = Vec::new();
        Hearts::replay(&view, deal, &mut |before, other, action| {
            let mut legal = Vec::new();
            before.legal(other, &mut legal);
            assert!(legal.len() > 1 && legal.contains(&action), "it was a choice");
            again.push((other, action));
        });
        let others: Vec<_> = told.iter().filter(|(other, _)| *other != seat).copied().collect();
        assert_eq!(again, others, "after {played} cards");
        replays += again.len();
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        if legal.len() > 1 && matches!(action, Action::Play(_)) {
            told.push((seat, action));
        }
    });
    assert!(replays > 10_000, "{replays}");
}

#[test]
fn while_cards_are_given_every_world_is_as_likely() {
    each_moment(|deal, played, seat, action| {
        if played == 0 && matches!(action, Action::Give(_)) {
            assert_eq!(Hearts::likelihood(&deal.view(Viewer::Seat(seat)), deal), 1.0);
        }
    });
}

#[test]
fn a_search_tries_twenty_gifts_and_the_rule_players_is_one_of_them() {
    let (mut gifts, mut cards) = (0, 0);
    each_moment(|deal, _, seat, _| {
        let view = deal.view(Viewer::Seat(seat));
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        let mut tried = legal.clone();
        Hearts::narrow(&view, &mut tried);
        if matches!(legal[0], Action::Play(_)) {
            assert_eq!(tried, legal, "every card is tried");
            cards += 1;
            return;
        }
        gifts += 1;
        assert_eq!((legal.len(), tried.len()), (286, 20));
        assert!(tried.is_sorted() && tried.iter().all(|gift| legal.contains(gift)));
        let own = Hearts::suggest(&view, &legal, true, &mut Rng::new(1)).expect("it gives");
        assert!(tried.contains(&own), "{own} is one of them");
    });
    assert!(gifts > 100 && cards > 1_000, "{gifts} gifts, {cards} cards");
}
