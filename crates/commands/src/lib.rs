//! The subcommands of `cardroom` that need no server: the binary has them, and so has the Python package
//! (`python -m cardroom`). Each is a file of its own.
//!
//! `analyse`, `arena`, `forecast`, `record`, `simulate`, `solve` · `failure` how a command fails · `output` where results
//! are written · `progress` bars · `words` arguments that several commands take.

mod analyse;
mod arena;
mod failure;
mod forecast;
mod output;
mod progress;
mod record;
mod simulate;
pub mod solve;
mod words;

use clap::Subcommand;

pub use arena::AlarmClock;
pub use failure::Failure;

/// A subcommand with its arguments.
#[derive(Subcommand)]
pub enum Command {
    /// What each decision of a record cost.
    Analyse(analyse::Arguments),
    /// Which bot is better.
    Arena(arena::Arguments),
    /// How well simulation foretells a deal.
    Forecast(forecast::Arguments),
    /// Records: check them, show them.
    Record(record::Arguments),
    /// Bots play matches.
    Simulate(simulate::Arguments),
    /// Numbered deals of a solitaire.
    Solve(solve::Arguments),
}

impl Command {
    /// Carries it out: results go to standard output and to the files that its arguments name.
    ///
    /// # Errors
    /// If the arguments ask for what there is not, or something cannot be read or written.
    pub fn run(&self) -> Result<(), Failure> {
        match self {
            Command::Analyse(arguments) => analyse::run(arguments),
            Command::Arena(arguments) => arena::run(arguments),
            Command::Forecast(arguments) => forecast::run(arguments),
            Command::Record(arguments) => record::run(arguments),
            Command::Simulate(arguments) => simulate::run(arguments),
            Command::Solve(arguments) => solve::run(arguments),
        }
    }
}
