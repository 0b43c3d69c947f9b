//! Events after a delay: the beginning of a match, the next deal, another try after a failed write.

use std::time::Duration;

use protocol::{ClockKind, Open, Settings};

use crate::time::Instant;

/// The time between two deals at a public table or a table with a clock.
const BETWEEN_DEALS: Duration = Duration::from_secs(30);
/// The time between two deals at any other table of people, who may want to discuss the deal.
const AMONG_FRIENDS: Duration = Duration::from_secs(300);
/// The time that the next deal waits for a person who looks at the analysis. Each person gets it once in a deal.
const LOOK: Duration = Duration::from_secs(120);
/// The time after which a failed write is tried again.
pub(crate) const TRY_AGAIN: Duration = Duration::from_secs(2);

/// The times of events that no command causes, and the people who are ready for the next deal.
#[derive(Default)]
pub(crate) struct Schedule {
    /// The time when bots take the free seats and the match begins.
    begins_at: Option<Instant>,
    /// The time limit of the current step of the shared shuffle.
    shuffle_due: Option<Instant>,
    /// The seats that the current step of the shared shuffle waits for, as everybody was last informed.
    shuffle_waits: Vec<u8>,
    /// `true` if the terms have changed. Then the match begins by itself only after a countdown. In this time people
    /// can read the terms.
    settings_changed: bool,
    /// The time at which the next deal is dealt even if not everybody is ready.
    deals_at: Option<Instant>,
    /// The seats that have looked at the analysis of the finished deal.
    looks: Vec<bool>,
    /// The time until which only commands are stored, because the last attempt to store failed.
    retry_at: Instant,
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

    /// True if a seat looks at the analysis of the finished deal, and is not ready for the next deal.
    pub(crate) fn looks(&self, index: usize) -> bool {
        self.looks[index] && !self.ready[index]
    }

    /// Notes that a seat looks at the analysis of the finished deal. Returns whether that is new.
    pub(crate) fn look(&mut self, index: usize, now: Instant) -> bool {
        let new = !std::mem::replace(&mut self.looks[index], true);
        self.deals_at = self.deals_at.map(|at| if new { at.max(now + LOOK) } else { at });
        new
    }

    /// Limits the wait to the table's usual time, because everybody is ready except people who look at the analysis.
    pub(crate) fn hurry(&mut self, now: Instant, settings: &Settings) {
        self.deals_at = self.deals_at.map(|at| at.min(now + between_deals(settings)));
    }

    pub(crate) fn nobody_is_ready(&mut self) {
        self.ready.fill(false);
    }

    /// Sets the time of the next try, because something could not be stored.
    pub(crate) fn try_again(&mut self, now: Instant) {
        self.retry_at = now + TRY_AGAIN;
    }

    /// Returns the time until which only commands are stored.
    pub(crate) fn retry_at(&self) -> Instant {
        self.retry_at
    }

    /// Returns when the match begins by itself.
    pub(crate) fn begins_at(&self) -> Option<Instant> {
        self.begins_at
    }

    /// Sets the time at which the match begins by itself to `wait` from now, unless a time is set already. Returns
    /// whether this call set the time.
    pub(crate) fn begin_after(&mut self, now: Instant, wait: Duration) -> bool {
        let new = self.begins_at.is_none();
        self.begins_at = self.begins_at.or(Some(now + wait));
        new
    }

    /// Clears the time at which the match begins by itself. Returns whether a time was set.
    pub(crate) fn cancel_beginning(&mut self) -> bool {
        self.begins_at.take().is_some()
    }

    /// Returns until when the attempt to shuffle together waits.
    pub(crate) fn shuffle_due(&self) -> Option<Instant> {
        self.shuffle_due
    }

    /// Starts the time limit of a step of the shuffle, unless it is running. Returns whether it was started.
    pub(crate) fn start_shuffle_step(&mut self, now: Instant, time: Duration) -> bool {
        let new = self.shuffle_due.is_none();
        self.shuffle_due = self.shuffle_due.or(Some(now + time));
        new
    }

    /// Sets the seats that the step waits for. Returns true if these seats have changed. Then everybody must get the
    /// news.
    pub(crate) fn waits_for(&mut self, seats: Vec<u8>) -> bool {
        let new = self.shuffle_waits != seats;
        self.shuffle_waits = seats;
        new
    }

    /// Clears the time of a step, because another step of the shuffle begins.
    pub(crate) fn clear_shuffle_step(&mut self) {
        self.shuffle_due = None;
    }

    /// Notes that the host has changed the terms.
    pub(crate) fn note_changed_settings(&mut self) {
        self.settings_changed = true;
    }

    /// True if the host has changed the terms.
    pub(crate) fn has_changed_settings(&self) -> bool {
        self.settings_changed
    }

    /// Returns when the next deal is dealt without waiting any longer.
    pub(crate) fn deals_at(&self) -> Option<Instant> {
        self.deals_at
    }

    /// Clears the time of a deal that is due, because it is dealt now.
    pub(crate) fn clear_due_deal(&mut self, now: Instant) {
        self.deals_at.take_if(|at| *at <= now);
    }

    pub(crate) fn cancel_next_deal(&mut self) {
        self.deals_at = None;
        self.looks.fill(false);
    }

    /// Sets the time of the next deal. `people`: the number of people who have a seat. `there`: the number of people
    /// who are present and for whom no bot plays. A person who plays alone with bots has no time limit.
    pub(crate) fn plan_deal(
        &mut self,
        now: Instant,
        (people, there): (usize, usize),
        (settings, paused): (&Settings, bool),
        pause: impl FnOnce() -> Duration,
    ) {
        match (people, there) {
            (0, _) if self.deals_at.is_none() => self.deals_at = Some(now + pause()),
            (_, 2..) if self.deals_at.is_none() && !paused => self.deals_at = Some(now + between_deals(settings)),
            (0, _) | (_, 2..) => {}
            _ => self.deals_at = None,
        }
    }
}

/// Returns how long the next deal waits for people who are not ready for it.
fn between_deals(settings: &Settings) -> Duration {
    let hurried = settings.open == Open::Public || settings.clock != ClockKind::None;
    if hurried { BETWEEN_DEALS } else { AMONG_FRIENDS }
}
