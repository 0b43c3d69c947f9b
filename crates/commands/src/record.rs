//! `cardroom record`: reads records and says what is in them.

mod check;
mod legal;
pub(crate) mod lines;
mod show;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Verify records, list legal actions, or tell a match in words.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Arguments),
    Legal(legal::Arguments),
    Show(show::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Legal(arguments) => legal::run(arguments),
        Command::Show(arguments) => show::run(arguments),
    }
}
