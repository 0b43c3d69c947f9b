//! The data about matches and people in a store, and the form of its answers.

use std::future::Future;
use std::pin::Pin;

use cards::Seed;

use crate::StoreError;

/// An answer that comes once the data are on the disk, or an error if they could not be read or written.
pub type Pending<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// The hash by which a session is found. The token itself is never stored.
pub type TokenHash = [u8; 32];

/// A session's number in the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SessionId(pub i64);

/// A person who can hold seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The number of the session.
    pub id: SessionId,
    /// The person's name.
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
    /// The deal number, if the seed is that of a numbered deal.
    pub number: Option<u64>,
    /// The occupants of the seats, in order.
    pub seats: Vec<Seated>,
    /// The person who runs the table: gives people seats, begins the match.
    pub host: Option<SessionId>,
    /// The time of creation, in milliseconds since 1970.
    pub created_ms: i64,
    /// The time when the match began, in milliseconds since 1970; `None` before that.
    pub started_ms: Option<i64>,
}

/// The changing properties of a table apart from its match: its seats, its host, the time when the match began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrangement {
    /// The occupants of the seats, in order. The number of seats never changes.
    pub seats: Vec<Seated>,
    /// The person who runs the table.
    pub host: Option<SessionId>,
    /// The time when the match began, in milliseconds since 1970; `None` before that.
    pub started_ms: Option<i64>,
    /// The table's own data, as a JSON object. The store reads only the tokens of engines in it ([`crate::Pruning`]).
    pub state: String,
}

/// The rules, options and settings of a match, which can change before it begins.
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
    /// The occupant's name in the record.
    pub name: String,
    /// The person.
    pub session: Option<SessionId>,
    /// The bot's level.
    pub bot: Option<String>,
}

/// One line of a table's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// The time, in milliseconds since 1970.
    pub at_ms: i64,
    /// The seat that requested this entry.
    pub seat: Option<u8>,
    /// The id of the command that this entry carries out: unique for the table and the seat.
    pub cmd: Option<String>,
    /// The entry of the log, as text.
    pub entry: String,
}

/// The end of a match, with the facts that lists show without loading the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The time of the end, in milliseconds since 1970.
    pub at_ms: i64,
    /// The totals of the seats.
    pub totals: Vec<i32>,
}

/// A stored match without its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The properties that do not change.
    pub setup: StoredSetup,
    /// The end of the match; `None` while the match goes on, or if the server crashed before it stored the end.
    pub ending: Option<Ending>,
    /// The table's own data ([`Arrangement::state`]); `{}` at first.
    pub state: String,
    /// The time when a host closed the table for good, in milliseconds since 1970.
    pub closed_ms: Option<i64>,
}

/// The table that an invitation admits to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invited {
    /// The table.
    pub table: String,
    /// The time when the invitation ends, in milliseconds since 1970.
    pub expires_ms: i64,
}

/// A change of a table, written all or nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Write {
    /// The new seats and host, if they change.
    pub arrangement: Option<Arrangement>,
    /// The new terms, if they change. They can change only before the match begins.
    pub terms: Option<Terms>,
    /// The number of the first event; ignored if there are no events.
    pub first: u64,
    /// Events of the log.
    pub events: Vec<LogEntry>,
    /// JSON that replaces the field `clocks` in the table's own data. The other fields stay.
    pub clocks: Option<String>,
}

/// The limits of what one session may import in total.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Most {
    /// The number of records.
    pub records: u32,
    /// The total size of the records, in bytes.
    pub bytes: u64,
}

/// The result of an import of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Import {
    /// The records are stored.
    Stored,
    /// The session would have too many records.
    TooMany,
    /// The records of the session would be too large in total.
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
    /// The record's id.
    pub id: String,
    /// The record as one line of text.
    pub line: String,
    /// The time of the import, in milliseconds since 1970.
    pub at_ms: i64,
}
