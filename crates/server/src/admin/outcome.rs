//! The text that a host gets about the outcome of a request.

use super::wire::AdminAnswer;
use crate::error::ApiError;

pub(super) fn done(words: impl Into<String>) -> AdminAnswer {
    AdminAnswer::Done { words: words.into() }
}

pub(super) fn refused(error: impl Into<ApiError>) -> String {
    error.into().body().words
}
