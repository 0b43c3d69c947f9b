//! The moves that the servers acknowledged, compared with the database.

use std::collections::{BTreeMap, BTreeSet};

use crate::Done;

use super::databases::Databases;

/// A move that was answered with `done`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcknowledgedMove {
    /// The id of the command.
    pub cmd: String,
    /// The action, in notation.
    pub action: String,
}

/// The acknowledged moves by table and seat, in the order of the answers.
pub type Ledger = BTreeMap<(String, u8), Vec<AcknowledgedMove>>;

#[derive(Clone, PartialEq, Eq, Debug)]
struct StoredRow {
    table: String,
    seq: u64,
    /// The seat and the move, if it is the move of a person.
    by: Option<(u8, AcknowledgedMove)>,
}

/// The findings of a comparison. Each entry names a table.
#[derive(Default, Debug)]
pub struct Findings {
    /// The number of acknowledged moves.
    pub acknowledged: usize,
    /// Moves that were acknowledged but are not in the log.
    pub lost: Vec<String>,
    /// Moves that are in the log more than once.
    pub doubled: Vec<String>,
    /// Moves whose order or action in the log differs from the acknowledged one, and gaps in the log.
    pub forked: Vec<String>,
    /// Moves that are in the log but were never acknowledged, although the player repeated the command until there was
    /// an answer.
    pub unanswered: Vec<String>,
}

/// Compares the stored logs of all tables with the acknowledged moves.
pub fn check(ledger: &Ledger, databases: &Databases) -> Done<Findings> {
    let text = databases.sql(
        "SELECT table_id, seq, seat, cmd, entry::json->>'kind', entry::json->>'action' FROM events ORDER BY table_id, seq",
    )?;
    let rows = text.lines().map(|line| row(line).ok_or_else(|| format!("a row of a log that cannot be read: {line}")));
    Ok(compare(ledger, &rows.collect::<Done<Vec<_>>>()?))
}

fn row(line: &str) -> Option<StoredRow> {
    let [table, seq, seat, cmd, kind, action] = line.splitn(6, '|').collect::<Vec<_>>().try_into().ok()?;
    let by = match kind == "act" && !cmd.is_empty() {
        true => Some((seat.parse().ok()?, AcknowledgedMove { cmd: cmd.to_owned(), action: action.to_owned() })),
        false => None,
    };
    Some(StoredRow { table: table.to_owned(), seq: seq.parse().ok()?, by })
}

/// Compares the acknowledged moves with the log, whose rows must be sorted by table and number.
fn compare(ledger: &Ledger, log: &[StoredRow]) -> Findings {
    let mut found = Findings::default();
    for pair in log.windows(2) {
        if pair[0].table == pair[1].table && pair[1].seq != pair[0].seq + 1 {
            found.forked.push(format!("{}: after entry {} comes {}", pair[0].table, pair[0].seq, pair[1].seq));
        }
    }
    let mut stored = Ledger::new();
    for StoredRow { table, by, .. } in log {
        if let Some((seat, done)) = by {
            stored.entry((table.clone(), *seat)).or_default().push(done.clone());
        }
    }
    for (table, seat) in ledger.keys().chain(stored.keys()).collect::<BTreeSet<_>>() {
        let of = |all: &Ledger| all.get(&(table.clone(), *seat)).cloned().unwrap_or_default();
        let (acknowledged, mut stored, name) = (of(ledger), of(&stored), format!("{table}, seat {seat}"));
        found.acknowledged += acknowledged.len();
        let mut seen = BTreeSet::new();
        stored.retain(|done| {
            let first = seen.insert(done.cmd.clone());
            if !first {
                found.doubled.push(format!("{name}: {}", done.cmd));
            }
            first
        });
        let missing = |from: &[AcknowledgedMove], in_: &[AcknowledgedMove]| {
            let missing = from.iter().filter(|done| in_.iter().all(|other| other.cmd != done.cmd));
            missing.map(|done| format!("{name}: {}", done.cmd)).collect::<Vec<_>>()
        };
        let (lost, unanswered) = (missing(&acknowledged, &stored), missing(&stored, &acknowledged));
        if lost.is_empty() && unanswered.is_empty() && acknowledged != stored {
            found.forked.push(format!("{name}: {acknowledged:?} is there as {stored:?}"));
        }
        found.lost.extend(lost);
        found.unanswered.extend(unanswered);
    }
    found
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

    /// Returns the numbers of lost, doubled, forked and unanswered moves.
    fn counts(ledger: &Ledger, log: &[StoredRow]) -> [usize; 4] {
        let found = compare(ledger, log);
        [found.lost, found.doubled, found.forked, found.unanswered].map(|all| all.len())
    }

    #[test]
    fn every_kind_of_loss_is_found() {
        assert_eq!((counts(&ledger(), &log()), compare(&ledger(), &log()).acknowledged), ([0; 4], 3));
        assert_eq!(counts(&ledger(), &log()[..3]), [1, 0, 0, 0]);
        let and = |line: &str| {
            let mut log = log();
            log.insert(4, row(line).expect("a row"));
            counts(&ledger(), &log)
        };
        assert_eq!(and("t1|5|0|a2|act|play Kd"), [0, 1, 0, 0]);
        assert_eq!(and("t1|5|2|c1|act|play As"), [0, 0, 0, 1]);
        assert_eq!(and("t1|6||||"), [0, 0, 1, 0], "a gap");
        let mut other = log();
        other[2] = row("t1|3|1|b1|act|play 8h").expect("a row");
        assert_eq!(counts(&ledger(), &other), [0, 0, 1, 0]);
        let mut swapped = ledger();
        swapped.get_mut(&("t1".to_owned(), 0)).expect("a seat").reverse();
        assert_eq!(counts(&swapped, &log()), [0, 0, 1, 0]);
    }
}
