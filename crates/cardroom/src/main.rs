//! The `cardroom` command. Subcommands that need the server or its store have a file each in this crate. The others are
//! in the crate `commands`.

mod admin;
mod backup;
mod config;
mod copy;
mod health;
#[cfg(test)]
mod help_tests;
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

/// MiMalloc is the allocator, because a move makes many small, short-lived allocations. These allocations are a large
/// part of the cost of a move.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Play little-known card games in the browser and in the terminal, host them, and study their bots.
#[derive(Parser)]
#[command(name = "cardroom", version = VERSION.as_str(), subcommand_value_name = "COMMAND")]
struct Arguments {
    #[command(subcommand)]
    command: CliCommand,
}

/// The version, with the commit if `cargo xtask dist` sets it.
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
    Health(health::Arguments),
    #[command(flatten)]
    Games(Box<commands::CliCommand>),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// The groups in which `--help` lists the commands.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Play", &["play", "serve"]),
    ("Host", &["backup", "restore", "copy", "admin", "health"]),
    ("Bots and records", &["simulate", "arena", "record", "analyse", "solve", "forecast", "puzzles", "engine"]),
    ("Shell", &["completions", "man", "help"]),
];

/// Returns the definition of the command line with its commands in groups. clap alone would show them in one list.
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

/// True if standard output was closed. Before `main`, Rust replaces a closed output by /dev/null. Without this check,
/// output would be lost silently.
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

/// Returns the message of an error, without the usage and the word "error".
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("error: ").unwrap_or(first).to_owned()
}

fn main() -> ExitCode {
    // A closed output is no error for `serve`, because its output is optional.
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
