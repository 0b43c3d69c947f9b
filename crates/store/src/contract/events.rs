//! The interface of a store.

use crate::{
    Arrangement, ClusterStore, DealResult, DeviceStore, Ending, HostStore, Import, Invited, LogEntry, Most, Pending,
    PersonStore, Pruning, ResultStore, Session, SessionId, Stored, StoredRecord, StoredSetup, TokenHash, Write,
};

/// A write that nobody waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Later {
    /// A match has ended.
    Ended {
        /// The table.
        table: String,
        /// How.
        ending: Ending,
    },
    /// A match that had ended goes on.
    Reopened {
        /// The table.
        table: String,
    },
    /// The results of a deal for people.
    Results(Vec<DealResult>),
    /// A device was seen.
    DeviceSeen {
        /// The hash of its token.
        device: TokenHash,
        /// When, in milliseconds since 1970.
        seen_ms: i64,
        /// The browser and system, by its own `user-agent`.
        browser: String,
    },
}

/// A store of matches and sessions.
///
/// A future that is dropped may not have written anything. Use [`enqueue`](EventStore::enqueue) for writes for which
/// nobody waits.
pub trait EventStore:
    ResultStore + PersonStore + DeviceStore + HostStore + ClusterStore + Pruning + Send + Sync + 'static
{
    /// Adds a match.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if there is one of that id.
    fn create(&self, setup: StoredSetup) -> Pending<()>;

    /// Changes a table: who sits where, what it is played by, and its log, all or nothing. Writes to one table take effect in the order of the
    /// calls, also where their futures are waited for in another order.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if there is no such match, it has another number of seats, `first` is not the next number of
    /// its log, a command is known already, or there are terms for a match that has begun: somebody else writes this table, or
    /// the caller has forgotten. [`StoreError::Elsewhere`] if another process owns the table.
    /// [`StoreError::Full`], [`StoreError::Away`]: nothing was written, and it may be tried again. [`StoreError::Malformed`] if a text cannot
    /// be stored, or a person who gets a seat or is the host was deleted.
    fn write(&self, table: &str, write: Write) -> Pending<()>;

    /// Appends events as numbers `first`, `first + 1`, …: all or none.
    ///
    /// # Errors
    /// As [`write`](EventStore::write).
    fn append(&self, table: &str, first: u64, events: Vec<LogEntry>) -> Pending<()> {
        self.write(table, Write { first, events, ..Write::default() })
    }

    /// Writes something that nobody waits for. There is no future to wait for. If the write fails, the caller notices
    /// when the table is loaded again.
    fn enqueue(&self, later: Later);

    /// Notes how a match ended.
    fn end(&self, table: &str, ending: Ending) -> Pending<()>;

    /// Changes who sits where, who runs the table, whether it has begun, what it keeps: all or nothing.
    ///
    /// # Errors
    /// As [`write`](EventStore::write).
    fn arrange(&self, table: &str, arrangement: Arrangement) -> Pending<()> {
        self.write(table, Write { arrangement: Some(arrangement), ..Write::default() })
    }

    /// Admits holders of the token with this hash to a table until `expires_ms`. Returns `false`, and does nothing,
    /// if the table would then have more than `most` invitations that end after `now_ms`.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the hash is taken or there is no such match.
    fn invite(&self, table: &str, token: TokenHash, expires_ms: i64, now_ms: i64, most: u32) -> Pending<bool>;

    /// The table that an invitation leads to and when it ends; `None` if it was disabled or never made.
    fn invited(&self, token: TokenHash) -> Pending<Option<Invited>>;

    /// Disables all invitations to a table.
    fn revoke_invites(&self, table: &str) -> Pending<()>;

    /// A match without its events.
    fn find(&self, table: &str) -> Pending<Option<Stored>>;

    /// All events of a match in order.
    fn events(&self, table: &str) -> Pending<Vec<LogEntry>>;

    /// The newest matches in which a session has a seat, newest first.
    fn tables_of(&self, session: SessionId, limit: u32) -> Pending<Vec<Stored>>;

    /// How many events a match has.
    fn length(&self, table: &str) -> Pending<u64>;

    /// Returns whether an event of a match carries out this command of a seat.
    fn carried_out(&self, table: &str, seat: u8, cmd: &str) -> Pending<bool>;

    /// How many unfinished matches a session hosts and has a seat in. Those that were made after `left_since_ms`,
    /// begun, and left by everybody count too.
    fn runs(&self, session: SessionId, left_since_ms: i64) -> Pending<u32>;

    /// Checks that new data can be written and found again.
    ///
    /// # Errors
    /// If not.
    fn writable(&self) -> Pending<()>;

    /// Makes a session.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if there is one of that hash.
    fn begin_session(&self, token: TokenHash, name: &str, at_ms: i64) -> Pending<Session>;

    /// The session of a hash: of its first device, or of one that came by a link.
    fn session(&self, token: TokenHash) -> Pending<Option<Session>>;

    /// Gives a session another name. Seats keep theirs.
    fn rename(&self, session: SessionId, name: &str) -> Pending<()>;

    /// Keeps imported records, all or none. One that exists already stays unchanged. Refused if `session` would then
    /// have imported more than `most`.
    fn import_records(&self, session: SessionId, records: Vec<StoredRecord>, most: Most) -> Pending<Import>;

    /// An imported record.
    fn imported_record(&self, id: &str) -> Pending<Option<String>>;
}
