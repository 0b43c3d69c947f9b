//! Rows on their way from SQLite to PostgreSQL: read, written by COPY, read again and compared.

use std::pin::pin;

use futures_util::TryStreamExt;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use tokio_postgres::Transaction;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::{ToSql, Type};

use super::copy_error::CopyError;
use super::link::words;

/// One kind of rows: the columns in PostgreSQL, and how SQLite says them, in the order of the key.
pub(super) struct CopiedRows {
    pub(super) table: &'static str,
    pub(super) columns: &'static str,
    pub(super) key: &'static str,
    /// The statement for SQLite; empty: the same columns of the same table.
    pub(super) read: &'static str,
}

/// A value that both databases have.
#[derive(PartialEq, Eq, Debug)]
enum CopiedValue {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
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
        let mut values = Vec::with_capacity(types.len());
        for (value, of) in read(kind, row, types.len())?.into_iter().zip(&types) {
            values.push(typed(value, of).map_err(|words| kind.failed(&words))?);
        }
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
        let copied = types.iter().enumerate().map(|(place, of)| untyped(&copy, place, of));
        let copied: Vec<CopiedValue> = copied.collect::<Result<_, _>>().map_err(|error| kind.lost(&error))?;
        if read(kind, row, types.len())? != copied {
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
fn read(kind: &CopiedRows, row: &Row<'_>, columns: usize) -> Result<Vec<CopiedValue>, CopyError> {
    let value = |place: usize| match row.get_ref(place).map_err(|error| kind.unreadable(&error))? {
        ValueRef::Null => Ok(CopiedValue::Null),
        ValueRef::Integer(number) => Ok(CopiedValue::Number(number)),
        ValueRef::Text(text) => {
            let text = std::str::from_utf8(text).map_err(|_| kind.failed("a text is not UTF-8"))?;
            Ok(CopiedValue::Text(text.to_owned()))
        }
        ValueRef::Blob(bytes) => Ok(CopiedValue::Bytes(bytes.to_owned())),
        ValueRef::Real(_) => Err(kind.failed("a number is not whole")),
    };
    (0..columns).map(value).collect()
}

/// A value as a column of this type takes it.
fn typed(value: CopiedValue, of: &Type) -> Result<Box<dyn ToSql + Sync + Send>, String> {
    let too_large = |_| "a number is too large for its column".to_owned();
    Ok(match value {
        CopiedValue::Number(number) if *of == Type::INT8 => Box::new(number),
        CopiedValue::Number(number) if *of == Type::INT4 => Box::new(i32::try_from(number).map_err(too_large)?),
        CopiedValue::Number(number) if *of == Type::INT2 => Box::new(i16::try_from(number).map_err(too_large)?),
        CopiedValue::Number(number @ (0 | 1)) if *of == Type::BOOL => Box::new(number == 1),
        CopiedValue::Text(text) if *of == Type::TEXT => Box::new(text),
        CopiedValue::Bytes(bytes) if *of == Type::BYTEA => Box::new(bytes),
        CopiedValue::Null if *of == Type::INT8 => Box::new(None::<i64>),
        CopiedValue::Null if *of == Type::INT4 => Box::new(None::<i32>),
        CopiedValue::Null if *of == Type::INT2 => Box::new(None::<i16>),
        CopiedValue::Null if *of == Type::BOOL => Box::new(None::<bool>),
        CopiedValue::Null if *of == Type::TEXT => Box::new(None::<String>),
        CopiedValue::Null if *of == Type::BYTEA => Box::new(None::<Vec<u8>>),
        other => return Err(format!("a column of type {of} does not take {}", other.kind())),
    })
}

impl CopiedValue {
    /// Returns the name of its type, without the value.
    fn kind(&self) -> &'static str {
        match self {
            CopiedValue::Null => "nothing",
            CopiedValue::Number(_) => "a number",
            CopiedValue::Text(_) => "a text",
            CopiedValue::Bytes(_) => "bytes",
        }
    }
}

/// A value that PostgreSQL has, in the form of SQLite.
fn untyped(row: &tokio_postgres::Row, place: usize, of: &Type) -> Result<CopiedValue, tokio_postgres::Error> {
    let number = |number: Option<i64>| number.map_or(CopiedValue::Null, CopiedValue::Number);
    Ok(match *of {
        Type::INT8 => number(row.try_get(place)?),
        Type::INT4 => number(row.try_get::<_, Option<i32>>(place)?.map(i64::from)),
        Type::INT2 => number(row.try_get::<_, Option<i16>>(place)?.map(i64::from)),
        Type::BOOL => number(row.try_get::<_, Option<bool>>(place)?.map(i64::from)),
        Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(place)?.map_or(CopiedValue::Null, CopiedValue::Bytes),
        _ => row.try_get::<_, Option<String>>(place)?.map_or(CopiedValue::Null, CopiedValue::Text),
    })
}
