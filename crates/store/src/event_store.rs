//! The interface of a store.

use std::future::Future;
use std::pin::Pin;

use cards::Seed;
use tokio::sync::watch;

use crate::{ClusterStore, DealResult, DeviceStore, HostStore, PersonStore, Pruning, ResultStore};

/// An answer that comes once the data are on the disk.
pub type Pending<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// The hash under which a session is known. The token itself is never stored.
pub type TokenHash = [u8; 32];

/// A session's number in the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SessionId(pub i64);

/// Somebody who can hold seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Its number.
    pub id: SessionId,
    /// The name it goes by.
    pub name: String,
}

/// The properties of a match that are fixed before its first card, and the settings of its table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSetup {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The version of the rules.
    pub rules: u32,
    /// The options, as a JSON object.
    pub options: String,
    /// The settings of the table, as a JSON object.
    pub settings: String,
    /// The sealed seed.
    pub seed: Seed,
    /// The number, if the seed is that of a numbered deal.
    pub number: Option<u64>,
    /// The occupants of the seats, in order.
    pub seats: Vec<Seated>,
    /// The person who runs the table: seats people, begins the match.
    pub host: Option<SessionId>,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When its match began; `None` while people gather.
    pub started_ms: Option<i64>,
}

/// The changing properties of a table beside its match: its seats, its host, its beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrangement {
    /// The occupants of the seats, in order: as many as before.
    pub seats: Vec<Seated>,
    /// The person who runs the table.
    pub host: Option<SessionId>,
    /// When its match began.
    pub started_ms: Option<i64>,
    /// The table's own data, as a JSON object. The store knows nothing of it but the tokens of engines ([`crate::Pruning`]).
    pub state: String,
}

/// The terms of a match, which can change before it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The version of the rules.
    pub rules: u32,
    /// The options, as a JSON object.
    pub options: String,
    /// The settings of the table, as a JSON object.
    pub settings: String,
}

/// A seat with its occupant: a person, a bot, or nobody yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seated {
    /// The name in the record.
    pub name: String,
    /// The person.
    pub session: Option<SessionId>,
    /// The bot's level.
    pub bot: Option<String>,
}

/// One line of a table's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The seat that asked for it.
    pub seat: Option<u8>,
    /// The command that it carries out: unique for the table and the seat.
    pub cmd: Option<String>,
    /// The entry of the log, as text.
    pub entry: String,
}

/// How a match ended: what lists show without loading it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The totals.
    pub totals: Vec<i32>,
}

/// A stored match without its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The properties that do not change.
    pub setup: StoredSetup,
    /// How it ended; `None` while it goes on, and for one whose end was not noted before a crash.
    pub ending: Option<Ending>,
    /// The table's own data ([`Arrangement::state`]); `{}` at first.
    pub state: String,
    /// When a host closed the table for good.
    pub closed_ms: Option<i64>,
}

/// The target of an invitation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invited {
    /// The table.
    pub table: String,
    /// When it ends, in milliseconds since 1970.
    pub expires_ms: i64,
}

/// A change of a table, written at once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Write {
    /// The new seats and host, if they change.
    pub arrangement: Option<Arrangement>,
    /// The new terms, if they change. Only before the match begins.
    pub terms: Option<Terms>,
    /// The number of the first event; without meaning where there is none.
    pub first: u64,
    /// Events of the log.
    pub events: Vec<LogEntry>,
    /// JSON that takes the place of `clocks` in the table's own data. The rest of them stays.
    pub clocks: Option<String>,
}

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
    /// Makes this process the owner of a table, where several share the data. Data of the table that were read before may be
    /// those of an earlier owner: they are read again if the answer is `true`. A table that this process has created is its own.
    ///
    /// # Errors
    /// [`StoreError::Elsewhere`] if another process owns it, and may go on with it, or a write of it is under way: it can be tried again.
    fn own(&self, table: &str) -> Pending<bool> {
        let _ = table;
        Box::pin(std::future::ready(Ok(false)))
    }

    /// The number of the lease on which this process owns tables, while its time is not over; `None` once it is. A table that
    /// was loaded under another number may be another's by now: it must not be acted on, and nothing of it may be shown. Always the same
    /// where no others can share the data. It asks nobody, so it can be called before every step.
    fn lease(&self) -> Option<u64> {
        Some(0)
    }

    /// Counts how often this process has lost all its tables, because it could not reach the data for too long. Then another
    /// may own them: what is in memory of them must be dropped. `None` where that cannot happen.
    fn losses(&self) -> Option<watch::Receiver<u64>> {
        None
    }

    /// Returns the address of the process that owns a table and lives ([`NodeIdentity`](crate::NodeIdentity)); `None`
    /// if there is none, or others do not reach it.
    ///
    /// # Errors
    /// If it cannot be read.
    fn owner(&self, table: &str) -> Pending<Option<String>> {
        let _ = table;
        Box::pin(std::future::ready(Ok(None)))
    }

    /// Returns whether data are on a second machine before they are confirmed, as far as this process knows. A host can
    /// change that while it runs.
    fn waits_for_standby(&self) -> bool {
        false
    }

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
    ///
    /// # Errors
    /// If it cannot be written.
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
    ///
    /// # Errors
    /// If it cannot be read.
    fn invited(&self, token: TokenHash) -> Pending<Option<Invited>>;

    /// Disables all invitations to a table.
    ///
    /// # Errors
    /// If it cannot be written.
    fn revoke_invites(&self, table: &str) -> Pending<()>;

    /// A match without its events.
    ///
    /// # Errors
    /// If it cannot be read.
    fn find(&self, table: &str) -> Pending<Option<Stored>>;

    /// All events of a match in order.
    ///
    /// # Errors
    /// If they cannot be read.
    fn events(&self, table: &str) -> Pending<Vec<LogEntry>>;

    /// The newest matches in which a session has a seat, newest first.
    ///
    /// # Errors
    /// If they cannot be read.
    fn tables_of(&self, session: SessionId, limit: u32) -> Pending<Vec<Stored>>;

    /// How many events a match has.
    ///
    /// # Errors
    /// If it cannot be read.
    fn length(&self, table: &str) -> Pending<u64>;

    /// Returns whether an event of a match carries out this command of a seat.
    ///
    /// # Errors
    /// If it cannot be read.
    fn carried_out(&self, table: &str, seat: u8, cmd: &str) -> Pending<bool>;

    /// How many unfinished matches a session hosts and has a seat in. Those that were made after `left_since_ms`,
    /// begun, and left by everybody count too.
    ///
    /// # Errors
    /// If it cannot be read.
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
    ///
    /// # Errors
    /// If it cannot be read.
    fn session(&self, token: TokenHash) -> Pending<Option<Session>>;

    /// Gives a session another name. Seats keep theirs.
    ///
    /// # Errors
    /// If it cannot be written.
    fn rename(&self, session: SessionId, name: &str) -> Pending<()>;

    /// Keeps imported records, all or none. One that exists already stays unchanged. Refused if `session` would then
    /// have imported more than `most`.
    ///
    /// # Errors
    /// If they cannot be written.
    fn import_records(&self, session: SessionId, records: Vec<StoredRecord>, most: Most) -> Pending<Import>;

    /// An imported record.
    ///
    /// # Errors
    /// If it cannot be read.
    fn imported_record(&self, id: &str) -> Pending<Option<String>>;
}

/// How much one session may bring in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Most {
    /// Records.
    pub records: u32,
    /// Bytes of all of them.
    pub bytes: u64,
}

/// The result of an import of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Import {
    /// They are stored.
    Stored,
    /// They would be too many.
    TooMany,
    /// They would be too large together.
    TooLarge,
}

impl Most {
    pub(crate) fn allows(self, records: u64, bytes: u64) -> Import {
        match () {
            () if records > u64::from(self.records) => Import::TooMany,
            () if bytes > self.bytes => Import::TooLarge,
            () => Import::Stored,
        }
    }
}

/// An imported record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRecord {
    /// Its id.
    pub id: String,
    /// The line.
    pub line: String,
    /// When it came, in milliseconds since 1970.
    pub at_ms: i64,
}

impl StoreError {
    /// The same of a change that refers to people: where a reference is refused, its person was deleted.
    pub(crate) fn of_a_person(self) -> StoreError {
        if self == StoreError::Conflict { StoreError::Malformed } else { self }
    }
}

/// Why a store could not. Except after [`StoreError::Broken`] nothing was written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk or the data folder is full.
    #[error(
        "The disk of the server is full, so nothing can be stored. Nothing was lost; try again when there is room."
    )]
    Full,
    /// Somebody else has written there.
    #[error("Somebody else has written there.")]
    Conflict,
    /// The database cannot be reached. Nothing was written, and it may be tried again.
    #[error("The server can't reach its database, so nothing can be stored. Nothing was lost; try again in a moment.")]
    Away,
    /// A value cannot be stored. Nothing was written.
    #[error("This can't be stored: it has a character that is not allowed, or it is about a person who was deleted.")]
    Malformed,
    /// Another server owns the table.
    #[error("This table runs on another server. Try again in a moment.")]
    Elsewhere,
    /// A database cannot be used at all: why, and what to do.
    #[error("{0}")]
    Database(String),
    /// The store is closing.
    #[error("The server is stopping. Try again in a moment.")]
    Closed,
    /// Another server uses this folder.
    #[error("Another cardroom uses the data folder {folder}. Stop it, or choose another folder with --data.")]
    InUse {
        /// The folder.
        folder: String,
    },
    /// The data were written by a newer version.
    #[error(
        "The data in {folder} were written by a newer cardroom (version {found}, this one knows up to {known}). Use that \
         cardroom, or choose another folder with --data."
    )]
    Newer {
        /// The folder.
        folder: String,
        /// The version of the data.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The folder has another file under our name.
    #[error("{file} is not a database of cardroom. Choose another folder with --data.")]
    Foreign {
        /// The file.
        file: String,
    },
    /// The file has been deleted or replaced while it was in use.
    #[error("{file} was deleted or replaced while it was in use. Put it back and start again.")]
    Gone {
        /// The file.
        file: String,
    },
    /// Nothing can be written there.
    #[error(
        "Nothing can be written to the data folder {folder} ({words}). Free its disk or make it writable, or choose another \
         folder with --data."
    )]
    Unwritable {
        /// The folder.
        folder: String,
        /// The message of the operating system or of SQLite.
        words: String,
    },
    /// The file is ours, but not whole.
    #[error(
        "{file} is damaged ({words}). Move it away and put a backup back with cardroom restore, or choose \
         another folder with --data."
    )]
    Damaged {
        /// The file.
        file: String,
        /// The message of SQLite.
        words: String,
    },
    /// The folder or its file cannot be used.
    #[error("The data cannot be used: {0}")]
    Broken(String),
}
