//! The `cardroom` command: the subcommands of the crate `commands`, and those that need the server or its store. Each
//! has a file of its own.

mod backup;
mod play;
mod serve;
mod shell;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use commands::Failure;
use mimalloc::MiMalloc;

/// A move allocates small, short-lived pieces, and allocation is a large part of its cost.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Little-known card games: served to a browser, played by bots, kept in records.
#[derive(Parser)]
#[command(name = "cardroom", version)]
struct Arguments {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Subcommand)]
enum CliCommand {
    Backup(backup::Backup),
    Completions(shell::Completions),
    Man(shell::Man),
    Play(play::Arguments),
    Restore(backup::Restore),
    Serve(serve::Arguments),
    #[command(flatten)]
    Games(Box<commands::CliCommand>),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        CliCommand::Backup(arguments) => backup::backup(&arguments),
        CliCommand::Completions(arguments) => shell::completions::<Arguments>(&arguments),
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
