//! Losing the line is no leaving: the seat waits. After the table's grace a bot plays for whoever is away, as long as
//! somebody else is there to play with; who comes back plays again from the next decision.

use std::time::Duration;

use game::{Seat, Viewer};
use protocol::Stage;
use table::Why;
use tokio::time::Instant;

use super::{Croupier, GuestId, TRY_AGAIN, millis};

/// Less than this is no lag at all.
const LEAST_LAG: Duration = Duration::from_millis(10);
/// What people are shown beside a name, and told of when it begins and ends.
const SLOW: Duration = Duration::from_millis(300);

impl Croupier {
    /// How slow the line of a seat's person is, as everybody may know; of two lines the slower.
    pub(super) fn lag_of(&self, index: usize) -> Duration {
        let own = Viewer::Seat(Seat::new(index as u8));
        let lags = self.guests.iter().filter(|guest| guest.viewer == own && !guest.outbox.is_closed());
        let lag = lags.map(|guest| guest.lag).max().unwrap_or_default();
        if lag < LEAST_LAG { Duration::ZERO } else { lag }
    }

    pub(super) fn lag_ms(&self, index: usize) -> Option<u32> {
        Some(millis(self.lag_of(index))).filter(|lag| *lag > 0)
    }

    /// The line of a guest was measured. Everybody sees it with the next frame.
    pub(super) fn note_lag(&mut self, guest: GuestId, lag: Duration) {
        let slow = |croupier: &Croupier| -> Vec<bool> {
            (0..croupier.places.len()).map(|index| croupier.lag_of(index) >= SLOW).collect()
        };
        let before = slow(self);
        if let Some(guest) = self.guests.iter_mut().find(|other| other.id == guest) {
            guest.lag = lag;
        }
        if slow(self) != before {
            self.broadcast_room();
        }
    }

    /// Somebody who is away has been so since the last sign of life, not since it was noticed.
    pub(super) fn gone_since(&mut self, seat: Seat, heard: Instant) {
        let away = &mut self.places[seat.index()].away_since;
        *away = away.map(|noticed| noticed.min(heard));
    }

    /// When a bot begins to play for the person of a seat.
    fn grace_ends(&self, index: usize) -> Option<Instant> {
        let grace = Duration::from_secs(u64::from(self.settings.grace_s?));
        let place = &self.places[index];
        let others = (0..self.places.len()).any(|other| other != index && self.is_here(other));
        let waits = self.stage() == Stage::Playing && place.stand_in.is_none() && others;
        // It runs while somebody is there to be kept waiting.
        let since = place.away_since.filter(|_| waits)?.max(self.company_since?);
        Some(since + grace)
    }

    /// When the next grace ends.
    pub(super) fn next_grace(&self) -> Option<Instant> {
        let next = (0..self.places.len()).filter_map(|index| self.grace_ends(index)).min()?;
        // What could not be stored is tried again, not at once.
        Some(next.max(self.try_again_at))
    }

    /// Bots begin to play for those whose grace is over.
    pub(super) async fn stand_in(&mut self, now: Instant) {
        for index in 0..self.places.len() {
            if self.grace_ends(index).is_some_and(|end| end <= now) && !self.hand_to_bot(index, Why::Away).await {
                self.try_again_at = now + TRY_AGAIN;
            }
        }
    }

    /// A bot plays for the person of a seat from here: one decision, if a clock has run out. Returns whether that is stored.
    pub(super) async fn hand_to_bot(&mut self, index: usize, why: Why) -> bool {
        let level = Some(self.settings.level.clone());
        match self.table.check_took_over(Seat::new(index as u8), level, why) {
            Ok(accepted) => self.commit(accepted, None, None).await.is_ok(),
            Err(_) => false,
        }
    }

    /// Those who are there again, and those for whom a bot has played the one decision that took too long, play
    /// themselves.
    pub(super) async fn take_back(&mut self) {
        for index in 0..self.places.len() {
            let place = &self.places[index];
            if place.stand_in.is_none() || !self.is_here(index) || self.stage() != Stage::Playing {
                continue;
            }
            let seat = Seat::new(index as u8);
            if place.timed_out == Some(self.table.at(seat)) && self.table.must().has(seat) {
                continue;
            }
            // Who was there all the time does not come back.
            let why = if place.time_up { Why::Clock } else { Why::Away };
            if let Ok(accepted) = self.table.check_took_over(seat, None, why)
                && self.commit(accepted, None, None).await.is_ok()
            {
                self.broadcast_room();
            }
        }
    }
}
