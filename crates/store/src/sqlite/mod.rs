//! The store in one SQLite file that only this process uses.
//!
//! - `statements`: carries out statements, appends to a table
//! - `worker`: the threads that write and read; `wal`: checkpoints of the write-ahead log
//! - `migrations`: the tables, version by version; `backup`: copies, also while a server runs

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
use crate::{ClusterStore, DataPart, Pending, StoreError, Write};

use self::migrations::{cannot_open, migrate};
use self::wal::{Checkpointer, JOBS};
use self::worker::Worker;

pub(crate) use self::backup::check;
pub use self::backup::{BackupError, Contents, backup, restore};
pub(crate) use self::migrations::{STEPS, VERSION};
pub(crate) use self::statements::{count_bytes, count_parts, in_memory, write};

/// The database in the data folder.
pub(crate) const FILE: &str = "cardroom.sqlite";
/// The number of statements that stay prepared: all statements of the program fit.
const STATEMENTS: usize = 72;
/// The pages of the write-ahead log, 64 MiB, after which a commit itself makes a checkpoint. See `wal`: this is rare.
const LOG_PAGES: u32 = 16_000;
/// The largest file, 64 MiB, that is checked at the start (0.25 s). In larger files, damage shows when it is read.
const CHECKED: u64 = 64 << 20;

/// A store in a folder of the disk: SQLite with a write-ahead log, flushed at every commit.
pub struct Sqlite {
    // Fields are dropped in this order: the workers end before the lock is released.
    writer: Worker,
    reader: Worker,
    /// `true` if the last commit has failed.
    failed: Arc<AtomicBool>,
    _lock: FolderInUse,
}

impl Sqlite {
    /// Opens the store in `folder`; creates or migrates it if necessary.
    ///
    /// # Errors
    /// If another process uses it, a newer version wrote it, or it cannot be read and written.
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
        // This comes before every write, so a file of another program or of a newer version stays unchanged.
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

    /// Limits the file to this number of pages. Beyond them, writes fail as on a full disk. For tests, and for hosts
    /// who set a limit.
    ///
    /// # Errors
    /// If the database refuses it.
    pub fn limit_pages(&self, pages: u32) -> Pending<()> {
        self.writer.add(move |db| Ok(db.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?))
    }

    /// Returns the number of pages of the file.
    ///
    /// # Errors
    /// If the database cannot say.
    pub fn pages(&self) -> Pending<u32> {
        self.writer.add(|db| Ok(db.pragma_query_value(None, "page_count", |row| row.get(0))?))
    }
}

/// Returns the write-ahead log if it should exist beside the file and does not. The log exists while a server uses the
/// file, and closing the file normally removes it.
fn missing_log(lock: &File, file: &Path) -> Option<String> {
    let log = file.with_extension("sqlite-wal");
    let used = lock.metadata().is_ok_and(|marked| marked.len() > 0);
    (used && file.exists() && !log.exists()).then(|| log.display().to_string())
}

/// Returns the fault in the pages of a database, if there is one.
fn find_fault(db: &Connection) -> rusqlite::Result<Option<String>> {
    let found: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((found != "ok").then(|| found.lines().collect::<Vec<_>>().join(" ")))
}

/// The lock file of a folder. It has contents until the store is closed, so after a `kill -9` the contents remain.
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
        // A mark that remains causes at most a warning.
        let _ = self.0.set_len(0);
    }
}

/// Makes statements keep their plans. With a partial index, SQLite would otherwise plan again for every bound value.
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

    fn check_writable(&self) -> Pending<()> {
        // If the last commit has failed, this tries another one, which writes the version once more. Otherwise it
        // writes nothing, so that a caller cannot cause a write with each call.
        let failed = self.failed.clone();
        self.writer.add(move |db| match failed.load(Ordering::Relaxed) {
            true => Ok(db.pragma_update(None, "user_version", VERSION)?),
            false => Ok(()),
        })
    }

    fn count_waiting(&self) -> usize {
        self.writer.waiting() + self.reader.waiting()
    }

    fn count_bytes(&self) -> Pending<u64> {
        self.reader.add(count_bytes)
    }

    fn count_parts(&self) -> Pending<Vec<DataPart>> {
        let path = self.reader.add(|db| Ok(db.path().unwrap_or_default().to_owned()));
        Box::pin(async move {
            let path = path.await?;
            let (reply, answer) = tokio::sync::oneshot::channel();
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let count = move || count_parts(&Connection::open_with_flags(path, flags)?);
            // The count has its own thread, so that other requests do not wait for it.
            std::thread::Builder::new()
                .spawn(move || reply.send(count()))
                .map_err(|error| StoreError::Broken(error.to_string()))?;
            answer.await.unwrap_or(Err(StoreError::Closed))
        })
    }
}
