//! Clusters by the hundred keep every promise, and each planted mistake is found.

use simulator::cluster::{ClusterCounted, ClusterFault, ClusterSimulation};

fn games() -> impl Iterator<Item = &'static str> {
    catalog::entries().into_iter().map(|entry| entry.id)
}

/// Seeds that every run of the tests plays, of each game.
const SEEDS: u64 = 40;

#[test]
fn every_promise_is_kept_by_a_cluster() {
    for game in games() {
        let play = |seed| {
            ClusterSimulation::new(game, seed, None)
                .play()
                .unwrap_or_else(|broken| panic!("seed {seed} of {game}: {broken:?}"))
        };
        let all = (0..SEEDS).map(play).fold(ClusterCounted::default(), |all, counted| all + counted);
        println!("{game}: {all:?}");
        assert!(all.moves > SEEDS * 5 && all.takeovers > SEEDS / 4, "{game}: something happens: {all:?}");
        assert!(all.ended_links > SEEDS, "{game}: links end: {all:?}");
    }
}

#[test]
fn a_cluster_replays_to_the_byte() {
    for seed in 0..3 {
        let [once, again, other] =
            [seed, seed, seed + 10].map(|seed| ClusterSimulation::new("hearts", seed, None).play());
        assert_eq!(once, again);
        assert_ne!(once, other);
    }
}

#[test]
fn every_mistake_that_is_planted_in_nodes_is_found() {
    use ClusterFault::{GapIgnored, LeaseIgnored, NoFence, ReadBeforeTaken};
    for fault in [LeaseIgnored, NoFence, ReadBeforeTaken, GapIgnored] {
        let found = (0..SEEDS).find_map(|seed| {
            games().find_map(|game| Some((game, seed, ClusterSimulation::new(game, seed, Some(fault)).play().err()?)))
        });
        let (game, seed, broken) = found.unwrap_or_else(|| panic!("{fault:?} was not found"));
        println!("{fault:?}: check {} at seed {seed} of {game}: {:.120}", broken.check, broken.words);
    }
}
