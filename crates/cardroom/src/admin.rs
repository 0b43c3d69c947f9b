//! `cardroom admin`: administration of a server while it runs, over a socket in the data folder.

mod ask;
mod drain;
mod print;

use std::path::PathBuf;

use clap::Subcommand;
use server::AdminRequest;

use commands::Failure;

use drain::Drain;

/// Administer a running server.
///
/// Only the user who runs the server, and root, can.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the data.
    #[arg(short, long, value_name = "DIR", default_value = "data", global = true)]
    data: PathBuf,
    /// Print the answer as one line of JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List, show and close tables.
    ///
    /// You see what everybody at a table can see, and never a card.
    #[command(subcommand)]
    Tables(TablesCommand),
    /// Find, rename, delete and ban guests.
    #[command(subcommand)]
    People(PeopleCommand),
    /// Delete imported records.
    #[command(subcommand)]
    Records(Records),
    /// Show everybody a line, at tables and on the start page.
    Say {
        /// Line.
        #[arg(required_unless_present = "clear")]
        words: Vec<String>,
        /// Time for which those who come later see it too.
        #[arg(long = "for", value_name = "TIME", default_value = "10m", value_parser = minutes)]
        time: u64,
        /// Remove the line.
        #[arg(long, conflicts_with = "words")]
        clear: bool,
    },
    /// Stop the server when its tables are handed over or empty.
    ///
    /// Where other servers share its database, they take its tables over within seconds. Otherwise it opens no tables any
    /// more, and ends when nobody is connected. The command returns when the process has ended.
    Drain(Drain),
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

/// Stop a server when its tables are handed over or empty.
///
/// The same as `cardroom admin drain`.
#[derive(clap::Args)]
pub(crate) struct DrainArguments {
    /// Folder of the data.
    #[arg(short, long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Print the answer as one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    drain: Drain,
}

#[derive(Subcommand)]
enum TablesCommand {
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

#[derive(Subcommand)]
enum PeopleCommand {
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
        time: Option<u64>,
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

#[derive(Subcommand)]
enum Records {
    /// Delete an imported record.
    Remove {
        /// Id of the record: the end of its address, /r/ID.
        id: String,
    },
}

/// A time as 30m, 12h or 7d, in minutes.
fn minutes(text: &str) -> Result<u64, String> {
    time(text, &[('m', 1), ('h', 60), ('d', 24 * 60)]).ok_or_else(|| "a time looks like 30m, 12h or 7d".to_owned())
}

/// A time as 3s or 1m, in seconds.
fn seconds(text: &str) -> Result<u64, String> {
    time(text, &[('s', 1), ('m', 60)]).ok_or_else(|| "a time looks like 3s or 1m".to_owned())
}

/// A number with a unit. `units`: what each is worth.
fn time(text: &str, units: &[(char, u64)]) -> Option<u64> {
    let unit = text.chars().last()?;
    let number: u64 = text[..text.len() - unit.len_utf8()].parse().ok()?;
    let (_, worth) = units.iter().find(|(known, _)| *known == unit)?;
    number.checked_mul(*worth).filter(|time| *time > 0)
}

impl What {
    fn request(&self) -> AdminRequest {
        match self {
            What::Tables(TablesCommand::List { all, limit }) => AdminRequest::Tables { all: *all, limit: *limit },
            What::Tables(TablesCommand::Show { id }) => AdminRequest::Table { id: id.clone() },
            What::Tables(TablesCommand::Close { id }) => AdminRequest::CloseTable { id: id.clone() },
            What::People(PeopleCommand::Find { name, limit }) => {
                AdminRequest::People { words: name.clone(), limit: *limit }
            }
            What::People(PeopleCommand::Rename { id, name }) => AdminRequest::Rename { id: *id, name: name.clone() },
            What::People(PeopleCommand::Remove { id }) => AdminRequest::RemoveGuest { id: *id },
            What::People(PeopleCommand::Ban { whom, time, why }) => {
                AdminRequest::Ban { whom: whom.clone(), minutes: *time, words: why.clone() }
            }
            What::People(PeopleCommand::Unban { whom }) => AdminRequest::Unban { whom: whom.clone() },
            What::People(PeopleCommand::Bans) => AdminRequest::Bans,
            What::Records(Records::Remove { id }) => AdminRequest::RemoveRecord { id: id.clone() },
            What::Say { clear: true, .. } => AdminRequest::Say { words: String::new(), minutes: 0 },
            What::Say { words, time, .. } => AdminRequest::Say { words: words.join(" "), minutes: *time },
            What::Drain(drain) => drain.request(),
            What::Prune => AdminRequest::Prune,
            What::Log { limit } => AdminRequest::Log { limit: *limit },
            What::Reports { id: Some(id), .. } => AdminRequest::Report { id: *id },
            What::Reports { id: None, all } => AdminRequest::Reports { all: *all },
            What::Disk => AdminRequest::Disk,
            What::Nodes => AdminRequest::Nodes,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { data, json, what } = arguments;
    match what {
        What::Drain(drain) => drain.run(data, *json),
        what => print::print(ask::ask(data, &what.request())?, *json),
    }
}

pub(crate) fn drain(arguments: &DrainArguments) -> Result<(), Failure> {
    arguments.drain.run(&arguments.data, arguments.json)
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
