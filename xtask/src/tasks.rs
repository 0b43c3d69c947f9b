//! The commands, each a list of steps.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chromium;
use crate::python;
use crate::run::{Done, cargo, program, root, step, succeeds};

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

/// Builds the page into `web/dist`.
pub fn web() -> Done {
    install_packages()?;
    step("build the page", npm(&["run", "--silent", "build"]))
}

/// What all builds of a test run share: packages taken one at a time would have features of their own, and each would be
/// compiled again.
const WHOLE: [&str; 3] = ["--locked", "--workspace", "--all-features"];

/// Everything that must hold before a change lands, cheapest first.
pub fn test() -> Done {
    let chromium = chromium::find()?;
    step("formatting", cargo(&["fmt", "--all", "--check"]))?;
    install_packages()?;
    step("types of the page", npm(&["run", "--silent", "typecheck"]))?;
    step("lint of the page", npm(&["run", "--silent", "lint"]))?;
    step("tests of the page", npm(&["test", "--silent"]))?;
    step("build the page", npm(&["run", "--silent", "build"]))?;
    step("clippy", whole("clippy", &["--all-targets", "--", "-D", "warnings"]))?;
    if succeeds("cargo", &["nextest", "--version"]) {
        let mut tests = cargo(&["nextest", "run"]);
        tests.args(WHOLE).arg("--no-fail-fast");
        step("tests", tests)?;
    } else {
        step("tests", whole("test", &["--lib", "--bins", "--tests", "--no-fail-fast"]))?;
    }
    browser_module_is_the_same()?;
    step("examples in the docs", whole("test", &["--doc", "--quiet"]))?;
    // With the tests, as their libraries are there already.
    programs(&["--bins", "--tests"])?;
    types_are_fresh()?;
    licences()?;
    python::test(false)?;
    browser(&chromium, &[])
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
    programs(&["--bins"])?;
    browser(&chromium, args)
}

/// Plays simulated tables: `crates/simulator`, as fast as it can be built.
pub fn simulate(args: &[String]) -> Done {
    let mut simulate = cargo(&["run", "--release", "--quiet", "--locked", "--package", "simulator", "--"]);
    simulate.args(args);
    step("simulate", simulate)
}

/// The target of browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the card room without a server for browsers. Returns the module; `None` where the target is not to be had.
fn browser_module(profile: &str) -> Result<Option<PathBuf>, String> {
    if !has_target(TARGET) {
        // Without a network it cannot be had.
        succeeds("rustup", &["target", "add", TARGET]);
    }
    if !has_target(TARGET) {
        eprintln!("\n== the target {TARGET} is not to be had here: nothing is built for browsers");
        return Ok(None);
    }
    let build = ["rustc", "--locked", "--package", "offline", "--lib", "--crate-type", "cdylib", "--target", TARGET];
    let mut build = cargo(&build);
    build.args(["--profile", profile]);
    step("the card room for browsers", build)?;
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(Some(target().join(TARGET).join(folder).join("offline.wasm")))
}

/// The module for browsers answers as the native crate did in its tests, to the byte.
fn browser_module_is_the_same() -> Done {
    let Some(module) = browser_module("dev")? else { return Ok(()) };
    let mut replay = program("node", &["crates/offline/tests/replay.mjs"]);
    replay.arg(module).arg(target().join("tmp"));
    step("the card room for browsers beside the native one", replay)
}

/// Whether the compiler has the library of a target.
fn has_target(target: &str) -> bool {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = sysroot.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    sysroot.is_ok_and(|sysroot| Path::new(&sysroot).join("lib/rustlib").join(target).is_dir())
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

/// Where cargo leaves everything.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}
