//! The time of play: what the clock of a game for one shows, and what its result keeps. It runs while a deal is played and somebody on
//! a seat is there and looks; away from the table, during a demonstration and after the end it stands still. It never goes back.
//!
//! At a table of one seat it is stored beside each entry of the log, and with the table when its player goes. What was stored before
//! that has the times of its entries alone: a pause between two of them counts for no longer than [`UNSEEN_AT_MOST_MS`].

use protocol::Stage;
use store::{Arrangement, Event};
use table::Phase;

use super::{Croupier, Outcome};
use crate::margins;
use crate::open_table::json;
use crate::time::now_ms;

const UNSEEN_AT_MOST_MS: i64 = 60_000;

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct PlayClock {
    /// Up to `since`.
    ms: i64,
    /// Since when it runs.
    since: Option<i64>,
    /// Its player looks away.
    paused: bool,
}

impl PlayClock {
    /// Of a table that was stored; `kept` when its player went.
    pub(super) fn of(events: &[Event], kept: u64) -> PlayClock {
        let mut ms = 0_i64;
        let mut last: Option<i64> = None;
        for event in events {
            let pause = last.map_or(0, |last| (event.at_ms - last).clamp(0, UNSEEN_AT_MOST_MS));
            ms = margins::played_ms(&event.entry).map_or(ms + pause, |told| told.cast_signed().max(ms));
            last = Some(event.at_ms);
        }
        PlayClock { ms: ms.max(kept.cast_signed()), ..PlayClock::default() }
    }

    pub(super) fn at(&self, now: i64) -> u64 {
        (self.ms + self.since.map_or(0, |since| (now - since).max(0))).cast_unsigned()
    }

    /// Its player is back.
    pub(super) fn look_back(&mut self) {
        self.paused = false;
    }

    /// Lets it run or stand. Returns whether it has just been stopped.
    fn run(&mut self, on: bool, now: i64) -> bool {
        match (on, self.since) {
            (true, None) => self.since = Some(now),
            (false, Some(_)) => {
                self.ms = self.at(now).cast_signed();
                self.since = None;
                return true;
            }
            _ => {}
        }
        false
    }
}

impl Croupier {
    pub(super) fn played_ms(&self) -> u64 {
        self.played.at(now_ms())
    }

    /// What is stored beside an entry.
    pub(super) fn played_beside(&self) -> Option<u64> {
        self.is_for_one().then(|| self.played_ms())
    }

    fn is_for_one(&self) -> bool {
        self.places.len() == 1
    }

    /// Lets the clock of play run or stand, after anything that could change which.
    pub(super) fn follow_played(&mut self) {
        let here = (0..self.places.len()).any(|index| self.is_here(index));
        let on = here && !self.played.paused && self.stage() == Stage::Playing && self.table.phase() == Phase::Deal;
        if self.played.run(on, now_ms()) && !here {
            self.keep_played();
        }
    }

    /// Stores where the clock of play stands. If it cannot be stored, the log says it as of the last entry.
    pub(super) fn keep_played(&mut self) {
        let played = self.played_ms();
        if self.is_for_one() && self.state.played_ms != played {
            self.state.played_ms = played;
            let arrangement = Arrangement {
                seats: self.setup.seats.clone(),
                host: self.setup.host,
                started_ms: self.setup.started_ms,
                state: json(&self.state),
            };
            drop(self.house.store.arrange(&self.id, arrangement));
        }
    }

    /// The player of a game for one looks away, or is back.
    pub(super) fn look_away(&mut self, away: bool) -> Outcome {
        self.played.paused = away;
        self.follow_played();
        Outcome::Done
    }
}

#[cfg(test)]
mod tests {
    use game::Seat;
    use table::Entry;

    use super::*;

    fn event(at_ms: i64, played_ms: Option<u64>) -> Event {
        let entry = Entry::Act { seat: Seat::new(0), action: "turn".to_owned() };
        Event { at_ms, seat: Some(0), cmd: None, entry: margins::written(&entry, None, played_ms) }
    }

    #[test]
    fn what_was_stored_without_it_counts_no_pause_for_longer_than_a_minute() {
        let night = 8 * 3600 * 1000;
        let events =
            [event(1_000, None), event(11_000, None), event(11_000 + night, None), event(11_500 + night, None)];
        assert_eq!(PlayClock::of(&events, 0).at(999_999), 10_000 + 60_000 + 500);
        assert_eq!(PlayClock::of(&[], 0).at(5), 0);
        // A calendar that is put back takes nothing away.
        assert_eq!(PlayClock::of(&[event(9_000, None), event(4_000, None), event(5_000, None)], 0).at(0), 1_000);
    }

    #[test]
    fn what_is_stored_beside_the_entries_is_taken_up_and_never_goes_back() {
        let stored = [event(1_000, Some(900)), event(900_000, Some(20_000)), event(905_000, Some(25_000))];
        for n in 1..=stored.len() {
            let clock = PlayClock::of(&stored[..n], 0);
            assert_eq!(clock.at(i64::MAX), [900, 20_000, 25_000][n - 1]);
        }
        // It was kept later than the last entry when the player went.
        assert_eq!(PlayClock::of(&stored, 31_000).at(0), 31_000);
        assert_eq!(PlayClock::of(&stored, 24_000).at(0), 25_000, "the log knows more");
        // An old log that goes on.
        let mixed = [event(0, None), event(4_000, None), event(5_000, Some(4_800))];
        assert_eq!(PlayClock::of(&mixed, 0).at(0), 4_800);
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
