//! `cardroom copy`: copies the data of a folder into a database.

use std::io::{self, Write};
use std::path::PathBuf;

use store::Copied;

use commands::{Failure, counted};

use crate::progress::bar;
use crate::store_address::database_at;

/// Copy the data to an empty PostgreSQL database.
///
/// A server then continues with them there (serve --store). Stop the server that uses the folder first. The folder stays as
/// it is.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the data.
    #[arg(short, long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Database, as postgres://USER@HOST/NAME.
    ///
    /// The password is in --store-password-file or in PGPASSWORD.
    #[arg(long, value_name = "URL")]
    store: String,
    /// File whose first line is the password of the database.
    #[arg(long, value_name = "FILE")]
    store_password_file: Option<PathBuf>,
    /// File (PEM) with the authorities that vouch for the database.
    #[arg(long, value_name = "FILE")]
    store_ca: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (password, ca) = (arguments.store_password_file.as_deref(), arguments.store_ca.as_deref());
    let database = database_at(&arguments.store, password, ca)?;
    let copied = store::copy(&arguments.data, &database, bar());
    let Copied { matches, events, guests, rows } = copied.map_err(|error| Failure::Failed(error.to_string()))?;
    let line = writeln!(
        io::stdout(),
        "{}: {}, {}, {}; {rows} rows in all, each compared",
        database.name(),
        counted(matches, "table"),
        counted(events, "event"),
        counted(guests, "guest")
    );
    line.map_err(|error| Failure::io("standard output", &error))
}
