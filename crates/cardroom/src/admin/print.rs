//! The answers of the server as text.

use std::io::{self, Write};

use cards::printable_lines;
use indicatif::HumanBytes;
use server::{AdminAnswer, AdminGuest, AdminLink, AdminNode, AdminReport, AdminSeat, AdminTable};
use store::DataPart;

use commands::Failure;

/// Prints an answer. A refusal becomes an error.
pub(super) fn print(answer: AdminAnswer, json: bool) -> Result<(), Failure> {
    let text = match &answer {
        _ if json => format!("{}\n", serde_json::to_string(&answer).expect("answers are text, numbers and lists")),
        answer => printable_lines(&words(answer)),
    };
    match answer {
        AdminAnswer::Refused { words } if !json => Err(Failure::Failed(words)),
        answer => {
            let written = io::stdout().lock().write_all(text.as_bytes());
            written.map_err(|error| Failure::io("standard output", &error))?;
            match answer {
                AdminAnswer::Refused { words } => Err(Failure::Failed(words)),
                _ => Ok(()),
            }
        }
    }
}

fn words(answer: &AdminAnswer) -> String {
    match answer {
        AdminAnswer::Tables { tables } => {
            list("No tables.", &["TABLE", "GAME", "STAGE", "OPEN", "CREATED", "SEATS"], tables.iter().map(table))
        }
        AdminAnswer::People { people } => {
            list("Nobody of that name.", &["GUEST", "NAME", "CAME", "SEEN", "PLAYING"], people.iter().map(guest))
        }
        AdminAnswer::Bans { bans } => list(
            "Nobody is banned.",
            &["WHOM", "SINCE", "UNTIL", "WHY"],
            bans.iter().map(|ban| {
                let until = ban.until.as_deref().map_or_else(|| "lifted".to_owned(), minute);
                vec![ban.whom.clone(), minute(&ban.since), until, ban.words.clone()]
            }),
        ),
        AdminAnswer::Log { entries } => list(
            "Nothing was done.",
            &["WHEN", "WHO", "WHAT"],
            entries.iter().map(|entry| vec![second(&entry.at), entry.by.clone(), entry.action.clone()]),
        ),
        AdminAnswer::Reports { reports } => {
            list("No reports.", &["REPORT", "WHEN", "TABLE", "ABOUT", "NAME", "BY", "READ"], reports.iter().map(report))
        }
        AdminAnswer::Report { report: one, lines } => {
            let mut text =
                list("", &["REPORT", "WHEN", "TABLE", "ABOUT", "NAME", "BY", "READ"], [report(one)].into_iter());
            if let Some(words) = one.words.as_deref().filter(|words| !words.is_empty()) {
                text.push_str(&format!("\n{words}\n"));
            }
            text.push_str(if lines.is_empty() { "\nNothing was said.\n" } else { "\nWhat was said:\n" });
            lines.iter().for_each(|line| text.push_str(&format!("  {}: {}\n", line.name, line.words)));
            text
        }
        AdminAnswer::Disk { parts, bytes } => disk(parts, *bytes),
        AdminAnswer::Nodes { nodes } => list(
            "No nodes: the data are in the folder of this server, and no other can share them.",
            &["NODE", "ADDRESS", "TABLES", "LEASE", "REACHED"],
            nodes.iter().map(node),
        ),
        AdminAnswer::Draining { is_draining: true } => "It drains.\n".to_owned(),
        AdminAnswer::Draining { is_draining: false } => "It does not drain.\n".to_owned(),
        AdminAnswer::Done { words } | AdminAnswer::Refused { words } => format!("{words}\n"),
    }
}

fn table(table: &AdminTable) -> Vec<String> {
    let AdminTable { id, game, stage, open, created, seats, same_network, .. } = table;
    let name = |index: &u8| seats.get(usize::from(*index)).map_or("", |seat| seat.name.as_str());
    let names = |group: &Vec<u8>| group.iter().map(name).collect::<Vec<_>>().join(" and ");
    let same: String = same_network.iter().map(|group| format!("; same network: {}", names(group))).collect();
    let seats: Vec<String> = seats.iter().map(seat).collect();
    vec![id.clone(), game.clone(), stage.clone(), open.clone(), minute(created), seats.join(", ") + &same]
}

fn seat(seat: &AdminSeat) -> String {
    let AdminSeat { name, guest, bot, here } = seat;
    match (guest, bot) {
        (Some(guest), None) => format!("{name} ({guest}{})", if *here { ", here" } else { "" }),
        (Some(guest), Some(bot)) => format!("{name} ({guest}, {bot})"),
        (None, Some(bot)) => format!("{name} ({bot})"),
        (None, None) if name.is_empty() => "free".to_owned(),
        (None, None) => name.clone(),
    }
}

fn guest(guest: &AdminGuest) -> Vec<String> {
    let AdminGuest { id, name, since, seen, playing } = guest;
    vec![id.to_string(), name.clone(), minute(since), day(seen), playing.to_string()]
}

fn report(report: &AdminReport) -> Vec<String> {
    let by = report.by.map_or_else(|| "deleted".to_owned(), |by| by.to_string());
    let read = report.read.as_deref().map_or_else(|| "no".to_owned(), minute);
    let AdminReport { id, at, table, about, name, .. } = report;
    vec![id.to_string(), minute(at), table.clone(), about.to_string(), name.clone(), by, read]
}

fn node(node: &AdminNode) -> Vec<String> {
    let AdminNode { name, address, tables, lease_ms, link } = node;
    let lease = if *lease_ms > 0 { format!("{:.1} s", *lease_ms as f64 / 1000.0) } else { "over".to_owned() };
    let reached = match link {
        AdminLink::This => "this one",
        AdminLink::Reached => "yes",
        AdminLink::Unreached => "no",
        AdminLink::NoAddress => "no address",
    };
    vec![name.clone(), address.clone().unwrap_or_default(), tables.to_string(), lease, reached.to_owned()]
}

/// Returns the size of the data, and the sizes of one match and one guest.
fn disk(parts: &[DataPart], whole: u64) -> String {
    let rows = parts.iter().map(|part| {
        let size = part.bytes.map_or_else(|| "?".to_owned(), bytes);
        let each = part.bytes.filter(|_| part.rows > 0).map_or_else(String::new, |all| bytes(all / part.rows));
        vec![part.name.clone(), part.rows.to_string(), size, each]
    });
    let mut text = list("", &["DATA", "ROWS", "SIZE", "EACH"], rows);
    let of = |names: &[&str]| -> Option<u64> {
        parts.iter().filter(|part| names.contains(&part.name.as_str())).map(|part| part.bytes).sum()
    };
    let count = |name: &str| parts.iter().find(|part| part.name == name).map_or(0, |part| part.rows);
    text.push_str(&format!("\nAll data: {}.\n", bytes(whole)));
    for (one, counted, names) in [
        ("A match", "matches", ["matches", "seats", "events", "played", "results", "invites"].as_slice()),
        ("A guest", "sessions", ["sessions", "devices"].as_slice()),
        ("An imported record", "records", ["records"].as_slice()),
    ] {
        if let Some(all) = of(names).filter(|_| count(counted) > 0) {
            text.push_str(&format!("{one} takes {} on average.\n", bytes(all / count(counted))));
        }
    }
    text
}

fn bytes(count: u64) -> String {
    HumanBytes(count).to_string()
}

/// Returns the day of a time in RFC 3339. All times are in UTC.
fn day(time: &str) -> String {
    time.chars().take(10).collect()
}

fn minute(time: &str) -> String {
    time.chars().take(16).collect::<String>().replace('T', " ")
}

fn second(time: &str) -> String {
    time.chars().take(19).collect::<String>().replace('T', " ")
}

/// Returns columns with their headings, or `none` if there are no rows.
fn list(none: &str, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut all: Vec<Vec<String>> = vec![heads.iter().map(|head| (*head).to_owned()).collect()];
    all.extend(rows);
    if all.len() == 1 {
        return format!("{none}\n");
    }
    let widths: Vec<usize> =
        (0..heads.len()).map(|column| all.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    all.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_a_line_with_its_lease() {
        let node =
            |name: &str, lease_ms, link| AdminNode { name: name.to_owned(), address: None, tables: 7, lease_ms, link };
        let nodes = vec![node("one", 4_240, AdminLink::This), node("two", -20, AdminLink::Unreached)];
        let text = words(&AdminAnswer::Nodes { nodes });
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["one", "7", "4.2", "s", "this", "one"]);
        assert_eq!(lines[2], ["two", "7", "over", "no"]);
    }

    #[test]
    fn what_a_match_costs_is_the_sum_of_its_parts() {
        let part = |name: &str, rows, bytes| DataPart { name: name.to_owned(), rows, bytes: Some(bytes) };
        let text = disk(&[part("matches", 2, 1024), part("events", 100, 9216), part("sessions", 4, 400)], 20_000);
        assert!(text.contains("events    100   9.00 KiB  92 B\n"), "{text}");
        assert!(
            text.ends_with(
                "All data: 19.53 KiB.\nA match takes 5.00 KiB on average.\nA guest takes 100 B on average.\n"
            )
        );
    }
}
