//! The rows that are copied from SQLite to PostgreSQL: they are read, written with COPY, read back and compared.

use std::pin::pin;

use futures_util::TryStreamExt;
use rusqlite::types::{ToSqlOutput, Value};
use rusqlite::{Connection, Row};
use tokio_postgres::Transaction;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::{ToSql, Type};

use super::connect::words;
use super::values::{SqliteValue, untyped};

/// The rows of a table. Both databases have the same columns.
pub(super) struct CopiedRows {
    pub(super) table: &'static str,
    columns: String,
    /// The statement that selects all rows in the order of the primary key.
    select: String,
    pub(super) count: u64,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum RowFault {
    #[error(transparent)]
    Read(#[from] rusqlite::Error),
    #[error("{}", words(.0))]
    Written(#[from] tokio_postgres::Error),
    #[error("{0}")]
    Differs(&'static str),
}

impl CopiedRows {
    pub(super) fn of(table: &'static str, from: &Connection) -> Result<CopiedRows, RowFault> {
        let names = |of: &str| -> rusqlite::Result<String> {
            let sql = format!("SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_table_info(?1) {of})");
            from.query_row(&sql, [table], |row| row.get(0))
        };
        let (columns, key) = (names("ORDER BY cid")?, names("WHERE pk > 0 ORDER BY pk")?);
        let select = format!("SELECT {columns} FROM {table} ORDER BY {key}");
        let count = from.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0))?;
        Ok(CopiedRows { table, columns, select, count: count.cast_unsigned() })
    }

    /// Writes all rows. Calls `done` after each row.
    pub(super) async fn copy(
        &self,
        from: &Connection,
        to: &Transaction<'_>,
        mut done: impl FnMut(),
    ) -> Result<(), RowFault> {
        let columns = to.prepare(&self.select).await?;
        let types: Vec<Type> = columns.columns().iter().map(|column| column.type_().clone()).collect();
        let sink = to.copy_in(&format!("COPY {} ({}) FROM STDIN BINARY", self.table, self.columns)).await?;
        let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
        let mut statement = from.prepare(&self.select)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let values = read(row, types.len())?;
            writer.as_mut().write_raw(values.into_iter().map(|value| SqliteValue(ToSqlOutput::Owned(value)))).await?;
            done();
        }
        writer.finish().await?;
        Ok(())
    }

    /// Checks that the database has exactly the rows of the file, with the same values. Calls `done` after each row.
    pub(super) async fn compare(
        &self,
        from: &Connection,
        to: &Transaction<'_>,
        mut done: impl FnMut(),
    ) -> Result<(), RowFault> {
        let none: [&(dyn ToSql + Sync); 0] = [];
        let mut copies = pin!(to.query_raw(&self.select, none).await?);
        let mut statement = from.prepare(&self.select)?;
        let mut rows = statement.query([])?;
        loop {
            match (rows.next()?, copies.try_next().await?) {
                (None, None) => return Ok(()),
                (Some(row), Some(copy)) if read(row, copy.len())? == untyped(&copy)? => done(),
                (Some(_), Some(_)) => return Err(RowFault::Differs("the copy of a row differs")),
                _ => return Err(RowFault::Differs("the copy has another number of rows")),
            }
        }
    }
}

fn read(row: &Row<'_>, columns: usize) -> rusqlite::Result<Vec<Value>> {
    (0..columns).map(|place| row.get(place)).collect()
}
