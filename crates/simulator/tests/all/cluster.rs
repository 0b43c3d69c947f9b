//! Tests that hundreds of simulated clusters pass every check, and that each planted fault is found.

use simulator::twins::{self, Compared};
use simulator::{Broken, Counted, Fault, Mask, Plan, Simulation, play};

fn games() -> impl Iterator<Item = &'static str> {
    catalog::entries().into_iter().map(|entry| entry.id)
}

/// For each game, the number of seeds that every run of the tests plays.
const SEEDS: u64 = 40;

/// Plays a cluster with a planted fault.
fn play_with(game: &str, seed: u64, fault: Fault) -> Result<Counted, Broken> {
    Simulation::new(Plan { fault: Some(fault), ..Plan::of_cluster(game, seed) }, Mask::default()).play()
}

#[test]
fn every_promise_is_kept_by_a_cluster() {
    let mut all = Counted::default();
    for game in games() {
        let play = |seed| play(&Plan::of_cluster(game, seed)).unwrap_or_else(|shortest| panic!("{shortest}"));
        let counted = (0..SEEDS).map(play).fold(Counted::default(), |all, counted| all + counted);
        println!("{game}: {counted}");
        happens(
            &counted,
            &[("moves", SEEDS * 5), ("takeovers", SEEDS / 4), ("connections between nodes ended", SEEDS / 4)],
        );
        all = all + counted;
    }
    happens(
        &all,
        &[
            ("sockets passed on to no owner", SEEDS / 4),
            ("forged headers", SEEDS),
            ("failovers", 2 * SEEDS),
            ("commits without an answer", SEEDS / 4),
            ("commits lost", SEEDS / 4),
            ("writes read back", SEEDS / 8),
            ("writes not found", SEEDS / 8),
            ("writes refused", SEEDS / 2),
            ("reads refused", SEEDS / 2),
            ("leases unanswered", SEEDS),
        ],
    );
}

/// Checks that enough failures have happened, because promises that hold without failures prove nothing.
fn happens(counted: &Counted, least: &[(&str, u64)]) {
    least.iter().for_each(|(what, least)| assert!(counted.of(what) > *least, "{what}: {counted}"));
}

#[test]
fn a_cluster_replays_to_the_byte() {
    for seed in 0..3 {
        let [once, again, other] =
            [seed, seed, seed + 10].map(|seed| play(&Plan::of_cluster("hearts", seed)).expect("as above"));
        assert_eq!(once, again);
        assert_ne!(once, other);
    }
}

#[test]
fn every_mistake_that_is_planted_in_nodes_is_found() {
    use Fault::{HeaderBelieved, LeaseIgnored, NoFence, NotOwnerServes, ReadBeforeTaken};
    for fault in [LeaseIgnored, NoFence, ReadBeforeTaken, NotOwnerServes, HeaderBelieved] {
        found(&format!("{fault:?}"), |game, seed| play_with(game, seed, fault).err());
    }
}

/// Checks faults of nodes that do not read back a commit without an answer, and therefore give wrong answers.
#[test]
fn nodes_that_do_not_read_back_a_commit_are_found() {
    for fault in [Fault::ToldBeforeReadBack, Fault::RefusedBeforeReadBack] {
        let play = |game: &str, seed| play_with(game, seed, fault).err();
        let broken = found(&format!("{fault:?}"), play);
        assert_eq!(broken.check, 1, "{fault:?}: {broken:?}");
    }
}

/// Returns the first fault that is found within the seeds.
fn found(fault: &str, play: impl Fn(&str, u64) -> Option<Broken>) -> Broken {
    let found = (0..SEEDS).find_map(|seed| games().find_map(|game| Some((game, seed, play(game, seed)?))));
    let (game, seed, broken) = found.unwrap_or_else(|| panic!("{fault} was not found"));
    println!("{fault}: check {} at seed {seed} of {game}: {:.120}", broken.check, broken.words);
    broken
}

/// For each game, the number of pairs of clusters that every run of the tests compares.
const PAIRS: u64 = 25;

#[test]
fn no_viewer_at_any_node_can_tell_two_worlds_apart() {
    let mut counted = Counted::default();
    for game in games() {
        let compare = |seed| {
            twins::compare(game, seed, 3, None).unwrap_or_else(|broken| panic!("seed {seed} of {game}: {broken:?}"))
        };
        let all: Vec<Compared> = (0..PAIRS).filter_map(compare).collect();
        let sum = |of: fn(&Compared) -> u64| all.iter().map(of).sum::<u64>();
        let [moves, takeovers] = [sum(|one| one.counted.of("moves")), sum(|one| one.counted.of("takeovers"))];
        let [messages, later, traffic] =
            [sum(|one| one.messages), sum(|one| one.after_takeovers), sum(|one| one.traffic)];
        println!(
            "{game}: {} pairs, {moves} moves, {takeovers} takeovers, {messages} messages, {later} later",
            all.len()
        );
        assert!(all.len() as u64 > PAIRS / 2, "{game}: {} situations have another world", all.len());
        assert!(moves > PAIRS && takeovers > PAIRS / 2, "{game}: something happens: {moves}, {takeovers}");
        assert!(messages > 500 && later > 250 && traffic > 2000, "{game}: {messages}, {later}, {traffic}");
        counted = all.into_iter().fold(counted, |all, one| all + one.counted);
    }
    let fails = [("failovers", PAIRS), ("commits without an answer", 0), ("commits lost", 0), ("writes refused", 0)];
    happens(&counted, &fails);
}

/// Checks a fault that breaks no promise in a single world. Only a comparison of two worlds can find it.
#[test]
fn nodes_by_which_worlds_can_be_told_apart_are_found() {
    let fault = Fault::LengthDelays;
    let broken = found("LengthDelays", |game, seed| twins::compare(game, seed, 3, Some(fault)).err());
    assert_eq!(broken.check, 4, "{broken:?}");
    for (game, seed) in games().zip(0..) {
        play_with(game, seed, fault).unwrap_or_else(|broken| panic!("{game}: {broken:?}"));
    }
}

/// Checks that faults of rooms are found at several nodes by the same checks as at one node.
#[test]
fn faults_of_rooms_are_found_at_several_nodes() {
    for (fault, check) in [
        (Fault::DoneBeforeStored, 1),
        (Fault::NoGrace, 1),
        (Fault::WrongFrame, 2),
        (Fault::GraceWithoutEnd, 3),
        (Fault::OpenHistory, 4),
        (Fault::WindowOnlyIfMay, 4),
        (Fault::WrongQuestion, 5),
    ] {
        let broken = found(&format!("{fault:?}"), |game, seed| match check {
            4 => twins::compare(game, seed, 3, Some(fault)).err(),
            _ => play_with(game, seed, fault).err(),
        });
        assert_eq!(broken.check, check, "{fault:?}: {broken:?}");
    }
}
