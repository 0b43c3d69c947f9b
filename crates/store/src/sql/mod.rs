//! The operations that all stores with SQL share. Each store only implements the execution of a statement.
//!
//! A statement is written in the SQL that SQLite and PostgreSQL share, with `?1` for its first value. Values are those
//! of SQLite. The stores differ in locks, fences, hints, and in appending to many tables together; each has its own
//! code for these.
//!
//! - `matches`, `person`, `days`, `devices`, `results`, `host`, `prune`: the traits of the store, one in each file

mod days;
mod devices;
mod host;
mod matches;
mod person;
mod prune;
mod results;

use std::future::ready;

use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, Value, ValueRef};
use rusqlite::{ToSql, params};

use crate::{Pending, SessionId, StoreError, Write};

pub(crate) use host::PARTS;
pub(crate) use matches::change_table;

/// The answer to a statement. It cannot leave the thread of the connection.
pub(crate) type SqlAnswer<'a, T> = LocalBoxFuture<'a, Result<T, StoreError>>;

/// A connection, with an open transaction if something is written.
pub trait Sql {
    /// Carries out a statement that returns no rows. Returns the number of rows that it has changed.
    fn execute<'a>(&'a self, sql: &'a str, values: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, u64>;

    /// Carries out a statement that returns rows.
    fn rows<'a>(&'a self, sql: &'a str, values: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, Vec<SqlRow>>;

    /// Returns the clause at the end of a SELECT that locks the selected rows. It is empty if no other process can
    /// write to the same database.
    fn lock(&self, _words: &'static str) -> &'static str {
        ""
    }

    /// Checks that this process owns a table, and ensures that it stays the owner until the transaction ends.
    fn fence<'a>(&'a self, _table: &'a str) -> SqlAnswer<'a, ()> {
        Box::pin(ready(Ok(())))
    }

    /// Registers a new table and its owner.
    fn add_owner<'a>(&'a self, _table: &'a str) -> SqlAnswer<'a, ()> {
        Box::pin(ready(Ok(())))
    }

    /// Prepares to delete a table: waits for writes to the table that are under way, and prevents later ones.
    fn remove_owner<'a>(&'a self, _table: &'a str) -> SqlAnswer<'a, ()> {
        Box::pin(ready(Ok(())))
    }

    /// Notifies all processes that shared facts have changed, once the transaction is committed.
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

/// A row in the answer to a query.
pub struct SqlRow(pub(crate) Vec<Value>);

impl SqlRow {
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

/// Work on a connection.
pub trait SqlWork<T>: AsyncFnMut(&dyn Sql) -> Result<T, StoreError> + Send + 'static {}
impl<T, W: AsyncFnMut(&dyn Sql) -> Result<T, StoreError> + Send + 'static> SqlWork<T> for W {}

/// A store that uses SQL. It implements all traits of a store except its supertraits.
pub trait SqlStore: crate::ClusterStore + crate::StoreState + Send + Sync + 'static {
    /// Reads from the database.
    fn query<T: Send + 'static>(&self, work: impl SqlWork<T>) -> Pending<T>;

    /// Writes, all or nothing. If the transaction is shared with other work and fails, the work is repeated alone.
    fn change<T: Send + 'static>(&self, work: impl SqlWork<T>) -> Pending<T>;

    /// Writes in a separate transaction, for work that takes long.
    fn change_alone<T: Send + 'static>(&self, work: impl SqlWork<T>) -> Pending<T> {
        self.change(work)
    }

    /// Carries out [`crate::EventStore::write`], which has to be fast.
    fn write_table(&self, table: &str, write: Write) -> Pending<()>;
}

/// Makes changes of the same person, which several servers may begin at the same time, happen one after the other.
async fn lock_session(db: &dyn Sql, session: SessionId) -> Result<(), StoreError> {
    let sql = format!("SELECT id FROM sessions WHERE id = ?1 {}", db.lock("FOR NO KEY UPDATE"));
    db.rows(&sql, params![session]).await.map(drop)
}

/// Returns the answer of work on SQLite, which never waits.
pub(crate) fn at_once<T>(work: impl Future<Output = T>) -> T {
    work.now_or_never().expect("SQLite answers at once")
}
