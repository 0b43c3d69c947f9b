//! Copies the data of a folder into an empty database, all or nothing, and compares what is there with what was read. Nobody may
//! use either meanwhile: the folder is locked, and so are the nodes of the database.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;
use tokio_postgres::Transaction;

use super::copied_rows::{CopiedRows, compare, copy_rows};
use super::copy_error::CopyError;
use super::database::Database;
use super::link::{self, Link, Role, words};
use super::schema;
use crate::folder::{self, lock};
use crate::sqlite::{FILE, check};
use crate::{BackupError, StoreError};

/// The numbers of copied rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Copied {
    /// Matches.
    pub matches: u64,
    /// Events of all of them.
    pub events: u64,
    /// Guests.
    pub guests: u64,
    /// Rows of all kinds.
    pub rows: u64,
}

/// The copied rows, in an order in which nothing refers to a row that is not there yet. Rows that SQLite has in another
/// form are read in that of PostgreSQL. A table that no node owns has a row in `owners` nevertheless.
const ALL: [CopiedRows; 14] = [
    CopiedRows::same("sessions", "id, hash, name, created_ms, seen_ms, browser", "id"),
    CopiedRows::same("devices", "hash, session, since_ms, seen_ms, browser", "hash"),
    CopiedRows::same("device_links", "session, hash, expires_ms, used", "session"),
    CopiedRows::same(
        "matches",
        "id, made, game, rules, options, settings, seed, number, created_ms, started_ms, ended_ms, totals, host, state, closed_ms",
        "id",
    ),
    CopiedRows {
        table: "owners",
        columns: "table_id, node, epoch",
        key: "table_id",
        read: "SELECT id, NULL, 0 FROM matches ORDER BY id",
    },
    CopiedRows::same("seats", "match_id, seat, name, session, bot", "match_id, seat"),
    CopiedRows::same("events", "table_id, seq, at_ms, seat, cmd, entry", "table_id, seq"),
    CopiedRows::same("invites", "hash, match_id, expires_ms", "hash"),
    CopiedRows::same("records", "id, line, session, at_ms", "id"),
    CopiedRows::same(
        "results",
        "match_id, deal, seat, assisted, session, game, rules, options, seats, points, won, took_ms, daily, at_ms, level",
        "match_id, deal, seat, assisted",
    ),
    CopiedRows::same("played", "match_id, seat, session", "match_id, seat, session"),
    CopiedRows::same("bans", "whom, at_ms, until_ms, words", "whom"),
    CopiedRows::same("admin_actions", "id, at_ms, by, action", "id"),
    CopiedRows::same("reports", "id, at_ms, match_id, reporter, about, name, words, lines, read_ms", "id"),
];

/// Numbers that are given out once: column and the largest one that SQLite has given out.
const NUMBERS: [(&str, &str, &str); 4] = [
    ("sessions", "id", "SELECT ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'sessions'), 0)"),
    ("matches", "made", "SELECT ifnull(max(made), 0) FROM matches"),
    ("admin_actions", "id", "SELECT ifnull(max(id), 0) FROM admin_actions"),
    ("reports", "id", "SELECT ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'reports'), 0)"),
];

/// Copies the data in `folder` into a database, which is given its tables if need be. The data in the folder stay as they are, but
/// [`backup`](crate::backup()) refuses them until a server goes on with them. `progress` is
/// called with the number of rows that are done, and of how many: each is written and then compared.
///
/// # Errors
/// If the folder or the database is in use, the data are not sound, or the database has data.
pub fn copy(
    folder: &Path,
    database: &Database,
    progress: impl FnMut(u64, u64) + Send + 'static,
) -> Result<Copied, CopyError> {
    let name = folder.display().to_string();
    let file = folder.join(FILE);
    if !file.is_file() {
        return Err(CopyError::Source(BackupError::Missing { file: file.display().to_string() }));
    }
    // No server writes here meanwhile.
    let lock = lock(folder).map_err(CopyError::Store)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let from = Connection::open_with_flags(&file, flags).map_err(|error| source(&error.to_string()))?;
    check(&from, &file).map_err(CopyError::Source)?;
    // From here on a backup of the file might be one of yesterday's data. A server that goes on with the file takes the mark away.
    let unmarked = |error: std::io::Error| source(&format!("{name}: {error}"));
    let was_marked = folder::database(folder).map_err(unmarked)?.is_some();
    folder::mark(folder, database.name()).map_err(unmarked)?;
    let database = database.clone();
    let (sender, receiver) = oneshot::channel();
    let copying = super::start("store-copy", async move || {
        let _ = sender.send(into(&from, &database, progress).await);
        drop(lock);
    });
    let copied = receiver.blocking_recv().unwrap_or(Err(CopyError::Store(StoreError::Closed)));
    let _ = copying.join();
    if !was_marked && !matches!(copied, Ok(_) | Err(CopyError::Unknown { .. })) {
        folder::unmark(folder).map_err(unmarked)?;
    }
    copied
}

fn source(words: &str) -> CopyError {
    CopyError::Store(StoreError::Broken(words.to_owned()))
}

async fn into(from: &Connection, database: &Database, mut progress: impl FnMut(u64, u64)) -> Result<Copied, CopyError> {
    let name = database.name();
    let broken = |error: tokio_postgres::Error| CopyError::Store(link::cannot(name, &words(&error)));
    let mut link = Link::open(database, Role::Writer).await.map_err(broken)?;
    link::check_version(&link, name).await.map_err(CopyError::Store)?;
    schema::migrate(link.client_mut(), &schema::STEPS, name).await.map_err(CopyError::Store)?;
    let to = link.client_mut().transaction().await.map_err(broken)?;
    if to.batch_execute("LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE").await.is_err() {
        return Err(CopyError::InUse { name: name.to_owned() });
    }
    check_empty(&to, name).await?;
    let mut counts = Vec::new();
    for rows in &ALL {
        counts.push(rows.count(from).map_err(|fault| rows.failed(&fault))?);
    }
    let (mut done, all) = (0, counts.iter().sum::<u64>() * 2);
    for rows in &ALL {
        copy_rows(rows, from, &to, |_| {
            done += 1;
            progress(done, all);
        })
        .await
        .map_err(|fault| rows.failed(&fault))?;
    }
    for rows in &ALL {
        compare(rows, from, &to, |_| {
            done += 1;
            progress(done, all);
        })
        .await
        .map_err(|fault| rows.failed(&fault))?;
    }
    for (table, column, largest) in NUMBERS {
        let largest: i64 = from.query_row(largest, [], |row| row.get(0)).map_err(|error| source(&error.to_string()))?;
        if largest > 0 {
            let sql = format!("SELECT setval(pg_get_serial_sequence('cardroom.{table}', '{column}'), $1)");
            to.query_one(&sql, &[&largest]).await.map_err(broken)?;
        }
    }
    to.commit().await.map_err(|_| CopyError::Unknown { name: name.to_owned() })?;
    let count = |table: &str| {
        let place = ALL.iter().position(|rows| rows.table == table).expect("one of them");
        counts[place]
    };
    Ok(Copied { matches: count("matches"), events: count("events"), guests: count("sessions"), rows: all / 2 })
}

/// No server lives there, and nothing is stored.
async fn check_empty(to: &Transaction<'_>, name: &str) -> Result<(), CopyError> {
    let broken = |error: tokio_postgres::Error| CopyError::Store(link::cannot(name, &words(&error)));
    let lives = "SELECT EXISTS (SELECT 1 FROM nodes WHERE NOT ended AND lease_until > clock_timestamp())";
    if to.query_one(lives, &[]).await.map_err(broken)?.get(0) {
        return Err(CopyError::InUse { name: name.to_owned() });
    }
    for rows in &ALL {
        let some = format!("SELECT EXISTS (SELECT 1 FROM {})", rows.table);
        if to.query_one(&some, &[]).await.map_err(broken)?.get(0) {
            return Err(CopyError::NotEmpty { name: name.to_owned() });
        }
    }
    Ok(())
}
