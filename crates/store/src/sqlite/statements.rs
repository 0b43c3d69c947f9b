//! Carries out statements on a connection of SQLite.

use std::collections::BTreeMap;
use std::future::ready;

use rusqlite::types::Value;
use rusqlite::{Connection, ToSql, params};

use super::migrations::STEPS;
use crate::sql::{PARTS, Sql, SqlAnswer, SqlRow, at_once, change_table};
use crate::{DataPart, LogEntry, StoreError, Write};

impl Sql for Connection {
    fn execute<'a>(&'a self, sql: &'a str, values: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, u64> {
        let changed = self.prepare_cached(sql).and_then(|mut statement| statement.execute(values));
        Box::pin(ready(changed.map(|rows| rows as u64).map_err(StoreError::from)))
    }

    fn rows<'a>(&'a self, sql: &'a str, values: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, Vec<SqlRow>> {
        Box::pin(ready(read(self, sql, values).map_err(StoreError::from)))
    }
}

fn read(db: &Connection, sql: &str, values: &[&dyn ToSql]) -> rusqlite::Result<Vec<SqlRow>> {
    let mut statement = db.prepare_cached(sql)?;
    let columns = statement.column_count();
    let rows = statement.query_map(values, |row| {
        let values: rusqlite::Result<Vec<Value>> = (0..columns).map(|place| row.get(place)).collect();
        values.map(SqlRow)
    })?;
    rows.collect()
}

/// Makes a database in memory, with all tables.
pub(crate) fn in_memory() -> rusqlite::Result<Connection> {
    let db = Connection::open_in_memory()?;
    STEPS.iter().try_for_each(|step| db.execute_batch(step))?;
    db.pragma_update(None, "foreign_keys", true)?;
    Ok(db)
}

/// Writes to a table. Most writes only append events, so this code avoids values that own copies of the texts.
pub(crate) fn write(db: &Connection, table: &str, write: &Write) -> Result<(), StoreError> {
    let Write { arrangement, terms, first, events, clocks } = write;
    if arrangement.is_some() || terms.is_some() {
        at_once(change_table(db, table, terms.as_ref(), arrangement.as_ref()))?;
    }
    if let Some(clocks) = clocks {
        db.prepare_cached("UPDATE matches SET state = json_set(state, '$.clocks', json(?2)) WHERE id = ?1")?
            .execute(params![table, clocks])?;
    }
    if events.is_empty() { Ok(()) } else { append(db, table, *first, events) }
}

fn append(db: &Connection, table: &str, first: u64, events: &[LogEntry]) -> Result<(), StoreError> {
    let next: i64 = db
        .prepare_cached("SELECT ifnull(max(seq) + 1, 0) FROM events WHERE table_id = ?1")?
        .query_row([table], |row| row.get(0))?;
    if next.cast_unsigned() != first {
        return Err(StoreError::Conflict);
    }
    let mut insert = db.prepare_cached(
        "INSERT INTO events (table_id, seq, at_ms, seat, cmd, entry) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (seq, event) in (next..).zip(events) {
        insert.execute(params![table, seq, event.at_ms, event.seat, event.cmd, event.entry])?;
    }
    Ok(())
}

pub(crate) fn count_bytes(db: &Connection) -> Result<u64, StoreError> {
    let of = |name| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    Ok((of("page_count")? * of("page_size")?).cast_unsigned())
}

pub(crate) fn count_parts(db: &Connection) -> Result<Vec<DataPart>, StoreError> {
    // The size of an index is added to that of its table.
    let mut select = db.prepare(
        "SELECT ifnull(tbl_name, dbstat.name), sum(pgsize) FROM dbstat LEFT JOIN sqlite_schema USING (name) GROUP BY 1",
    )?;
    let sizes = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let sizes: BTreeMap<String, i64> = sizes.collect::<Result<_, _>>()?;
    let count = |name: &&str| {
        let rows: i64 = db.query_row(&format!("SELECT count(*) FROM {name}"), [], |row| row.get(0))?;
        let bytes = sizes.get(*name).map(|bytes| bytes.cast_unsigned());
        Ok(DataPart { name: (*name).to_owned(), rows: rows.cast_unsigned(), bytes })
    };
    PARTS.iter().map(count).collect()
}
