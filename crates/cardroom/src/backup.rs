//! `cardroom backup` and `cardroom restore`: copy and restore the database of the data folder.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cards::printable;
use store::{BackupError, Contents};

use commands::{Failure, counted};

use crate::progress::bar;

/// Back up the data to a file, also while a server runs.
///
/// Every action that was answered before is in the file. It also has the sealed seeds, so protect it like the data.
#[derive(clap::Args)]
pub(crate) struct Backup {
    /// Folder of the data.
    #[arg(short, long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// New file.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

/// Restore a backup into a new folder.
///
/// The backup is checked first. The folder must have no data yet.
#[derive(clap::Args)]
pub(crate) struct Restore {
    /// Backup.
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
    /// Folder of the data; it is created if necessary.
    #[arg(short, long, value_name = "DIR", default_value = "data")]
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
        "{}: {}, {}, {bytes} bytes (version {version}), checked",
        printable(place),
        counted(matches, "table"),
        counted(events, "event")
    );
    line.map_err(|error| Failure::io("standard output", &error))
}
