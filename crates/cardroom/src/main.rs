//! The `cardroom` command. Each subcommand is a file of its own.

mod analyse;
mod arena;
mod backup;
mod failure;
mod forecast;
mod output;
mod progress;
mod record;
mod serve;
mod simulate;
mod solve;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use failure::Failure;
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
    Analyse(analyse::Arguments),
    Arena(arena::Arguments),
    Backup(backup::Backup),
    Forecast(forecast::Arguments),
    Record(record::Arguments),
    Restore(backup::Restore),
    Serve(serve::Arguments),
    Simulate(simulate::Arguments),
    Solve(solve::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Arena(arguments) => arena::run(&arguments),
        Command::Backup(arguments) => backup::backup(&arguments),
        Command::Forecast(arguments) => forecast::run(&arguments),
        Command::Record(arguments) => record::run(&arguments),
        Command::Restore(arguments) => backup::restore(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
    };
    result.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
