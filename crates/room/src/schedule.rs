//! What happens after a delay: a match begins, the next deal is dealt, a failed write is tried again.

use std::time::Duration;

use crate::time::Instant;

/// Between two deals of a table of people.
const BETWEEN_DEALS: Duration = Duration::from_secs(30);
/// A failed write is tried again after this time.
pub(crate) const TRY_AGAIN: Duration = Duration::from_secs(2);

/// When things happen by themselves, and who is ready for the next deal.
#[derive(Default)]
pub(crate) struct Schedule {
    /// When bots take the free seats and the match begins.
    pub(crate) begins_at: Option<Instant>,
    /// Until when an attempt to shuffle together waits.
    pub(crate) shuffle_due: Option<Instant>,
    /// For which seats it waits, as everybody was told.
    pub(crate) shuffle_waits: Vec<u8>,
    /// The match does not begin by itself before: what was agreed has just changed.
    pub(crate) settled_at: Instant,
    /// When the next deal is dealt without waiting any longer.
    pub(crate) deals_at: Option<Instant>,
    /// Before this moment only commands are stored, because the last attempt failed.
    pub(crate) retry_at: Instant,
    /// Seats whose people want the next deal.
    ready: Vec<bool>,
}

impl Schedule {
    pub(crate) fn new(seats: usize) -> Schedule {
        Schedule { ready: vec![false; seats], ..Schedule::default() }
    }

    pub(crate) fn is_ready(&self, index: usize) -> bool {
        self.ready[index]
    }

    pub(crate) fn set_ready(&mut self, index: usize, ready: bool) {
        self.ready[index] = ready;
    }

    pub(crate) fn nobody_is_ready(&mut self) {
        self.ready.fill(false);
    }

    /// Something could not be stored.
    pub(crate) fn try_again(&mut self, now: Instant) {
        self.retry_at = now + TRY_AGAIN;
    }

    /// Sets the moment at which the next deal is dealt. `people`: how many have a seat; `there`: how many are here
    /// and play themselves. A person who plays with bots alone has no time limit.
    pub(crate) fn plan_deal(
        &mut self,
        now: Instant,
        (people, there): (usize, usize),
        paused: bool,
        pause: impl FnOnce() -> Duration,
    ) {
        match (people, there) {
            (0, _) if self.deals_at.is_none() => self.deals_at = Some(now + pause()),
            (_, 2..) if self.deals_at.is_none() && !paused => self.deals_at = Some(now + BETWEEN_DEALS),
            (0, _) | (_, 2..) => {}
            _ => self.deals_at = None,
        }
    }
}
