//! The calendar, without a clock.

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// RFC 3339 in UTC, to the millisecond.
pub(crate) fn rfc3339(unix_ms: i64) -> String {
    let (days, ms) = (unix_ms.div_euclid(DAY_MS), unix_ms.rem_euclid(DAY_MS));
    let (year, month, day) = date(days);
    let (s, ms) = (ms / 1000, ms % 1000);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{ms:03}Z", s / 3600, s / 60 % 60, s % 60)
}

/// Year, month and day of the Gregorian calendar, from the days since 1970. Years are counted from March, so that the
/// day of a leap year comes last.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year_of_era + era * 400 + later, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_the_server_writes_them() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_795_445_999_999, "2026-11-23T14:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(rfc3339(ms), text);
        }
    }
}
