//! Python's exceptions.

use arena::envs::{EnvError, ErrorKind};
use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, create_exception};

create_exception!(cardroom, CardroomError, PyValueError, "A request that cannot be carried out. Nothing has changed.");
create_exception!(
    cardroom,
    IllegalAction,
    CardroomError,
    "An action that is not legal now; the words say why, with the rule's number."
);
create_exception!(cardroom, MatchOver, CardroomError, "The match is over: nothing is left to play.");

pub(crate) fn raise(error: EnvError) -> PyErr {
    match error.kind {
        ErrorKind::Value => CardroomError::new_err(error.words),
        ErrorKind::Illegal => IllegalAction::new_err(error.words),
        ErrorKind::Over => MatchOver::new_err(error.words),
    }
}

/// An exception for a value that is wrong.
pub(crate) fn value(words: impl ToString) -> PyErr {
    CardroomError::new_err(words.to_string())
}
