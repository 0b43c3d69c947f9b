//! `cardroom copy`: copies the data of a folder into a database.

use std::io::{self, Write};
use std::path::PathBuf;

use store::Copied;

use commands::Failure;

use crate::progress::bar;
use crate::store_address::database_at;

/// Copies the data of a folder into an empty database of PostgreSQL: a server then goes on with them there. No server may use
/// either meanwhile. The folder stays as it is.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of the data.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The database, as postgres://USER@HOST/NAME. Without a password: that is in --store-password-file or PGPASSWORD.
    #[arg(long, value_name = "URL")]
    store: String,
    /// A file whose first line is the password of the database.
    #[arg(long, value_name = "FILE")]
    store_password_file: Option<PathBuf>,
    /// A file (PEM) with the authorities that may vouch for the database; by default those that this machine trusts.
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
        "{}: {matches} tables, {events} events, {guests} guests; {rows} rows in all, each compared",
        database.name()
    );
    line.map_err(|error| Failure::io("standard output", &error))
}
