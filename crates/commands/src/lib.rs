//! The subcommands of `cardroom` that need no server. The binary has them, and so has the Python package (`python -m
//! cardroom`). Each has a file of its own.
//!
//! - the subcommands: `analyse`, `arena`, `engine`, `forecast`, `record`, `simulate`, `solve`
//! - `failure`: how a command fails; `files`: what is read and written; `progress`: progress bars; `words`:
//!   arguments that several commands have

mod analyse;
mod arena;
mod engine;
mod failure;
mod files;
mod forecast;
mod progress;
mod record;
mod simulate;
pub mod solve;
mod words;

use clap::Subcommand;

pub use arena::AlarmClock;
pub use failure::{Failure, report_usage};
pub use files::{read_file, read_text};

/// A subcommand with its arguments.
#[derive(Subcommand)]
pub enum CliCommand {
    /// The cost of each decision of a record.
    Analyse(analyse::Arguments),
    /// Which bot is better.
    Arena(arena::Arguments),
    /// A level as an engine, for other versions and programs.
    Engine(engine::Arguments),
    /// How well simulation predicts a deal.
    Forecast(forecast::Arguments),
    /// Records: check them, show them.
    Record(record::Arguments),
    /// Bots play matches.
    Simulate(simulate::Arguments),
    /// Numbered deals of a solitaire.
    Solve(solve::Arguments),
}

impl CliCommand {
    /// Runs the command. Results go to standard output and to the files that its arguments name.
    ///
    /// # Errors
    /// If the arguments name something that does not exist, or something cannot be read or written.
    pub fn run(&self) -> Result<(), Failure> {
        match self {
            CliCommand::Analyse(arguments) => analyse::run(arguments),
            CliCommand::Arena(arguments) => arena::run(arguments),
            CliCommand::Engine(arguments) => engine::run(arguments),
            CliCommand::Forecast(arguments) => forecast::run(arguments),
            CliCommand::Record(arguments) => record::run(arguments),
            CliCommand::Simulate(arguments) => simulate::run(arguments),
            CliCommand::Solve(arguments) => solve::run(arguments),
        }
    }
}
