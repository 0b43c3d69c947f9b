//! The `cardroom` command: the subcommands of the crate `commands`, and those that need the server or its store, each a
//! file of its own.

mod backup;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use commands::Failure;
use mimalloc::MiMalloc;

/// What a move allocates is small and short-lived, and much of what it costs is allocating.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Four little-known card games: served to a browser, played by bots, kept in records.
#[derive(Parser)]
#[command(name = "cardroom", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Backup(backup::Backup),
    Restore(backup::Restore),
    Serve(serve::Arguments),
    #[command(flatten)]
    Games(Box<commands::Command>),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Backup(arguments) => backup::backup(&arguments),
        Command::Restore(arguments) => backup::restore(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Games(command) => command.run(),
    };
    result.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
