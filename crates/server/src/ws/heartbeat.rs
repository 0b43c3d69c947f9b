//! Decides when a silent connection is pinged, and when it is closed as dead.

use std::time::Duration;

use tokio::time::Instant;

/// The time until the first ping. By then the first messages have arrived.
const FIRST_PING: Duration = Duration::from_secs(1);

/// The interval at which even a busy connection is pinged, to measure its latency.
const MEASURED_EVERY: Duration = Duration::from_secs(20);

/// The delay from which a deadline counts as noticed too late, because the machine was busy. In that case, a message
/// from the client may be waiting to be read.
const LATE: Duration = Duration::from_secs(2);

/// The times when a silent connection is pinged and closed.
pub(super) struct Heartbeat {
    every: Duration,
    silence: Duration,
    pinged: Instant,
    first: bool,
    /// The end of the extra time that a connection gets if its deadline was noticed late.
    pardoned: Instant,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Due {
    Nothing,
    Ping,
    HangUp,
}

impl Heartbeat {
    pub(super) fn new(now: Instant, every: Duration, silence: Duration) -> Heartbeat {
        Heartbeat { every, silence, pinged: now, first: true, pardoned: now }
    }

    /// Returns the time of the next ping if the client sends nothing until then. A client that sends messages is pinged
    /// less often.
    fn next_ping(&self, seen_at: Instant) -> Instant {
        match self.first {
            true => self.pinged + FIRST_PING.min(self.every),
            false => (seen_at.max(self.pinged) + self.every).min(self.pinged + MEASURED_EVERY.max(self.every)),
        }
    }

    fn given_up(&self, seen_at: Instant) -> Instant {
        (seen_at + self.silence).max(self.pardoned)
    }

    pub(super) fn due(&self, seen_at: Instant) -> Instant {
        self.next_ping(seen_at).min(self.given_up(seen_at))
    }

    pub(super) fn at(&mut self, now: Instant, seen_at: Instant) -> Due {
        let end = self.given_up(seen_at);
        if now >= end && now < end + LATE {
            return Due::HangUp;
        }
        if now < end && now < self.next_ping(seen_at) {
            return Due::Nothing;
        }
        if now >= end {
            self.pardoned = now + self.every;
        }
        (self.pinged, self.first) = (now, false);
        Due::Ping
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quiet_line_is_asked_twice_before_it_is_given_up() {
        let start = Instant::now();
        let after = |s: u64| start + Duration::from_secs(s);
        let mut beat = Heartbeat::new(start, Duration::from_secs(5), Duration::from_secs(13));
        let mut seen_at = start;
        let mut due = |now: u64, seen_at: Instant| (beat.due(seen_at), beat.at(after(now), seen_at));
        assert_eq!(due(1, seen_at), (after(1), Due::Ping), "the first soon");
        seen_at = after(2);
        assert_eq!(due(7, seen_at), (after(7), Due::Ping));
        assert_eq!(due(12, seen_at), (after(12), Due::Ping));
        assert_eq!(due(15, seen_at), (after(15), Due::HangUp));
        // A client that sends messages anyway is pinged only to measure the latency.
        seen_at = after(31);
        assert_eq!(due(31, seen_at), (after(32), Due::Nothing));
        assert_eq!(due(32, seen_at), (after(32), Due::Ping));
        // The deadline was noticed late, so the client gets one more ping instead of being disconnected.
        assert_eq!(due(60, seen_at), (after(37), Due::Ping));
        assert_eq!(due(65, seen_at), (after(65), Due::HangUp));
    }
}
