//! `cardroom record`: reads records and prints what they contain.

mod check;
mod legal;
pub(crate) mod lines;
mod seeds;
mod show;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// What is done with records.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: RecordCommand,
}

#[derive(Subcommand)]
enum RecordCommand {
    Check(check::Arguments),
    Legal(legal::Arguments),
    Show(show::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        RecordCommand::Check(arguments) => check::run(arguments),
        RecordCommand::Legal(arguments) => legal::run(arguments),
        RecordCommand::Show(arguments) => show::run(arguments),
    }
}
