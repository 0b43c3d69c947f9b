//! Tests of inferences from played cards about the cards still held.

use cards::Seed;
use game::{Belief, Game, Observe, Policy, Rng, Seat, Shuffles, Viewer, Worlds, width};
use schwarze_dame::{Action, Rules, SchwarzeDame};

/// Plays deals of four rule players and visits each card with the deal before it.
fn each_moment(mut visit: impl FnMut(&SchwarzeDame, u32, Action)) {
    let rules = Rules::default();
    let standing = SchwarzeDame::start(&rules, 4).unwrap();
    for number in 6_000_001..6_000_041 {
        let mut deal = SchwarzeDame::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let mut rng = Rng::new(number);
        let mut played = 0;
        while let Some(seat) = deal.turn().must().first() {
            let card = deal.rollout(seat, &mut rng).expect("play waits for this seat");
            visit(&deal, played, card);
            deal.apply(seat, card);
            played += 1;
        }
    }
}

#[test]
fn the_truth_is_likelier_than_most_worlds() {
    let (mut better, mut all) = (0, 0);
    each_moment(|deal, played, _| {
        if !(16..40).contains(&played) {
            return;
        }
        let view = deal.view(Viewer::Seat(deal.turn().must().first().unwrap()));
        let truth = SchwarzeDame::likelihood(&view, deal);
        let sampler = SchwarzeDame::sampler(&view);
        let mut rng = Rng::new(1);
        for _ in 0..20 {
            let other = SchwarzeDame::likelihood(&view, &SchwarzeDame::sample(&sampler, &mut rng));
            all += 2;
            better += if truth > other { 2 } else { i32::from(truth == other) };
        }
    });
    assert!(all > 10_000, "{all}");
    assert!(better * 10 > all * 7, "what is true is likelier than {better} of {all} others");
}

#[test]
fn before_the_first_card_every_world_is_as_likely_and_one_never_judges_oneself() {
    each_moment(|deal, played, _| {
        let mine = deal.turn().must().first().unwrap();
        let likely = SchwarzeDame::likelihood(&deal.view(Viewer::Seat(mine)), deal);
        assert!(likely > 0.0 && likely <= 1.0, "{likely}");
        if played == 0 {
            assert_eq!(likely, 1.0);
        }
        // The leader learns nothing from its own first card, but the other seats do.
        let seen_by_all = SchwarzeDame::likelihood(&deal.view(Viewer::Public), deal);
        assert!(seen_by_all <= likely, "{seen_by_all} {likely}");
    });
}

/// Returns the observation of the seat to play.
fn observed(deal: &SchwarzeDame, seat: Seat) -> Vec<i8> {
    let mut numbers = vec![0; width(SchwarzeDame::CHANNELS)];
    deal.observe(seat, (), &mut numbers);
    numbers
}

#[test]
fn the_true_world_replays_what_the_others_chose_as_they_saw_it() {
    let mut told: Vec<(Seat, Action, Vec<i8>)> = Vec::new();
    let mut replays = 0;
    each_moment(|deal, played, card| {
        if played == 0 {
            told.clear();
        }
        let seat = deal.turn().must().first().unwrap();
        let mut again = Vec::new();
        SchwarzeDame::replay(&deal.view(Viewer::Seat(seat)), deal, &mut |before, other, action| {
            again.push((other, action, observed(before, other)));
        });
        let others: Vec<_> = told.iter().filter(|(other, ..)| *other != seat).cloned().collect();
        assert_eq!(again, others, "after {played} cards");
        replays += again.len();
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        if legal.len() > 1 {
            told.push((seat, card, observed(deal, seat)));
        }
    });
    assert!(replays > 10_000, "{replays}");
}
