//! The counts of a simulation.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Add;

/// The counts of a simulation, by what is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    counts: BTreeMap<&'static str, u64>,
    /// The hash of all messages: the same seed gives the same number.
    pub hash: u64,
}

impl Counted {
    /// Returns how often something happened.
    pub fn of(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or_default()
    }

    pub(crate) fn count(&mut self, what: &'static str) {
        self.count_times(what, 1);
    }

    pub(crate) fn count_times(&mut self, what: &'static str, times: u64) {
        *self.counts.entry(what).or_default() += times;
    }

    /// Counts a message with this hash.
    pub(crate) fn count_message(&mut self, hash: u64) {
        self.count("messages");
        self.hash = (self.hash.rotate_left(5) ^ hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Add for Counted {
    type Output = Counted;
    fn add(mut self, other: Counted) -> Counted {
        other.counts.into_iter().for_each(|(what, times)| self.count_times(what, times));
        self.hash = self.hash.wrapping_mul(31).wrapping_add(other.hash);
        self
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.counts.iter().try_for_each(|(what, times)| write!(f, "{times} {what}, "))?;
        write!(f, "{:016x}", self.hash)
    }
}
