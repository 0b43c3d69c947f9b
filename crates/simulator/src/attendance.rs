//! The presence of people at a table, as far as its node knows.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use room::{ConnectionId, PersonId};

/// The presence of people at a table.
pub struct Attendance {
    /// The time at which the node loaded the table. Nobody was at the table at that time.
    since: Duration,
    /// The people who were let in, by connection, each with the time of entry.
    here: BTreeMap<ConnectionId, (PersonId, Duration)>,
    /// The time at which a person's last connection ended.
    gone: BTreeMap<PersonId, Duration>,
    /// The people who have asked for the next deal.
    pub ready: BTreeSet<PersonId>,
}

/// Somebody who came back less than this time ago may still count as away for the room, because a write can take this
/// long.
const LATELY: Duration = Duration::from_secs(20);

impl Attendance {
    /// Creates the attendance of a table that was loaded at this time.
    pub fn new(since: Duration) -> Attendance {
        Attendance { since, here: BTreeMap::new(), gone: BTreeMap::new(), ready: BTreeSet::new() }
    }

    /// Notes a person who was let in.
    pub fn comes(&mut self, tab: ConnectionId, person: PersonId, now: Duration) {
        self.here.insert(tab, (person, now));
    }

    /// Notes the end of a connection.
    pub fn goes(&mut self, tab: ConnectionId, now: Duration) {
        let Some((person, _)) = self.here.remove(&tab) else { return };
        if !self.here.values().any(|(other, _)| *other == person) {
            self.gone.insert(person, now);
        }
    }

    /// Returns for how long a person has been away, or `None` if the person is there.
    pub fn away(&self, person: PersonId, now: Duration) -> Option<Duration> {
        let here = self.here.values().any(|(other, _)| *other == person);
        (!here).then(|| now - *self.gone.get(&person).unwrap_or(&self.since))
    }

    /// Returns true if a person has been there for longer than [`LATELY`] and has not asked for the next deal.
    pub fn is_unready(&self, person: PersonId, now: Duration) -> bool {
        let long_here = |(other, since): &(PersonId, Duration)| *other == person && now - *since > LATELY;
        !self.ready.contains(&person) && self.here.values().any(long_here)
    }
}
