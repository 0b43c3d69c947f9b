//! Conversions of Unix time to dates.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

fn timestamp(unix_ms: i64) -> Timestamp {
    Timestamp::from_millisecond(unix_ms).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// Returns the time in RFC 3339 in UTC, as the server writes it.
pub(crate) fn rfc3339(unix_ms: i64) -> String {
    timestamp(unix_ms).to_string()
}

/// Returns the day in UTC.
pub(crate) fn day(unix_ms: i64) -> Date {
    timestamp(unix_ms).to_zoned(TimeZone::UTC).date()
}
