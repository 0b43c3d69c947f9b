//! Requests of a host over the socket in the data folder, and the answers. Each is one line of JSON. `cardroom admin`
//! makes the requests from its command line. No type here can contain a card, a deal or a seed.

use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};
use store::DataPart;

/// A request of a host: a subcommand of `cardroom admin`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AdminRequest {
    /// List, show and close tables.
    ///
    /// You see what everybody at a table can see, and never a card.
    #[command(subcommand)]
    Tables(TablesRequest),
    /// Find, rename, delete and ban guests.
    #[command(subcommand)]
    People(PeopleRequest),
    /// Delete imported records.
    #[command(subcommand)]
    Records(RecordsRequest),
    /// Show everybody a line, at tables and on the start page.
    Say {
        /// Line.
        #[arg(required_unless_present = "clear")]
        words: Vec<String>,
        /// Time for which those who come later see it too.
        #[arg(long = "for", value_name = "TIME", default_value = "10m", value_parser = minutes)]
        minutes: u64,
        /// Remove the line.
        #[arg(long, conflicts_with = "words")]
        clear: bool,
    },
    /// Stop the server when its tables are handed over or empty.
    ///
    /// Where other servers share its database, they take its tables over within seconds. Otherwise it opens no tables any
    /// more, and ends when nobody is connected. The command returns when the process has ended.
    Drain(DrainRequest),
    /// Asks whether a drain is under way.
    #[command(skip)]
    Draining,
    /// Delete what nobody needs any more, now.
    Prune,
    /// List the last actions of administrators.
    Log {
        /// Most entries.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// List and read reports of players.
    Reports {
        /// Number of the report to read; without it, list the unread ones.
        id: Option<i64>,
        /// List also those that were read.
        #[arg(long)]
        all: bool,
    },
    /// Show how much room the data take.
    Disk,
    /// List the servers that share the database.
    Nodes,
}

/// A request about tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TablesRequest {
    /// List the newest tables that are not over.
    List {
        /// List also those that are over.
        #[arg(long)]
        all: bool,
        /// Most entries.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Show one table.
    Show {
        /// Id of the table: the end of its address, /t/ID.
        id: String,
    },
    /// Close a table for good, and tell its players.
    Close {
        /// Id of the table.
        id: String,
    },
}

/// A request about guests.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PeopleRequest {
    /// Find guests by a part of their name, or by their number.
    Find {
        /// Part of the name, or number.
        name: String,
        /// Most entries.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Rename a guest, also at its tables.
    Rename {
        /// Number of the guest.
        id: i64,
        /// New name.
        name: String,
    },
    /// Delete a guest, with name and results.
    Remove {
        /// Number of the guest.
        id: i64,
    },
    /// Ban a guest, an address or a range of addresses.
    Ban {
        /// Number of the guest, address, or range as 203.0.113.0/24.
        whom: String,
        /// Time; without it, until the ban is lifted.
        #[arg(long = "for", value_name = "TIME", value_parser = minutes)]
        minutes: Option<u64>,
        /// Reason: a note for administrators.
        #[arg(long, value_name = "WORDS", default_value = "")]
        why: String,
    },
    /// Lift a ban.
    Unban {
        /// As in `ban`.
        whom: String,
    },
    /// List the bans.
    Bans,
}

/// A request about imported records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RecordsRequest {
    /// Delete an imported record.
    Remove {
        /// Id of the record: the end of its address, /r/ID.
        id: String,
    },
}

/// How a server is emptied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Args)]
#[serde(deny_unknown_fields)]
pub struct DrainRequest {
    /// Longest time until the server ends, for example 30m or 2h.
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = minutes)]
    pub within: u64,
    /// Time until the tables are handed over to other servers, for example 3s.
    ///
    /// The balancer needs it to notice that /healthz says 503.
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = seconds)]
    pub after: u64,
    /// Return at once.
    ///
    /// Without it, the command returns when the process of the server has ended, so that the next command can start it again.
    /// It fails if the drain is cancelled. Ctrl-C ends the waiting, and not the drain.
    #[arg(long)]
    pub no_wait: bool,
    /// Cancel the drain.
    #[arg(long, conflicts_with = "no_wait")]
    pub cancel: bool,
}

/// Reads a time such as 30m, 12h or 7d, in minutes.
fn minutes(text: &str) -> Result<u64, String> {
    time(text, &[('m', 1), ('h', 60), ('d', 24 * 60)]).ok_or_else(|| "a time looks like 30m, 12h or 7d".to_owned())
}

/// Reads a time such as 3s or 1m, in seconds.
fn seconds(text: &str) -> Result<u64, String> {
    time(text, &[('s', 1), ('m', 60)]).ok_or_else(|| "a time looks like 3s or 1m".to_owned())
}

/// Reads a number with a unit. `units` has the factor of each unit.
fn time(text: &str, units: &[(char, u64)]) -> Option<u64> {
    let unit = text.chars().last()?;
    let number: u64 = text[..text.len() - unit.len_utf8()].parse().ok()?;
    let (_, worth) = units.iter().find(|(known, _)| *known == unit)?;
    number.checked_mul(*worth).filter(|time| *time > 0)
}

/// The answer to a host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum AdminAnswer {
    /// Tables, newest first.
    Tables {
        /// The tables.
        tables: Vec<AdminTable>,
    },
    /// Guests, the latest seen first.
    People {
        /// The guests.
        people: Vec<AdminGuest>,
    },
    /// Bans, oldest first.
    Bans {
        /// The bans.
        bans: Vec<AdminBan>,
    },
    /// The actions of hosts, oldest first.
    Log {
        /// The entries.
        entries: Vec<AdminLogLine>,
    },
    /// Reports, newest first, without their texts.
    Reports {
        /// The reports.
        reports: Vec<AdminReport>,
    },
    /// One report.
    Report {
        /// The report.
        report: AdminReport,
        /// The lines of chat that the report contains.
        lines: Vec<AdminLine>,
    },
    /// The size of the data.
    Disk {
        /// The size of each kind of data.
        parts: Vec<DataPart>,
        /// The size of the whole file, in bytes.
        bytes: u64,
    },
    /// The nodes that share the data, by name.
    Nodes {
        /// The nodes.
        nodes: Vec<AdminNode>,
    },
    /// The state of a drain.
    Draining {
        /// `true` if the server is draining.
        is_draining: bool,
    },
    /// The request was carried out.
    Done {
        /// The result in words.
        words: String,
    },
    /// The request was refused.
    Refused {
        /// The reason, and what to do.
        words: String,
    },
}

/// A table, with what everybody at it may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminTable {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// `gathering`, `playing`, `over` or `closed`.
    pub stage: String,
    /// The people who may sit down: `alone`, `friends` or `public`.
    pub open: String,
    /// `true` if the table is in memory.
    pub awake: bool,
    /// The occupants of the seats, in order.
    pub seats: Vec<AdminSeat>,
    /// At a public table: the groups of seats whose people come from the same network.
    pub same_network: Vec<Vec<u8>>,
    /// The time when the table was made.
    pub created: String,
    /// The time when the match began.
    pub started: Option<String>,
    /// The time when the match ended.
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
    /// The guest's number.
    pub id: i64,
    /// The name.
    pub name: String,
    /// The time of the first visit.
    pub since: String,
    /// The day on which the guest was last seen.
    pub seen: String,
    /// The number of unfinished matches in which the guest has a seat.
    pub playing: u32,
}

/// A ban.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminBan {
    /// The guest or range of addresses.
    pub whom: String,
    /// The time when the ban began.
    pub since: String,
    /// The time when the ban ends.
    pub until: Option<String>,
    /// The reason.
    pub words: String,
}

/// An action of a host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminLogLine {
    /// The time.
    pub at: String,
    /// The host: the user name in the operating system.
    pub by: String,
    /// The action in words.
    pub action: String,
}

/// A report of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdminReport {
    /// The report's number.
    pub id: i64,
    /// The time.
    pub at: String,
    /// The table.
    pub table: String,
    /// The number of the guest who reports; `None` once deleted.
    pub by: Option<i64>,
    /// The number of the guest who is reported.
    pub about: i64,
    /// The name of the reported guest at that time.
    pub name: String,
    /// The reporter's text; `None` until the report is read.
    pub words: Option<String>,
    /// The time when a host read the report.
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
    /// The node's name.
    pub name: String,
    /// The address at which other nodes reach this node, if they can.
    pub address: Option<String>,
    /// The number of tables that the node owns.
    pub tables: u64,
    /// The time until its lease ends, in milliseconds; negative if the lease has ended.
    pub lease_ms: i64,
    /// The connection from the answering node to this node.
    pub link: AdminLink,
}

/// The connection from the answering node to another node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdminLink {
    /// This node is the answering node.
    This,
    /// The node is reached.
    Reached,
    /// The node is not reached at the moment.
    Unreached,
    /// One of the two nodes does not state an address for others.
    NoAddress,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit() {
        for (text, expect) in [("30m", 30), ("12h", 720), ("7d", 10_080)] {
            assert_eq!(minutes(text), Ok(expect));
        }
        for text in ["", "30", "m", "0m", "-1d", "1w", "5ü", "99999999999999999999d", "18446744073709551615d"] {
            assert!(minutes(text).is_err(), "{text}");
        }
        assert_eq!((seconds("3s"), seconds("2m")), (Ok(3), Ok(120)));
        for text in ["3", "0s", "1h", ""] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
