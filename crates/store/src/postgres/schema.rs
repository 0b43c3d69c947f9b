//! The tables in PostgreSQL: those of SQLite (`sqlite/migrations.rs`), and those that servers need to share a database.
//!
//! `version` has one row: the version of the data. Only nodes of the same version can share a database. So each node
//! locks that row when it begins (`check`). A server of the next version changes the row only while no node has a lease
//! (`migrate`).

use tokio_postgres::Client;

use super::connect::words;
use super::link::{Link, cannot};
use crate::StoreError;
use crate::sqlite::{STEPS as OF_SQLITE, VERSION};

/// The number of the lock that migrations hold: "card" in ASCII.
const LOCK: i64 = 0x6361_7264;

/// The additions to each step: indexes, and the tables with which servers share a database. `events` has no foreign key
/// to `matches`. It needs none, because an append locks the table's row in `owners`, and a match cannot be deleted
/// while that row exists. `nodes` has the address at which other nodes reach a node, `house` has the notice that all
/// servers show, and `lobby` has the public tables of each node.
const OF_SERVERS: [&str; VERSION as usize] = [
    r#"
    ALTER TABLE events DROP CONSTRAINT events_table_id_fkey;
    CREATE INDEX matches_of_host ON matches (host) WHERE host IS NOT NULL;
    CREATE INDEX matches_gathering ON matches (created_ms) WHERE started_ms IS NULL;
    CREATE TABLE nodes (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key UUID NOT NULL UNIQUE DEFAULT gen_random_uuid(),
        name TEXT NOT NULL,
        address TEXT,
        draining BOOLEAN NOT NULL DEFAULT false,
        lease_until TIMESTAMPTZ NOT NULL,
        ended BOOLEAN NOT NULL DEFAULT false
    );
    CREATE TABLE batches (
        node BIGINT PRIMARY KEY REFERENCES nodes ON DELETE CASCADE,
        last BIGINT NOT NULL
    ) WITH (fillfactor = 20);
    CREATE TABLE owners (
        table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES matches,
        node BIGINT REFERENCES nodes,
        epoch BIGINT NOT NULL
    );
    CREATE INDEX owners_of_node ON owners (node);
    CREATE TABLE house (notice TEXT NOT NULL);
    INSERT INTO house VALUES ('');
    CREATE TABLE lobby (
        node BIGINT NOT NULL REFERENCES nodes ON DELETE CASCADE,
        table_id TEXT COLLATE "C" NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (node, table_id)
    );
    "#,
    "",
    "",
];

/// Returns the migration steps. Entry n leads from version n to n + 1.
pub(super) fn steps() -> Vec<String> {
    OF_SQLITE.iter().zip(OF_SERVERS).map(|(step, more)| translate(step) + more).collect()
}

/// Translates a step for SQLite to the dialect of PostgreSQL. Both compare texts byte by byte.
fn translate(step: &str) -> String {
    let words = [
        ("made INTEGER PRIMARY KEY,", "made BIGINT GENERATED ALWAYS AS IDENTITY,"),
        ("id TEXT NOT NULL UNIQUE,", "id TEXT PRIMARY KEY,"),
        ("INTEGER PRIMARY KEY AUTOINCREMENT", "INTEGER PRIMARY KEY"),
        ("INTEGER PRIMARY KEY,", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"),
        ("seat INTEGER", "seat SMALLINT"),
        ("INTEGER", "BIGINT"),
        ("BLOB", "BYTEA"),
        ("TEXT", "TEXT COLLATE \"C\""),
        (" STRICT, WITHOUT ROWID;", ";"),
        (" STRICT;", ";"),
    ];
    words.into_iter().fold(step.to_owned(), |step, (theirs, ours)| step.replace(theirs, ours))
}

/// Carries out the steps that the database lacks, or creates all tables, in one transaction. If several nodes start at
/// the same time, one of them migrates, and the others wait for it.
pub(super) async fn migrate(db: &mut Client, steps: &[String], name: &str) -> Result<(), StoreError> {
    let broken = |error: tokio_postgres::Error| cannot(name, &words(&error));
    let tx = db.transaction().await.map_err(broken)?;
    tx.batch_execute("SET LOCAL lock_timeout = '1min'").await.map_err(broken)?;
    tx.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(broken)?;
    let asks = async |sql: &str| -> Result<bool, StoreError> {
        tx.query_one(sql, &[]).await.and_then(|row| row.try_get(0)).map_err(broken)
    };
    if !asks("SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = 'cardroom')").await? {
        let made = "CREATE SCHEMA cardroom; CREATE TABLE cardroom.version (found BIGINT NOT NULL);
                    INSERT INTO cardroom.version VALUES (0)";
        tx.batch_execute(made).await.map_err(broken)?;
    } else if !asks("SELECT to_regclass('cardroom.version') IS NOT NULL").await? {
        return Err(cannot(name, "it has a schema \"cardroom\" that is not of this program. Choose another database"));
    }
    let row = tx.query_one("SELECT found FROM cardroom.version", &[]).await.map_err(broken)?;
    let (found, known): (i64, i64) = (row.get(0), steps.len() as i64);
    if found > known {
        return Err(cannot(name, &newer(found, known)));
    }
    if (1..known).contains(&found) {
        tx.execute("SELECT found FROM cardroom.version FOR UPDATE", &[]).await.map_err(broken)?;
        if asks("SELECT EXISTS (SELECT 1 FROM cardroom.nodes WHERE NOT ended AND lease_until > clock_timestamp())")
            .await?
        {
            let words = format!(
                "servers of an older cardroom use it (version {found}, this one has {known}). Stop all of them, then start this one"
            );
            return Err(cannot(name, &words));
        }
    }
    // This program never writes a negative version.
    let done =
        usize::try_from(found).map_err(|_| cannot(name, "it is not of this program. Choose another database"))?;
    for step in &steps[done..] {
        tx.batch_execute(&format!("SET LOCAL search_path = cardroom; {step}")).await.map_err(broken)?;
    }
    if found < known {
        tx.execute("UPDATE cardroom.version SET found = $1", &[&known]).await.map_err(broken)?;
    }
    tx.commit().await.map_err(broken)
}

/// Fails if this program does not fit the version of the data. It must be called in the transaction in which the node
/// begins. Its lock keeps the version unchanged until that transaction ends.
pub(super) async fn check(link: &Link) -> Result<(), StoreError> {
    let row = link.row("SELECT found FROM version FOR SHARE", &[]).await?;
    match row.map(|row| row.get(0)) {
        Some(VERSION) => Ok(()),
        Some(found) => Err(StoreError::Database(newer(found, VERSION))),
        None => Err(StoreError::Broken("the database has no version".to_owned())),
    }
}

fn newer(found: i64, known: i64) -> String {
    format!("a newer cardroom wrote it (version {found}, this one knows up to {known}). Use that cardroom")
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
