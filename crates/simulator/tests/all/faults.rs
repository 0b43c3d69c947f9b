//! The simulator can fail: each mistake that is planted in a room is found within the seeds of the tests, by the check that is
//! there for it.

use room::{PlantedFault, plant};
use simulator::{Broken, Mask, Plan, ShellFault, play, twins};

/// The check that finds a mistake, in which games it is looked for, and how many seeds are enough.
fn expected(fault: PlantedFault) -> (&'static [u8], &'static [&'static str]) {
    let several: &[&str] = &["schwarze-dame", "hearts", "kael"];
    match fault {
        PlantedFault::DoneBeforeStored | PlantedFault::RefusedThoughStored => (&[1], several),
        PlantedFault::CommandTwice | PlantedFault::AnswersForgotten => (&[1, 5], several),
        PlantedFault::SeatMidDeal | PlantedFault::NoGrace | PlantedFault::NextTooEarly => (&[1, 2], several),
        PlantedFault::EntryLost => (&[1, 2], several),
        PlantedFault::FrameNumber | PlantedFault::WrongFrame | PlantedFault::StaleTab | PlantedFault::NoWatchDelay => {
            (&[2], several)
        }
        PlantedFault::ArmedShown => (&[2], &["kael"]),
        PlantedFault::LostTimer | PlantedFault::NoSecondTry => (&[3], several),
        PlantedFault::HeldForever => (&[3], &["kael"]),
        PlantedFault::WrongQuestion => (&[5], &["hearts", "la-dame-noire"]),
        PlantedFault::CardInRefusal => (&[4, 5], several),
        PlantedFault::WindowOnlyIfMay | PlantedFault::ChanceCounted => (&[4], &["kael"]),
        PlantedFault::LateBot | PlantedFault::OpenHistory => (&[4], several),
        PlantedFault::SecretTold | PlantedFault::DealtTooEarly => (&[6], several),
    }
}

const ALL: [PlantedFault; 24] = [
    PlantedFault::DoneBeforeStored,
    PlantedFault::CommandTwice,
    PlantedFault::AnswersForgotten,
    PlantedFault::RefusedThoughStored,
    PlantedFault::WindowOnlyIfMay,
    PlantedFault::CardInRefusal,
    PlantedFault::LostTimer,
    PlantedFault::NoGrace,
    PlantedFault::SeatMidDeal,
    PlantedFault::LateBot,
    PlantedFault::FrameNumber,
    PlantedFault::WrongQuestion,
    PlantedFault::WrongFrame,
    PlantedFault::StaleTab,
    PlantedFault::EntryLost,
    PlantedFault::NoWatchDelay,
    PlantedFault::HeldForever,
    PlantedFault::NoSecondTry,
    PlantedFault::ArmedShown,
    PlantedFault::OpenHistory,
    PlantedFault::ChanceCounted,
    PlantedFault::NextTooEarly,
    PlantedFault::SecretTold,
    PlantedFault::DealtTooEarly,
];

/// What is found first within the seeds.
fn found(fault: PlantedFault) -> Option<(String, Broken)> {
    let (checks, games) = expected(fault);
    plant(Some(fault));
    let twinned = checks.contains(&4);
    for seed in 0..100 {
        for game in games {
            let table = simulator::Simulation::new(Plan::of(game, seed), Mask::default()).play().err();
            let twins = (twinned).then(|| (0..4).find_map(|of| twins::compare(game, 4 * seed + of).err())).flatten();
            if let Some(broken) = table.or(twins) {
                return Some((format!("seed {seed} of {game}"), broken));
            }
        }
    }
    None
}

#[test]
fn every_planted_mistake_is_found_by_its_check() {
    let mut missed = Vec::new();
    for fault in ALL {
        let found = found(fault);
        plant(None);
        match found {
            Some((place, broken)) if expected(fault).0.contains(&broken.check) => {
                println!("{fault:?}: check {} at {place}", broken.check);
            }
            Some((place, broken)) => missed.push(format!("{fault:?} at {place} by {broken:?}")),
            None => missed.push(format!("{fault:?} was not found")),
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Mistakes of whoever has a room: the room itself is right.
#[test]
fn what_is_done_to_others_is_found() {
    for fault in [ShellFault::ReloadedForOne, ShellFault::HungUpForOne, ShellFault::ClocksForgotten] {
        let play = |game: &str, seed| {
            let mut simulation = simulator::Simulation::new(Plan::of(game, seed), Mask::default());
            simulation.fault = Some(fault);
            simulation.play().err()
        };
        let games = ["schwarze-dame", "hearts", "kael"];
        let found = (0..100).find_map(|seed| games.iter().find_map(|game| Some((seed, game, play(game, seed)?))));
        let (seed, game, broken) = found.unwrap_or_else(|| panic!("{fault:?} was not found"));
        println!("{fault:?}: seed {seed} of {game}: {}", broken.words);
        assert_eq!(broken.check, 7, "{fault:?} at seed {seed} of {game}: {broken:?}");
    }
}

#[test]
fn a_table_that_breaks_a_promise_is_shown_as_short_as_it_was_found() {
    plant(Some(PlantedFault::FrameNumber));
    let plan = (0..100).map(|seed| Plan::of("hearts", seed)).find(|plan| plan.people > 2).expect("one of many");
    let whole = simulator::Simulation::new(plan.clone(), Mask::default());
    let (broken, steps) = ends(whole);
    let shortest = play(&plan).expect_err("the mistake is planted");
    let shown = shortest.to_string();
    let (again, short_steps) = ends(simulator::Simulation::new(plan.clone(), shortest.mask.clone()));
    plant(None);
    assert_eq!(shortest.broken.check, broken.check);
    assert!(shortest.mask != Mask::default() && short_steps <= steps, "{short_steps} of {steps} steps: {shown}");
    // What is shown replays to the same words.
    assert_eq!(again.words, shortest.broken.words);
    assert!(shown.contains("breaks promise 2") && shown.contains(&again.words), "{shown}");
}

/// How a simulation ends that breaks a promise, and after how many steps.
fn ends(mut simulation: simulator::Simulation) -> (Broken, u64) {
    let broken = simulation.play().expect_err("the mistake is planted");
    (broken, simulation.counted.steps)
}
