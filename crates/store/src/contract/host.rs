//! The host's part of a store: lists of tables and people, closed tables, bans, the log of a host's actions, reports by
//! players, and the size of the data.

use super::prune::DAY_MS;
use crate::{Ending, Pending, SessionId, Stored};

/// A report that was read is deleted after this time.
pub(crate) const READ_REPORT_MS: i64 = 30 * DAY_MS;
/// A report that nobody reads is deleted after this time.
pub(crate) const REPORT_MS: i64 = 180 * DAY_MS;

/// Which tables a host wants listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TablesWanted {
    /// All that are stored.
    All,
    /// Those whose match is not over.
    Unfinished,
}

/// A guest as a host sees one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuestLine {
    /// The number.
    pub id: SessionId,
    /// The name it goes by.
    pub name: String,
    /// When it came, in milliseconds since 1970.
    pub since_ms: i64,
    /// When one of its devices was last seen, to the day.
    pub seen_ms: i64,
    /// In how many unfinished matches it has a seat.
    pub playing: u32,
}

/// Somebody who may not use the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// `guest 12`, or a range of addresses as `203.0.113.0/24`.
    pub whom: String,
    /// Since when, in milliseconds since 1970.
    pub at_ms: i64,
    /// Until when; `None`: until it is lifted.
    pub until_ms: Option<i64>,
    /// Why, in the host's words.
    pub words: String,
}

/// Something that a host did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdminAction {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Who: the user of the system.
    pub by: String,
    /// What.
    pub action: String,
}

/// A player's message to the host about another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Its number, from 1; 0 until it is stored.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// At which table.
    pub table: String,
    /// By whom; `None` once that guest was deleted.
    pub by: Option<SessionId>,
    /// About whom.
    pub about: SessionId,
    /// The name that the other had then.
    pub name: String,
    /// The text of the reporter.
    pub words: String,
    /// The last lines of talk that the reporter could read, as JSON.
    pub lines: String,
    /// When a host read it.
    pub read_ms: Option<i64>,
}

/// How much room a kind of data takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataPart {
    /// Which table of the database.
    pub name: String,
    /// How many rows.
    pub rows: u64,
    /// How many bytes, with indexes; `None` if the store cannot say.
    pub bytes: Option<u64>,
}

/// A store of the host's decisions and lists.
pub trait HostStore {
    /// The newest tables, newest first.
    fn newest_tables(&self, wanted: TablesWanted, limit: u32) -> Pending<Vec<Stored>>;

    /// Closes a table for good: its match ends as it stands and cannot go on. Returns `false` if there is no such table or it
    /// was closed before.
    fn close_table(&self, table: &str, ending: Ending) -> Pending<bool>;

    /// Guests whose name, or the name on a seat of theirs, contains these words; the latest seen first. Letters of ASCII
    /// count as the same in large and small.
    fn find_guests(&self, words: &str, limit: u32) -> Pending<Vec<GuestLine>>;

    /// A guest by its number.
    fn guest(&self, id: SessionId) -> Pending<Option<GuestLine>>;

    /// Deletes an imported record. Returns whether there was one.
    fn remove_record(&self, id: &str) -> Pending<bool>;

    /// Bans somebody, or changes a ban.
    fn ban(&self, ban: Ban) -> Pending<()>;

    /// Lifts a ban. Returns whether there was one.
    fn lift_ban(&self, whom: &str) -> Pending<bool>;

    /// All bans, oldest first.
    fn bans(&self) -> Pending<Vec<Ban>>;

    /// Adds to the log of what hosts did.
    fn log_admin_action(&self, action: AdminAction) -> Pending<()>;

    /// The last entries of that log, oldest first.
    fn admin_actions(&self, limit: u32) -> Pending<Vec<AdminAction>>;

    /// Stores a report. Returns its number; `None` if the same guest has reported the same other one and nobody has read
    /// that yet.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if a guest that it names does not exist.
    fn report(&self, report: Report) -> Pending<Option<i64>>;

    /// The newest reports, newest first; those that nobody has read, or all.
    fn reports(&self, unread: bool, limit: u32) -> Pending<Vec<Report>>;

    /// A report, which is read at this moment.
    fn read_report(&self, id: i64, at_ms: i64) -> Pending<Option<Report>>;

    /// Deletes reports that were read 30 days ago or made 180 days ago. Returns how many.
    fn prune_reports(&self, now_ms: i64) -> Pending<u64>;

    /// How many reads and writes are waited for.
    fn waiting(&self) -> usize;

    /// How many bytes the data take.
    fn bytes(&self) -> Pending<u64>;

    /// How much room each kind of data takes. Takes a while: everything is counted, and nothing waits for it.
    fn data_parts(&self) -> Pending<Vec<DataPart>>;
}
