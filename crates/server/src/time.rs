//! The calendar clock, for times that are stored. Waiting uses the monotonic clock (`tokio::time`).

use jiff::Timestamp;

/// Returns the current time, in milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    Timestamp::now().as_millisecond()
}

/// Formats a time as RFC 3339 in UTC.
pub(crate) fn rfc3339(ms: i64) -> String {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH).to_string()
}
