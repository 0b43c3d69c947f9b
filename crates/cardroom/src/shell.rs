//! `cardroom completions` and `cardroom man`: shell completions and man pages of the commands.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;
use commands::Failure;

/// Print completions for a shell.
///
/// For bash: cardroom completions bash > ~/.local/share/bash-completion/completions/cardroom
#[derive(clap::Args)]
pub(crate) struct Completions {
    /// Shell.
    shell: Shell,
}

/// Write the man pages, one for each command.
#[derive(clap::Args)]
pub(crate) struct Man {
    /// Folder for them; it is created if necessary.
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
}

pub(crate) fn completions<C: CommandFactory>(arguments: &Completions) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut C::command(), "cardroom", &mut text);
    io::stdout().write_all(&text).map_err(|error| Failure::io("standard output", &error))
}

pub(crate) fn man<C: CommandFactory>(arguments: &Man) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::io(&arguments.to, &error);
    fs::create_dir_all(&arguments.to).map_err(failed)?;
    clap_mangen::generate_to(C::command(), &arguments.to).map_err(failed)
}
