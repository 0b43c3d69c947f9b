//! The time of play. The clock of a solitaire shows this time, and the result contains it. The clock runs during a deal
//! while somebody with a seat is present. In a one-seat game it stops while the player has turned away or watches a
//! demonstration. It never goes back.
//!
//! At a table of one seat the time of play is stored with each log entry. It is also stored with the table when the
//! player leaves. At other tables, entries have only calendar times. There the time between two entries counts, but at
//! most [`UNSEEN_AT_MOST_MS`].

use crate::log_entry::{LogEntry, played_ms};

const UNSEEN_AT_MOST_MS: i64 = 60_000;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct PlayClock {
    /// The time of play until `since`.
    ms: i64,
    since: Option<i64>,
    /// `true` while the player has turned away from the table.
    looks_away: bool,
    /// The time that is stored with the table.
    stored_ms: u64,
}

impl PlayClock {
    /// Makes the clock of a stored table. `stored_ms`: the time of play that was stored when the player left.
    pub(crate) fn of(entries: &[LogEntry], stored_ms: u64) -> PlayClock {
        let mut ms = 0_i64;
        let mut last: Option<i64> = None;
        for entry in entries {
            let pause = last.map_or(0, |last| (entry.at_ms - last).clamp(0, UNSEEN_AT_MOST_MS));
            ms = played_ms(&entry.entry).map_or(ms + pause, |stored| stored.cast_signed().max(ms));
            last = Some(entry.at_ms);
        }
        PlayClock { ms: ms.max(stored_ms.cast_signed()), stored_ms, ..PlayClock::default() }
    }

    pub(crate) fn at(&self, unix_ms: i64) -> u64 {
        (self.ms + self.since.map_or(0, |since| (unix_ms - since).max(0))).cast_unsigned()
    }

    /// Returns the time that is stored with the table.
    pub(crate) fn stored_ms(&self) -> u64 {
        self.stored_ms
    }

    /// Notes that this time is stored with the table.
    pub(crate) fn record_stored(&mut self, played_ms: u64) {
        self.stored_ms = played_ms;
    }

    /// Notes that the player looks away, or is back.
    pub(crate) fn look_away(&mut self, away: bool) {
        self.looks_away = away;
    }

    /// Starts or stops the clock. The clock stands still while the player has turned away. Returns whether it has just
    /// been stopped.
    pub(crate) fn run(&mut self, on: bool, unix_ms: i64) -> bool {
        match (on && !self.looks_away, self.since) {
            (true, None) => self.since = Some(unix_ms),
            (false, Some(_)) => {
                self.ms = self.at(unix_ms).cast_signed();
                self.since = None;
                return true;
            }
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use game::Seat;
    use table::Entry;

    use super::*;
    use crate::log_entry::written;

    fn event(at_ms: i64, played_ms: Option<u64>) -> LogEntry {
        let entry = Entry::Act { seat: Seat::new(0), action: "turn".to_owned() };
        LogEntry { at_ms, seat: Some(0), cmd: None, entry: written(&entry, None, played_ms) }
    }

    #[test]
    fn what_was_stored_without_it_counts_no_pause_for_longer_than_a_minute() {
        let night = 8 * 3600 * 1000;
        let events =
            [event(1_000, None), event(11_000, None), event(11_000 + night, None), event(11_500 + night, None)];
        assert_eq!(PlayClock::of(&events, 0).at(999_999), 10_000 + 60_000 + 500);
        assert_eq!(PlayClock::of(&[], 0).at(5), 0);
        // Setting back the calendar does not reduce the time of play.
        assert_eq!(PlayClock::of(&[event(9_000, None), event(4_000, None), event(5_000, None)], 0).at(0), 1_000);
    }

    #[test]
    fn what_is_stored_beside_the_entries_is_taken_up_and_never_goes_back() {
        let stored = [event(1_000, Some(900)), event(900_000, Some(20_000)), event(905_000, Some(25_000))];
        for n in 1..=stored.len() {
            let clock = PlayClock::of(&stored[..n], 0);
            assert_eq!(clock.at(i64::MAX), [900, 20_000, 25_000][n - 1]);
        }
        // The time was stored after the last entry, when the player left.
        let clock = PlayClock::of(&stored, 31_000);
        assert_eq!((clock.at(0), clock.stored_ms()), (31_000, 31_000));
        assert_eq!(PlayClock::of(&stored, 24_000).at(0), 25_000, "the log knows more");
    }

    #[test]
    fn it_stands_while_nobody_looks() {
        let mut clock = PlayClock::of(&[event(0, Some(7_000))], 0);
        assert_eq!(clock.at(50_000), 7_000, "nobody is there yet");
        clock.run(true, 100_000);
        clock.run(true, 101_000);
        assert_eq!(clock.at(102_500), 9_500);
        assert!(clock.run(false, 103_000) && !clock.run(false, 200_000));
        assert_eq!(clock.at(300_000), 10_000);
        clock.run(true, 300_000);
        assert_eq!(clock.at(300_001), 10_001);
        assert_eq!(clock.at(299_000), 10_000, "a calendar that is put back takes nothing away");
    }
}
