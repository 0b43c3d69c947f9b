//! Carries out the statements that both stores share (`crate::sql`), and the operations for which PostgreSQL has its
//! own statements.

use futures_util::TryStreamExt;
use rusqlite::ToSql;
use tokio_postgres::Row;

use super::Postgres;
use super::append;
use super::job::{Append, Scope, fence};
use super::values::{SqliteValue, untyped};
use crate::sql::{PARTS, Sql, SqlAnswer, SqlRow, SqlStore, SqlWork, change_table};
use crate::{DataPart, Pending, StoreError, StoreState, Write};

fn values<'a>(values: &'a [&'a dyn ToSql]) -> Result<Vec<SqliteValue<'a>>, StoreError> {
    values.iter().map(|value| Ok(SqliteValue(value.to_sql()?))).collect()
}

impl Sql for Scope<'_> {
    fn execute<'a>(&'a self, sql: &'a str, of: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, u64> {
        Box::pin(async move {
            let statement = self.link.statement(sql).await?;
            Ok(self.link.client.execute_raw(&statement, values(of)?).await?)
        })
    }

    fn rows<'a>(&'a self, sql: &'a str, of: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, Vec<SqlRow>> {
        Box::pin(async move {
            let statement = self.link.statement(sql).await?;
            let rows = self.link.client.query_raw(&statement, values(of)?).await?;
            let rows: Vec<Row> = rows.try_collect().await?;
            rows.iter().map(|row| Ok(SqlRow(untyped(row)?))).collect()
        })
    }

    fn lock(&self, words: &'static str) -> &'static str {
        words
    }

    fn fence<'a>(&'a self, table: &'a str) -> SqlAnswer<'a, ()> {
        Box::pin(fence(self, table))
    }

    fn add_owner<'a>(&'a self, table: &'a str) -> SqlAnswer<'a, ()> {
        Box::pin(async move {
            // If there are several nodes, the new table has no owner. The node to which its people connect will become
            // the owner.
            let sql = "INSERT INTO owners (table_id, node, epoch)
                 SELECT $1, CASE WHEN address IS NULL THEN id END, CASE WHEN address IS NULL THEN 1 ELSE 0 END
                 FROM nodes WHERE id = $2 RETURNING node";
            let (node, owned) = self.writer();
            let row = self.link.row(sql, &[&table, &node.0]).await?;
            if row.is_some_and(|row| row.get::<_, Option<i64>>(0).is_some()) {
                owned.own(table, 1);
            }
            Ok(())
        })
    }

    fn remove_owner<'a>(&'a self, table: &'a str) -> SqlAnswer<'a, ()> {
        Box::pin(async move {
            self.link.execute("DELETE FROM owners WHERE table_id = $1", &[&table]).await?;
            self.writer().1.disown(table);
            Ok(())
        })
    }

    fn hint(&self) -> SqlAnswer<'_, ()> {
        Box::pin(async move { self.link.execute("SELECT pg_notify('cardroom', '')", &[]).await.map(drop) })
    }
}

impl SqlStore for Postgres {
    fn query<T: Send + 'static>(&self, mut work: impl SqlWork<T>) -> Pending<T> {
        self.read(async move |scope: &Scope<'_>| work(scope).await)
    }

    fn change<T: Send + 'static>(&self, mut work: impl SqlWork<T>) -> Pending<T> {
        self.write(false, async move |scope: &Scope<'_>| work(scope).await)
    }

    fn change_alone<T: Send + 'static>(&self, mut work: impl SqlWork<T>) -> Pending<T> {
        self.write(true, async move |scope: &Scope<'_>| work(scope).await)
    }

    fn write_table(&self, table: &str, write: Write) -> Pending<()> {
        let Write { arrangement, terms, first, events, clocks } = write;
        let append = Append { table: table.to_owned(), first, events, clocks };
        if arrangement.is_none() && terms.is_none() {
            return self.append_events(append);
        }
        self.write(false, async move |scope: &Scope<'_>| {
            scope.fence(&append.table).await?;
            change_table(scope, &append.table, terms.as_ref(), arrangement.as_ref()).await?;
            let any = !append.events.is_empty() || append.clocks.is_some();
            if any { append::one(scope, &append).await } else { Ok(()) }
        })
    }
}

impl StoreState for Postgres {
    fn writable(&self) -> Pending<()> {
        // Even this empty job writes to the database, because each transaction writes its number.
        self.write(false, async |_: &Scope<'_>| Ok(()))
    }

    fn waiting(&self) -> usize {
        self.waiting.count()
    }

    fn bytes(&self) -> Pending<u64> {
        self.read(async move |scope: &Scope<'_>| {
            let row = scope.link.row("SELECT pg_database_size(current_database())", &[]).await?;
            Ok(row.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned()))
        })
    }

    fn data_parts(&self) -> Pending<Vec<DataPart>> {
        self.read(async move |scope: &Scope<'_>| {
            let mut parts = Vec::new();
            for name in PARTS {
                let sql = format!("SELECT count(*), pg_total_relation_size('{name}'::regclass) FROM {name}");
                if let Some(row) = scope.link.row(&sql, &[]).await? {
                    let [rows, bytes] = [0, 1].map(|place| row.get::<_, i64>(place).cast_unsigned());
                    parts.push(DataPart { name: name.to_owned(), rows, bytes: Some(bytes) });
                }
            }
            Ok(parts)
        })
    }
}
