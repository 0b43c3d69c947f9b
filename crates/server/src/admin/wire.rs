//! Requests of a host over the socket in the data folder, and their answers: one line of JSON each. Nothing here has a
//! place for a card, a deal or a seed.

use serde::{Deserialize, Serialize};

/// A request of a host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum AdminRequest {
    /// The newest tables: those that are not over, or all.
    Tables {
        /// Also those that are over.
        all: bool,
        /// How many at most.
        limit: u32,
    },
    /// One table.
    Table {
        /// Which.
        id: String,
    },
    /// Closes a table for good.
    CloseTable {
        /// Which.
        id: String,
    },
    /// Guests by a part of their name.
    People {
        /// The part.
        words: String,
        /// How many at most.
        limit: u32,
    },
    /// Gives a guest another name, also at its tables.
    Rename {
        /// Which guest.
        id: i64,
        /// The new name.
        name: String,
    },
    /// Deletes a guest, as the guest itself could.
    RemoveGuest {
        /// Which.
        id: i64,
    },
    /// Keeps a guest or a range of addresses out.
    Ban {
        /// A guest's number, an address, or a range.
        whom: String,
        /// For how long; `None`: until it is lifted.
        minutes: Option<u64>,
        /// Why: a note for hosts.
        words: String,
    },
    /// Lifts a ban.
    Unban {
        /// Whose.
        whom: String,
    },
    /// All bans.
    Bans,
    /// Deletes an imported record.
    RemoveRecord {
        /// Which.
        id: String,
    },
    /// A line that everybody is shown. Without words: takes the last one back.
    Say {
        /// The line.
        words: String,
        /// How long newcomers see it too.
        minutes: u64,
    },
    /// Opens no tables any more, and ends the server: soon where other servers take its tables, otherwise when nobody is there.
    Drain {
        /// At the latest after this time.
        minutes: u64,
        /// How long a balancer may take to notice, before other servers take the tables.
        after_s: u64,
    },
    /// Calls a drain off.
    CancelDrain,
    /// Asks whether a drain is under way.
    Draining,
    /// Deletes what nobody needs any more, now and not tonight.
    Prune,
    /// The actions of hosts.
    Log {
        /// How many entries at most.
        limit: u32,
    },
    /// Reports of players: those that nobody has read, or all.
    Reports {
        /// Also those that were read.
        all: bool,
    },
    /// One report, with what was said. It counts as read from then on.
    Report {
        /// Which.
        id: i64,
    },
    /// How much room the data take.
    Disk,
    /// The nodes that share the data.
    Nodes,
}

/// The answer to a host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum AdminAnswer {
    /// Tables, newest first.
    Tables {
        /// Each.
        tables: Vec<AdminTable>,
    },
    /// Guests, the latest seen first.
    People {
        /// Each.
        people: Vec<AdminGuest>,
    },
    /// Bans, oldest first.
    Bans {
        /// Each.
        bans: Vec<AdminBan>,
    },
    /// The actions of hosts, oldest first.
    Log {
        /// Each.
        entries: Vec<AdminLogLine>,
    },
    /// Reports, newest first, without what was said.
    Reports {
        /// Each.
        reports: Vec<AdminReport>,
    },
    /// One report.
    Report {
        /// It.
        report: AdminReport,
        /// The lines of talk.
        lines: Vec<AdminLine>,
    },
    /// How much room the data take.
    Disk {
        /// Each kind.
        parts: Vec<AdminPart>,
        /// The whole file.
        bytes: u64,
    },
    /// The nodes that share the data, by name.
    Nodes {
        /// Each.
        nodes: Vec<AdminNode>,
    },
    /// The state of a drain.
    Draining {
        /// It is.
        is_draining: bool,
    },
    /// It is done.
    Done {
        /// What.
        words: String,
    },
    /// It is not done.
    Refused {
        /// Why, and what to do.
        words: String,
    },
}

/// A table, as everybody there may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminTable {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// `gathering`, `playing`, `over` or `closed`.
    pub stage: String,
    /// The people who may sit down: `alone`, `friends` or `public`.
    pub open: String,
    /// `true` if it is in memory.
    pub awake: bool,
    /// The occupants of the seats, in order.
    pub seats: Vec<AdminSeat>,
    /// At a public table: the seats whose people come from the same network, in groups.
    pub same_network: Vec<Vec<u8>>,
    /// When it was made.
    pub created: String,
    /// When its match began.
    pub started: Option<String>,
    /// When its match ended.
    pub ended: Option<String>,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminSeat {
    /// The name.
    pub name: String,
    /// The guest's number; `None` for a bot and for a free seat.
    pub guest: Option<i64>,
    /// The bot's level.
    pub bot: Option<String>,
    /// `true` if the guest is connected.
    pub here: bool,
}

/// A guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminGuest {
    /// Its number.
    pub id: i64,
    /// The name.
    pub name: String,
    /// When it came.
    pub since: String,
    /// On which day it was last seen.
    pub seen: String,
    /// In how many unfinished matches it has a seat.
    pub playing: u32,
}

/// A ban.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminBan {
    /// Who.
    pub whom: String,
    /// Since when.
    pub since: String,
    /// Until when.
    pub until: Option<String>,
    /// Why.
    pub words: String,
}

/// Something that a host did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminLogLine {
    /// When.
    pub at: String,
    /// Who: the user of the system.
    pub by: String,
    /// What.
    pub action: String,
}

/// A report of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminReport {
    /// Its number.
    pub id: i64,
    /// When.
    pub at: String,
    /// At which table.
    pub table: String,
    /// The number of the guest who reports; `None` once deleted.
    pub by: Option<i64>,
    /// The number of the guest who is reported.
    pub about: i64,
    /// The name it had then.
    pub name: String,
    /// The reporter's text; `None` until the report is read.
    pub words: Option<String>,
    /// When it was read.
    pub read: Option<String>,
}

/// A line of talk in a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminLine {
    /// The speaker's name.
    pub name: String,
    /// The text: free words, or the key of a phrase.
    pub words: String,
}

/// A node of a cluster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminNode {
    /// Its name.
    pub name: String,
    /// The address at which other nodes reach it, if they do.
    pub address: Option<String>,
    /// How many tables it owns.
    pub tables: u64,
    /// How long its lease still is; negative: since when it is over.
    pub lease_ms: i64,
    /// The connection to it from the node that answers.
    pub link: AdminLink,
}

/// True if the node that answers passes requests on to another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdminLink {
    /// It is the one that answers.
    This,
    /// Yes.
    Reached,
    /// Not now.
    Unreached,
    /// One of them does not say where others reach it.
    NoAddress,
}

/// How much room a kind of data takes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminPart {
    /// Which table of the database.
    pub name: String,
    /// How many rows.
    pub rows: u64,
    /// How many bytes, with indexes.
    pub bytes: Option<u64>,
}
