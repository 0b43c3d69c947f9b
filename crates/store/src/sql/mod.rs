//! The stores that speak SQL are alike: what they do is written here once, and each says how it carries out a statement.
//!
//! A statement is written as SQLite reads it, with `?1` for its first value, and in words that PostgreSQL knows too. Values are
//! those of SQLite. What differs (locks, fences, hints, appending to many tables at once) a backend has for itself.
//!
//! - `matches`, `person`, `devices`, `results`, `host`, `prune`: the traits of the store, one in each file

mod devices;
mod host;
mod matches;
mod person;
mod prune;
mod results;

use std::future::ready;

use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, Value, ValueRef};

use crate::{DataPart, Pending, SessionId, StoreError, Write};

pub(crate) use host::PARTS;
pub(crate) use matches::change_table;

/// The answer to a statement. It stays on the thread of its connection.
pub(crate) type SqlAnswer<'a, T> = LocalBoxFuture<'a, Result<T, StoreError>>;

/// A connection, in a transaction if something is written.
pub trait Sql {
    /// Carries out a statement that returns no rows; how many rows it has changed.
    fn execute<'a>(&'a self, sql: &'a str, values: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, u64>;

    /// Carries out a statement that returns rows.
    fn rows<'a>(&'a self, sql: &'a str, values: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, Vec<SqlRow>>;

    /// The end of a SELECT that locks its rows, where others write at the same time.
    fn lock(&self, words: &'static str) -> &'static str {
        let _ = words;
        ""
    }

    /// Checks that a table is this process's, and keeps it so until the transaction ends.
    fn fence<'a>(&'a self, table: &'a str) -> SqlAnswer<'a, ()> {
        let _ = table;
        Box::pin(ready(Ok(())))
    }

    /// A table is new: it gets an owner.
    fn add_owner<'a>(&'a self, table: &'a str) -> SqlAnswer<'a, ()> {
        let _ = table;
        Box::pin(ready(Ok(())))
    }

    /// A table is about to be deleted. Whoever writes to it has finished, and finds it gone afterwards.
    fn remove_owner<'a>(&'a self, table: &'a str) -> SqlAnswer<'a, ()> {
        let _ = table;
        Box::pin(ready(Ok(())))
    }

    /// Hints to all processes, when this is committed, that what they must know has changed.
    fn hint(&self) -> SqlAnswer<'_, ()> {
        Box::pin(ready(Ok(())))
    }
}

impl dyn Sql + '_ {
    async fn all<T>(
        &self,
        sql: &str,
        values: &[&dyn ToSql],
        read: impl Fn(&SqlRow) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        self.rows(sql, values).await?.iter().map(read).collect()
    }

    async fn first<T>(
        &self,
        sql: &str,
        values: &[&dyn ToSql],
        read: impl Fn(&SqlRow) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        self.rows(sql, values).await?.first().map(read).transpose()
    }
}

/// A row that was read.
pub struct SqlRow(pub(crate) Vec<Value>);

impl SqlRow {
    /// A value by its place.
    pub(crate) fn get<T: FromSql>(&self, place: usize) -> Result<T, StoreError> {
        let value = self.0.get(place).map_or(ValueRef::Null, ValueRef::from);
        T::column_result(value).map_err(|error| StoreError::Broken(format!("value {place} of a row: {error}")))
    }
}

impl FromSql for SessionId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<SessionId> {
        i64::column_result(value).map(SessionId)
    }
}

impl ToSql for SessionId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

/// A store that speaks SQL. It has all traits of a store but [`crate::ClusterStore`].
pub trait SqlStore: crate::ClusterStore + Send + Sync + 'static {
    /// Reads.
    fn query<T: Send + 'static>(
        &self,
        work: impl AsyncFnMut(&dyn Sql) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<T>;

    /// Writes, all or nothing. The work is done once more if the transaction that it shared with others fails.
    fn change<T: Send + 'static>(
        &self,
        work: impl AsyncFnMut(&dyn Sql) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<T>;

    /// Writes for a long time: in a transaction of its own.
    fn change_alone<T: Send + 'static>(
        &self,
        work: impl AsyncFnMut(&dyn Sql) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<T> {
        self.change(work)
    }

    /// [`crate::EventStore::write`], the one that has to be fast.
    fn write_table(&self, table: &str, write: Write) -> Pending<()>;

    /// [`crate::EventStore::writable`].
    fn check_writable(&self) -> Pending<()>;

    /// [`crate::HostStore::waiting`].
    fn count_waiting(&self) -> usize;

    /// [`crate::HostStore::bytes`].
    fn count_bytes(&self) -> Pending<u64>;

    /// [`crate::HostStore::data_parts`].
    fn count_parts(&self) -> Pending<Vec<DataPart>>;
}

/// The answer of work on SQLite, which waits for nothing.
pub(crate) fn at_once<T>(work: impl Future<Output = T>) -> T {
    work.now_or_never().expect("SQLite answers at once")
}
