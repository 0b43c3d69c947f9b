//! The subcommands of `cardroom` that need no server. Both the binary and the Python package (`python -m cardroom`)
//! have them. Each has a file of its own.
//!
//! - the subcommands: `analyse`, `arena`, `engine`, `forecast`, `puzzles`, `record`, `simulate`, `solve`
//! - `failure`: the failures of commands; `files`: input and output files; `progress`: progress bars; `svg`: drawings;
//!   `words`: arguments that several commands have

mod analyse;
mod arena;
mod engine;
mod failure;
#[cfg(test)]
mod failure_tests;
mod files;
mod forecast;
mod progress;
mod puzzles;
mod record;
mod simulate;
pub mod solve;
mod svg;
mod words;

use clap::Subcommand;

pub use arena::AlarmClock;
pub use failure::{Failure, report_usage};
pub use files::{read_file, read_text};
pub use words::{counted, game, language};

/// A subcommand with its arguments.
#[derive(Subcommand)]
pub enum CliCommand {
    /// Run matches between bots.
    ///
    /// Prints a table of results, and writes records.
    #[command(after_help = simulate::EXAMPLES)]
    Simulate(simulate::Arguments),
    /// Compare bots on the same deals.
    ///
    /// Each deal is played once in every rotation of the bots, so that each holds every hand.
    #[command(after_help = arena::EXAMPLES)]
    Arena(arena::Arguments),
    /// Check and show records.
    Record(record::Arguments),
    /// Show what each decision of a record cost.
    ///
    /// A decision is compared with the best choice by simulated deals, as the page does. The costliest are marked.
    #[command(alias = "analyze", after_help = analyse::EXAMPLES)]
    Analyse(analyse::Arguments),
    /// Solve numbered deals of a solitaire.
    ///
    /// All cards are known; with --blind, a player plays who does not see the stock.
    #[command(after_help = solve::EXAMPLES)]
    Solve(solve::Arguments),
    /// Measure how well simulation predicts a deal.
    ///
    /// Every seat predicts the deal from what it sees, and the predictions are scored.
    Forecast(forecast::Arguments),
    /// Find puzzles in matches of bots, and check them.
    #[command(after_help = puzzles::EXAMPLES)]
    Puzzles(puzzles::Arguments),
    /// Run a bot as an engine, for other programs.
    ///
    /// It reads and writes lines of JSON (docs/bots/engines.md). So the bots of one version play against those of
    /// another: cardroom arena hearts --bots expert,cmd:"older/cardroom engine expert"
    Engine(engine::Arguments),
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
            CliCommand::Puzzles(arguments) => puzzles::run(arguments),
            CliCommand::Record(arguments) => record::run(arguments),
            CliCommand::Simulate(arguments) => simulate::run(arguments),
            CliCommand::Solve(arguments) => solve::run(arguments),
        }
    }
}
