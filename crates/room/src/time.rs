//! Time as inputs carry it. A room never reads a clock.

use std::ops::Add;
use std::time::Duration;

/// A moment on a clock that only goes forward, counted from a zero that the shell chooses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Instant(Duration);

impl Instant {
    /// The moment `elapsed` after zero.
    pub const fn after(elapsed: Duration) -> Instant {
        Instant(elapsed)
    }

    /// How long after zero it is.
    pub const fn elapsed(self) -> Duration {
        self.0
    }

    /// The time from `earlier` to here; zero if `earlier` is later.
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

/// The time at which a room is told something, on both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// The clock that only goes forward: everything that waits is measured by it.
    pub instant: Instant,
    /// The calendar, in milliseconds since 1970: what is stored and shown.
    pub unix_ms: i64,
}

/// Whole milliseconds.
pub(crate) fn millis(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
}
