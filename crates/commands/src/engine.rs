//! `cardroom engine`: a level plays over lines of JSON.

use std::io::{stdin, stdout};

use crate::Failure;

/// Play a level as an engine, over lines of JSON on standard input and output (docs/engines.md).
///
/// So the bots of one version play against those of another: cardroom arena hearts --bots expert,cmd:"older/cardroom engine expert"
#[derive(clap::Args)]
pub struct Arguments {
    /// The level or method, as in `simulate`
    level: String,
}

pub(crate) fn run(Arguments { level }: &Arguments) -> Result<(), Failure> {
    arena::play_level(level, Box::new(stdin().lock()), &mut stdout()).map_err(|error| Failure::io("engine", &error))
}
