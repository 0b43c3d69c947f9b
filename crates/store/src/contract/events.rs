//! The interface of a store.

use crate::{
    Arrangement, ClusterStore, DayStore, DeviceStore, Ending, HostStore, Import, Invited, LogEntry, Most, Pending,
    PersonStore, Pruning, ResultStore, Session, SessionId, StoreState, Stored, StoredRecord, StoredSetup, TokenHash,
    Write,
};

/// A store of matches and sessions.
///
/// A call adds its write to a queue. The write is carried out even if the caller needs no result and drops the future.
/// If such a write fails, the server notices it when it loads the table again.
pub trait EventStore:
    ResultStore
    + PersonStore
    + DayStore
    + DeviceStore
    + HostStore
    + ClusterStore
    + StoreState
    + Pruning
    + Send
    + Sync
    + 'static
{
    /// Adds a match.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if a match with that id exists.
    fn create(&self, setup: StoredSetup) -> Pending<()> {
        self.create_with_log(setup, Vec::new())
    }

    /// Adds a match with the first entries of its log, all or nothing.
    ///
    /// # Errors
    /// As [`create`](EventStore::create).
    fn create_with_log(&self, setup: StoredSetup, log: Vec<LogEntry>) -> Pending<()>;

    /// Changes a table: its arrangement, its terms and its log, all or nothing. Writes to one table take effect in the
    /// order of the calls, even if their futures are awaited in another order.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if there is no such match, the number of seats differs, `first` is not the next number
    /// of the log, a command is in the log already, or there are terms for a match that has begun. In these cases,
    /// another server writes to this table, or the caller has outdated data. [`StoreError::Elsewhere`] if another
    /// process owns the table. [`StoreError::Full`], [`StoreError::Away`]: nothing was written, and the caller may try
    /// again. [`StoreError::Malformed`] if a text cannot be stored, or if a person who would get a seat or become the
    /// host was deleted.
    fn write(&self, table: &str, write: Write) -> Pending<()>;

    /// Appends events as numbers `first`, `first + 1`, …: all or none.
    ///
    /// # Errors
    /// As [`write`](EventStore::write).
    fn append(&self, table: &str, first: u64, events: Vec<LogEntry>) -> Pending<()> {
        self.write(table, Write { first, events, ..Write::default() })
    }

    /// Stores how a match ended.
    fn end(&self, table: &str, ending: Ending) -> Pending<()>;

    /// Changes the arrangement of a table, all or nothing.
    ///
    /// # Errors
    /// As [`write`](EventStore::write).
    fn arrange(&self, table: &str, arrangement: Arrangement) -> Pending<()> {
        self.write(table, Write { arrangement: Some(arrangement), ..Write::default() })
    }

    /// Admits holders of the token with this hash to a table until `expires_ms`. If the table already has `most`
    /// invitations that end after `now_ms`, does nothing and returns `false`.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the hash is taken or there is no such match.
    fn invite(&self, table: &str, token: TokenHash, expires_ms: i64, now_ms: i64, most: u32) -> Pending<bool>;

    /// Returns the table of an invitation and the time when the invitation ends; `None` if it was disabled or never
    /// made.
    fn invited(&self, token: TokenHash) -> Pending<Option<Invited>>;

    /// Disables all invitations to a table.
    fn revoke_invites(&self, table: &str) -> Pending<()>;

    /// Returns a match without its events.
    fn find(&self, table: &str) -> Pending<Option<Stored>>;

    /// Returns all events of a match in order.
    fn events(&self, table: &str) -> Pending<Vec<LogEntry>>;

    /// Returns the newest matches in which a session has a seat, newest first.
    fn tables_of(&self, session: SessionId, limit: u32) -> Pending<Vec<Stored>>;

    /// Returns the number of events of a match.
    fn length(&self, table: &str) -> Pending<u64>;

    /// Returns whether an event of a match carries out this command of a seat.
    fn carried_out(&self, table: &str, seat: u8, cmd: &str) -> Pending<bool>;

    /// Counts the unfinished matches that a session hosts and has a seat in. Also counts matches in which the session
    /// played and that everybody has left. Such a match counts if it has begun and was made after `left_since_ms`.
    fn runs(&self, session: SessionId, left_since_ms: i64) -> Pending<u32>;

    /// Makes a session.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if a session with that hash exists.
    fn begin_session(&self, token: TokenHash, name: &str, at_ms: i64) -> Pending<Session>;

    /// Returns the session of a device. The hash belongs to the session's first device, or to a device that joined by a
    /// link.
    fn session(&self, token: TokenHash) -> Pending<Option<Session>>;

    /// Gives a session another name. Its seats keep the old name.
    fn rename(&self, session: SessionId, name: &str) -> Pending<()>;

    /// Stores imported records, all or none. A record that exists already stays unchanged. Refuses the records if the
    /// session would have imported more than `most` in total.
    fn import_records(&self, session: SessionId, records: Vec<StoredRecord>, most: Most) -> Pending<Import>;

    /// Returns an imported record.
    fn imported_record(&self, id: &str) -> Pending<Option<String>>;
}
