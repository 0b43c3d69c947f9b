//! `cardroom engine`: plays a level over lines of JSON.

use std::io::{stdin, stdout};

use crate::Failure;

/// The level.
#[derive(clap::Args)]
pub struct Arguments {
    /// Level or method, as in `simulate`.
    level: String,
}

pub(crate) fn run(Arguments { level }: &Arguments) -> Result<(), Failure> {
    arena::play_level(level, Box::new(stdin().lock()), &mut stdout()).map_err(|error| Failure::io("engine", &error))
}
