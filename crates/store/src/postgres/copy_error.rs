//! Why a copy into a database failed, and what to do.

use crate::{BackupError, StoreError};

/// Why nothing was copied. The database is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CopyError {
    /// The folder has no data, or they are not sound.
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
    /// It is not known whether the commit has happened.
    #[error(
        "The database {name} did not answer at the end. Copy again: if that is refused because it has data, they are all there."
    )]
    Unknown {
        /// The name of the database.
        name: String,
    },
    /// Something was read or written that should not be there.
    #[error("The copy of {table} failed, and nothing was changed: {words}.")]
    Rows {
        /// Which kind of rows.
        table: String,
        /// The message of the database or of SQLite.
        words: String,
    },
    /// The folder or the database cannot be used.
    #[error("{0}")]
    Store(StoreError),
}
