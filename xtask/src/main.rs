//! `cargo xtask …`: the commands for work on this project. They need Rust and Node. The tests also need Chromium,
//! PostgreSQL and Python.

use std::process::ExitCode;

mod browser_module;
mod chromium;
mod cluster;
mod debian;
mod dist;
mod load;
mod long;
mod mutants;
mod postgres;
mod python;
mod run;
mod tasks;

const USAGE: &str = "\
cargo xtask COMMAND

  serve [OPTIONS]   build what is served, within minutes, and run `cardroom serve OPTIONS`: http://localhost:7878. Bots answer at most
                    twice as slowly as with --release, which builds as a release is built, with the module that plays without a server
  cluster [OPTIONS] build everything and run several servers on this machine behind a balancer, with databases that end with
                    them: --nodes N (3), --port N (7878). With --trial: kills and measures them and
                    prints a report; --kills N (100), --help; docs/measurements/scale.md
  build             leave target/release/cardroom with the page inside
  dist              leave the files of a release in dist/release: a static binary, a Debian package, an image for containers,
                    checksums, an SBOM; --twice makes them again in another folder and compares the bytes. packaging/trial.sh
                    installs, starts, upgrades and removes them
  test              all tests: formatting, clippy, Rust, TypeScript, licences, Python, the page in a browser
  test --quick      formatting, lints, and the unit tests of what differs from origin/main
  test --long [PART]
                    the whole of what the tests take a sample of, for hours: fuzzing, mutants, kill -9, failing disks, the simulator,
                    the long tests of page and Python (docs/develop/reliability.md)
  e2e [FILTER]      only the browser tests; with --long matches of friends in full, in their own time
  look [NAME]       pictures of every screen at six sizes in both themes, on one page: target/look/index.html; with the
                    name readme instead the picture of README
  budgets           what the page costs (sizes, script a frame, first paint), beside its budgets
  load [OPTIONS]    how much the server bears; --against FILE: beside another build in the same run (docs/measurements/load.md)
  simulate [OPTIONS]
                    tables by the thousand on a virtual clock, each promise checked after each step; --seeds A..B,
                    --game ID, --twins A..B, --long (docs/develop/reliability.md)
  python            leave the wheel of the Python package in dist/; with --test its types and tests instead, with
                    --test --long also those on a local Ray cluster
  types             write the TypeScript types again after a change of a Rust type
  web               build only the page, into web/dist
  book              leave target/book: the documentation (docs/) as pages with a search. The programs of `dist` serve it at /docs
  site              leave dist/site: the page, which plays alone without a server, and the book as static files
  verify            leave dist/verify.html: one file that checks the shuffles of records, without a server
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first().map(String::as_str) {
        Some("serve") => tasks::serve(rest),
        Some("cluster") => cluster::cluster(rest),
        Some("build") => tasks::build(),
        Some("dist") => dist::dist(rest),
        Some("test") if rest.iter().any(|arg| arg == "--long") => {
            long::test(&rest.iter().filter(|arg| *arg != "--long").collect::<Vec<_>>())
        }
        Some("test") if rest.iter().any(|arg| arg == "--quick") => tasks::quick(),
        Some("test") => tasks::test(),
        Some("e2e") => tasks::e2e(rest),
        Some("look") => tasks::look(rest),
        Some("budgets") => tasks::budgets(),
        Some("load") => load::load(rest),
        Some("simulate") => tasks::simulate(rest),
        Some("python") if rest.iter().any(|arg| arg == "--test") => {
            python::test(rest.iter().any(|arg| arg == "--long"))
        }
        Some("python") => python::wheel(),
        Some("types") => tasks::types(),
        Some("web") => tasks::web(false),
        Some("book") => tasks::book(),
        Some("site") => tasks::site(),
        Some("verify") => tasks::verify(),
        Some("help" | "--help" | "-h") => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Some(other) => Err(format!("there is no command {other:?}\n\n{USAGE}")),
        None => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            eprintln!("xtask: {words}");
            ExitCode::FAILURE
        }
    }
}
