//! The leaky bucket that all rate limits use, and the limit for the commands of a connection.

use std::time::Duration;

use tokio::time::Instant;

/// The time for which the allowed commands may come in one burst.
const BURST: Duration = Duration::from_secs(3);

/// The number of refusals, without a pause between them, after which the connection is closed.
const PATIENCE: u32 = 100;

/// Adds an event to a leaky bucket. The state of a bucket is the time when the bucket will be empty. The event delays
/// this time by `cost`. Returns the new time, or `None` if the new time would be more than `holds` after `now`.
pub(crate) fn add(empty_at: Instant, cost: Duration, holds: Duration, now: Instant) -> Option<Instant> {
    let empty_at = empty_at.max(now) + cost;
    (empty_at <= now + holds).then_some(empty_at)
}

/// Limits the commands of one connection.
pub(crate) struct TokenBucket {
    per_s: u32,
    empty_at: Instant,
    refused: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Admission {
    Accepted,
    TooFast,
    /// Too many commands were refused, so the connection is closed.
    HangUp,
}

impl TokenBucket {
    pub(crate) fn new(per_s: u32, now: Instant) -> TokenBucket {
        TokenBucket { per_s, empty_at: now, refused: 0 }
    }

    pub(crate) fn take(&mut self, now: Instant) -> Admission {
        let Some(cost) = Duration::from_secs(1).checked_div(self.per_s) else { return Admission::Accepted };
        if self.empty_at <= now {
            self.refused = 0;
        }
        if let Some(empty_at) = add(self.empty_at, cost, BURST, now) {
            self.empty_at = empty_at;
            return Admission::Accepted;
        }
        self.refused += 1;
        if self.refused > PATIENCE { Admission::HangUp } else { Admission::TooFast }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_holds_three_seconds_and_fills_by_the_second() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(20, start);
        assert!((0..60).all(|_| bucket.take(start) == Admission::Accepted));
        assert_eq!(bucket.take(start), Admission::TooFast);
        // A command comes in each millisecond. One command is accepted in each twentieth of a second. Refused commands
        // do not delay the next accepted one.
        let later = |ms| start + Duration::from_millis(ms);
        let welcome = (1..=1000).filter(|ms| bucket.take(later(*ms)) == Admission::Accepted).count();
        assert_eq!(welcome, 20);
        assert_eq!(bucket.take(later(1000)), Admission::HangUp, "it was refused a hundred times without a pause");
        assert_eq!(bucket.take(later(5000)), Admission::Accepted);
        assert!((0..59).all(|_| bucket.take(later(5000)) == Admission::Accepted));
        assert_eq!(bucket.take(later(5000)), Admission::TooFast, "a pause makes good");
        let mut free = TokenBucket::new(0, start);
        assert!((0..10_000).all(|_| free.take(start) == Admission::Accepted));
    }
}
