//! The stored data about a person, and the deletion of a person.

use crate::{Invited, Pending, SessionId, Stored};

/// The data about a person, except the name and the results ([`crate::ResultStore::results_of`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PersonData {
    /// The time when the session began, in milliseconds since 1970.
    pub since_ms: i64,
    /// All matches in which the person has a seat, or had one while the match was played, newest first.
    pub tables: Vec<Stored>,
    /// The invitations to tables that the person hosts.
    pub invites: Vec<Invited>,
    /// The ids of imported records, and the times of their import, in milliseconds since 1970.
    pub records: Vec<(String, i64)>,
}

/// The data that people can request about themselves.
pub trait PersonStore {
    /// Returns everything that is stored about a person.
    fn held(&self, session: SessionId) -> Pending<PersonData>;

    /// Deletes a person, all or nothing: the session, its results, its mistakes, its imported records, and the
    /// invitations to tables that the person hosts. Unfinished matches are deleted if no other person ever played in
    /// them. Other matches stay. In these, a number replaces the name, and another person becomes the host. If the match
    /// goes on, a bot of level `stand_in` gets the seat. The number of the session is never used again.
    fn forget(&self, session: SessionId, stand_in: &str) -> Pending<()>;

    /// Deletes a match if it is not over and no other person ever played in it. Returns whether it was deleted.
    fn drop_alone(&self, session: SessionId, table: &str) -> Pending<bool>;
}
