//! The address of a database from the command line, with its credentials.

use std::path::Path;

use commands::Failure;
use store::{Database, DatabaseError};

/// Returns the database at this address. The password comes from the file or the environment.
pub(crate) fn database_at(address: &str, password: Option<&Path>, ca: Option<&Path>) -> Result<Database, Failure> {
    let database = Database::new(address, password, ca, |name| std::env::var(name).ok());
    database.map_err(|error| match error {
        DatabaseError::File { .. } | DatabaseError::NoAuthorities => Failure::Failed(error.to_string()),
        _ => Failure::usage(error),
    })
}
