//! Tests of inferences from the bet about unseen cards.

use cards::Seed;
use game::{Belief, Game, Playout, Policy, Rng, Seat, Shuffles, Turn, Viewer, Worlds, resampled};
use la_dame_noire::{LaDameNoire, Phase, Rules};

/// Returns positions at the first lead of the showdown, from deals between rule players.
fn first_leads(numbers: std::ops::Range<u64>) -> Vec<LaDameNoire> {
    let rules = Rules::default();
    let standing = LaDameNoire::start(&rules, 4).unwrap();
    let deals = numbers.filter_map(|number| {
        let mut deal = LaDameNoire::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let mut rng = Rng::new(number);
        while deal.view(Viewer::Seat(Seat::new(0))).phase != Phase::Showdown {
            let Turn::Open { must, may } = deal.turn() else { return None };
            let asked =
                may.from_seat(deal.first_asked(), 4).find_map(|seat| Some((seat, deal.rollout(seat, &mut rng)?)));
            let first = must.first().unwrap();
            let (seat, action) = asked.unwrap_or_else(|| (first, deal.rollout(first, &mut rng).unwrap()));
            deal.apply(seat, action);
        }
        Some(deal)
    });
    deals.collect()
}

#[test]
fn the_truth_is_likelier_than_most_worlds() {
    let (mut better, mut all) = (0, 0);
    for deal in first_leads(6_000_001..6_000_081) {
        for viewer in Seat::all(4) {
            let view = deal.view(Viewer::Seat(viewer));
            let truth = LaDameNoire::likelihood(&view, &deal);
            let sampler = LaDameNoire::sampler(&view);
            let mut rng = Rng::new(1);
            let worlds = (0..20).map(|_| LaDameNoire::likelihood(&view, &LaDameNoire::sample(&sampler, &mut rng)));
            let worlds: Vec<f32> = worlds.collect();
            if view.bet.unwrap().seat == viewer {
                assert!(truth == 1.0 && worlds.iter().all(|likely| *likely == 1.0), "its own bet tells it nothing");
                continue;
            }
            all += worlds.len();
            better += worlds.iter().filter(|likely| truth > **likely).count();
        }
    }
    assert!(all > 2_000, "{all}");
    assert!(better * 4 > all * 3, "the holder's true hand is better than {better} of {all} others");
}

#[test]
fn of_many_worlds_a_likely_one_is_taken() {
    let deal = &first_leads(6_000_001..6_000_010)[0];
    let bettor = deal.view(Viewer::Seat(Seat::new(0))).bet.unwrap().seat;
    let view = deal.view(Viewer::Seat(bettor.after(1, 4)));
    let sampler = LaDameNoire::sampler(&view);
    let mut rng = Rng::new(1);
    let mut mean = |among| {
        let likely = (0..400).map(|_| LaDameNoire::likelihood(&view, &resampled(&view, &sampler, among, &mut rng)));
        likely.sum::<f32>() / 400.0
    };
    let (any, of_four, of_sixteen) = (mean(1), mean(4), mean(16));
    assert!(any < of_four && of_four < of_sixteen, "{any} {of_four} {of_sixteen}");
}

#[test]
fn before_the_showdown_nothing_is_believed() {
    let (rules, number) = (Rules::default(), Seed::numbered(6_000_001));
    let deal = LaDameNoire::deal(&rules, &LaDameNoire::start(&rules, 4).unwrap(), Shuffles::from_seed(number));
    assert_eq!(LaDameNoire::likelihood(&deal.view(Viewer::Seat(Seat::new(1))), &deal), 1.0);
}
