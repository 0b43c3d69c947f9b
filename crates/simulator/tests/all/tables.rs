//! Tests that hundreds of simulated tables pass every check, and that a seed gives the same table to the byte.

use simulator::{Counted, Mask, Plan, play};

fn games() -> Vec<&'static str> {
    catalog::entries().into_iter().map(|entry| entry.id).collect()
}

/// For each game, the number of seeds that every run of the tests plays.
const SEEDS: u64 = 60;

fn play_all(game: &str) -> Counted {
    let counted = (0..SEEDS).map(|seed| play(&Plan::of(game, seed)).unwrap_or_else(|shortest| panic!("{shortest}")));
    counted.fold(Counted::default(), |all, counted| all + counted)
}

#[test]
fn every_promise_is_kept_at_every_table() {
    for game in games() {
        let all = play_all(game);
        assert_eq!(all.of("tables"), SEEDS);
        assert!(all.of("moves") > SEEDS * 20 && all.of("crashes") > SEEDS / 2, "{game}: something happens: {all:?}");
        let alone = *catalog::entry(game).expect("there").seats.end() == 1;
        assert!(alone || all.of("deleted people") > SEEDS / 5, "{game}: people delete themselves: {all:?}");
        let compared = all.of("frames held against the log");
        assert!(
            compared > all.of("moves") && all.of("frames of a room loaded anew") > SEEDS,
            "{game}: it is looked at: {all:?}"
        );
    }
}

#[test]
fn a_seed_replays_to_the_byte() {
    for game in games() {
        for seed in [1, 2, 3] {
            let once = play(&Plan::of(game, seed)).expect("it is one of those above");
            assert_eq!(play(&Plan::of(game, seed)).expect("the same"), once, "{game}, seed {seed}");
            let other = play(&Plan::of(game, seed + 10)).expect("it is one of those above");
            assert_ne!(once.hash, other.hash);
        }
    }
}

#[test]
fn what_is_left_out_of_a_plan_does_not_happen() {
    let plan = (0..).map(|seed| Plan::of("hearts", seed)).find(|plan| plan.failures.crash > 3).expect("one of many");
    let calm = Mask { no_crash: true, no_refusals: true, ..Mask::default() };
    let counted = simulator::Simulation::new(plan.clone(), calm).play().expect("it keeps its promises");
    assert_eq!(counted.of("crashes"), 0);
}
