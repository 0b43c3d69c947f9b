//! `cardroom admin`: administration of a server while it runs, over a socket in the data folder.

mod ask;
mod drain;
mod print;

use std::path::PathBuf;

use clap::Subcommand;
use server::AdminRequest;

use commands::Failure;

use drain::Drain;

/// Administers a server while it runs: tables, people, records, a line for everybody. For the user who runs the server, and root.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of the data.
    #[arg(long, value_name = "DIR", default_value = "data", global = true)]
    data: PathBuf,
    /// Prints the answer as one line of JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Tables: what everybody at them may know, and never a card.
    #[command(subcommand)]
    Tables(TablesCommand),
    /// Guests: find, rename, delete, keep out.
    #[command(subcommand)]
    People(PeopleCommand),
    /// Imported records.
    #[command(subcommand)]
    Records(Records),
    /// Shows everybody a line, at tables and on the start page.
    Say {
        /// The line.
        #[arg(required_unless_present = "clear")]
        words: Vec<String>,
        /// How long those who come later see it too.
        #[arg(long = "for", value_name = "TIME", default_value = "10m", value_parser = minutes)]
        time: u64,
        /// Takes the line back.
        #[arg(long, conflicts_with = "words")]
        clear: bool,
    },
    /// Empties the server and ends it, and returns when its process has ended. Where other servers share its database, they
    /// take its tables over within seconds; otherwise it opens no tables any more, and ends when nobody is connected.
    Drain(Drain),
    /// Deletes what nobody needs any more, now.
    Prune,
    /// Lists the last actions of hosts, and who they were.
    Log {
        /// How many.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Reports of players.
    Reports {
        /// The number of a report to read; without one, those are listed that nobody has read.
        id: Option<i64>,
        /// Lists also those that were read.
        #[arg(long)]
        all: bool,
    },
    /// How much room the data take, and what a match and a guest cost.
    Disk,
    /// The servers that share the database: their tables, their leases, and whether this one reaches them.
    Nodes,
}

/// The same as `cardroom admin drain`: empties a server and ends it, and returns when its process has ended.
#[derive(clap::Args)]
pub(crate) struct DrainArguments {
    /// The folder of the data.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Prints the answer as one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    drain: Drain,
}

#[derive(Subcommand)]
enum TablesCommand {
    /// The newest tables that are not over.
    List {
        /// Also those that are over.
        #[arg(long)]
        all: bool,
        /// How many.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// One table.
    Show {
        /// Its id: the end of its address, /t/ID.
        id: String,
    },
    /// Closes a table for good: its people are told, and nobody can open it any more.
    Close {
        /// Its id.
        id: String,
    },
}

#[derive(Subcommand)]
enum PeopleCommand {
    /// Guests by a part of their name, or by their number.
    Find {
        /// The part.
        name: String,
        /// How many.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Gives a guest another name, also at its tables.
    Rename {
        /// The guest's number.
        id: i64,
        /// The new name.
        name: String,
    },
    /// Deletes a guest, with name and results.
    Remove {
        /// The guest's number.
        id: i64,
    },
    /// Keeps somebody out: a guest by its number, an address, or a range such as 203.0.113.0/24.
    Ban {
        /// Who.
        whom: String,
        /// For how long; without it, until the ban is lifted.
        #[arg(long = "for", value_name = "TIME", value_parser = minutes)]
        time: Option<u64>,
        /// Why: a note for hosts.
        #[arg(long, value_name = "WORDS", default_value = "")]
        why: String,
    },
    /// Lifts a ban.
    Unban {
        /// Whose.
        whom: String,
    },
    /// Lists the bans.
    Bans,
}

#[derive(Subcommand)]
enum Records {
    /// Deletes an imported record.
    Remove {
        /// Its id: the end of its address, /r/ID.
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
