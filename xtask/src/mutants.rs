//! Mutation tests: `cargo-mutants` makes about 300 changes to the code of the core, one at a time. At least one test
//! should fail with each change. The hash of the commit selects the changes.

use std::fs;

use crate::run::{Done, cargo, games, output, program, root, succeeds, target};

/// A group: its name, the packages whose code is changed, and the packages whose tests run. An empty list of packages
/// means all games. An empty list of test packages means the tests of the changed package.
type Group = (&'static str, &'static [&'static str], &'static [&'static str]);

const GROUPS: [Group; 3] = [
    ("room", &["room"], &["room", "simulator"]),
    ("table", &["table"], &["table", "catalog", "rouge-et-noir"]),
    ("games", &[], &[]),
];

/// The greatest number of mutants (changed programs) that a run tests.
const DRAWN: usize = 300;
/// The time in seconds after which a test run counts as endless. On two idle cores the longest run takes 40 s.
const LONGEST_S: u32 = 240;
/// The percentage of mutants that must be caught.
const CAUGHT: usize = 90;

/// Selects mutants, tests each of them, and fails if too many survive. Writes a report to `target/mutants`.
pub fn test() -> Done {
    if !succeeds("cargo", &["mutants", "--version"]) {
        return Err("cargo-mutants is not installed: cargo install cargo-mutants --locked".to_owned());
    }
    let mut all = 0;
    for (_, packages, _) in GROUPS {
        let mut list = mutants(packages);
        list.arg("--list");
        all += output(list)?.lines().count();
    }
    // The mutants are divided into shards. Each mutant belongs to exactly one shard, and a run tests one shard.
    let draws = all.div_ceil(DRAWN);
    let hash = output(program("git", &["rev-parse", "--short=8", "HEAD"]))?;
    let draw = usize::from_str_radix(&hash, 16).map_err(|error| format!("{hash}: {error}"))? % draws;
    let (mut caught, mut survivors) = (0, Vec::new());
    for (name, packages, tests) in GROUPS {
        let report = target().join("mutants").join(name);
        fs::create_dir_all(&report).map_err(|error| format!("{}: {error}", report.display()))?;
        let mut run = mutants(packages);
        run.args(["--sharding=round-robin", "--gitignore=true"]).arg(format!("--shard={draw}/{draws}"));
        // Without this option, cargo-mutants derives the time limit from the package's own tests. These are faster than
        // the tests of the simulator or the catalog. So a mutant that no test notices would exceed the limit and count
        // as endless.
        run.arg(format!("--timeout={LONGEST_S}"));
        run.arg("--output").arg(&report).args(tests.iter().flat_map(|package| ["--test-package", package]));
        if succeeds("cargo", &["nextest", "--version"]) {
            run.args(["--test-tool", "nextest"]);
        } else {
            run.args(["--", "--lib", "--tests"]);
        }
        eprintln!("\n== mutants of {name}: draw {draw} of {draws}");
        let status = run.status().map_err(|error| format!("cargo mutants: {error}"))?;
        // Code 2 means that some mutants were missed, and code 3 that some ran for too long.
        if !matches!(status.code(), Some(0 | 2 | 3)) {
            return Err(format!("mutants of {name} failed ({status})"));
        }
        let lines = |file: &str| -> Result<Vec<String>, String> {
            let path = report.join("mutants.out").join(file);
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            Ok(text.lines().map(str::to_owned).collect())
        };
        caught += lines("caught.txt")?.len() + lines("timeout.txt")?.len();
        survivors.extend(lines("missed.txt")?);
    }
    judge(caught, &survivors)
}

/// Prints the surviving mutants for which docs/measurements/mutants.md gives no reason, and fails if too few were
/// caught.
fn judge(caught: usize, survivors: &[String]) -> Done {
    let reasons = root().join("docs/measurements/mutants.md");
    let reasons = fs::read_to_string(&reasons).map_err(|error| format!("{}: {error}", reasons.display()))?;
    let all = caught + survivors.len();
    eprintln!("\n== {caught} mutants of {all} are caught");
    for survivor in survivors.iter().filter(|survivor| !reasons.contains(&without_place(survivor))) {
        eprintln!("a survivor without a reason: {survivor}");
    }
    // A run that tested no mutant shows nothing, so it fails.
    let enough = all > 0 && caught * 100 >= all * CAUGHT;
    if enough { Ok(()) } else { Err(format!("less than {CAUGHT} of a hundred mutants are caught")) }
}

/// Returns the name of a mutant without its line and column, because these change often.
fn without_place(mutant: &str) -> String {
    let mut parts = mutant.splitn(4, ':');
    let file = parts.next().unwrap_or_default();
    format!("{file}:{}", parts.nth(2).unwrap_or_default())
}

fn mutants(packages: &[&str]) -> std::process::Command {
    let mut mutants = cargo(&["mutants"]);
    let games = if packages.is_empty() { games() } else { Vec::new() };
    mutants.args(
        packages.iter().copied().chain(games.iter().map(String::as_str)).flat_map(|package| ["--package", package]),
    );
    mutants
}
