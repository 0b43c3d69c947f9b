//! The moves that players were told are stored, compared with the database.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Done, while_};

use super::databases::Databases;

/// A move that was answered with `done`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcknowledgedMove {
    /// The command.
    pub cmd: String,
    /// The action, in notation.
    pub action: String,
}

/// By table and seat, in the order of the answers.
pub type Ledger = BTreeMap<(String, u8), Vec<AcknowledgedMove>>;

/// A row of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRow {
    /// Its table.
    pub table: String,
    /// Its number in the log of the table.
    pub seq: u64,
    /// The seat and the command that it carries out, if a person asked for it.
    pub by: Option<(u8, String)>,
    /// The action, if it is one.
    pub action: Option<String>,
}

/// The findings of a comparison. Each entry names a table.
#[derive(Default, Debug)]
pub struct Findings {
    /// How many moves were acknowledged.
    pub acknowledged: usize,
    /// Acknowledged, and not in the log.
    pub lost: Vec<String>,
    /// More than once in the log.
    pub doubled: Vec<String>,
    /// In the log otherwise than it was acknowledged: another order, another action, a gap.
    pub forked: Vec<String>,
    /// In the log, and never acknowledged, though its player asked until there was an answer.
    pub unanswered: Vec<String>,
}

/// Reads the logs of all tables.
pub fn stored(databases: &Databases) -> Done<Vec<StoredRow>> {
    let text = databases.sql(
        "SELECT table_id, seq, seat, cmd, entry::json->>'kind', entry::json->>'action' FROM events ORDER BY table_id, seq",
    )?;
    text.lines().map(|line| row(line).ok_or_else(|| format!("a row of a log that cannot be read: {line}"))).collect()
}

fn row(line: &str) -> Option<StoredRow> {
    let [table, seq, seat, cmd, kind, action] = line.splitn(6, '|').collect::<Vec<_>>().try_into().ok()?;
    let by = if cmd.is_empty() { None } else { Some((seat.parse().ok()?, cmd.to_owned())) };
    let action = (kind == "act").then(|| action.to_owned());
    Some(StoredRow { table: table.to_owned(), seq: seq.parse().map_err(while_(seq)).ok()?, by, action })
}

/// Compares logs, in the order of their tables and numbers, with what was acknowledged.
pub fn compare(ledger: &Ledger, log: &[StoredRow]) -> Findings {
    let mut found = Findings::default();
    for pair in log.windows(2) {
        if pair[0].table == pair[1].table && pair[1].seq != pair[0].seq + 1 {
            found.forked.push(format!("{}: after entry {} comes {}", pair[0].table, pair[0].seq, pair[1].seq));
        }
    }
    let mut acts: BTreeMap<(&str, u8), Vec<(&str, &str)>> = BTreeMap::new();
    for row in log {
        if let (Some((seat, cmd)), Some(action)) = (&row.by, &row.action) {
            acts.entry((&row.table, *seat)).or_default().push((cmd, action));
        }
    }
    for ((table, seat), acknowledged) in ledger {
        let stored = acts.remove(&(table.as_str(), *seat)).unwrap_or_default();
        compare_seat(&format!("{table}, seat {seat}"), acknowledged, &stored, &mut found);
    }
    for ((table, seat), stored) in acts {
        found.unanswered.extend(stored.iter().map(|(cmd, _)| format!("{table}, seat {seat}: {cmd}")));
    }
    found
}

fn compare_seat(seat: &str, acknowledged: &[AcknowledgedMove], stored: &[(&str, &str)], found: &mut Findings) {
    found.acknowledged += acknowledged.len();
    let answered: BTreeSet<&str> = acknowledged.iter().map(|one| one.cmd.as_str()).collect();
    let mut known = BTreeMap::new();
    for (place, (cmd, action)) in stored.iter().enumerate() {
        if known.insert(*cmd, (place, *action)).is_some() {
            found.doubled.push(format!("{seat}: {cmd}"));
        }
        if !answered.contains(cmd) {
            found.unanswered.push(format!("{seat}: {cmd}"));
        }
    }
    let mut last = None;
    for AcknowledgedMove { cmd, action } in acknowledged {
        match known.get(cmd.as_str()) {
            None => found.lost.push(format!("{seat}: {cmd}")),
            Some((place, stored)) => {
                if last.is_some_and(|last| *place <= last) || stored != action {
                    found.forked.push(format!("{seat}: {cmd} ({action}) is there as {stored}, at place {place}"));
                }
                last = Some(*place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> Vec<StoredRow> {
        let rows =
            ["t1|1||||", "t1|2|0|a1|act|play Qs", "t1|3|1|b1|act|play 7h", "t1|4|0|a2|act|play Kd", "t2|1|0|x|next|"];
        rows.iter().map(|line| row(line).expect("a row")).collect()
    }

    fn ledger() -> Ledger {
        let done = |cmd: &str, action: &str| AcknowledgedMove { cmd: cmd.to_owned(), action: action.to_owned() };
        Ledger::from([
            (("t1".to_owned(), 0), vec![done("a1", "play Qs"), done("a2", "play Kd")]),
            (("t1".to_owned(), 1), vec![done("b1", "play 7h")]),
        ])
    }

    #[test]
    fn what_is_there_once_and_in_order_is_clean() {
        let found = compare(&ledger(), &log());
        let faults = [&found.lost, &found.doubled, &found.forked, &found.unanswered];
        assert!(faults.iter().all(|found| found.is_empty()) && found.acknowledged == 3, "{found:?}");
    }

    #[test]
    fn every_kind_of_loss_is_found() {
        let mut lost = log();
        lost.truncate(3);
        assert_eq!(compare(&ledger(), &lost).lost, ["t1, seat 0: a2"]);
        let mut doubled = log();
        doubled.insert(4, row("t1|5|0|a2|act|play Kd").expect("a row"));
        assert_eq!(compare(&ledger(), &doubled).doubled, ["t1, seat 0: a2"]);
        let mut other = log();
        other[2].action = Some("play 8h".to_owned());
        assert_eq!(compare(&ledger(), &other).forked.len(), 1);
        let mut swapped = ledger();
        swapped.get_mut(&("t1".to_owned(), 0)).expect("a seat").reverse();
        assert_eq!(compare(&swapped, &log()).forked.len(), 1);
        let mut gap = log();
        gap[3].seq = 6;
        assert_eq!(compare(&ledger(), &gap).forked, ["t1: after entry 3 comes 6"]);
        let mut more = log();
        more.insert(4, row("t1|5|2|c1|act|play As").expect("a row"));
        assert_eq!(compare(&ledger(), &more).unanswered, ["t1, seat 2: c1"]);
    }
}
