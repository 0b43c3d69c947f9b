//! Everything that is kept about a person, and how it is deleted.

use crate::{Invited, Pending, SessionId, Stored};

/// The data about a person beside name and results ([`crate::ResultStore::results_of`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PersonData {
    /// When the session began, in milliseconds since 1970.
    pub since_ms: i64,
    /// Every match in which the person has a seat, or had one during play; newest first.
    pub tables: Vec<Stored>,
    /// The invitations to tables that it runs.
    pub invites: Vec<Invited>,
    /// Imported records, by their ids, and when.
    pub records: Vec<(String, i64)>,
}

/// The data that a person can ask for about itself.
pub trait PersonStore {
    /// Everything that is kept about a person.
    fn held(&self, session: SessionId) -> Pending<PersonData>;

    /// Deletes a person, all or nothing: the session, its results, the records that it has imported, its unfinished
    /// matches in which no other person ever played, and invitations to tables that it hosts. Other matches stay. There
    /// a number replaces the name, a bot of level `stand_in` gets the seat of a match that goes on, and another person
    /// becomes the host. The number of the session is never used again.
    fn forget(&self, session: SessionId, stand_in: &str) -> Pending<()>;

    /// Deletes a match that is not over and in which no other person ever played. Returns whether it was one.
    fn drop_alone(&self, session: SessionId, table: &str) -> Pending<bool>;
}
