//! The outcome of a host's request, in words.

use super::wire::AdminAnswer;
use crate::error::ApiError;

/// It is done.
pub(super) fn done(words: impl Into<String>) -> AdminAnswer {
    AdminAnswer::Done { words: words.into() }
}

/// Why it is not done.
pub(super) fn refused(error: &ApiError) -> String {
    error.body().words
}
