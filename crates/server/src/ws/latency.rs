//! The latency of a connection: the smoothed round trip time of its pings.

use std::time::Duration;

use tokio::time::Instant;

/// The least change of the latency that is reported to the table. So a connection with a steady latency wakes no table.
const NEWS: Duration = Duration::from_millis(10);

/// The smoothed round trip time of one connection.
#[derive(Default)]
pub(crate) struct RoundTrip {
    /// The number of the last ping. Only a pong with this number answers it, so a pong to an older ping and an
    /// unsolicited pong are ignored.
    number: u32,
    asked: Option<Instant>,
    smooth: Option<Duration>,
    reported: Duration,
}

impl RoundTrip {
    /// Returns the payload of the next ping.
    pub(crate) fn ask(&mut self, now: Instant) -> [u8; 4] {
        self.number = self.number.wrapping_add(1);
        self.asked = Some(now);
        self.number.to_be_bytes()
    }

    /// Handles a pong. Returns the smoothed round trip time if it has changed enough to be reported to the table.
    pub(crate) fn answered(&mut self, carried: &[u8], now: Instant) -> Option<Duration> {
        if carried != self.number.to_be_bytes() {
            return None;
        }
        let took = now.saturating_duration_since(self.asked.take()?);
        let smooth = self.smooth.map_or(took, |before| (before * 3 + took) / 4);
        self.smooth = Some(smooth);
        let news = smooth.abs_diff(self.reported) >= NEWS;
        news.then(|| {
            self.reported = smooth;
            smooth
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_trip_is_smoothed_and_told_when_it_has_moved() {
        let start = Instant::now();
        let after = |ms| start + Duration::from_millis(ms);
        let mut trip = RoundTrip::default();
        let mut ping = |at: u64, took: u64| {
            let carried = trip.ask(after(at));
            trip.answered(&carried, after(at + took)).map(|smooth| smooth.as_millis())
        };
        assert_eq!(ping(0, 4), None, "a near line is no news");
        assert_eq!(ping(100, 204), Some(54), "one slow answer is not all");
        assert_eq!(ping(400, 54), None, "it stays as it was");
        assert_eq!(ping(800, 254), Some(104));
        assert_eq!(ping(1200, 4), Some(79));
    }

    #[test]
    fn an_answer_that_nobody_waits_for_says_nothing() {
        let start = Instant::now();
        let later = start + Duration::from_secs(1);
        let mut trip = RoundTrip::default();
        assert_eq!(trip.answered(&[0; 4], later), None, "not asked");
        let first = trip.ask(start);
        let second = trip.ask(start);
        assert_eq!(trip.answered(&first, later), None, "too old");
        assert_eq!(trip.answered(&[], later), None);
        assert_eq!(trip.answered(&second, later), Some(Duration::from_secs(1)));
        assert_eq!(trip.answered(&second, later + Duration::from_secs(9)), None, "twice");
    }
}
