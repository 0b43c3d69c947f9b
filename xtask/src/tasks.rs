//! Most commands of `cargo xtask`; the larger ones have modules of their own. Each is a list of steps.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;

use crate::browser_module;
use crate::chromium;
use crate::debian;
#[cfg(test)]
use crate::dist;
use crate::postgres;
use crate::python;
use crate::run::{Done, cargo, output, print_times, program, root, step, succeeds, target};

/// Builds the page and the binary, and then serves. Without `--release` the build takes only minutes and is meant for
/// trying things out. In that case only code that thinks is optimised, and the page needs the server to play.
pub fn serve(args: &[String]) -> Done {
    let release = args.iter().any(|arg| arg == "--release");
    if release {
        build()?;
    } else {
        install_packages()?;
        browser_module::leave_out()?;
        step("build the page", npm(&["run", "--silent", "build"]))?;
        step("build cardroom", cargo(&["build", "--profile", "trial", "--locked", "--package", "cardroom"]))?;
    }
    let mut server = Command::new(binary(if release { "release" } else { "trial" }, "cardroom"));
    server.arg("serve").args(args.iter().filter(|arg| *arg != "--release")).current_dir(root());
    // If somebody stops the server, it ends by a signal. That is not reported as a failure.
    server.status().map(|_| ()).map_err(|e| format!("cannot start cardroom: {e}"))
}

/// Builds `target/release/cardroom` with the page inside, and puts its man pages and completions beside it.
pub fn build() -> Done {
    web(false)?;
    step("build cardroom", cargo(&["build", "--release", "--locked", "--package", "cardroom"]))?;
    manual(&target().join("release"))
}

/// Writes man pages and shell completions beside the program in a folder.
pub fn manual(folder: &Path) -> Done {
    let (cardroom, pages) = (folder.join("cardroom"), folder.join("man"));
    // Old man pages are deleted first, so that the man page of a removed command is not packed.
    let _ = fs::remove_dir_all(&pages);
    let mut man = Command::new(&cardroom);
    man.args(["man", "--to"]).arg(pages);
    step("write the man pages", man)?;
    let folder = folder.join("completions");
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

/// The version of mdBook. mdBook is installed only when it is needed, for a release or for the site.
const MDBOOK: &str = "0.5.4";

/// Builds `target/book` from the folder `docs`. Installs mdBook into `target/tools` if it is missing.
pub fn book() -> Done {
    let tools = target().join("tools");
    let mdbook = tools.join("bin/mdbook").to_string_lossy().into_owned();
    if !output(program(&mdbook, &["--version"])).is_ok_and(|version| version.ends_with(MDBOOK)) {
        let mut install = cargo(&["install", "mdbook", "--locked", "--no-default-features", "--features", "search"]);
        install.args(["--version", MDBOOK, "--root"]).arg(tools);
        step("install mdBook", install)?;
    }
    let mut build = program(&mdbook, &["build", "docs", "--dest-dir"]);
    build.arg(target().join("book"));
    step("build the book", build)
}

/// Runs a script of package.json that builds the page. With `with_book`, the page contains the book under `/docs`.
fn build_page(script: &str, with_book: bool) -> Done {
    let mut build = npm(&["run", "--silent", script]);
    if with_book {
        book()?;
        build.env("CARDROOM_BOOK", target().join("book"));
    }
    step(&format!("npm run {script}"), build)
}

/// Builds the page into `web/dist`. If the module for browsers cannot be built, the page needs a server to play.
pub fn web(with_book: bool) -> Done {
    install_packages()?;
    if let Err(why) = browser_module::build() {
        eprintln!("\n== {why}\n== this page cannot play without a server");
        // The module of an earlier build is replaced by an empty file.
        browser_module::leave_out()?;
    }
    build_page("build", with_book)
}

/// Builds `dist/site`: the page and the book as static files, which any web server can serve from any folder.
pub fn site() -> Done {
    install_packages()?;
    browser_module::build()?;
    build_page("build-site", true)?;
    // Vite has already printed the files and their sizes.
    println!("{}: serve this folder by any web server", root().join("dist/site").display());
    Ok(())
}

/// Builds `dist/verify.html`: one file that verifies records without a server and without a network.
pub fn verify() -> Done {
    install_packages()?;
    step("build verify.html", npm(&["run", "--silent", "build-verify"]))
}

/// The options of all builds of a test run. They are the same for all packages. If a package were built alone, its
/// libraries would get other features and would be compiled again.
const WHOLE: [&str; 3] = ["--locked", "--workspace", "--all-features"];

/// The targets of all builds of a test run. They are the same everywhere, so that nothing is compiled again.
pub const ALL_TARGETS: [&str; 3] = ["--bins", "--tests", "--lib"];

/// The programs that several servers need, with their packages.
const FOR_SEVERAL: [(&str, &str); 3] = [("haproxy", "haproxy"), ("patroni", "patroni"), ("etcd", "etcd-server")];

/// Further programs that the tests start, with their packages. They encrypt backups, or forward connections to the
/// server or to its database.
const BESIDE: [(&str, &str); 5] =
    [("age", "age"), ("gpg", "gnupg"), ("nginx", "nginx"), ("caddy", "caddy"), ("pgbouncer", "pgbouncer")];

/// Makes sure that all programs that several servers need are installed, except PostgreSQL.
pub fn for_several() -> Done {
    debian::tools(&FOR_SEVERAL)
}

/// Gives all programs of the tests the lowest priority. The server gives the same priority to analyses for a network
/// that has used much processor time, such as that of the tests. If the tests had a higher priority, these analyses
/// would get hardly any processor time.
fn lower_priority() {
    // If there is no `renice`, the tests only take longer, so the result is ignored.
    succeeds("renice", &["-n", "19", "-p", &std::process::id().to_string()]);
}

/// Runs all checks that must succeed before a change is merged, the fastest ones first. Prints the time of each step,
/// even if a check fails.
pub fn test() -> Done {
    lower_priority();
    let start = Instant::now();
    let done = all_tests();
    print_times(start);
    done
}

fn all_tests() -> Done {
    let chromium = chromium::find()?;
    postgres::find()?;
    for_several()?;
    debian::tools(&BESIDE)?;
    step("formatting", cargo(&["fmt", "--all", "--check"]))?;
    install_packages()?;
    step("types of the page", npm(&["run", "--silent", "typecheck"]))?;
    step("lint of the page", npm(&["run", "--silent", "lint"]))?;
    step("tests of the page", npm(&["test", "--silent"]))?;
    // Linking the modules for browsers takes one core. The modules have a separate target folder, so cargo can build
    // them while clippy runs.
    both(page_and_modules, || step("clippy", whole("clippy", &["--all-targets", "--", "-D", "warnings"])))?;
    if succeeds("cargo", &["nextest", "--version"]) {
        let mut tests = cargo(&["nextest", "run"]);
        // On average, these tests spend half of their time waiting for processes, sockets and disks. So more tests than
        // cores run at the same time. Those that wait longest start first (.config/nextest.toml).
        let at_once = thread::available_parallelism().map_or(2, |cores| 3 * cores.get()).to_string();
        // `--tests` leaves out the examples, which no test starts. Clippy checks that they compile.
        tests.args(WHOLE).args([
            "--tests",
            "--no-fail-fast",
            "--test-threads",
            &at_once,
            "-E",
            "not (package(server) & test(/^fuzz::/))",
        ]);
        step("tests", tests)?;
    } else {
        step("tests", whole("test", &["--tests", "--no-fail-fast", "--", "--skip", "fuzz::"]))?;
    }
    // The programs are built with the same targets as the tests, so their libraries are already compiled.
    programs(&ALL_TARGETS)?;
    // The browser tests leave one of two cores idle, and the other tests use it. Running them in parallel saves a
    // quarter of the time.
    both(rest_of_tests, || browser(&chromium, &[]))
}

/// Runs the tests for a change in progress: formatting, lints, and the tests of the changed packages and page files.
/// Files are compared with `origin/main`, or with the last commit if there is no `origin/main`.
pub fn quick() -> Done {
    let start = Instant::now();
    let done = quick_tests();
    print_times(start);
    done
}

fn quick_tests() -> Done {
    step("formatting", cargo(&["fmt", "--all", "--check"]))?;
    install_packages()?;
    let base = output(program("git", &["merge-base", "HEAD", "origin/main"])).unwrap_or_else(|_| "HEAD".to_owned());
    let changed = output(program("git", &["diff", "--name-only", &base]))?;
    let new = output(program("git", &["ls-files", "--others", "--exclude-standard"]))?;
    let files = || changed.lines().chain(new.lines());
    if files().any(|file| file.contains("web/")) {
        step("types of the page", npm(&["run", "--silent", "typecheck"]))?;
        step("lint of the page", npm(&["run", "--silent", "lint"]))?;
        step("tests of the page", npm(&["test", "--silent", "--", "--changed", &base]))?;
    }
    // A package has the name of its folder.
    let folders = files().filter_map(|file| file.strip_prefix("crates/").or_else(|| file.strip_prefix("games/")));
    let mut packages: Vec<&str> = folders.filter_map(|file| file.split('/').next()).collect();
    packages.sort_unstable();
    packages.dedup();
    step("tidy", cargo(&["test", "--locked", "--quiet", "--package", "xtask"]))?;
    if packages.is_empty() {
        return Ok(());
    }
    let named = || packages.iter().flat_map(|package| ["--package", package]);
    let mut clippy = cargo(&["clippy", "--locked", "--all-features", "--all-targets"]);
    clippy.args(named()).args(["--", "-D", "warnings"]);
    step("clippy", clippy)?;
    let mut tests = cargo(&["test", "--locked", "--all-features", "--lib", "--quiet"]);
    tests.args(named());
    step("unit tests", tests)
}

/// Does two things at the same time, and waits until both have ended.
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

/// Builds everything that the browser tests open: the page, the site, and the modules for browsers.
fn page_and_modules() -> Done {
    browser_module::build()?;
    step("build the page", npm(&["run", "--silent", "build"]))?;
    step("build the site", npm(&["run", "--silent", "build-site"]))?;
    verify()
}

/// Runs the tests that can run in parallel with the browser tests.
fn rest_of_tests() -> Done {
    let mut replay = program("node", &["crates/offline/tests/replay.mjs"]);
    replay.arg(browser_module::CHUNKS).arg(target().join("tmp"));
    step("the card room for browsers beside the native one", replay)?;
    step("examples in the docs", whole("test", &["--doc", "--quiet"]))?;
    types_are_fresh()?;
    licences()?;
    advisories()?;
    python::test(false)?;
    fuzz()
}

/// Runs each fuzz target for some seconds, mostly on its corpus. The targets run one at a time, while the browser tests
/// run too.
fn fuzz() -> Done {
    let mut fuzz = if succeeds("cargo", &["nextest", "--version"]) {
        let mut fuzz = cargo(&["nextest", "run"]);
        fuzz.args(WHOLE).args(["--tests", "--no-fail-fast", "--test-threads", "1"]);
        fuzz.args(["-E", "package(server) & test(/^fuzz::/)"]);
        fuzz
    } else {
        whole("test", &["--test", "all", "--no-fail-fast", "--", "fuzz::", "--test-threads=1"])
    };
    fuzz.env("CARDROOM_FUZZ_SECONDS", "5");
    step("fuzzing", fuzz)
}

/// Returns a command of cargo for the whole workspace.
pub fn whole(command: &str, args: &[&str]) -> Command {
    let mut cargo = cargo(&[command]);
    cargo.args(WHOLE).args(args);
    cargo
}

/// Builds the programs of the workspace into `target/debug`.
fn programs(targets: &[&str]) -> Done {
    step("build cardroom for the browser tests", whole("build", targets))
}

/// Runs only the browser tests.
pub fn e2e(args: &[String]) -> Done {
    lower_priority();
    let chromium = chromium::find()?;
    web(false)?;
    step("build the site", npm(&["run", "--silent", "build-site"]))?;
    verify()?;
    if args.iter().any(|arg| arg == "--long") {
        browser_module::build_beside_native()?;
        programs(&[&ALL_TARGETS[..], &["--example", "beside_native"]].concat())?;
    } else {
        programs(&ALL_TARGETS)?;
    }
    browser(&chromium, args)
}

/// Plays simulated tables with `crates/simulator`, in its own profile.
pub fn simulate(args: &[String]) -> Done {
    let mut simulate = cargo(&["run", "--profile", "simulate", "--quiet", "--locked", "--package", "simulator", "--"]);
    simulate.args(args);
    step("simulate", simulate)
}

/// Plays a thousand seeded matches of each game, and measures the speed of the module.
pub fn all_seeded_matches() -> Done {
    browser_module::build_beside_native()?;
    let build = ["build", "--locked", "--release", "--package", "offline", "--example", "beside_native"];
    step("build the native program", cargo(&build))?;
    let mut matches = program("node", &["crates/offline/tests/beside_native.mjs"]);
    matches.arg(browser_module::beside_native()).arg(binary("release", "examples/beside_native"));
    matches.args(["1", "1000", "--measure"]);
    step("seeded matches as a module for browsers", matches)
}

/// Takes pictures of all screens, or of those whose names contain a word, with `web/test/screens.sheet.ts`. `readme`
/// takes the picture at the top of README with `web/test/readme.sheet.ts`, which needs no server.
pub fn look(args: &[String]) -> Done {
    lower_priority();
    let chromium = chromium::find()?;
    let (sheet, left) = if *args == ["readme"] {
        ("readme", "docs/pictures/tables.webp")
    } else {
        ("screens", "target/look/index.html")
    };
    if sheet == "readme" {
        install_packages()?;
    } else {
        web(false)?;
        programs(&["--bins"])?;
    }
    let mut pictures = npm(&["run", "--silent", "e2e", "--", "--project", "look", sheet]);
    pictures.env("CARDROOM_LOOK", args.concat()).env("CHROMIUM", chromium).env("CARDROOM", binary("debug", "cardroom"));
    step(&format!("pictures in {left}"), pictures)
}

/// Measures the page, and prints each size and each time with its budget.
pub fn budgets() -> Done {
    e2e(&["budgets".to_owned()])?;
    let path = root().join("artifacts/budgets.txt");
    print!("{}", fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?);
    Ok(())
}

/// The packages that write TypeScript types, each with the program that writes them.
const TYPES: [(&str, &str); 2] = [("protocol", "protocol-types"), ("catalog", "types")];

/// Writes the TypeScript types of the protocol and of every game.
pub fn types() -> Done {
    for (package, bin) in TYPES {
        let write = cargo(&["run", "--quiet", "--locked", "--all-features", "--package", package, "--bin", bin]);
        step(&format!("types of {package}"), write)?;
    }
    Ok(())
}

/// Checks that the TypeScript types of the page are those of the current Rust types.
fn types_are_fresh() -> Done {
    for (package, bin) in TYPES {
        let mut check = Command::new(binary("debug", bin));
        check.arg("--check").current_dir(root());
        step(&format!("types of {package}"), check)?;
    }
    Ok(())
}

/// Checks the licences and the sources of dependencies with cargo-deny, if it is installed. The licences are also
/// checked by the tests in `tests/all/tidy.rs`, which need no cargo-deny.
fn licences() -> Done {
    if succeeds("cargo", &["deny", "--version"]) {
        step("licences", cargo(&["deny", "--all-features", "check", "licenses", "bans", "sources"]))
    } else {
        eprintln!("\n== cargo-deny is not installed (cargo install cargo-deny): the tidy tests have read the licences");
        Ok(())
    }
}

/// Checks that no dependency has a published vulnerability. If the network does not answer, prints a line and succeeds.
fn advisories() -> Done {
    if succeeds("cargo", &["deny", "fetch"]) {
        let check = ["deny", "--all-features", "check", "--disable-fetch", "advisories"];
        step("advisories of the crates", cargo(&check))?;
    } else {
        eprintln!("\n== advisories of the crates: cargo-deny is not installed, or its network does not answer");
    }
    let said = npm(&["audit", "--json"]).output().map_err(|error| format!("npm audit: {error}"))?.stdout;
    audited(&String::from_utf8_lossy(&said))
}

/// Reads the output of `npm audit --json`. If the network fails, the output contains no number of advisories.
fn audited(said: &str) -> Done {
    match said.split_once("\"total\":").map(|(_, rest)| rest.trim_start().starts_with('0')) {
        Some(false) => return Err(format!("npm audit has advisories for the page's packages:\n{said}")),
        Some(true) => {}
        None => eprintln!("\n== advisories of the page's packages: the network does not answer"),
    }
    Ok(())
}

/// Runs the browser tests, in which a real browser plays at a real server.
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

/// Runs `npm ci`, unless the installed packages are already those of package-lock.json.
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

/// Returns the path of a program that was built with a profile.
pub fn binary(profile: &str, program: &str) -> PathBuf {
    target().join(profile).join(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the Debian packages that a workflow installs, in order.
    fn installed_by(workflow: &str) -> Vec<String> {
        let file = root().join(".github/workflows").join(workflow);
        let text = fs::read_to_string(file).expect("a workflow");
        let lines = text.lines().filter(|line| line.trim_start().starts_with("sudo apt-get install "));
        let words = lines.flat_map(|line| line.split_whitespace().skip(3).filter(|word| !word.starts_with('-')));
        words.map(str::to_owned).collect()
    }

    #[test]
    fn an_advisory_fails_and_a_network_that_does_not_answer_fails_nothing() {
        let of = |total: u32| {
            format!(r#"{{"metadata": {{"vulnerabilities": {{"total": {total}}}, "dependencies": {{"total": 108}}}}}}"#)
        };
        assert_eq!(audited(&of(0)), Ok(()));
        assert!(audited(&of(2)).is_err_and(|words| words.contains("advisories")));
        for nobody in ["", r#"{"message": "405 Method Not Allowed", "method": "POST"}"#] {
            assert_eq!(audited(nobody), Ok(()));
        }
    }

    /// Checks that the workflows install everything that their steps need. This is necessary because steps of a
    /// workflow do not run as root. A browser and systemd are part of the workflows' system. The C compiler of a
    /// release is installed with its target.
    #[test]
    fn the_workflows_install_what_their_steps_need() {
        let beside = BESIDE.map(|(_, package)| package);
        let several = FOR_SEVERAL.map(|(_, package)| package);
        let of_all_tests = [&[browser_module::SPLITTER.1], &beside[..], &several, &[postgres::PACKAGE]].concat();
        assert_eq!(installed_by("ci.yml"), of_all_tests);
        assert_eq!(installed_by("pages.yml"), [browser_module::SPLITTER.1]);
        let of_a_release =
            [&[browser_module::SPLITTER, dist::MUSL_COMPILER], &dist::TOOLS[..], &dist::TRIAL_TOOLS].concat();
        let of_a_release: Vec<&str> = of_a_release.iter().map(|(_, package)| *package).collect();
        assert_eq!(installed_by("release.yml"), of_a_release);
        for workflow in ["release.yml", "nightly.yml"] {
            let text = fs::read_to_string(root().join(".github/workflows").join(workflow)).expect("a workflow");
            for tool in dist::CARGO_TOOLS.map(dist::install) {
                assert!(text.contains(&format!("          {tool}\n")), "{workflow}: {tool}");
            }
        }
    }
}
