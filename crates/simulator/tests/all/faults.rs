//! The simulator can fail: each mistake that is planted in a room is found within the seeds of the tests, by the check that is
//! there for it.

use room::{Fault, plant};
use simulator::{Broken, Mask, Plan, play, twins};

/// The check that finds a mistake, in which games it is looked for, and how many seeds are enough.
fn expected(fault: Fault) -> (&'static [u8], &'static [&'static str]) {
    let several: &[&str] = &["schwarze-dame", "hearts", "kael"];
    match fault {
        Fault::DoneBeforeStored | Fault::RefusedThoughStored => (&[1], several),
        Fault::CommandTwice | Fault::AnswersForgotten => (&[1, 5], several),
        Fault::SeatMidDeal | Fault::NoGrace | Fault::NextTooEarly => (&[1, 2], several),
        Fault::EntryLost => (&[1, 2], several),
        Fault::FrameNumber | Fault::WrongFrame | Fault::StaleTab | Fault::NoWatchDelay => (&[2], several),
        Fault::ArmedShown => (&[2], &["kael"]),
        Fault::LostTimer | Fault::NoSecondTry => (&[3], several),
        Fault::HeldForever => (&[3], &["kael"]),
        Fault::WrongQuestion => (&[5], &["hearts", "la-dame-noire"]),
        Fault::CardInRefusal => (&[4, 5], several),
        Fault::WindowOnlyIfMay | Fault::ChanceCounted => (&[4], &["kael"]),
        Fault::LateBot | Fault::OpenHistory => (&[4], several),
    }
}

const ALL: [Fault; 22] = [
    Fault::DoneBeforeStored,
    Fault::CommandTwice,
    Fault::AnswersForgotten,
    Fault::RefusedThoughStored,
    Fault::WindowOnlyIfMay,
    Fault::CardInRefusal,
    Fault::LostTimer,
    Fault::NoGrace,
    Fault::SeatMidDeal,
    Fault::LateBot,
    Fault::FrameNumber,
    Fault::WrongQuestion,
    Fault::WrongFrame,
    Fault::StaleTab,
    Fault::EntryLost,
    Fault::NoWatchDelay,
    Fault::HeldForever,
    Fault::NoSecondTry,
    Fault::ArmedShown,
    Fault::OpenHistory,
    Fault::ChanceCounted,
    Fault::NextTooEarly,
];

/// What is found first within the seeds.
fn found(fault: Fault) -> Option<(String, Broken)> {
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

#[test]
fn a_table_that_breaks_a_promise_is_shown_as_short_as_it_was_found() {
    plant(Some(Fault::FrameNumber));
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
