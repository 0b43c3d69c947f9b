//! Rows on their way from SQLite to PostgreSQL: read, written by COPY, read again and compared.

use std::pin::pin;

use futures_util::TryStreamExt;
use rusqlite::types::Value;
use rusqlite::{Connection, Row};
use tokio_postgres::Transaction;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::{ToSql, Type};

use super::copy_error::CopyError;
use super::link::words;
use super::values::{typed, untyped};

/// One kind of rows: the columns in PostgreSQL, and how SQLite says them, in the order of the key.
pub(super) struct CopiedRows {
    pub(super) table: &'static str,
    pub(super) columns: &'static str,
    pub(super) key: &'static str,
    /// The statement for SQLite; empty: the same columns of the same table.
    pub(super) read: &'static str,
}

impl CopiedRows {
    /// Rows that are the same in both databases.
    pub(super) const fn same(table: &'static str, columns: &'static str, key: &'static str) -> CopiedRows {
        CopiedRows { table, columns, key, read: "" }
    }

    fn select(&self) -> String {
        match self.read {
            "" => format!("SELECT {} FROM {} ORDER BY {}", self.columns, self.table, self.key),
            read => read.to_owned(),
        }
    }

    /// How many there are.
    pub(super) fn count(&self, from: &Connection) -> Result<u64, String> {
        let count: rusqlite::Result<i64> =
            from.query_row(&format!("SELECT count(*) FROM ({})", self.select()), [], |row| row.get(0));
        count.map(i64::cast_unsigned).map_err(|error| error.to_string())
    }

    pub(super) fn failed(&self, words: &str) -> CopyError {
        CopyError::Rows { table: self.table.to_owned(), words: words.trim_end_matches('.').to_owned() }
    }

    fn lost(&self, error: &tokio_postgres::Error) -> CopyError {
        self.failed(&words(error))
    }

    fn unreadable(&self, error: &rusqlite::Error) -> CopyError {
        self.failed(&error.to_string())
    }
}

/// Writes all rows of a kind. `done` is called after each.
pub(super) async fn copy_rows(
    kind: &CopiedRows,
    from: &Connection,
    to: &Transaction<'_>,
    mut done: impl FnMut(()),
) -> Result<(), CopyError> {
    let types = types(kind, to).await?;
    let sql = format!("COPY {} ({}) FROM STDIN BINARY", kind.table, kind.columns);
    let sink = to.copy_in(&sql).await.map_err(|error| kind.lost(&error))?;
    let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
    let mut statement = from.prepare(&kind.select()).map_err(|error| kind.unreadable(&error))?;
    let mut rows = statement.query([]).map_err(|error| kind.unreadable(&error))?;
    while let Some(row) = rows.next().map_err(|error| kind.unreadable(&error))? {
        let values = read(kind, row, types.len())?;
        let values: Result<Vec<_>, _> = values.iter().zip(&types).map(|(value, of)| typed(value.into(), of)).collect();
        let values = values.map_err(|words| kind.failed(&words))?;
        writer.as_mut().write_raw(values).await.map_err(|error| kind.lost(&error))?;
        done(());
    }
    writer.finish().await.map_err(|error| kind.lost(&error))?;
    Ok(())
}

/// Compares all rows of a kind: what is there is what was read, no row more and none less.
pub(super) async fn compare(
    kind: &CopiedRows,
    from: &Connection,
    to: &Transaction<'_>,
    mut done: impl FnMut(()),
) -> Result<(), CopyError> {
    let types = types(kind, to).await?;
    let sql = format!("SELECT {} FROM {} ORDER BY {}", kind.columns, kind.table, kind.key);
    let none: [&(dyn ToSql + Sync); 0] = [];
    let copies = to.query_raw(&sql, none).await.map_err(|error| kind.lost(&error))?;
    let mut copies = pin!(copies);
    let mut statement = from.prepare(&kind.select()).map_err(|error| kind.unreadable(&error))?;
    let mut rows = statement.query([]).map_err(|error| kind.unreadable(&error))?;
    loop {
        let row = rows.next().map_err(|error| kind.unreadable(&error))?;
        let copy = copies.try_next().await.map_err(|error| kind.lost(&error))?;
        let (row, copy) = match (row, copy) {
            (None, None) => return Ok(()),
            (Some(row), Some(copy)) => (row, copy),
            _ => return Err(kind.failed("the copy has another number of rows")),
        };
        if read(kind, row, types.len())? != untyped(&copy).map_err(|error| kind.lost(&error))? {
            return Err(kind.failed("the copy of a row differs"));
        }
        done(());
    }
}

/// The types of the columns in PostgreSQL.
async fn types(kind: &CopiedRows, to: &Transaction<'_>) -> Result<Vec<Type>, CopyError> {
    let sql = format!("SELECT {} FROM {}", kind.columns, kind.table);
    let statement = to.prepare(&sql).await.map_err(|error| kind.lost(&error))?;
    Ok(statement.columns().iter().map(|column| column.type_().clone()).collect())
}

/// The values of a row of SQLite.
fn read(kind: &CopiedRows, row: &Row<'_>, columns: usize) -> Result<Vec<Value>, CopyError> {
    (0..columns).map(|place| row.get(place).map_err(|error| kind.unreadable(&error))).collect()
}
