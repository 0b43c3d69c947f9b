//! The host's part of a store: lists of tables and people, closed tables, bans, the log of hosts' actions, reports by
//! players, and the state of the store.

use serde::{Deserialize, Serialize};

use super::prune::DAY_MS;
use crate::{Ending, Pending, SessionId, Stored};

/// The time after which a report that a host has read is deleted.
pub(crate) const READ_REPORT_MS: i64 = 30 * DAY_MS;
/// The time after which a report that nobody has read is deleted.
pub(crate) const REPORT_MS: i64 = 180 * DAY_MS;

/// The choice of tables that a host wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TablesWanted {
    /// All stored tables.
    All,
    /// The tables whose match is not over.
    Unfinished,
}

/// A guest as the host's lists show one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuestLine {
    /// The guest's number.
    pub id: SessionId,
    /// The guest's name.
    pub name: String,
    /// The time of the first visit, in milliseconds since 1970.
    pub since_ms: i64,
    /// The time when one of the guest's devices was last seen, rounded to the day.
    pub seen_ms: i64,
    /// The number of unfinished matches in which the guest has a seat.
    pub playing: u32,
}

/// A guest or a network that may not use the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// The guest or network: `guest 12`, or a range of addresses such as `203.0.113.0/24`.
    pub whom: String,
    /// The time when the ban began, in milliseconds since 1970.
    pub at_ms: i64,
    /// The time when the ban ends, in milliseconds since 1970; `None` if it lasts until a host lifts it.
    pub until_ms: Option<i64>,
    /// The reason, in the host's words.
    pub words: String,
}

/// An action of a host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdminAction {
    /// The time, in milliseconds since 1970.
    pub at_ms: i64,
    /// The host who acted, given by their user name in the operating system.
    pub by: String,
    /// The action in words.
    pub action: String,
}

/// A player's message to the host about another player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The report's number, from 1; 0 until the report is stored.
    pub id: i64,
    /// The time, in milliseconds since 1970.
    pub at_ms: i64,
    /// The table.
    pub table: String,
    /// The guest who reports; `None` once that guest was deleted.
    pub by: Option<SessionId>,
    /// The guest who is reported.
    pub about: SessionId,
    /// The name of the reported guest at that time.
    pub name: String,
    /// The reporter's text.
    pub words: String,
    /// The last lines of talk that the reporter could read, as JSON.
    pub lines: String,
    /// The time when a host read the report, in milliseconds since 1970.
    pub read_ms: Option<i64>,
}

/// The size of one kind of data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DataPart {
    /// The name of the table in the database.
    pub name: String,
    /// The number of rows.
    pub rows: u64,
    /// The size in bytes, with indexes; `None` if the store does not know.
    pub bytes: Option<u64>,
}

/// The host's lists and decisions in a store.
pub trait HostStore {
    /// Returns the newest tables, newest first.
    fn newest_tables(&self, wanted: TablesWanted, limit: u32) -> Pending<Vec<Stored>>;

    /// Closes a table for good: its match ends in its present state and cannot go on. Returns `false` if there is no
    /// such table or if it was closed already.
    fn close_table(&self, table: &str, ending: Ending) -> Pending<bool>;

    /// Finds guests whose name, or the name on one of their seats, contains `words`, most recently seen first. Upper
    /// and lower case of ASCII letters are the same.
    fn find_guests(&self, words: &str, limit: u32) -> Pending<Vec<GuestLine>>;

    /// Returns a guest by number.
    fn guest(&self, id: SessionId) -> Pending<Option<GuestLine>>;

    /// Deletes an imported record. Returns whether there was one.
    fn remove_record(&self, id: &str) -> Pending<bool>;

    /// Bans a guest or a network, or changes a ban.
    fn ban(&self, ban: Ban) -> Pending<()>;

    /// Lifts a ban. Returns whether there was one.
    fn lift_ban(&self, whom: &str) -> Pending<bool>;

    /// Returns all bans, oldest first.
    fn bans(&self) -> Pending<Vec<Ban>>;

    /// Adds an entry to the log of hosts' actions.
    fn log_admin_action(&self, action: AdminAction) -> Pending<()>;

    /// Returns the last entries of the log of hosts' actions, oldest first.
    fn admin_actions(&self, limit: u32) -> Pending<Vec<AdminAction>>;

    /// Stores a report and returns its number. Returns `None`, and stores nothing, if the same guest has already
    /// reported the same other guest in a report that no host has read yet.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if a guest in the report does not exist.
    fn report(&self, report: Report) -> Pending<Option<i64>>;

    /// Returns the newest reports, newest first: only the unread ones, or all.
    fn reports(&self, unread: bool, limit: u32) -> Pending<Vec<Report>>;

    /// Returns a report and marks it as read at `at_ms`.
    fn read_report(&self, id: i64, at_ms: i64) -> Pending<Option<Report>>;

    /// Deletes reports that were read 30 days ago or made 180 days ago. Returns the number of deleted reports.
    fn prune_reports(&self, now_ms: i64) -> Pending<u64>;
}

/// The state of the store itself.
pub trait StoreState {
    /// Checks that new data can be written and read back.
    ///
    /// # Errors
    /// If that fails.
    fn writable(&self) -> Pending<()>;

    /// Returns the number of reads and writes that callers wait for.
    fn waiting(&self) -> usize;

    /// Returns the size of the data in bytes.
    fn bytes(&self) -> Pending<u64>;

    /// Returns the size of each kind of data. The call is slow, as it counts everything, but delays no other call.
    fn data_parts(&self) -> Pending<Vec<DataPart>>;
}
