//! Copies the data while a server uses them, and restores a copy.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use tempfile::NamedTempFile;

use super::FILE;
use super::migrations::{APPLICATION_ID, VERSION, foreign};
use crate::StoreError;
use crate::folder::{self, lock, own_folder};

/// The number of pages that are copied between two calls of `progress`: 4 MiB.
const STEP: i32 = 1024;

/// The contents of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The version of the data.
    pub version: i64,
    /// The number of matches.
    pub matches: u64,
    /// The number of events in all matches.
    pub events: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
}

/// Copies the database in `folder` into the new file `to`, even while a server writes. The copy shows the database at
/// one moment. It contains every commit that was answered before the call. Writers do not wait for the copy. `progress`
/// is called with the number of copied pages and the total number.
///
/// The new file appears as a whole or not at all. It is checked before it gets its name, and only its owner can read
/// it.
///
/// # Errors
/// If there are no data, the data are in a database, `to` exists, or something cannot be read or written.
pub fn backup(folder: &Path, to: &Path, progress: impl FnMut(u64, u64)) -> Result<Contents, BackupError> {
    if to.exists() {
        return Err(BackupError::Exists { file: words(to) });
    }
    if let Some(database) = folder::database(folder).map_err(|error| BackupError::io(folder, &error))? {
        return Err(BackupError::InDatabase { folder: words(folder), database });
    }
    let from = folder.join(FILE);
    if !from.is_file() {
        return Err(BackupError::Missing { file: words(&from) });
    }
    copy(&from, to, progress)
}

/// Restores the backup `from` into `folder`, which has no data yet. If a backup is damaged, of a newer version or of
/// another program, it is refused before anything is created. If it is of an older version, a server upgrades it when
/// the server opens the data.
///
/// # Errors
/// If the folder has data or is in use, the backup is damaged, or something cannot be read or written.
pub fn restore(from: &Path, folder: &Path, progress: impl FnMut(u64, u64)) -> Result<Contents, BackupError> {
    if !from.is_file() {
        return Err(BackupError::Missing { file: words(from) });
    }
    let to = folder.join(FILE);
    let wal = folder.join(format!("{FILE}-wal"));
    if let Some(there) = [&to, &wal].into_iter().find(|file| file.exists()) {
        return Err(BackupError::Exists { file: words(there) });
    }
    check(&open(from)?, from)?;
    own_folder(folder).map_err(|error| BackupError::io(folder, &error))?;
    // The lock prevents a server from starting in this folder in the meantime.
    let _lock = lock(folder)?;
    copy(from, &to, progress)
}

fn copy(from: &Path, to: &Path, mut progress: impl FnMut(u64, u64)) -> Result<Contents, BackupError> {
    let source = open(from)?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The temporary file is in the target folder, because it is renamed at the end. A failed copy is deleted.
    let part = NamedTempFile::new_in(folder).map_err(|error| BackupError::io(folder, &error))?;
    // All steps share one read transaction, because without it each commit of the server would restart the copy.
    source.execute_batch("BEGIN").map_err(|error| broken(from, &error))?;
    let mut copy = Connection::open(part.path()).map_err(|error| broken(to, &error))?;
    check_ours(&source, from)?;
    {
        let steps = Backup::new(&source, &mut copy).map_err(|error| broken(to, &error))?;
        loop {
            let stepped = steps.step(STEP).map_err(|error| broken(to, &error))?;
            if matches!(stepped, StepResult::Busy | StepResult::Locked) {
                std::thread::sleep(Duration::from_millis(20));
                continue;
            }
            let done = steps.progress();
            let [left, pages] = [done.remaining, done.pagecount].map(|n| u64::try_from(n).unwrap_or_default());
            progress(pages.saturating_sub(left), pages);
            if stepped == StepResult::Done {
                break;
            }
        }
    }
    drop(source);
    // The copy gets no write-ahead log, so no second file can be left behind.
    copy.pragma_update_and_check(None, "journal_mode", "delete", |_| Ok(())).map_err(|error| broken(to, &error))?;
    let mut contents = check(&copy, to)?;
    drop(copy);
    let io = |error: io::Error| BackupError::io(to, &error);
    part.as_file().sync_all().map_err(io)?;
    contents.bytes = part.as_file().metadata().map_err(io)?.len();
    part.persist_noclobber(to).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => BackupError::Exists { file: words(to) },
        _ => BackupError::io(to, &error.error),
    })?;
    // The name of the new file is on the disk only after the folder is flushed, too.
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(io)?;
    Ok(contents)
}

fn open(file: &Path) -> Result<Connection, BackupError> {
    let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| broken(file, &error))?;
    db.busy_timeout(Duration::from_secs(5)).map_err(|error| broken(file, &error))?;
    Ok(db)
}

/// Returns the version of the data. Refuses files of other programs and of newer versions.
fn check_ours(db: &Connection, file: &Path) -> Result<i64, BackupError> {
    let pragma = |name: &str| {
        db.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(|error| broken(file, &error))
    };
    let (version, application) = (pragma("user_version")?, pragma("application_id")?);
    if application != APPLICATION_ID || version < 0 {
        return Err(BackupError::Store(StoreError::Foreign { file: words(file) }));
    }
    if version > VERSION {
        return Err(BackupError::Newer { file: words(file), found: version, known: VERSION });
    }
    Ok(version)
}

/// Checks every page, index and reference of a file. Returns its contents.
pub(crate) fn check(db: &Connection, file: &Path) -> Result<Contents, BackupError> {
    let version = check_ours(db, file)?;
    let failed = |error: rusqlite::Error| broken(file, &error);
    if let Some(what) = foreign(db).map_err(failed)? {
        let words = format!("it has the {what}, which cardroom did not make");
        return Err(BackupError::Damaged { file: self::words(file), words });
    }
    let found: String = db.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(failed)?;
    if found != "ok" {
        let found = found.lines().collect::<Vec<_>>().join(" ");
        return Err(BackupError::Damaged { file: words(file), words: found });
    }
    let lost: i64 =
        db.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0)).map_err(failed)?;
    // Events must be numbered from 0 without gaps.
    let gaps: i64 = db
        .query_row(
            "SELECT count(*) FROM (SELECT table_id FROM events GROUP BY table_id
             HAVING min(seq) <> 0 OR max(seq) + 1 <> count(*))",
            [],
            |row| row.get(0),
        )
        .map_err(failed)?;
    if lost + gaps > 0 {
        let found = format!("{lost} rows without what they belong to, {gaps} tables with gaps in their events");
        return Err(BackupError::Damaged { file: words(file), words: found });
    }
    let count = |table: &str| {
        let rows: rusqlite::Result<i64> = db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0));
        rows.map(i64::cast_unsigned).map_err(failed)
    };
    Ok(Contents { version, matches: count("matches")?, events: count("events")?, bytes: 0 })
}

fn words(file: &Path) -> String {
    file.display().to_string()
}

fn broken(file: &Path, error: &rusqlite::Error) -> BackupError {
    let file = words(file);
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => BackupError::Store(StoreError::Foreign { file }),
        Some(rusqlite::ErrorCode::DatabaseCorrupt) => BackupError::Damaged { file, words: error.to_string() },
        Some(rusqlite::ErrorCode::DiskFull) => BackupError::Full { file },
        _ => BackupError::Store(StoreError::Broken(format!("{file}: {error}"))),
    }
}

/// The reason why a copy failed. No file is left behind.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BackupError {
    /// The target exists. A backup never overwrites a file.
    #[error("{file} exists. Nothing is overwritten: choose another name, or move it away.")]
    Exists {
        /// The file that exists.
        file: String,
    },
    /// There is nothing to copy.
    #[error("There is no {file}.")]
    Missing {
        /// The missing file.
        file: String,
    },
    /// The data are in a database, so a file in the folder would be old.
    #[error(
        "The data of {folder} are in the database {database}, and a file that is still there is old. Copy the database with pg_dump; \
         for a backup every night, set CARDROOM_STORE in /etc/cardroom-backup.env (docs/host/database-copies.md)."
    )]
    InDatabase {
        /// The data folder.
        folder: String,
        /// The name of the database.
        database: String,
    },
    /// The file is our database, but damaged.
    #[error("{file} is damaged ({words}). Nothing was changed; use another backup.")]
    Damaged {
        /// The file.
        file: String,
        /// The message of SQLite.
        words: String,
    },
    /// A newer version wrote it.
    #[error(
        "{file} was written by a newer cardroom (version {found}, this one knows up to {known}). Use that cardroom."
    )]
    Newer {
        /// The file.
        file: String,
        /// The version of the data.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The disk has no room for the copy.
    #[error("There is no room for {file}. Nothing was left behind.")]
    Full {
        /// The copy.
        file: String,
    },
    /// A folder or file cannot be made or read.
    #[error("{file}: {words}")]
    Io {
        /// The folder or file.
        file: String,
        /// The message of the operating system.
        words: String,
    },
    /// The data cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BackupError {
    fn io(file: &Path, error: &io::Error) -> BackupError {
        match error.kind() {
            io::ErrorKind::StorageFull => BackupError::Full { file: words(file) },
            _ => BackupError::Io { file: words(file), words: error.to_string() },
        }
    }
}
