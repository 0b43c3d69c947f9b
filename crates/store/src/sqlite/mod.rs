//! The store in one SQLite file, which only this process uses.
//!
//! - `statements`: carries out statements, and appends to a table
//! - `worker`: the threads that write and read
//! - `wal`: checkpoints of the write-ahead log
//! - `migrations`: the tables, version by version
//! - `backup`: copies the data, even while a server runs

mod backup;
mod migrations;
mod statements;
mod wal;
mod worker;

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::folder::{self, Placed, own_file, own_folder, tighten, unusable};
use crate::sql::{SqlStore, SqlWork, at_once};
use crate::{ClusterStore, DataPart, Pending, StoreError, StoreState, Write};

use self::migrations::{cannot_open, migrate};
use self::wal::{Checkpointer, JOBS};
use self::worker::Worker;

pub(crate) use self::backup::check;
pub use self::backup::{BackupError, Contents, backup, restore};
pub(crate) use self::migrations::{STEPS, VERSION};
pub(crate) use self::statements::{count_bytes, count_parts, in_memory, write};

/// The database in the data folder.
pub(crate) const FILE: &str = "cardroom.sqlite";
/// The number of statements that stay prepared. It is large enough for all statements of the program.
const STATEMENTS: usize = 96;
/// The size of the write-ahead log, in pages (64 MiB), at which a commit makes a checkpoint itself. That is rare,
/// because the thread in `wal` makes checkpoints earlier.
const LOG_PAGES: u32 = 16_000;
/// The size (64 MiB) up to which a file is checked at the start. The check takes up to 0.25 s. In a larger file, damage
/// is found only when the damaged page is read.
const CHECKED: u64 = 64 << 20;

/// A store in a folder of the disk: SQLite with a write-ahead log, flushed at every commit.
pub struct Sqlite {
    // Fields are dropped in this order: the workers end before the lock is released.
    writer: Worker,
    reader: Worker,
    /// `true` if the most recent commit has failed.
    failed: Arc<AtomicBool>,
    _lock: FolderInUse,
}

impl Sqlite {
    /// Opens the store in `folder`; creates or migrates it if necessary.
    ///
    /// # Errors
    /// If another process uses the folder, a newer version wrote the data, or the data cannot be read and written.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        let name = folder.display().to_string();
        let unusable = |error: io::Error| unusable(&name, &error);
        own_folder(folder).map_err(unusable)?;
        let lock = folder::lock(folder)?;
        let file = folder.join(FILE);
        let missing = missing_log(&lock, &file);
        // SQLite gives the `-wal` and `-shm` files the mode of this file.
        drop(own_file(&file).map_err(unusable)?);
        for beside in ["-wal", "-shm"] {
            tighten(&folder.join(format!("{FILE}{beside}")));
        }
        let path = file.display().to_string();
        let refused = |error: rusqlite::Error| cannot_open(&error, &name, &path);
        let mut db = Connection::open(&file).map_err(refused)?;
        // This check comes before every write, so a file of another program or of a newer version stays unchanged.
        migrate(&mut db, &STEPS, &name, &path)?;
        if file.metadata().map_err(unusable)?.len() <= CHECKED {
            find_fault(&db)
                .map_err(refused)?
                .map_or(Ok(()), |words| Err(StoreError::Damaged { file: path.clone(), words }))?;
        }
        if let Some(log) = missing {
            tracing::warn!(
                "{log} is missing, though the server was not stopped: unless another program has folded it into the file, what was \
                 stored last is lost"
            );
        }
        settings(&db).map_err(refused)?;
        let folding = Connection::open(&file).map_err(refused)?;
        settings(&folding).map_err(refused)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reading = Connection::open_with_flags(&file, flags).map_err(refused)?;
        reading.busy_timeout(Duration::from_secs(5)).map_err(refused)?;
        stay_prepared(&reading).map_err(refused)?;
        if let Some(database) = folder::unmark(folder).map_err(unusable)? {
            tracing::warn!(
                database,
                "the data of this folder were in a database: without --store the server goes on with those of the file, which are as \
                 old as the move"
            );
        }
        let placed = Placed::of(&file).map_err(unusable)?;
        let failed = Arc::new(AtomicBool::new(false));
        Ok(Sqlite {
            writer: Worker::writer(db, Checkpointer::new(folding, JOBS), placed, failed.clone()),
            reader: Worker::reader(reading),
            failed,
            _lock: FolderInUse::mark(lock).map_err(unusable)?,
        })
    }

    /// Limits the file to this number of pages. Beyond the limit, writes fail as on a full disk. The limit is for
    /// tests, and for hosts who want one.
    ///
    /// # Errors
    /// If the database refuses the limit.
    pub fn limit_pages(&self, pages: u32) -> Pending<()> {
        self.writer.add(move |db| Ok(db.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?))
    }

    /// Returns the number of pages of the file.
    ///
    /// # Errors
    /// If the database does not return the number.
    pub fn pages(&self) -> Pending<u32> {
        self.writer.add(|db| Ok(db.pragma_query_value(None, "page_count", |row| row.get(0))?))
    }
}

/// Returns the write-ahead log if it should exist beside the file but is missing. The log exists while a server uses
/// the file. Closing the file normally removes the log.
fn missing_log(lock: &File, file: &Path) -> Option<String> {
    let log = file.with_extension("sqlite-wal");
    let used = lock.metadata().is_ok_and(|marked| marked.len() > 0);
    (used && file.exists() && !log.exists()).then(|| log.display().to_string())
}

fn find_fault(db: &Connection) -> rusqlite::Result<Option<String>> {
    let found: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((found != "ok").then(|| found.lines().collect::<Vec<_>>().join(" ")))
}

/// The lock file of a folder. Its contents are removed when the store closes, so after a `kill -9` they remain.
struct FolderInUse(File);

impl FolderInUse {
    fn mark(mut lock: File) -> io::Result<FolderInUse> {
        lock.set_len(0)?;
        lock.write_all(b"in use\n")?;
        Ok(FolderInUse(lock))
    }
}

impl Drop for FolderInUse {
    fn drop(&mut self) {
        // If the contents cannot be removed, the next start logs a warning at most.
        let _ = self.0.set_len(0);
    }
}

/// Makes statements keep their plans. By default, SQLite makes a new plan for every bound value if the statement may
/// use a partial index.
fn stay_prepared(db: &Connection) -> rusqlite::Result<()> {
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map(drop)
}

fn settings(db: &Connection) -> rusqlite::Result<()> {
    db.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    db.pragma_update(None, "synchronous", "full")?;
    db.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    db.pragma_update(None, "foreign_keys", true)?;
    stay_prepared(db)?;
    db.set_prepared_statement_cache_capacity(STATEMENTS);
    db.busy_timeout(Duration::from_secs(5))
}

impl ClusterStore for Sqlite {}

impl SqlStore for Sqlite {
    fn query<T: Send + 'static>(&self, mut work: impl SqlWork<T>) -> Pending<T> {
        self.reader.add(move |db| at_once(work(db)))
    }

    fn change<T: Send + 'static>(&self, mut work: impl SqlWork<T>) -> Pending<T> {
        self.writer.add(move |db| at_once(work(db)))
    }

    fn write_table(&self, table: &str, change: Write) -> Pending<()> {
        let table = table.to_owned();
        self.writer.add(move |db| write(db, &table, &change))
    }
}

impl StoreState for Sqlite {
    fn writable(&self) -> Pending<()> {
        // If the last commit failed, this call tries a commit that writes the version number again. If the last commit
        // succeeded, the call writes nothing. So callers cannot cause a write with each call.
        let failed = self.failed.clone();
        self.writer.add(move |db| match failed.load(Ordering::Relaxed) {
            true => Ok(db.pragma_update(None, "user_version", VERSION)?),
            false => Ok(()),
        })
    }

    fn waiting(&self) -> usize {
        self.writer.waiting() + self.reader.waiting()
    }

    fn bytes(&self) -> Pending<u64> {
        self.reader.add(count_bytes)
    }

    fn data_parts(&self) -> Pending<Vec<DataPart>> {
        let path = self.reader.add(|db| Ok(db.path().unwrap_or_default().to_owned()));
        Box::pin(async move {
            let path = path.await?;
            let (reply, answer) = tokio::sync::oneshot::channel();
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let count = move || count_parts(&Connection::open_with_flags(path, flags)?);
            // The count runs on its own thread, so that other requests do not wait for it.
            std::thread::Builder::new()
                .spawn(move || reply.send(count()))
                .map_err(|error| StoreError::Broken(error.to_string()))?;
            answer.await.unwrap_or(Err(StoreError::Closed))
        })
    }
}
