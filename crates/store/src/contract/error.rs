//! The reasons why a store could not read or write, in words for people.

/// The reason why a store could not read or write. After every error except [`StoreError::Broken`], nothing was
/// written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk or the data folder is full.
    #[error(
        "The disk of the server is full, so nothing can be stored. Nothing was lost; try again when there is room."
    )]
    Full,
    /// The written number, id or hash is taken, or the writer has outdated data.
    #[error("Somebody else has written there.")]
    Conflict,
    /// The database cannot be reached. Nothing was written, and the caller may try again.
    #[error("The server can't reach its database, so nothing can be stored. Nothing was lost; try again in a moment.")]
    Away,
    /// A value in the write cannot be stored. Nothing was written.
    #[error("This can't be stored: it has a character that is not allowed, or it is about a person who was deleted.")]
    Malformed,
    /// Another server owns the table.
    #[error("This table runs on another server. Try again in a moment.")]
    Elsewhere,
    /// A database cannot be used at all. The text says why, and what to do.
    #[error("{0}")]
    Database(String),
    /// The store is closing.
    #[error("The server is stopping. Try again in a moment.")]
    Closed,
    /// Another server uses this data folder.
    #[error("Another cardroom uses the data folder {folder}. Stop it, or choose another folder with --data.")]
    InUse {
        /// The folder.
        folder: String,
    },
    /// The data were written by a newer version.
    #[error(
        "The data in {folder} were written by a newer cardroom (version {found}, this one knows up to {known}). Use that \
         cardroom, or choose another folder with --data."
    )]
    Newer {
        /// The folder.
        folder: String,
        /// The version of the data.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The folder has a file of another program under the name of our database.
    #[error("{file} is not a database of cardroom. Choose another folder with --data.")]
    Foreign {
        /// The file.
        file: String,
    },
    /// The file has been deleted or replaced while it was in use.
    #[error("{file} was deleted or replaced while it was in use. Put it back and start again.")]
    Gone {
        /// The file.
        file: String,
    },
    /// The data folder cannot be written to.
    #[error(
        "Nothing can be written to the data folder {folder} ({words}). Free its disk or make it writable, or choose another \
         folder with --data."
    )]
    Unwritable {
        /// The folder.
        folder: String,
        /// The message of the operating system or of SQLite.
        words: String,
    },
    /// The file is our database, but damaged.
    #[error(
        "{file} is damaged ({words}). Move it away and put a backup back with cardroom restore, or choose \
         another folder with --data."
    )]
    Damaged {
        /// The file.
        file: String,
        /// The message of SQLite.
        words: String,
    },
    /// The folder or its file cannot be used; the text says why.
    #[error("The data cannot be used: {0}")]
    Broken(String),
}

impl StoreError {
    /// Turns [`StoreError::Conflict`] into `Malformed`. If a change refers to people, the conflict means that a person
    /// was deleted.
    pub(crate) fn of_a_person(self) -> StoreError {
        if self == StoreError::Conflict { StoreError::Malformed } else { self }
    }
}
