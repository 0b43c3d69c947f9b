//! The lease of a node. A node shares its database with other servers. Until the lease ends, the node may act for its
//! tables.
//!
//! The database grants a lease for [`GRANTED`], measured by its own clock. Until that time is over, no other node gets
//! a table of this node. The node itself uses the lease only for [`KEPT`], beginning *before* it sent the request. Its
//! clock also counts while the machine sleeps. So the node stops acting before the database gives its tables away, even
//! if the answer came late. The two clocks must differ by less than a fifth.

use std::time::Duration;

/// The time for which the database grants a lease.
pub const GRANTED: Duration = Duration::from_secs(5);
/// The time for which the node uses a lease. It is shorter than [`GRANTED`].
pub const KEPT: Duration = Duration::from_secs(4);
/// The age at which a lease is renewed. It leaves time for more attempts if a renewal fails.
const RENEWED: Duration = Duration::from_millis(1_200);
/// The time between a failed renewal and the next attempt.
const AGAIN: Duration = Duration::from_millis(250);

/// A moment on a clock of this machine that also counts while it sleeps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment(pub Duration);

impl Moment {
    fn plus(self, time: Duration) -> Moment {
        Moment(self.0 + time)
    }

    /// Returns the time from `earlier` to this moment; zero if `earlier` is the later of the two.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// The next step of a node for its lease.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Ask for a new lease. The node has no tables at this point.
    Begin,
    /// Ask for an extension of the lease.
    Renew,
    /// Do nothing before this moment.
    Wait(Moment),
    /// Drop all tables immediately, because another node may own them by now. Afterwards call [`Lease::dropped`].
    Drop,
}

/// The lease of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease(LeaseState);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LeaseState {
    /// No lease. The node asks for one when `from` is reached.
    Out { from: Moment },
    /// The node requested its first lease at `asked` and has no answer yet.
    Beginning { asked: Moment },
    /// The lease is held. It was requested at `since`. `asked` is the time of a renewal request that has no answer yet.
    /// Without such a request, the next renewal is due at `from`.
    Held { since: Moment, from: Moment, asked: Option<Moment> },
    /// The lease has ended, and the node has not dropped its tables yet.
    Over,
}

impl Lease {
    /// Creates the state of a node without a lease. The node may ask for one from `now` on.
    pub fn new(now: Moment) -> Lease {
        Lease(LeaseState::Out { from: now })
    }

    /// True while the node may act for its tables.
    pub fn is_good(&self, now: Moment) -> bool {
        matches!(self.0, LeaseState::Held { since, .. } if now.since(since) < KEPT)
    }

    /// Returns the end of the time in which the node may act for its tables; `None` without a lease.
    pub fn until(&self) -> Option<Moment> {
        match self.0 {
            LeaseState::Held { since, .. } => Some(since.plus(KEPT)),
            LeaseState::Out { .. } | LeaseState::Beginning { .. } | LeaseState::Over => None,
        }
    }

    /// Returns the next step at `now`.
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

    /// Records that a request for a lease or for a renewal is about to be sent.
    pub fn asks(&mut self, now: Moment) {
        match &mut self.0 {
            LeaseState::Held { asked, .. } => *asked = Some(now),
            state => *state = LeaseState::Beginning { asked: now },
        }
    }

    /// Records that the database has granted the last request. An answer that arrives after the granted time has passed
    /// is worth nothing.
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

    /// Records that the database has refused the request: the lease has ended or was never granted.
    pub fn refused(&mut self, now: Moment) {
        self.0 = match self.0 {
            LeaseState::Held { .. } | LeaseState::Over => LeaseState::Over,
            LeaseState::Beginning { .. } | LeaseState::Out { .. } => LeaseState::Out { from: now.plus(AGAIN) },
        };
    }

    /// Records that a request got no answer. The database may have granted it, but the node cannot know.
    pub fn unanswered(&mut self, now: Moment) {
        match &mut self.0 {
            LeaseState::Held { from, asked, .. } => (*from, *asked) = (now.plus(AGAIN), None),
            LeaseState::Beginning { .. } => self.0 = LeaseState::Out { from: now.plus(AGAIN) },
            LeaseState::Out { .. } | LeaseState::Over => {}
        }
    }

    /// Records that the node has dropped its tables.
    pub fn dropped(&mut self, now: Moment) {
        self.0 = LeaseState::Out { from: now };
    }
}

#[cfg(test)]
#[path = "lease_tests.rs"]
mod tests;
