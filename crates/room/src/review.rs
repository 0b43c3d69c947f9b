//! The review of a finished match, which its people look at together. One seat leads: it moves the place that the
//! others can follow. A place names a deal and a step, and no card. Each page loads the replay itself, and gets only
//! what its reader may see. Nothing of a review is stored.

use std::time::Duration;

use protocol::{PracticeTogether, Review};

use crate::ALONE;
use crate::time::Instant;

/// The time after which another seat can take over from a leader who has moved nothing.
const QUIET: Duration = Duration::from_secs(60);
/// The time between two messages about the place. Of the places in between, only the last one is sent.
const GAP: Duration = Duration::from_millis(50);
/// The maximum number of practice tables that are opened with the others from one match.
const MOST_PRACTICES: u32 = 10;

#[derive(Default)]
pub(crate) struct ReviewState {
    current: Review,
    /// The time when the leader last moved.
    moved: Instant,
    practices: u32,
    /// `true` if there is something new since the last message.
    changed: bool,
    sent: Instant,
}

impl ReviewState {
    pub(crate) fn current(&self) -> &Review {
        &self.current
    }

    /// Returns the seat that leads, unless it has moved nothing for a while.
    pub(crate) fn leader(&self, now: Instant) -> Option<u8> {
        self.current.leader.filter(|_| now.since(self.moved) < QUIET)
    }

    /// Moves the place. From now on this seat leads.
    pub(crate) fn move_to(&mut self, now: Instant, leader: u8, (deal, step): (u32, u32)) {
        let practice = self.current.practice.take();
        self.current = Review { leader: Some(leader), deal, step, practice };
        (self.moved, self.changed) = (now, true);
    }

    pub(crate) fn can_practise(&self) -> bool {
        self.practices < MOST_PRACTICES
    }

    /// Announces a practice table. Bit `i` of `seats` says whether the person of seat `i` has a seat there.
    #[inline(never)]
    pub(crate) fn announce(&mut self, table: String, seats: u8) {
        let seats = (0..8).filter(|seat: &u8| (seats >> *seat) & 1 == 1).collect();
        self.practices += 1;
        self.current.practice = Some(PracticeTogether { table, seats });
        self.changed = true;
    }

    /// Notes that spectators have seen the end of the match. From now on they can follow.
    pub(crate) fn end_shown(&mut self) {
        self.changed |= self.current.leader.is_some();
    }

    /// Returns when something about the review has to be sent.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        (self.changed && !ALONE).then(|| self.sent + GAP)
    }

    /// Returns whether a message is due. The caller sends it.
    pub(crate) fn take_due(&mut self, now: Instant) -> bool {
        let due = self.next_due().is_some_and(|due| due <= now);
        if due {
            (self.changed, self.sent) = (false, now);
        }
        due
    }
}
