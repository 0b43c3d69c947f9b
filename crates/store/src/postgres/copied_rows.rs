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
    pub(super) fn count(&self, from: &Connection) -> Result<u64, RowFault> {
        let sql = format!("SELECT count(*) FROM ({})", self.select());
        Ok(from.query_row(&sql, [], |row| row.get::<_, i64>(0))?.cast_unsigned())
    }

    pub(super) fn failed(&self, fault: &RowFault) -> CopyError {
        CopyError::Rows { table: self.table.to_owned(), words: fault.to_string().trim_end_matches('.').to_owned() }
    }
}

/// Why rows cannot be copied.
#[derive(Debug, thiserror::Error)]
pub(super) enum RowFault {
    #[error(transparent)]
    Read(#[from] rusqlite::Error),
    #[error("{}", words(.0))]
    Written(#[from] tokio_postgres::Error),
    #[error("{0}")]
    Differs(String),
}

/// Writes all rows of a kind. `done` is called after each.
pub(super) async fn copy_rows(
    kind: &CopiedRows,
    from: &Connection,
    to: &Transaction<'_>,
    mut done: impl FnMut(()),
) -> Result<(), RowFault> {
    let types = types(kind, to).await?;
    let sql = format!("COPY {} ({}) FROM STDIN BINARY", kind.table, kind.columns);
    let sink = to.copy_in(&sql).await?;
    let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
    let mut statement = from.prepare(&kind.select())?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let values = read(row, types.len())?;
        let values: Result<Vec<_>, _> = values.iter().zip(&types).map(|(value, of)| typed(value.into(), of)).collect();
        let values = values.map_err(RowFault::Differs)?;
        writer.as_mut().write_raw(values).await?;
        done(());
    }
    writer.finish().await?;
    Ok(())
}

/// Compares all rows of a kind: what is there is what was read, no row more and none less.
pub(super) async fn compare(
    kind: &CopiedRows,
    from: &Connection,
    to: &Transaction<'_>,
    mut done: impl FnMut(()),
) -> Result<(), RowFault> {
    let sql = format!("SELECT {} FROM {} ORDER BY {}", kind.columns, kind.table, kind.key);
    let none: [&(dyn ToSql + Sync); 0] = [];
    let copies = to.query_raw(&sql, none).await?;
    let mut copies = pin!(copies);
    let mut statement = from.prepare(&kind.select())?;
    let mut rows = statement.query([])?;
    loop {
        let row = rows.next()?;
        let copy = copies.try_next().await?;
        let (row, copy) = match (row, copy) {
            (None, None) => return Ok(()),
            (Some(row), Some(copy)) => (row, copy),
            _ => return Err(RowFault::Differs("the copy has another number of rows".to_owned())),
        };
        if read(row, copy.len())? != untyped(&copy)? {
            return Err(RowFault::Differs("the copy of a row differs".to_owned()));
        }
        done(());
    }
}

/// The types of the columns in PostgreSQL.
async fn types(kind: &CopiedRows, to: &Transaction<'_>) -> Result<Vec<Type>, RowFault> {
    let sql = format!("SELECT {} FROM {}", kind.columns, kind.table);
    let statement = to.prepare(&sql).await?;
    Ok(statement.columns().iter().map(|column| column.type_().clone()).collect())
}

/// The values of a row of SQLite.
fn read(row: &Row<'_>, columns: usize) -> rusqlite::Result<Vec<Value>> {
    (0..columns).map(|place| row.get(place)).collect()
}
