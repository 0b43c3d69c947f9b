//! The errors of runs and tournaments.

use std::fmt;
use std::io;

use catalog::CatalogError;

/// Why a run did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// It asked for what there is not.
    #[error("{0}")]
    Usage(String),
    /// Its records could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// An external player had no answer, or one that is not allowed.
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
