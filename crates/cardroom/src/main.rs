//! The `cardroom` command: the subcommands of the crate `commands`, and those that need the server or its store. Each
//! has a file of its own.

mod admin;
mod backup;
mod config;
mod copy;
mod health;
mod node;
mod play;
mod progress;
mod serve;
mod shell;
mod store_address;

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use cards::printable;
use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use commands::{Failure, report_usage};
use mimalloc::MiMalloc;

/// A move allocates small, short-lived pieces, and allocation is a large part of its cost.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Play little-known card games in the browser and in the terminal, host them, and study their bots.
#[derive(Parser)]
#[command(name = "cardroom", version = VERSION.as_str(), subcommand_value_name = "COMMAND")]
struct Arguments {
    #[command(subcommand)]
    command: CliCommand,
}

/// The version, with the commit where `cargo xtask dist` names it.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("CARDROOM_COMMIT").map(|commit| format!(" ({commit})"));
    format!("{}{}", env!("CARGO_PKG_VERSION"), commit.unwrap_or_default())
});

#[derive(Subcommand)]
enum CliCommand {
    Play(play::Arguments),
    Serve(Box<serve::Arguments>),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Copy(copy::Arguments),
    Admin(admin::Arguments),
    Drain(admin::DrainArguments),
    Health(health::Arguments),
    #[command(flatten)]
    Games(Box<commands::CliCommand>),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// The groups in which `--help` lists the commands.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Play", &["play", "serve"]),
    ("Host", &["backup", "restore", "copy", "admin", "drain", "health"]),
    ("Bots and records", &["simulate", "arena", "record", "analyse", "solve", "forecast", "engine"]),
    ("Shell", &["completions", "man", "help"]),
];

/// The command line, with its commands in groups: clap lists them in one.
fn command() -> Command {
    let mut command = Arguments::command();
    command.build();
    let head = *command.get_styles().get_header();
    let name = *command.get_styles().get_literal();
    let mut help = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (group, names) in GROUPS {
        help += &format!("\n{head}{group}:{head:#}\n");
        for one in names {
            let about = command.find_subcommand(one).and_then(Command::get_about).expect("a command with a summary");
            help += &format!("  {name}{one:<11}{name:#}  {about}\n");
        }
    }
    help += &format!("\n{head}Options:{head:#}\n{{options}}\n\n`cardroom help COMMAND` says more about a command.");
    Arguments::command().help_template(help)
}

/// Set if standard output was closed. Before `main`, Rust opens /dev/null in its place: output would be lost without a word.
static STDOUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "it makes one system call, before Rust does, and keeps a flag")
)]
static BEFORE_MAIN: extern "C" fn() = look_at_stdout;

extern "C" fn look_at_stdout() {
    STDOUT_WAS_CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
}

/// Returns the arguments of the command line, with those of the configuration file that it names.
fn arguments() -> Result<Arguments, Failure> {
    let mut command = command();
    let line: Vec<OsString> = env::args_os().collect();
    let mut matches =
        command.try_get_matches_from_mut(&line).unwrap_or_else(|error| process::exit(report_usage(&error).into()));
    if let Some(("serve", given)) = matches.subcommand()
        && let Some(file) = given.get_one::<PathBuf>("config")
    {
        let serve = command.find_subcommand("serve").expect("a subcommand that was found");
        let line = config::with_file(file, serve, given, line)?;
        let refused = |error: clap::Error| Failure::usage(format_args!("{}: {}", printable(file), first_line(&error)));
        matches = Arguments::command().try_get_matches_from(line).map_err(refused)?;
    }
    Ok(Arguments::from_arg_matches(&matches).unwrap_or_else(|error| process::exit(report_usage(&error).into())))
}

/// The error without its usage and its word "error".
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("error: ").unwrap_or(first).to_owned()
}

fn main() -> ExitCode {
    // Nobody has to read the output of a server.
    if STDOUT_WAS_CLOSED.load(Ordering::Relaxed) && env::args_os().nth(1).is_none_or(|command| command != "serve") {
        return Failure::Failed("standard output is closed".to_owned()).report();
    }
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(failure) => return failure.report(),
    };
    let result = match arguments.command {
        CliCommand::Admin(arguments) => admin::run(&arguments),
        CliCommand::Backup(arguments) => backup::backup(&arguments),
        CliCommand::Completions(arguments) => shell::completions::<Arguments>(&arguments),
        CliCommand::Copy(arguments) => copy::run(&arguments),
        CliCommand::Drain(arguments) => admin::drain(&arguments),
        CliCommand::Health(arguments) => health::run(&arguments),
        CliCommand::Man(arguments) => shell::man::<Arguments>(&arguments),
        CliCommand::Play(arguments) => match play::run(&arguments) {
            Ok(code) => return code,
            Err(failure) => Err(failure),
        },
        CliCommand::Restore(arguments) => backup::restore(&arguments),
        CliCommand::Serve(arguments) => serve::run(&arguments),
        CliCommand::Games(command) => command.run(),
    };
    result.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every command with its path, `admin tables list`.
    fn all(command: &Command, path: &str, found: &mut Vec<(String, Command)>) {
        for one in command.get_subcommands().filter(|one| one.get_name() != "help") {
            let path = format!("{path} {}", one.get_name());
            found.push((path.clone(), one.clone()));
            all(one, &path, found);
        }
    }

    fn commands() -> Vec<(String, Command)> {
        let (mut root, mut found) = (Arguments::command(), Vec::new());
        root.build();
        all(&root, "cardroom", &mut found);
        found
    }

    #[test]
    fn every_command_stands_in_one_group() {
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let root = Arguments::command();
        let mut there: Vec<&str> = root.get_subcommands().map(Command::get_name).chain(["help"]).collect();
        listed.sort_unstable();
        there.sort_unstable();
        assert_eq!(listed, there);
        let help = command().render_help().to_string();
        let at = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text} in {help}"));
        assert!(at("Play:") < at("serve ") && at("serve ") < at("Host:") && at("man ") < at("Options:"), "{help}");
    }

    #[test]
    fn summaries_are_short_and_imperative() {
        let mut found = Vec::new();
        for (path, command) in commands() {
            let about = command.get_about().expect("a summary").to_string();
            let verb = about.split([' ', ',']).next().unwrap_or_default();
            if about.len() > 60 || about.contains('\n') || about.ends_with('.') || verb.ends_with('s') {
                found.push(format!("{path}: {about}"));
            }
            for arg in command.get_arguments().filter(|arg| !["help", "version"].contains(&arg.get_id().as_str())) {
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                if help.is_empty() || help.len() > 80 || help.ends_with('.') || help.starts_with(char::is_lowercase) {
                    found.push(format!("{path} {}: {help}", arg.get_id()));
                }
            }
        }
        assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn values_are_listed_where_the_types_know_them() {
        for (path, id, some) in [
            ("cardroom simulate", "game", "kael"),
            ("cardroom solve", "game", "rouge-et-noir"),
            ("cardroom play", "level", "champion"),
            ("cardroom play", "colours", "256"),
            ("cardroom play", "lang", "fr"),
            ("cardroom serve", "log", "debug"),
            ("cardroom record show", "lang", "de"),
        ] {
            let all = commands();
            let (_, command) = all.iter().find(|(named, _)| named == path).expect("a command");
            let arg = command.get_arguments().find(|arg| arg.get_id() == id).expect("an argument");
            assert!(arg.get_possible_values().iter().any(|value| value.matches(some, false)), "{path} {id}");
        }
    }

    /// One letter means one thing in every command.
    #[test]
    fn short_options_mean_the_same_everywhere() {
        for (path, command) in commands() {
            for arg in command.get_arguments() {
                let (Some(short), Some(long)) = (arg.get_short(), arg.get_long()) else { continue };
                let known: &[&str] = match short {
                    'd' => &["data"],
                    'h' => &["help"],
                    'j' => &["threads"],
                    'n' => &["matches", "sets", "positions"],
                    'o' => &["out"],
                    'p' => &["port"],
                    's' => &["seed"],
                    'V' => &["version"],
                    _ => &[],
                };
                assert!(known.contains(&long), "{path}: -{short} is --{long}");
            }
        }
    }
}
