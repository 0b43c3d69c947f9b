//! The text that a host gets about the outcome of a request.

use super::wire::AdminAnswer;
use crate::error::ApiError;

/// Returns the answer to a request that was carried out.
pub(super) fn done(words: impl Into<String>) -> AdminAnswer {
    AdminAnswer::Done { words: words.into() }
}

/// Returns the reason why a request was refused.
pub(super) fn refused(error: impl Into<ApiError>) -> String {
    error.into().body().words
}
