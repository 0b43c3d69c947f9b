//! The lease of a node: until when a server that shares its database with others may act for its tables.
//!
//! The database grants a lease of [`GRANTED`], counted by its own clock. Nobody else gets a table of the node before that is
//! over. The node itself counts only [`KEPT`], by a clock that goes on while the machine sleeps, and from *before* it sent the
//! request. So it stops first, however long the answer took, as long as the two clocks differ by less than a fifth.

use std::time::Duration;

/// How long the database grants a lease.
pub const GRANTED: Duration = Duration::from_secs(5);
/// How long the node uses it.
pub const KEPT: Duration = Duration::from_secs(4);
/// How old a lease is when it is renewed: two renewals may fail.
const RENEWED: Duration = Duration::from_millis(1_200);
/// How long after a renewal failed the next is sent.
const AGAIN: Duration = Duration::from_millis(250);

/// A moment on a clock of this machine that also counts while it sleeps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment(pub Duration);

impl Moment {
    fn plus(self, time: Duration) -> Moment {
        Moment(self.0 + time)
    }

    /// How long after `earlier` it is; nothing if it is before.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// The next step of a node for its lease.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Ask for a new lease: it has no tables.
    Begin,
    /// Ask for more time.
    Renew,
    /// Nothing before this moment.
    Wait(Moment),
    /// Drop all tables at once: somebody else may have them. Then [`Lease::dropped`].
    Drop,
}

/// The lease of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease(LeaseState);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LeaseState {
    /// None, and when to ask for one.
    Out { from: Moment },
    /// Asked for at this moment.
    Beginning { asked: Moment },
    /// Held since `since`, when it was asked for. `asked`: when more time was asked for; otherwise that is due at `from`.
    Held { since: Moment, from: Moment, asked: Option<Moment> },
    /// Over, and its tables are not dropped yet.
    Over,
}

impl Lease {
    /// None yet; it may be asked for from `now` on.
    pub fn new(now: Moment) -> Lease {
        Lease(LeaseState::Out { from: now })
    }

    /// True while the node may act for its tables.
    pub fn is_good(&self, now: Moment) -> bool {
        matches!(self.0, LeaseState::Held { since, .. } if now.since(since) < KEPT)
    }

    /// Until when the node may act for its tables, if it may at all.
    pub fn until(&self) -> Option<Moment> {
        match self.0 {
            LeaseState::Held { since, .. } => Some(since.plus(KEPT)),
            LeaseState::Out { .. } | LeaseState::Beginning { .. } | LeaseState::Over => None,
        }
    }

    /// The next step at `now`.
    pub fn next(&mut self, now: Moment) -> Next {
        if matches!(self.0, LeaseState::Held { .. }) && !self.is_good(now) {
            self.0 = LeaseState::Over;
        }
        match self.0 {
            LeaseState::Out { from } if now < from => Next::Wait(from),
            LeaseState::Out { .. } => Next::Begin,
            LeaseState::Held { since, from, asked } => match asked {
                None if now >= from => Next::Renew,
                None => Next::Wait(from.min(since.plus(KEPT))),
                Some(_) => Next::Wait(since.plus(KEPT)),
            },
            LeaseState::Beginning { asked } => Next::Wait(asked.plus(KEPT)),
            LeaseState::Over => Next::Drop,
        }
    }

    /// A request for a lease, or for more time, is about to be sent.
    pub fn asks(&mut self, now: Moment) {
        match &mut self.0 {
            LeaseState::Held { asked, .. } => *asked = Some(now),
            state => *state = LeaseState::Beginning { asked: now },
        }
    }

    /// The database has granted what was asked for last. An answer that comes when the time is over is worth nothing.
    pub fn granted(&mut self, now: Moment) {
        match self.0 {
            LeaseState::Beginning { asked } => {
                self.0 = match now.since(asked) < KEPT {
                    true => LeaseState::Held { since: asked, from: asked.plus(RENEWED), asked: None },
                    false => LeaseState::Out { from: now },
                };
            }
            LeaseState::Held { asked: Some(asked), .. } if self.is_good(now) => {
                self.0 = LeaseState::Held { since: asked, from: asked.plus(RENEWED), asked: None };
            }
            LeaseState::Held { .. } => self.0 = LeaseState::Over,
            LeaseState::Out { .. } | LeaseState::Over => {}
        }
    }

    /// The database has refused: the lease is over, or was never granted.
    pub fn refused(&mut self, now: Moment) {
        self.0 = match self.0 {
            LeaseState::Held { .. } | LeaseState::Over => LeaseState::Over,
            LeaseState::Beginning { .. } | LeaseState::Out { .. } => LeaseState::Out { from: now.plus(AGAIN) },
        };
    }

    /// There was no answer. It may have been granted, but nobody knows.
    pub fn unanswered(&mut self, now: Moment) {
        match &mut self.0 {
            LeaseState::Held { from, asked, .. } => (*from, *asked) = (now.plus(AGAIN), None),
            LeaseState::Beginning { .. } => self.0 = LeaseState::Out { from: now.plus(AGAIN) },
            LeaseState::Out { .. } | LeaseState::Over => {}
        }
    }

    /// The tables are dropped.
    pub fn dropped(&mut self, now: Moment) {
        self.0 = LeaseState::Out { from: now };
    }
}

#[cfg(test)]
#[path = "lease_tests.rs"]
mod tests;
