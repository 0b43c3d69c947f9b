//! The outcome of a host's request, in words.

use super::wire::AdminAnswer;
use crate::error::ApiError;

/// It is done.
pub(super) fn done(words: impl Into<String>) -> AdminAnswer {
    AdminAnswer::Done { words: words.into() }
}

/// Why it is not done.
pub(super) fn refused(error: impl Into<ApiError>) -> String {
    error.into().body().words
}
