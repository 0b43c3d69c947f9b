//! The errors of a request.

use std::fmt;

use catalog::CatalogError;

/// An error for a request that cannot be carried out. The request has changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{words}")]
pub struct EnvError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The description of the error, which also says how to correct it.
    pub words: String,
}

/// The kinds of error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A name or a value that does not exist: a game, an option, a level, a number of seats.
    Value,
    /// An action that is not legal now.
    Illegal,
    /// The match or the deal is over.
    Over,
}

impl EnvError {
    /// Creates an error for a value that does not exist.
    pub fn value(words: impl fmt::Display) -> EnvError {
        EnvError { kind: ErrorKind::Value, words: words.to_string() }
    }

    /// Creates an error for an action that is not legal now.
    pub fn illegal(words: impl fmt::Display) -> EnvError {
        EnvError { kind: ErrorKind::Illegal, words: words.to_string() }
    }

    /// Creates an error for a match or a deal that is over.
    pub fn over(words: impl fmt::Display) -> EnvError {
        EnvError { kind: ErrorKind::Over, words: words.to_string() }
    }
}

impl From<CatalogError> for EnvError {
    fn from(error: CatalogError) -> EnvError {
        EnvError::value(error)
    }
}
