//! Copies the data of a folder into an empty database, all or nothing, and compares the copy with the original. No
//! server uses the data during the copy, because the copy locks the folder, and the table of nodes in the database.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;

use super::connect::words;
use super::copied_rows::{CopiedRows, RowFault};
use super::database::Database;
use super::link::{self, Link, Role};
use super::schema;
use crate::folder::{self, lock};
use crate::sqlite::{FILE, check};
use crate::{BackupError, StoreError};

/// The numbers of copied rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Copied {
    /// Matches.
    pub matches: u64,
    /// The events of all matches.
    pub events: u64,
    /// Guests.
    pub guests: u64,
    /// Rows of all kinds.
    pub rows: u64,
}

/// The copied tables, ordered so that a row never refers to a row that has not been copied yet.
const ALL: [&str; 17] = [
    "sessions",
    "devices",
    "device_links",
    "matches",
    "seats",
    "events",
    "invites",
    "records",
    "results",
    "mistakes",
    "played",
    "bans",
    "admin_actions",
    "reports",
    "secrets",
    "days",
    "tries",
];

/// Columns whose numbers are never given out twice. For each: the table, the column, and the query for the largest
/// number that SQLite has given out.
const NUMBERS: [(&str, &str, &str); 4] = [
    ("sessions", "id", "SELECT ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'sessions'), 0)"),
    ("matches", "made", "SELECT ifnull(max(made), 0) FROM matches"),
    ("admin_actions", "id", "SELECT ifnull(max(id), 0) FROM admin_actions"),
    ("reports", "id", "SELECT ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'reports'), 0)"),
];

/// Copies the data in `folder` into a database. Creates the database's tables if necessary. The data in the folder stay
/// unchanged, but [`backup`](crate::backup()) refuses them until a server is started with that folder again. Calls
/// `progress` with the number of finished rows and the total number. Each row counts twice, because it is first written
/// and later compared.
///
/// # Errors
/// If the folder or the database is in use, the data in the folder are damaged, or the database has data already.
pub fn copy(
    folder: &Path,
    database: &Database,
    progress: impl FnMut(u64, u64) + Send + 'static,
) -> Result<Copied, BackupError> {
    let name = folder.display().to_string();
    let file = folder.join(FILE);
    if !file.is_file() {
        return Err(BackupError::Missing { file: file.display().to_string() });
    }
    // The lock prevents a server from writing to this folder during the copy.
    let lock = lock(folder)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let from = Connection::open_with_flags(&file, flags).map_err(|error| source(&error.to_string()))?;
    check(&from, &file)?;
    // From now on the file may be outdated, and so may be a backup of the file. So the folder gets a mark. When a
    // server starts with the file, the mark is removed.
    let unmarked = |error: std::io::Error| source(&format!("{name}: {error}"));
    let was_marked = folder::database(folder).map_err(unmarked)?.is_some();
    folder::mark(folder, database.name()).map_err(unmarked)?;
    let to = database.clone();
    let (sender, receiver) = oneshot::channel();
    let copying = super::start("store-copy", async move || {
        let _ = sender.send(into(&from, &to, progress).await);
        drop(lock);
    });
    let copied = receiver.blocking_recv().unwrap_or(Err(StoreError::Closed.into()));
    let _ = copying.join();
    if !was_marked && copied.is_err() {
        folder::unmark(folder).map_err(unmarked)?;
    }
    let unknown = "did not answer at the end. Copy again: if that is refused because it has data, they are all there";
    copied?.ok_or_else(|| refused(format!("The database {} {unknown}.", database.name())))
}

fn source(words: &str) -> StoreError {
    StoreError::Broken(words.to_owned())
}

fn refused(words: String) -> BackupError {
    StoreError::Database(words).into()
}

/// Copies everything. `None`: nobody knows whether it is committed.
async fn into(
    from: &Connection,
    database: &Database,
    mut progress: impl FnMut(u64, u64),
) -> Result<Option<Copied>, BackupError> {
    let name = database.name();
    let broken = |error: tokio_postgres::Error| link::cannot(name, &words(&error));
    let mut link = Link::open(database, Role::Writer).await.map_err(|words| link::cannot(name, &words))?;
    link::check_version(&link, name).await?;
    schema::migrate(&mut link.client, &schema::steps(), name).await?;
    let to = link.client.transaction().await.map_err(broken)?;
    let lock = "LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE";
    let lives = "SELECT EXISTS (SELECT 1 FROM nodes WHERE NOT ended AND lease_until > clock_timestamp())";
    if to.batch_execute(lock).await.is_err() || to.query_one(lives, &[]).await.map_err(broken)?.get(0) {
        return Err(refused(format!(
            "A server uses the database {name}. Stop it, and copy into a database without data."
        )));
    }
    for table in ALL {
        let some = format!("SELECT EXISTS (SELECT 1 FROM {table})");
        if to.query_one(&some, &[]).await.map_err(broken)?.get(0) {
            let words = "has data already. Nothing was changed: copy into an empty one";
            return Err(refused(format!("The database {name} {words}.")));
        }
    }
    let failed = |table: &str, fault: RowFault| {
        let words = fault.to_string();
        let words = words.trim_end_matches('.');
        refused(format!("The copy of {table} failed, and nothing was changed: {words}."))
    };
    let all = ALL.map(|table| CopiedRows::of(table, from).map_err(|fault| failed(table, fault)));
    let all = all.into_iter().collect::<Result<Vec<_>, _>>()?;
    let (mut done, count) = (0, all.iter().map(|rows| rows.count).sum::<u64>());
    let mut one_more = || {
        done += 1;
        progress(done, 2 * count);
    };
    for rows in &all {
        rows.copy(from, &to, &mut one_more).await.map_err(|fault| failed(rows.table, fault))?;
    }
    for rows in &all {
        rows.compare(from, &to, &mut one_more).await.map_err(|fault| failed(rows.table, fault))?;
    }
    // Every table has a row in `owners`, even if no node owns it.
    to.batch_execute("INSERT INTO owners SELECT id, NULL, 0 FROM matches").await.map_err(broken)?;
    for (table, column, largest) in NUMBERS {
        let largest: i64 = from.query_row(largest, [], |row| row.get(0)).map_err(|error| source(&error.to_string()))?;
        if largest > 0 {
            let sql = format!("SELECT setval(pg_get_serial_sequence('cardroom.{table}', '{column}'), $1)");
            to.query_one(&sql, &[&largest]).await.map_err(broken)?;
        }
    }
    if to.commit().await.is_err() {
        return Ok(None);
    }
    let of = |table: &str| all.iter().find(|rows| rows.table == table).map_or(0, |rows| rows.count);
    Ok(Some(Copied { matches: of("matches"), events: of("events"), guests: of("sessions"), rows: count }))
}
