//! What a store keeps of matches and people, and the form of its answers.

use std::future::Future;
use std::pin::Pin;

use cards::Seed;

use crate::StoreError;

/// An answer that comes once the data are on the disk, or an error: they could not be read or written.
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
