//! Limits the commands of a connection.

use std::time::Duration;

use tokio::time::Instant;

/// A burst may have this many times the commands of a second.
const AT_ONCE_S: u32 = 3;

/// A connection that sends on after this many refusals without a pause is closed.
const PATIENCE: u32 = 100;

/// Limits the commands of one connection: a token bucket.
pub(crate) struct TokenBucket {
    per_s: u32,
    /// How many commands may still come, in thousandths.
    left: u64,
    filled: Instant,
    refused: u32,
}

/// The decision on a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Admission {
    Accepted,
    TooFast,
    /// Too many were refused: the connection is closed.
    HangUp,
}

impl TokenBucket {
    pub(crate) fn new(per_s: u32, now: Instant) -> TokenBucket {
        TokenBucket { per_s, left: TokenBucket::most(per_s), filled: now, refused: 0 }
    }

    fn most(per_s: u32) -> u64 {
        u64::from(per_s) * u64::from(AT_ONCE_S) * 1000
    }

    pub(crate) fn take(&mut self, now: Instant) -> Admission {
        if self.per_s == 0 {
            return Admission::Accepted;
        }
        let ms = u64::try_from(now.duration_since(self.filled).as_millis()).unwrap_or(u64::MAX);
        self.left =
            self.left.saturating_add(ms.saturating_mul(u64::from(self.per_s))).min(TokenBucket::most(self.per_s));
        // The rest of a millisecond counts next time.
        self.filled += Duration::from_millis(ms);
        if self.left == TokenBucket::most(self.per_s) {
            self.refused = 0;
        }
        if self.left >= 1000 {
            self.left -= 1000;
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
        // Twentieths of a second, not a millisecond lost in between.
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
