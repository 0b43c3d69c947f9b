//! The reasons why a copy into a database failed, with what to do.

use crate::{BackupError, StoreError};

/// The reason why a copy failed. Except after [`CopyError::Unknown`], nothing was copied, and the database is
/// unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CopyError {
    /// The folder has no data, or the data are damaged.
    #[error("{0}")]
    Source(BackupError),
    /// The database has data.
    #[error("The database {name} has data already. Nothing was changed: copy into an empty one.")]
    NotEmpty {
        /// The name of the database.
        name: String,
    },
    /// A server uses the database.
    #[error("A server uses the database {name}. Stop it, and copy into a database without data.")]
    InUse {
        /// The name of the database.
        name: String,
    },
    /// The answer to the commit is missing, so the copy may or may not be in the database.
    #[error(
        "The database {name} did not answer at the end. Copy again: if that is refused because it has data, they are all there."
    )]
    Unknown {
        /// The name of the database.
        name: String,
    },
    /// The rows of a table could not be read or written, or the copy differs from the original.
    #[error("The copy of {table} failed, and nothing was changed: {words}.")]
    Rows {
        /// The table in which the fault occurred.
        table: String,
        /// The message of the database or of SQLite.
        words: String,
    },
    /// The folder or the database cannot be used.
    #[error("{0}")]
    Store(StoreError),
}
