//! The times of inputs. A room never reads a clock.

use std::ops::Add;
use std::time::Duration;

/// A moment on a clock that only goes forward, counted from a zero that the shell chooses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Instant(Duration);

impl Instant {
    /// Returns the moment `elapsed` after zero.
    pub const fn after(elapsed: Duration) -> Instant {
        Instant(elapsed)
    }

    /// Returns the time since zero.
    pub const fn elapsed(self) -> Duration {
        self.0
    }

    /// Returns the time from `earlier` to this moment; zero if `earlier` is later.
    pub fn since(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, duration: Duration) -> Instant {
        Instant(self.0 + duration)
    }
}

/// The time of an input, on both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// The time on the clock that only goes forward, which measures all delays and time limits.
    pub instant: Instant,
    /// The time on the calendar, in milliseconds since 1970, which is stored and shown.
    pub unix_ms: i64,
}

pub(crate) fn millis(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
}
