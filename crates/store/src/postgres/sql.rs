//! Carries out the statements for both stores (`crate::sql`), and what PostgreSQL does in its own way.

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};
use tokio_postgres::Statement;

use super::Postgres;
use super::append;
use super::job::{Append, Scope};
use super::link::{Link, Parameter};
use super::values::{typed, untyped};
use crate::sql::{PARTS, Sql, SqlAnswer, SqlRow, SqlStore, change_table};
use crate::{DataPart, Pending, StoreError, Write};

type Typed<'a> = Vec<Box<dyn tokio_postgres::types::ToSql + Sync + Send + 'a>>;

fn outputs<'a>(values: &'a [&'a dyn ToSql]) -> Result<Vec<ToSqlOutput<'a>>, StoreError> {
    values.iter().map(|value| value.to_sql().map_err(StoreError::from)).collect()
}

fn all_typed<'a>(values: &'a [ToSqlOutput<'a>], statement: &Statement) -> Result<Typed<'a>, StoreError> {
    let borrowed = |value: &'a ToSqlOutput<'a>| match value {
        ToSqlOutput::Borrowed(value) => *value,
        ToSqlOutput::Owned(value) => value.into(),
        _ => ValueRef::Null,
    };
    let typed = values.iter().zip(statement.params()).map(|(value, of)| typed(borrowed(value), of));
    typed.collect::<Result<_, _>>().map_err(StoreError::Broken)
}

fn parameters<'a>(typed: &'a Typed<'_>) -> Vec<Parameter<'a>> {
    typed.iter().map(|value| &**value as Parameter<'a>).collect()
}

impl Sql for Link {
    fn execute<'a>(&'a self, sql: &'a str, values: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, u64> {
        Box::pin(async move {
            let statement = self.statement(sql).await?;
            let values = outputs(values)?;
            let typed = all_typed(&values, &statement)?;
            Ok(self.client().execute(&statement, &parameters(&typed)).await?)
        })
    }

    fn rows<'a>(&'a self, sql: &'a str, values: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, Vec<SqlRow>> {
        Box::pin(async move {
            let statement = self.statement(sql).await?;
            let values = outputs(values)?;
            let typed = all_typed(&values, &statement)?;
            let rows = self.client().query(&statement, &parameters(&typed)).await?;
            rows.iter().map(|row| Ok(SqlRow(untyped(row)?))).collect()
        })
    }
}

impl Sql for Scope<'_> {
    fn execute<'a>(&'a self, sql: &'a str, values: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, u64> {
        Sql::execute(self.link, sql, values)
    }

    fn rows<'a>(&'a self, sql: &'a str, values: &'a [&'a dyn ToSql]) -> SqlAnswer<'a, Vec<SqlRow>> {
        Sql::rows(self.link, sql, values)
    }

    fn lock(&self, words: &'static str) -> &'static str {
        words
    }

    fn fence<'a>(&'a self, table: &'a str) -> SqlAnswer<'a, ()> {
        Box::pin(super::owned::fence(self.link, self.owned, self.node, table))
    }

    fn add_owner<'a>(&'a self, table: &'a str) -> SqlAnswer<'a, ()> {
        Box::pin(async move {
            // One of several nodes leaves it to the node to which its people come.
            let sql = "INSERT INTO owners (table_id, node, epoch)
                 SELECT $1, CASE WHEN address IS NULL THEN id END, CASE WHEN address IS NULL THEN 1 ELSE 0 END
                 FROM nodes WHERE id = $2 RETURNING node";
            let row = self.link.row(sql, &[&table, &self.node.0]).await?;
            if row.is_some_and(|row| row.get::<_, Option<i64>>(0).is_some()) {
                self.owned.own(table, 1);
            }
            Ok(())
        })
    }

    fn remove_owner<'a>(&'a self, table: &'a str) -> SqlAnswer<'a, ()> {
        Box::pin(async move {
            self.link.execute("DELETE FROM owners WHERE table_id = $1", &[&table]).await?;
            self.owned.disown(table);
            Ok(())
        })
    }

    fn hint(&self) -> SqlAnswer<'_, ()> {
        Box::pin(async move { self.link.execute("SELECT pg_notify('cardroom', '')", &[]).await.map(drop) })
    }
}

impl SqlStore for Postgres {
    fn query<T: Send + 'static>(
        &self,
        mut work: impl AsyncFnMut(&dyn Sql) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<T> {
        self.read(async move |link: &Link| work(link).await)
    }

    fn change<T: Send + 'static>(
        &self,
        mut work: impl AsyncFnMut(&dyn Sql) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<T> {
        self.write(async move |scope: &Scope<'_>| work(scope).await)
    }

    fn change_alone<T: Send + 'static>(
        &self,
        mut work: impl AsyncFnMut(&dyn Sql) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<T> {
        self.write_alone(async move |scope: &Scope<'_>| work(scope).await)
    }

    fn write_table(&self, table: &str, write: Write) -> Pending<()> {
        let Write { arrangement, terms, first, events, clocks } = write;
        let append = Append { table: table.to_owned(), first, events, clocks };
        if arrangement.is_none() && terms.is_none() {
            return self.append_events(append);
        }
        self.write(async move |scope: &Scope<'_>| {
            scope.fence(&append.table).await?;
            change_table(scope, &append.table, terms.as_ref(), arrangement.as_ref()).await?;
            let any = !append.events.is_empty() || append.clocks.is_some();
            if any { append::one(scope, &append).await } else { Ok(()) }
        })
    }

    fn check_writable(&self) -> Pending<()> {
        // Its transaction writes its number.
        self.write(async |_: &Scope<'_>| Ok(()))
    }

    fn count_waiting(&self) -> usize {
        self.waiting.count()
    }

    fn count_bytes(&self) -> Pending<u64> {
        self.read(async move |link: &Link| {
            let row = link.row("SELECT pg_database_size(current_database())", &[]).await?;
            Ok(row.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned()))
        })
    }

    fn count_parts(&self) -> Pending<Vec<DataPart>> {
        self.read(async move |link: &Link| {
            let mut parts = Vec::new();
            for name in PARTS {
                let sql = format!("SELECT count(*), pg_total_relation_size('{name}'::regclass) FROM {name}");
                if let Some(row) = link.row(&sql, &[]).await? {
                    let [rows, bytes] = [0, 1].map(|place| row.get::<_, i64>(place).cast_unsigned());
                    parts.push(DataPart { name: name.to_owned(), rows, bytes: Some(bytes) });
                }
            }
            Ok(parts)
        })
    }
}
