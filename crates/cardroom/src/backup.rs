//! `cardroom backup` and `cardroom restore`: copy the database of the data folder, and restore it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cards::printable;
use store::{BackupError, Contents};

use commands::Failure;

use crate::progress::bar;

/// Copies the data into one file, also while a server uses them. Every action that was answered before is in it.
#[derive(clap::Args)]
pub(crate) struct Backup {
    /// The folder of the data.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The new file. It contains the same as the data, also the sealed seeds, so protect it like the data.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

/// Checks a backup and puts it into a folder that has no data yet.
#[derive(clap::Args)]
pub(crate) struct Restore {
    /// The backup.
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
    /// The folder of the data, made if need be.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
}

pub(crate) fn backup(arguments: &Backup) -> Result<(), Failure> {
    if arguments.to == Path::new("-") {
        return Err(Failure::usage("a backup is a new file, and no stream: name it with --to"));
    }
    report(store::backup(&arguments.data, &arguments.to, bar()), &arguments.to)
}

pub(crate) fn restore(arguments: &Restore) -> Result<(), Failure> {
    report(store::restore(&arguments.from, &arguments.data, bar()), &arguments.data)
}

fn report(copied: Result<Contents, BackupError>, place: &Path) -> Result<(), Failure> {
    let Contents { version, matches, events, bytes } = copied.map_err(|error| Failure::Failed(error.to_string()))?;
    let line = writeln!(
        io::stdout(),
        "{}: {matches} tables, {events} events, {bytes} bytes (version {version}), checked",
        printable(place)
    );
    line.map_err(|error| Failure::io("standard output", &error))
}
