//! The errors of runs and tournaments.

use std::fmt;
use std::io;

use catalog::CatalogError;

/// The reason why a run did not finish.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// The run asked for something that does not exist.
    #[error("{0}")]
    Usage(String),
    /// The records could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// An external player gave no answer, or one that is not allowed.
    #[error("{0}")]
    Policy(String),
}

pub(crate) fn usage(words: impl fmt::Display) -> SimulateError {
    SimulateError::Usage(words.to_string())
}

impl From<CatalogError> for SimulateError {
    fn from(error: CatalogError) -> SimulateError {
        usage(error)
    }
}
