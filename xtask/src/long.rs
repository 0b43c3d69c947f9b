//! `cargo xtask test --long`: the complete form of all tests of which `cargo xtask test` runs only a sample.

use std::process::Command;
use std::time::Instant;

use crate::cluster::cluster;
use crate::debian;
use crate::dist::{TRIAL_TOOLS, dist};
use crate::mutants;
use crate::postgres;
use crate::python;
use crate::run::{Done, cargo, games, program, step, succeeds};
use crate::tasks::{all_seeded_matches, e2e, for_several, simulate, web};

type Part = (&'static str, fn() -> Done);

/// The parts, which together take hours. The shorter parts come first.
const PARTS: [Part; 16] = [
    ("times of bots", bot_times),
    ("the net, with checks of overflow", || {
        let checked = ["test", "--profile", "checked", "--locked", "--package", "net", "--lib", "--tests"];
        step("tests of the net", cargo(&checked))
    }),
    ("worlds and laws", || {
        let named = ["worlds_contradict", "shared_out_uniformly", "laws::"];
        games().iter().try_for_each(|game| tests(game, &named, ("CARDROOM_LONG", "yes"), "dev"))
    }),
    ("times and stress of the server", || {
        tests("server", &["timing_tests", "twin_tests", "stress"], ("CARDROOM_LONG", "yes"), "dev")
    }),
    ("power cuts", || tests("store", &["log"], ("CARDROOM_LONG", "yes"), "dev")),
    ("failing disks", || tests("cardroom", &["disk::"], ("CARDROOM_LONG", "yes"), "dev")),
    ("kills over PostgreSQL", || {
        postgres::find()?;
        for_several()?;
        tests("cardroom", &["postgres::"], ("CARDROOM_LONG", "yes"), "dev")
    }),
    ("trial of a cluster", || cluster(&["--trial".to_owned()])),
    ("kills", || tests("cardroom", &["survive"], ("CARDROOM_LONG", "yes"), "simulate")),
    ("seeded matches in the module for browsers", all_seeded_matches),
    ("files of a release", || {
        debian::tools(&TRIAL_TOOLS)?;
        dist(&["--twice".to_owned()])?;
        step("install, start, upgrade, remove", program("sh", &["packaging/trial.sh"]))
    }),
    ("Python package", || python::test(true)),
    ("browser tests", || e2e(&["--long".to_owned()])),
    ("mutants", mutants::test),
    ("fuzzing", || tests("server", &["fuzz::"], ("CARDROOM_FUZZ_SECONDS", "600"), "dev")),
    ("simulator", || simulate(&["--long".to_owned()])),
];

/// Runs the parts with these names, or all parts if there are no names. Goes on after a part has failed. Prints the
/// time of each part.
pub fn test(names: &[&String]) -> Done {
    let wanted = |part: &str| names.is_empty() || names.iter().any(|name| *name == part);
    let parts: Vec<&Part> = PARTS.iter().filter(|(name, _)| wanted(name)).collect();
    if parts.is_empty() {
        return Err(format!(
            "no part of the long tests is named so; there are: {}",
            PARTS.map(|(name, _)| name).join(", ")
        ));
    }
    let done = parts.into_iter().map(|(name, part)| {
        let start = Instant::now();
        let done = part();
        if let Err(words) = &done {
            eprintln!("\n== {name}: {words}");
        }
        (*name, done.is_ok(), start.elapsed().as_secs_f64())
    });
    let done: Vec<(&str, bool, f64)> = done.collect();
    eprintln!();
    for (name, green, seconds) in &done {
        eprintln!("{seconds:>8.0} s  {}  {name}", if *green { "passed" } else { "FAILED" });
    }
    let failed: Vec<&str> = done.iter().filter(|(_, green, _)| !*green).map(|(name, ..)| *name).collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// Checks that the thinking times of real bots do not reveal forced moves. Only levels that think for a visible time
/// are checked: docs/bots/levels.md, "Pauses".
fn bot_times() -> Done {
    for level in ["expert", "master", "champion"] {
        let mut times =
            cargo(&["run", "--release", "--locked", "--package", "server", "--example", "bot_timing", "--"]);
        times.args(["--level", level, "--tables", "4", "--decisions", "300"]).env("CARDROOM_WITHOUT_PAGE", "1");
        step(&format!("times of {level}"), times)?;
    }
    Ok(())
}

/// Runs the tests of a package whose names contain one of these texts, and shows their output for
/// docs/develop/reliability.md. In a profile without `debug_assertions` the same tests take a quarter of the time.
fn tests(package: &str, named: &[&str], setting: (&str, &str), profile: &str) -> Done {
    // The program under test contains the page.
    web(false)?;
    let nextest = succeeds("cargo", &["nextest", "--version"]);
    let mut command: Command = cargo(if nextest { &["nextest", "run"] } else { &["test"] });
    command.args(["--locked", "--all-features", "--package", package, "--tests", "--no-fail-fast"]);
    command.args([if nextest { "--cargo-profile" } else { "--profile" }, profile]);
    command.env(setting.0, setting.1);
    if nextest {
        command.args(["--success-output", "final", "--"]);
    } else {
        // The tests run one at a time, because a fuzz test against a server measures the time of the whole process.
        command.args(["--", "--nocapture", "--test-threads=1"]);
    }
    command.args(named);
    step(&format!("long tests of {package}"), command)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that each part is a separate job of the nightly workflow, because a job may take at most six hours.
    #[test]
    fn each_part_is_run_by_night() {
        let file = crate::run::root().join(".github/workflows/nightly.yml");
        let text = std::fs::read_to_string(file).expect("a workflow");
        let named: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("          - ")).collect();
        assert_eq!(named, PARTS.map(|(name, _)| name));
    }
}
