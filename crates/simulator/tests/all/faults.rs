//! Checks that the simulator can fail. Each fault that is planted around a room must be found within the seeds of the
//! tests, by the check that is meant for this fault.

use simulator::{Broken, Fault, Mask, Plan, Simulation, play, twins};

const SEVERAL: &[&str] = &["schwarze-dame", "hearts", "kael"];
const KAEL: &[&str] = &["kael"];

/// Each fault, the checks (one of them must find the fault), and the games in which it is planted.
const FAULTS: [(Fault, &[u8], &[&str]); 25] = [
    (Fault::DoneBeforeStored, &[1], SEVERAL),
    (Fault::CommandTwice, &[1, 5], SEVERAL),
    (Fault::AnswersForgotten, &[1, 5], SEVERAL),
    (Fault::RefusedThoughStored, &[1], SEVERAL),
    (Fault::EntryLost, &[1, 2], SEVERAL),
    (Fault::NoGrace, &[1, 2], SEVERAL),
    (Fault::FrameNumber, &[2], SEVERAL),
    (Fault::WrongFrame, &[2], SEVERAL),
    (Fault::StaleTab, &[2], SEVERAL),
    (Fault::NoWatchDelay, &[2], SEVERAL),
    (Fault::ArmedShown, &[2], KAEL),
    (Fault::GraceWithoutEnd, &[3], SEVERAL),
    (Fault::NoSecondTry, &[3], SEVERAL),
    (Fault::WindowOnlyIfMay, &[4], KAEL),
    (Fault::ChanceCounted, &[4], KAEL),
    (Fault::LateBot, &[4], SEVERAL),
    (Fault::OpenHistory, &[4], SEVERAL),
    (Fault::CardInRefusal, &[4, 5], SEVERAL),
    (Fault::WrongQuestion, &[5], &["hearts", "la-dame-noire"]),
    (Fault::ReviewTooEarly, &[5], SEVERAL),
    (Fault::SecretTold, &[6], SEVERAL),
    (Fault::DealtTooEarly, &[6], SEVERAL),
    (Fault::ReloadedForOne, &[7], SEVERAL),
    (Fault::HungUpForOne, &[7], SEVERAL),
    (Fault::ClocksForgotten, &[7], SEVERAL),
];

fn plan(game: &str, seed: u64, fault: Fault) -> Plan {
    Plan { fault: Some(fault), ..Plan::of(game, seed) }
}

/// Returns the first broken promise that is found within the seeds, and its game.
fn found((fault, checks, games): (Fault, &[u8], &[&str])) -> Option<(String, Broken)> {
    for seed in 0..200 {
        for game in games {
            let table = Simulation::new(plan(game, seed, fault), Mask::default()).play().err();
            let compare = |of| twins::compare(game, 4 * seed + of, 1, Some(fault)).err();
            let twins = checks.contains(&4).then(|| (0..4).find_map(compare)).flatten();
            if let Some(broken) = table.or(twins) {
                return Some((format!("seed {seed} of {game}"), broken));
            }
        }
    }
    None
}

#[test]
fn every_fault_is_found_by_its_check() {
    let mut missed = Vec::new();
    for of @ (fault, checks, _) in FAULTS {
        match found(of) {
            Some((place, broken)) if checks.contains(&broken.check) => {
                println!("{fault:?}: check {} at {place}: {:.160}", broken.check, broken.words);
            }
            Some((place, broken)) => missed.push(format!("{fault:?} at {place} by {broken:?}")),
            None => missed.push(format!("{fault:?} was not found")),
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_table_that_breaks_a_promise_is_shown_as_short_as_it_was_found() {
    let plan = (0..100).map(|seed| plan("hearts", seed, Fault::FrameNumber)).find(|plan| plan.people > 2);
    let plan = plan.expect("one of many");
    let whole = Simulation::new(plan.clone(), Mask::default());
    let (broken, steps) = ends(whole);
    let shortest = play(&plan).expect_err("the fault is planted");
    let shown = shortest.to_string();
    let (again, short_steps) = ends(Simulation::new(plan, shortest.mask.clone()));
    assert_eq!(shortest.broken.check, broken.check);
    assert!(shortest.mask != Mask::default() && short_steps <= steps, "{short_steps} of {steps} steps: {shown}");
    // When the shortest table is played again, it fails in the same words.
    assert_eq!(again.words, shortest.broken.words);
    assert!(shown.contains("breaks promise 2") && shown.contains(&again.words), "{shown}");
}

/// Plays a simulation that breaks a promise. Returns the broken promise and the number of steps before it.
fn ends(mut simulation: Simulation) -> (Broken, u64) {
    let broken = simulation.play().expect_err("the fault is planted");
    (broken, simulation.counted.of("steps"))
}
