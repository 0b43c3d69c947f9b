//! The commands, each a list of steps.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::browser_module;
use crate::chromium;
use crate::debian;
#[cfg(test)]
use crate::dist;
use crate::postgres;
use crate::python;
use crate::run::{Done, cargo, program, root, step, succeeds, target};

/// Builds the page and the binary, then serves.
pub fn serve(args: &[String]) -> Done {
    build()?;
    let mut server = Command::new(binary("release", "cardroom"));
    server.arg("serve").args(args).current_dir(root());
    // The server ends by a signal when somebody stops it: that is no failure of ours to report.
    server.status().map(|_| ()).map_err(|e| format!("cannot start cardroom: {e}"))
}

/// Leaves `target/release/cardroom` with the page inside, and beside it its man pages and completions.
pub fn build() -> Done {
    web()?;
    step("build cardroom", cargo(&["build", "--release", "--locked", "--package", "cardroom"]))?;
    let cardroom = binary("release", "cardroom");
    let mut man = Command::new(&cardroom);
    man.args(["man", "--to"]).arg(binary("release", "man"));
    step("write the man pages", man)?;
    let folder = binary("release", "completions");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    for (shell, file) in [("bash", "cardroom"), ("zsh", "_cardroom"), ("fish", "cardroom.fish")] {
        let to = fs::File::create(folder.join(file)).map_err(failed)?;
        let mut completions = Command::new(&cardroom);
        completions.args(["completions", shell]).stdout(to);
        step(&format!("write the completions for {shell}"), completions)?;
    }
    Ok(())
}

/// Builds the page into `web/dist`. Where the target of browsers cannot be had, the page needs a server.
pub fn web() -> Done {
    install_packages()?;
    if let Err(why) = browser_module::build() {
        eprintln!("\n== {why}\n== this page cannot play without a server");
        // Not with the module of an earlier version either.
        browser_module::leave_out()?;
    }
    step("build the page", npm(&["run", "--silent", "build"]))
}

/// Leaves `dist/site`: the page as static files that need no server of ours, for any folder of any host.
pub fn site() -> Done {
    install_packages()?;
    browser_module::build()?;
    step("build the site", npm(&["run", "--silent", "build-site"]))?;
    // Vite has listed the files and their sizes.
    println!("{}: serve this folder by any web server", root().join("dist/site").display());
    Ok(())
}

/// Leaves `dist/verify.html`: one file that verifies records without a server and without a network.
pub fn verify() -> Done {
    install_packages()?;
    step("build verify.html", npm(&["run", "--silent", "build-verify"]))
}

/// What all builds of a test run share: packages taken one at a time would have features of their own, and each would be
/// compiled again.
const WHOLE: [&str; 3] = ["--locked", "--workspace", "--all-features"];

/// Programs for several servers, with their packages.
const BALANCER: (&str, &str) = ("haproxy", "haproxy");
const NATS: (&str, &str) = ("nats-server", "nats-server");

/// Programs that the tests start beside those, with their packages: they encrypt backups, stand before the server, and before
/// its database.
const BESIDE: [(&str, &str); 5] =
    [("age", "age"), ("gpg", "gnupg"), ("nginx", "nginx"), ("caddy", "caddy"), ("pgbouncer", "pgbouncer")];

/// Makes sure that there are a NATS and a balancer for several servers. `NATS_SERVER` names a NATS.
pub fn nats_and_balancer() -> Done {
    match std::env::var_os("NATS_SERVER") {
        Some(_) => debian::tools(&[BALANCER]),
        None => debian::tools(&[NATS, BALANCER]),
    }
}

/// Everything that must hold before a change lands, cheapest first.
pub fn test() -> Done {
    let chromium = chromium::find()?;
    postgres::find()?;
    nats_and_balancer()?;
    debian::tools(&BESIDE)?;
    step("formatting", cargo(&["fmt", "--all", "--check"]))?;
    install_packages()?;
    step("types of the page", npm(&["run", "--silent", "typecheck"]))?;
    step("lint of the page", npm(&["run", "--silent", "lint"]))?;
    step("tests of the page", npm(&["test", "--silent"]))?;
    // The modules for browsers are linked by one core; they have a target folder of their own, so cargo does both at once.
    both(page_and_modules, || step("clippy", whole("clippy", &["--all-targets", "--", "-D", "warnings"])))?;
    if succeeds("cargo", &["nextest", "--version"]) {
        let mut tests = cargo(&["nextest", "run"]);
        tests.args(WHOLE).args(["--no-fail-fast", "-E", "not package(fuzz)"]);
        step("tests", tests)?;
    } else {
        step("tests", whole("test", &["--lib", "--bins", "--tests", "--no-fail-fast", "--exclude", "fuzz"]))?;
    }
    let checked = ["test", "--profile", "checked", "--locked", "--package", "net", "--lib", "--tests"];
    step("tests of the net, with checks of overflow", cargo(&checked))?;
    // With the tests, as their libraries are there already.
    programs(&["--bins", "--tests", "--lib", "--example", "beside_native"])?;
    // The browser tests leave one of two cores idle, and what follows uses one: this saves a quarter of the time.
    both(rest_of_tests, || browser(&chromium, &[]))
}

/// Does two things at once, each to its end.
fn both(one: fn() -> Done, other: impl FnOnce() -> Done) -> Done {
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        let one = one.join().unwrap_or_else(|_| Err("xtask panicked".to_owned()));
        match (other, one) {
            (Err(other), Err(one)) => Err(format!("{other}; {one}")),
            (other, one) => other.and(one),
        }
    })
}

/// What the browser tests open: the page, the site, and the modules for browsers.
fn page_and_modules() -> Done {
    browser_module::build()?;
    step("build the page", npm(&["run", "--silent", "build"]))?;
    step("build the site", npm(&["run", "--silent", "build-site"]))?;
    verify()?;
    browser_module::build_beside_native()
}

/// What is tested while the browser tests run.
fn rest_of_tests() -> Done {
    browser_module_is_the_same()?;
    step("examples in the docs", whole("test", &["--doc", "--quiet"]))?;
    types_are_fresh()?;
    licences()?;
    python::test(false)?;
    fuzz()?;
    simulate(&[])
}

/// Half a minute for each target; built with the other tests. One at a time, beside the browser tests.
fn fuzz() -> Done {
    let mut fuzz = if succeeds("cargo", &["nextest", "--version"]) {
        let mut fuzz = cargo(&["nextest", "run"]);
        fuzz.args(WHOLE).args(["--no-fail-fast", "--test-threads", "1", "-E", "package(fuzz)"]);
        fuzz
    } else {
        cargo(&["test", "--locked", "--all-features", "--package", "fuzz", "--tests", "--", "--test-threads=1"])
    };
    fuzz.env("CARDROOM_FUZZ_SECONDS", "30");
    step("fuzzing", fuzz)
}

/// A command of cargo on the whole workspace.
pub fn whole(command: &str, args: &[&str]) -> Command {
    let mut cargo = cargo(&[command]);
    cargo.args(WHOLE).args(args);
    cargo
}

/// Leaves the programs of the workspace in `target/debug`.
fn programs(targets: &[&str]) -> Done {
    step("build cardroom for the browser tests", whole("build", targets))
}

/// The browser tests alone.
pub fn e2e(args: &[String]) -> Done {
    let chromium = chromium::find()?;
    web()?;
    step("build the site", npm(&["run", "--silent", "build-site"]))?;
    verify()?;
    browser_module::build_beside_native()?;
    programs(&["--bins", "--example", "beside_native"])?;
    browser(&chromium, args)
}

/// Plays simulated tables: `crates/simulator`, in its own profile.
pub fn simulate(args: &[String]) -> Done {
    let mut simulate = cargo(&["run", "--profile", "simulate", "--quiet", "--locked", "--package", "simulator", "--"]);
    simulate.args(args);
    step("simulate", simulate)
}

/// The module for browsers answers as the native crate did in its tests, to the byte.
fn browser_module_is_the_same() -> Done {
    let mut replay = program("node", &["crates/offline/tests/replay.mjs"]);
    replay.arg(browser_module::MODULE).arg(target().join("tmp"));
    step("the card room for browsers beside the native one", replay)?;
    seeded_matches(&binary("debug", "examples/beside_native"), &["1", "10"])
}

/// Seeded matches as a module beside a native program.
fn seeded_matches(native: &Path, args: &[&str]) -> Done {
    let mut matches = program("node", &["crates/offline/tests/beside_native.mjs"]);
    matches.arg(browser_module::beside_native()).arg(native).args(args);
    step("seeded matches as a module for browsers", matches)
}

/// A thousand seeded matches of each game, and how fast the module is.
pub fn all_seeded_matches() -> Done {
    browser_module::build_beside_native()?;
    let build = ["build", "--locked", "--release", "--package", "offline", "--example", "beside_native"];
    step("build the native program", cargo(&build))?;
    seeded_matches(&binary("release", "examples/beside_native"), &["1", "1000", "--measure"])
}

/// Measures what the page costs and prints it beside its budgets.
pub fn budgets() -> Done {
    e2e(&["budgets".to_owned()])?;
    let path = root().join("artifacts/budgets.txt");
    print!("{}", fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?);
    Ok(())
}

/// The packages that write TypeScript types, and their programs.
const TYPES: [(&str, &str); 2] = [("protocol", "protocol-types"), ("catalog", "types")];

/// Writes the TypeScript types of the protocol and of every game.
pub fn types() -> Done {
    for (package, bin) in TYPES {
        let write = cargo(&["run", "--quiet", "--locked", "--features", "ts", "--package", package, "--bin", bin]);
        step(&format!("types of {package}"), write)?;
    }
    Ok(())
}

/// Fails when a Rust type has changed and the page does not know it yet.
fn types_are_fresh() -> Done {
    for (package, bin) in TYPES {
        let mut check = Command::new(binary("debug", bin));
        check.arg("--check").current_dir(root());
        step(&format!("types of {package}"), check)?;
    }
    Ok(())
}

/// Licences and sources of what we depend on, by cargo-deny where it is installed; the tidy tests read the licences
/// everywhere. Advisories need the network: `cargo deny check advisories`.
fn licences() -> Done {
    if succeeds("cargo", &["deny", "--version"]) {
        step("licences", cargo(&["deny", "--all-features", "check", "licenses", "bans", "sources"]))
    } else {
        eprintln!("\n== cargo-deny is not installed (cargo install cargo-deny): the tidy tests have read the licences");
        Ok(())
    }
}

/// Plays in a real browser against a real server.
fn browser(chromium: &str, args: &[String]) -> Done {
    let mut play = npm(&["run", "--silent", "e2e", "--"]);
    play.args(args.iter().filter(|arg| *arg != "--long"))
        .env("CHROMIUM", chromium)
        .env("CARDROOM", binary("debug", "cardroom"));
    if args.iter().any(|arg| arg == "--long") {
        play.env("CARDROOM_LONG", "yes");
    }
    step("browser tests", play)
}

/// `npm ci`, unless what is installed is already what the lock file says.
fn install_packages() -> Done {
    let stamp = root().join("node_modules/.cardroom-lock");
    let lock = fs::read(root().join("package-lock.json")).map_err(|e| format!("package-lock.json: {e}"))?;
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    if !succeeds("npm", &["--version"]) {
        return Err("the page needs Node 20.19 or newer with npm: install it and run this again".into());
    }
    step("install the page's packages", npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    fs::write(&stamp, lock).map_err(|e| format!("{}: {e}", stamp.display()))
}

fn npm(args: &[&str]) -> Command {
    program("npm", args)
}

/// Where cargo leaves a program, by profile.
pub fn binary(profile: &str, program: &str) -> PathBuf {
    target().join(profile).join(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The packages that a workflow installs, in order.
    fn installed_by(workflow: &str) -> Vec<String> {
        let file = root().join(".github/workflows").join(workflow);
        let text = fs::read_to_string(file).expect("a workflow");
        let lines = text.lines().filter(|line| line.trim_start().starts_with("sudo apt-get install "));
        let words = lines.flat_map(|line| line.split_whitespace().skip(3).filter(|word| !word.starts_with('-')));
        words.map(str::to_owned).collect()
    }

    /// On the machines of the workflows nobody is root, so what a step needs has to be there before. Their system has a browser and
    /// systemd, and the C compiler of a release comes with its target.
    #[test]
    fn the_workflows_install_what_their_steps_need() {
        let beside = BESIDE.map(|(_, package)| package);
        assert_eq!(installed_by("ci.yml"), [&beside[..], &[BALANCER.1, NATS.1, postgres::PACKAGE]].concat());
        let tools: Vec<&str> = dist::TRIAL_TOOLS.iter().map(|(_, package)| *package).collect();
        assert_eq!(installed_by("release.yml"), [&[dist::MUSL_COMPILER.1], &tools[..]].concat());
    }
}
