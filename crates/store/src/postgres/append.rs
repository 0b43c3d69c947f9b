//! Appends events to many tables in a few statements. The first statement locks the tables, to check that this node
//! owns them. The next two read the next event numbers, and the commands that were carried out before. The last two
//! insert the events and store the clocks.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::job::{Append, Owner, Scope, check};
use super::link::{Link, Parameter};
use crate::{LogEntry, StoreError};

/// Locks the tables always in the same order, so that no two nodes wait for each other.
const LOCK: &str = "SELECT table_id, node, epoch FROM owners WHERE table_id = ANY($1) ORDER BY table_id FOR SHARE";

/// Runs as a separate statement after the lock. So it sees everything that the previous holder of the lock has written.
const NEXT: &str = "
    SELECT t.id, (SELECT max(seq) + 1 FROM events WHERE table_id = t.id) FROM unnest($1::text[]) AS t (id)";

const KNOWN: &str = "
    SELECT k.place FROM unnest($1::text[], $2::smallint[], $3::text[], $4::bigint[]) AS k (id, seat, cmd, place)
    WHERE EXISTS (SELECT 1 FROM events WHERE table_id = k.id AND seat = k.seat AND cmd = k.cmd)";

const INSERT: &str = "
    INSERT INTO events (table_id, seq, at_ms, seat, cmd, entry)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::smallint[], $5::text[], $6::text[])";

const CLOCKS: &str = "
    UPDATE matches SET state = jsonb_set(state::jsonb, '{clocks}', c.clocks::jsonb)::text
    FROM unnest($1::text[], $2::text[]) AS c (id, clocks) WHERE matches.id = c.id";

/// All statements of this file, so that they can be prepared in advance.
const STATEMENTS: &[&str] = &[LOCK, NEXT, KNOWN, INSERT, CLOCKS];

/// Appends events of one table. If that fails, the caller must undo the transaction.
pub(super) async fn one(scope: &Scope<'_>, append: &Append) -> Result<(), StoreError> {
    let mut checked = KnownEntries::read(scope, &[append]).await?.check(scope, &[append]);
    checked.rows.insert(scope.link).await?;
    checked.results.remove(0)
}

/// The result of each append that was checked. A success counts only once the rows are inserted and committed.
pub(super) struct CheckedAppends<'a> {
    pub(super) results: Vec<Result<(), StoreError>>,
    pub(super) rows: EventRows<'a>,
}

/// Returns the commands that events carry out: table, seat and id of each.
fn commands(append: &Append) -> impl Iterator<Item = (&str, u8, &str)> {
    append.events.iter().filter_map(|event| Some((append.table.as_str(), event.seat?, event.cmd.as_deref()?)))
}

/// The data that the database has about the tables before the appends.
#[derive(Default)]
pub(super) struct KnownEntries<'a> {
    owners: HashMap<String, Owner>,
    next: HashMap<&'a str, i64>,
    /// The indexes of appends with a command that the database already contains.
    known: HashSet<usize>,
}

impl<'a> KnownEntries<'a> {
    /// Locks the tables and reads. All statements are sent without waiting for answers, and carried out in order.
    pub(super) async fn read(scope: &Scope<'_>, appends: &[&'a Append]) -> Result<KnownEntries<'a>, StoreError> {
        if appends.is_empty() {
            return Ok(KnownEntries::default());
        }
        let link = scope.link;
        link.prepare(STATEMENTS).await?;
        let mut tables: Vec<&str> = appends.iter().map(|append| append.table.as_str()).collect();
        tables.sort_unstable();
        tables.dedup();
        let (mut of, mut seats, mut cmds, mut places) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (place, append) in appends.iter().enumerate() {
            for (table, seat, cmd) in commands(append) {
                of.push(table);
                seats.push(i16::from(seat));
                cmds.push(cmd);
                places.push(place as i64);
            }
        }
        let asked: [Parameter<'_>; 1] = [&tables];
        let commands: [Parameter<'_>; 4] = [&of, &seats, &cmds, &places];
        let (locked, numbers, again) = tokio::join!(
            biased;
            link.query(LOCK, &asked),
            link.query(NEXT, &asked),
            link.query(KNOWN, &commands),
        );
        let owners =
            locked?.into_iter().map(|row| (row.get(0), Owner { node: row.get(1), epoch: row.get(2) })).collect();
        let mut next = HashMap::new();
        for row in numbers? {
            let id: &str = row.get(0);
            if let Ok(index) = tables.binary_search(&id) {
                next.insert(tables[index], row.get::<_, Option<i64>>(1).unwrap_or_default());
            }
        }
        let known = again?.into_iter().map(|row| row.get::<_, i64>(0) as usize).collect();
        Ok(KnownEntries { owners, next, known })
    }

    /// Decides which appends are refused, and collects the rows of the others.
    pub(super) fn check(self, scope: &Scope<'_>, appends: &[&'a Append]) -> CheckedAppends<'a> {
        let mut next = self.next;
        let mut known: HashSet<(&str, u8, &str)> = HashSet::new();
        let mut rows = EventRows::default();
        let mut results = Vec::with_capacity(appends.len());
        for (place, append) in appends.iter().enumerate() {
            let table = append.table.as_str();
            let owner = self.owners.get(table).copied();
            let ours = check(scope, table, owner);
            if ours.is_err() {
                results.push(ours);
                continue;
            }
            let number = next.entry(table).or_default();
            let commands: Vec<(&str, u8, &str)> = commands(append).collect();
            let distinct: HashSet<_> = commands.iter().copied().collect();
            let again = self.known.contains(&place)
                || distinct.len() < commands.len()
                || commands.iter().any(|command| known.contains(command));
            if (!append.events.is_empty() && number.cast_unsigned() != append.first) || again {
                results.push(Err(StoreError::Conflict));
                continue;
            }
            for (seq, event) in (*number..).zip(&append.events) {
                rows.push(table, seq, event);
            }
            if let Some(clocks) = &append.clocks {
                // If several appends change the clocks of one table, the last one counts.
                rows.clocks.insert(table, clocks);
            }
            *number += append.events.len() as i64;
            known.extend(commands);
            results.push(Ok(()));
        }
        CheckedAppends { results, rows }
    }
}

/// The rows to insert, column by column.
#[derive(Default)]
pub(super) struct EventRows<'a> {
    tables: Vec<&'a str>,
    seqs: Vec<i64>,
    times: Vec<i64>,
    seats: Vec<Option<i16>>,
    cmds: Vec<Option<&'a str>>,
    entries: Vec<&'a str>,
    clocks: BTreeMap<&'a str, &'a str>,
}

impl<'a> EventRows<'a> {
    fn push(&mut self, table: &'a str, seq: i64, event: &'a LogEntry) {
        self.tables.push(table);
        self.seqs.push(seq);
        self.times.push(event.at_ms);
        self.seats.push(event.seat.map(i16::from));
        self.cmds.push(event.cmd.as_deref());
        self.entries.push(&event.entry);
    }

    pub(super) async fn insert(&self, link: &Link) -> Result<(), StoreError> {
        let values: [Parameter<'_>; 6] =
            [&self.tables, &self.seqs, &self.times, &self.seats, &self.cmds, &self.entries];
        let (ids, clocks): (Vec<&str>, Vec<&str>) = self.clocks.iter().map(|(id, clocks)| (*id, *clocks)).unzip();
        let of_clocks: [Parameter<'_>; 2] = [&ids, &clocks];
        let insert = async { if self.tables.is_empty() { Ok(0) } else { link.execute(INSERT, &values).await } };
        let update = async { if ids.is_empty() { Ok(0) } else { link.execute(CLOCKS, &of_clocks).await } };
        // Both statements are sent together. The writer sends COMMIT right after them, without waiting for answers.
        let (inserted, updated) = tokio::join!(biased; insert, update);
        inserted.and(updated).map(drop)
    }
}
