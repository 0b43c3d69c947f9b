//! Events after a delay: a match begins, the next deal is dealt, a failed write is tried again.

use std::time::Duration;

use crate::time::Instant;

/// Between two deals of a table of people.
const BETWEEN_DEALS: Duration = Duration::from_secs(30);
/// The next deal waits so long for somebody who looks at the analysis, once a deal.
const LOOK: Duration = Duration::from_secs(120);
/// A failed write is tried again after this time.
pub(crate) const TRY_AGAIN: Duration = Duration::from_secs(2);

/// When things happen by themselves, and who is ready for the next deal.
#[derive(Default)]
pub(crate) struct Schedule {
    /// When bots take the free seats and the match begins.
    begins_at: Option<Instant>,
    /// Until when an attempt to shuffle together waits.
    shuffle_due: Option<Instant>,
    /// For which seats it waits, as everybody was told.
    shuffle_waits: Vec<u8>,
    /// What was agreed has changed: before the match begins by itself, people can read it.
    settings_changed: bool,
    /// When the next deal is dealt without waiting any longer.
    deals_at: Option<Instant>,
    /// Seats that have looked at the analysis of the deal that is over.
    looks: Vec<bool>,
    /// Before this moment only commands are stored, because the last attempt failed.
    retry_at: Instant,
    /// Seats whose people want the next deal.
    ready: Vec<bool>,
}

impl Schedule {
    pub(crate) fn new(seats: usize) -> Schedule {
        Schedule { ready: vec![false; seats], looks: vec![false; seats], ..Schedule::default() }
    }

    pub(crate) fn is_ready(&self, index: usize) -> bool {
        self.ready[index]
    }

    pub(crate) fn set_ready(&mut self, index: usize, ready: bool) {
        self.ready[index] = ready;
    }

    /// True if a seat looks at the analysis of the deal that is over, and is not ready for the next one.
    pub(crate) fn looks(&self, index: usize) -> bool {
        self.looks[index] && !self.ready[index]
    }

    /// A seat looks at the analysis of the deal that is over. Returns whether that is new.
    pub(crate) fn look(&mut self, index: usize, now: Instant) -> bool {
        let new = !std::mem::replace(&mut self.looks[index], true);
        self.deals_at = self.deals_at.map(|at| if new { at.max(now + LOOK) } else { at });
        new
    }

    /// All are ready but those who look at the analysis: they have the usual time at most.
    pub(crate) fn hurry(&mut self, now: Instant) {
        self.deals_at = self.deals_at.map(|at| at.min(now + BETWEEN_DEALS));
    }

    pub(crate) fn nobody_is_ready(&mut self) {
        self.ready.fill(false);
    }

    /// Something could not be stored.
    pub(crate) fn try_again(&mut self, now: Instant) {
        self.retry_at = now + TRY_AGAIN;
    }

    /// Before this moment only commands are stored.
    pub(crate) fn retry_at(&self) -> Instant {
        self.retry_at
    }

    /// When the match begins by itself.
    pub(crate) fn begins_at(&self) -> Option<Instant> {
        self.begins_at
    }

    /// The match begins by itself `wait` from now, unless its moment is set already. Returns whether this has set it.
    pub(crate) fn begin_after(&mut self, now: Instant, wait: Duration) -> bool {
        let new = self.begins_at.is_none();
        self.begins_at = self.begins_at.or(Some(now + wait));
        new
    }

    /// The match does not begin by itself any more. Returns whether its moment was set.
    pub(crate) fn cancel_beginning(&mut self) -> bool {
        self.begins_at.take().is_some()
    }

    /// Until when the attempt to shuffle together waits.
    pub(crate) fn shuffle_due(&self) -> Option<Instant> {
        self.shuffle_due
    }

    /// A step of shuffling together waits from now for this time, unless it waits already. Returns whether it has begun.
    pub(crate) fn start_shuffle_step(&mut self, now: Instant, time: Duration) -> bool {
        let new = self.shuffle_due.is_none();
        self.shuffle_due = self.shuffle_due.or(Some(now + time));
        new
    }

    /// Everybody is told for which seats the step waits. Returns whether those are others than before.
    pub(crate) fn waits_for(&mut self, seats: Vec<u8>) -> bool {
        let new = self.shuffle_waits != seats;
        self.shuffle_waits = seats;
        new
    }

    /// Another step of shuffling together begins.
    pub(crate) fn clear_shuffle_step(&mut self) {
        self.shuffle_due = None;
    }

    /// The host has changed what was agreed.
    pub(crate) fn note_changed_settings(&mut self) {
        self.settings_changed = true;
    }

    /// True if the host has changed what was agreed.
    pub(crate) fn has_changed_settings(&self) -> bool {
        self.settings_changed
    }

    /// When the next deal is dealt without waiting any longer.
    pub(crate) fn deals_at(&self) -> Option<Instant> {
        self.deals_at
    }

    /// The next deal is due: it is dealt now.
    pub(crate) fn clear_due_deal(&mut self, now: Instant) {
        self.deals_at.take_if(|at| *at <= now);
    }

    /// No deal is waited for.
    pub(crate) fn cancel_next_deal(&mut self) {
        self.deals_at = None;
        self.looks.fill(false);
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
