//! The store in one SQLite file that belongs to the process.

use std::fs::{File, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cards::Seed;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use crate::event_store::{
    Arrangement, Ending, EventStore, Import, Invited, Later, LogEntry, Most, Pending, Seated, Session, SessionId,
    StoreError, Stored, StoredRecord, StoredSetup, Terms, TokenHash, Write,
};
use crate::files::{Placed, own_file, own_folder, tighten};
use crate::log::{Checkpointer, JOBS};
use crate::migrations::{STEPS, VERSION, cannot_open, migrate};
use crate::writer::{Worker, store_error};
use crate::{ClusterStore, DeviceStore, ResultStore, moved};

/// The database in the data folder.
pub(crate) const FILE: &str = "cardroom.sqlite";
/// Statements that are kept prepared: all that there are.
const STATEMENTS: usize = 72;
/// Pages of the write-ahead log, 64 MiB, after which a commit checkpoints it itself: it should never grow that long (see `log.rs`).
const LOG_PAGES: u32 = 16_000;
/// A file of at most 64 MiB is checked at the start, which takes a quarter of a second. In a larger one damage is found where it is.
const CHECKED: u64 = 64 << 20;
/// Held locked by the server that uses the folder.
pub(crate) const LOCK: &str = "cardroom.lock";

/// A store in a folder of the disk: SQLite with a write-ahead log, flushed at every commit.
pub struct Sqlite {
    // The workers end before the lock is given back: fields are dropped in this order.
    pub(crate) writer: Worker,
    pub(crate) reader: Worker,
    /// Set if the last commit has failed.
    failed: Arc<AtomicBool>,
    _lock: FolderInUse,
}

impl Sqlite {
    /// Opens the store in `folder`, making or migrating it if need be.
    ///
    /// # Errors
    /// If another process uses it, a newer version wrote it, or it cannot be read and written.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        let name = folder.display().to_string();
        let unusable = |error: io::Error| unusable(&name, &error);
        own_folder(folder).map_err(unusable)?;
        let lock = lock(folder)?;
        let file = folder.join(FILE);
        let missing = missing_log(&lock, &file);
        // SQLite gives the files beside it the mode of this one.
        drop(own_file(&file).map_err(unusable)?);
        for beside in ["-wal", "-shm"] {
            tighten(&folder.join(format!("{FILE}{beside}")));
        }
        let path = file.display().to_string();
        let refused = |error: rusqlite::Error| cannot_open(&error, &name, &path);
        let mut db = Connection::open(&file).map_err(refused)?;
        // Before anything is written: a file of somebody else or of a newer version stays as it is.
        migrate(&mut db, &STEPS, &name, &path)?;
        if file.metadata().map_err(unusable)?.len() <= CHECKED {
            check(&db)
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
        if let Some(database) = moved::unmark(folder).map_err(unusable)? {
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

    /// Lets the file grow to this number of pages and no further, as a full disk would: for tests, and for hosts who set a
    /// limit.
    ///
    /// # Errors
    /// If the database refuses it.
    pub fn limit_pages(&self, pages: u32) -> Pending<()> {
        self.writer
            .add(move |db| db.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).map_err(store_error))
    }

    /// How many pages the file has.
    ///
    /// # Errors
    /// If the database cannot say.
    pub fn pages(&self) -> Pending<u32> {
        self.writer.add(|db| db.pragma_query_value(None, "page_count", |row| row.get(0)).map_err(store_error))
    }
}

/// The log that should exist beside the file and does not. It exists while a server uses the file, and closing the
/// file normally removes it.
fn missing_log(lock: &File, file: &Path) -> Option<String> {
    let log = file.with_extension("sqlite-wal");
    let used = lock.metadata().is_ok_and(|marked| marked.len() > 0);
    (used && file.exists() && !log.exists()).then(|| log.display().to_string())
}

/// Returns the fault in the pages of a database, if there is one.
fn check(db: &Connection) -> rusqlite::Result<Option<String>> {
    let found: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((found != "ok").then(|| found.lines().collect::<Vec<_>>().join(" ")))
}

/// The lock file of a folder. It has contents until the store is closed, so after a `kill -9` it still has them.
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
        // A mark that stays there costs a warning at most.
        let _ = self.0.set_len(0);
    }
}

/// Locks a folder that is there: one process uses it at a time.
pub(crate) fn lock(folder: &Path) -> Result<File, StoreError> {
    let name = folder.display().to_string();
    let lock = own_file(&folder.join(LOCK)).map_err(|error| unusable(&name, &error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { folder: name }),
        Err(TryLockError::Error(error)) => Err(unusable(&name, &error)),
    }
}

/// Why a folder cannot be used.
fn unusable(folder: &str, error: &io::Error) -> StoreError {
    use io::ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    match error.kind() {
        FileTooLarge | PermissionDenied | QuotaExceeded | ReadOnlyFilesystem | StorageFull => {
            StoreError::Unwritable { folder: folder.to_owned(), words: error.to_string() }
        }
        _ => StoreError::Broken(format!("{folder}: {error}")),
    }
}

/// Statements keep their plans. Where an index is partial SQLite would otherwise plan again for every value that is bound.
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

fn append(db: &Connection, table: &str, first: u64, events: &[LogEntry]) -> Result<(), StoreError> {
    let next: i64 = db
        .prepare_cached("SELECT ifnull(max(seq) + 1, 0) FROM events WHERE table_id = ?1")
        .and_then(|mut next| next.query_row([table], |row| row.get(0)))
        .map_err(store_error)?;
    if next.cast_unsigned() != first {
        return Err(StoreError::Conflict);
    }
    let mut insert = db
        .prepare_cached("INSERT INTO events (table_id, seq, at_ms, seat, cmd, entry) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        .map_err(store_error)?;
    for (seq, event) in (next..).zip(events) {
        insert.execute(params![table, seq, event.at_ms, event.seat, event.cmd, event.entry]).map_err(store_error)?;
    }
    Ok(())
}

fn arrange(db: &Connection, table: &str, arrangement: &Arrangement) -> Result<(), StoreError> {
    let Arrangement { seats, host, started_ms, state } = arrangement;
    let found = db
        .prepare_cached("UPDATE matches SET host = ?2, started_ms = ?3, state = ?4 WHERE id = ?1")
        .and_then(|mut update| update.execute(params![table, host.map(|host| host.0), started_ms, state]))
        .map_err(|error| store_error(error).of_a_person())?;
    let mut update = db
        .prepare_cached("UPDATE seats SET name = ?3, session = ?4, bot = ?5 WHERE match_id = ?1 AND seat = ?2")
        .map_err(store_error)?;
    let mut changed = 0;
    for (seat, seated) in (0_u8..).zip(seats) {
        let session = seated.session.map(|s| s.0);
        changed += update
            .execute(params![table, seat, seated.name, session, seated.bot])
            .map_err(|error| store_error(error).of_a_person())?;
    }
    let all: u8 = db
        .prepare_cached("SELECT count(*) FROM seats WHERE match_id = ?1")
        .and_then(|mut count| count.query_row([table], |row| row.get(0)))
        .map_err(store_error)?;
    if found == 1 && changed == seats.len() && usize::from(all) == changed {
        if started_ms.is_some() { note_who_plays(db, table) } else { Ok(()) }
    } else {
        Err(StoreError::Conflict)
    }
}

/// Sets the terms of a match, which are fixed once it begins.
fn agree(db: &Connection, table: &str, terms: &Terms) -> Result<(), StoreError> {
    let Terms { rules, options, settings } = terms;
    let changed = db
        .prepare_cached(
            "UPDATE matches SET rules = ?2, options = ?3, settings = ?4 WHERE id = ?1 AND started_ms IS NULL",
        )
        .and_then(|mut update| update.execute(params![table, rules, options, settings]))
        .map_err(store_error)?;
    if changed == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}

impl ClusterStore for Sqlite {}

impl EventStore for Sqlite {
    fn create(&self, setup: StoredSetup) -> Pending<()> {
        self.writer.add(move |db| {
            db.prepare_cached(
                "INSERT INTO matches (id, game, rules, options, settings, seed, number, created_ms, started_ms, host)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )
            .and_then(|mut insert| {
                insert.execute(params![
                    setup.id,
                    setup.game,
                    setup.rules,
                    setup.options,
                    setup.settings,
                    setup.seed.bytes(),
                    setup.number.map(u64::cast_signed),
                    setup.created_ms,
                    setup.started_ms,
                    setup.host.map(|host| host.0),
                ])
            })
            .map_err(store_error)?;
            let mut insert = db
                .prepare_cached("INSERT INTO seats (match_id, seat, name, session, bot) VALUES (?1, ?2, ?3, ?4, ?5)")
                .map_err(store_error)?;
            for (seat, seated) in (0_u8..).zip(&setup.seats) {
                let session = seated.session.map(|s| s.0);
                insert.execute(params![setup.id, seat, seated.name, session, seated.bot]).map_err(store_error)?;
            }
            if setup.started_ms.is_some() { note_who_plays(db, &setup.id) } else { Ok(()) }
        })
    }

    fn write(&self, table: &str, write: Write) -> Pending<()> {
        let table = table.to_owned();
        self.writer.add(move |db| {
            if let Some(terms) = &write.terms {
                agree(db, &table, terms)?;
            }
            if let Some(arrangement) = &write.arrangement {
                arrange(db, &table, arrangement)?;
            }
            if let Some(clocks) = &write.clocks {
                db.prepare_cached("UPDATE matches SET state = json_set(state, '$.clocks', json(?2)) WHERE id = ?1")
                    .and_then(|mut update| update.execute(params![table, clocks]))
                    .map_err(store_error)?;
            }
            if write.events.is_empty() { Ok(()) } else { append(db, &table, write.first, &write.events) }
        })
    }

    fn enqueue(&self, later: Later) {
        // A job that was added is done, also where nobody waits for its answer.
        drop(match later {
            Later::Ended { table, ending } => self.end(&table, ending),
            Later::Reopened { table } => self.reopen(&table),
            Later::Results(results) => self.note_results(results),
            Later::DeviceSeen { device, seen_ms, browser } => self.note_device(device, seen_ms, &browser),
        });
    }

    fn end(&self, table: &str, ending: Ending) -> Pending<()> {
        let table = table.to_owned();
        self.writer.add(move |db| {
            let totals: Vec<String> = ending.totals.iter().map(i32::to_string).collect();
            db.prepare_cached("UPDATE matches SET ended_ms = ?2, totals = ?3 WHERE id = ?1 AND closed_ms IS NULL")
                .and_then(|mut update| update.execute(params![table, ending.at_ms, totals.join(" ")]))
                .map(drop)
                .map_err(store_error)
        })
    }

    fn invite(&self, table: &str, token: TokenHash, expires_ms: i64, now_ms: i64, most: u32) -> Pending<bool> {
        let table = table.to_owned();
        self.writer.add(move |db| {
            let live: u32 = db
                .prepare_cached("SELECT count(*) FROM invites WHERE match_id = ?1 AND expires_ms > ?2")
                .and_then(|mut count| count.query_row(params![table, now_ms], |row| row.get(0)))
                .map_err(store_error)?;
            if live >= most {
                return Ok(false);
            }
            db.prepare_cached("INSERT INTO invites (hash, match_id, expires_ms) VALUES (?1, ?2, ?3)")
                .and_then(|mut insert| insert.execute(params![token, table, expires_ms]))
                .map(|_| true)
                .map_err(store_error)
        })
    }

    fn invited(&self, token: TokenHash) -> Pending<Option<Invited>> {
        self.reader.add(move |db| {
            db.prepare_cached("SELECT match_id, expires_ms FROM invites WHERE hash = ?1")
                .and_then(|mut select| {
                    select
                        .query_row(params![token], |row| Ok(Invited { table: row.get(0)?, expires_ms: row.get(1)? }))
                        .optional()
                })
                .map_err(store_error)
        })
    }

    fn revoke_invites(&self, table: &str) -> Pending<()> {
        let table = table.to_owned();
        self.writer.add(move |db| {
            db.prepare_cached("DELETE FROM invites WHERE match_id = ?1")
                .and_then(|mut delete| delete.execute([&table]))
                .map(drop)
                .map_err(store_error)
        })
    }

    fn find(&self, table: &str) -> Pending<Option<Stored>> {
        let table = table.to_owned();
        self.reader.add(move |db| {
            let found = db
                .prepare_cached("SELECT * FROM matches WHERE id = ?1")
                .and_then(|mut select| select.query_row([&table], stored).optional())
                .map_err(store_error)?;
            found.map(|stored| with_seats(db, stored)).transpose()
        })
    }

    fn events(&self, table: &str) -> Pending<Vec<LogEntry>> {
        let table = table.to_owned();
        self.reader.add(move |db| {
            let mut select = db
                .prepare_cached("SELECT at_ms, seat, cmd, entry, seq FROM events WHERE table_id = ?1 ORDER BY seq")
                .map_err(store_error)?;
            let events = select.query_map([&table], |row| {
                let event = LogEntry { at_ms: row.get(0)?, seat: row.get(1)?, cmd: row.get(2)?, entry: row.get(3)? };
                Ok((event, row.get(4)?))
            });
            let events: Vec<(LogEntry, i64)> = events.and_then(Iterator::collect).map_err(store_error)?;
            // Events after a gap cannot be played from the position before it.
            if (0..).zip(&events).any(|(number, (_, seq))| number != *seq) {
                return Err(StoreError::Broken(format!("events of table {table} are missing. Put a backup back")));
            }
            Ok(events.into_iter().map(|(event, _)| event).collect())
        })
    }

    fn tables_of(&self, session: SessionId, limit: u32) -> Pending<Vec<Stored>> {
        self.reader.add(move |db| {
            let mut select = db
                .prepare_cached(
                    "SELECT DISTINCT matches.* FROM matches JOIN seats ON seats.match_id = matches.id
                     WHERE seats.session = ?1 ORDER BY matches.created_ms DESC, matches.rowid DESC LIMIT ?2",
                )
                .map_err(store_error)?;
            let found: Vec<Stored> =
                select.query_map(params![session.0, limit], stored).and_then(Iterator::collect).map_err(store_error)?;
            found.into_iter().map(|stored| with_seats(db, stored)).collect()
        })
    }

    fn length(&self, table: &str) -> Pending<u64> {
        let table = table.to_owned();
        self.reader.add(move |db| {
            db.prepare_cached("SELECT ifnull(max(seq) + 1, 0) FROM events WHERE table_id = ?1")
                .and_then(|mut length| length.query_row([&table], |row| row.get::<_, i64>(0)))
                .map(i64::cast_unsigned)
                .map_err(store_error)
        })
    }

    fn carried_out(&self, table: &str, seat: u8, cmd: &str) -> Pending<bool> {
        let (table, cmd) = (table.to_owned(), cmd.to_owned());
        self.reader.add(move |db| {
            db.prepare_cached("SELECT 1 FROM events WHERE table_id = ?1 AND seat = ?2 AND cmd = ?3")
                .and_then(|mut known| known.exists(params![table, seat, cmd]))
                .map_err(store_error)
        })
    }

    fn runs(&self, session: SessionId, left_since_ms: i64) -> Pending<u32> {
        self.reader.add(move |db| {
            db.prepare_cached(
                "SELECT count(*) FROM (
                     SELECT matches.id FROM seats JOIN matches ON matches.id = seats.match_id
                     WHERE seats.session = ?1 AND matches.host = ?1 AND matches.ended_ms IS NULL
                     UNION SELECT matches.id FROM played JOIN matches ON matches.id = played.match_id
                     WHERE played.session = ?1 AND matches.ended_ms IS NULL AND matches.created_ms > ?2
                         AND NOT EXISTS (SELECT 1 FROM seats
                             WHERE seats.match_id = matches.id AND seats.session IS NOT NULL))",
            )
            .and_then(|mut count| count.query_row([session.0, left_since_ms], |row| row.get(0)))
            .map_err(store_error)
        })
    }

    fn writable(&self) -> Pending<()> {
        // If the last commit has failed, another one is tried: the version is written once more. It is not tried each
        // time, because then anybody who asks would make us write.
        let failed = self.failed.clone();
        self.writer.add(move |db| match failed.load(Ordering::Relaxed) {
            true => db.pragma_update(None, "user_version", VERSION).map_err(store_error),
            false => Ok(()),
        })
    }

    fn begin_session(&self, token: TokenHash, name: &str, at_ms: i64) -> Pending<Session> {
        let name = name.to_owned();
        self.writer.add(move |db| {
            db.prepare_cached("INSERT INTO sessions (hash, name, created_ms, seen_ms) VALUES (?1, ?2, ?3, ?3)")
                .and_then(|mut insert| insert.insert(params![token, name, at_ms]))
                .map(|id| Session { id: SessionId(id), name: name.clone() })
                .map_err(store_error)
        })
    }

    fn session(&self, token: TokenHash) -> Pending<Option<Session>> {
        self.reader.add(move |db| {
            db.prepare_cached(
                "SELECT id, name FROM sessions WHERE hash = ?1
                 UNION ALL SELECT id, name FROM devices JOIN sessions ON id = session WHERE devices.hash = ?1",
            )
            .and_then(|mut select| {
                select
                    .query_row(params![token], |row| Ok(Session { id: SessionId(row.get(0)?), name: row.get(1)? }))
                    .optional()
            })
            .map_err(store_error)
        })
    }

    fn rename(&self, session: SessionId, name: &str) -> Pending<()> {
        let name = name.to_owned();
        self.writer.add(move |db| {
            db.prepare_cached("UPDATE sessions SET name = ?2 WHERE id = ?1")
                .and_then(|mut update| update.execute(params![session.0, name]))
                .map(drop)
                .map_err(store_error)
        })
    }

    fn import_records(&self, session: SessionId, records: Vec<StoredRecord>, most: Most) -> Pending<Import> {
        self.writer.add(move |db| {
            let mut known = db.prepare_cached("SELECT 1 FROM records WHERE id = ?1").map_err(store_error)?;
            let mut new: Vec<&StoredRecord> = Vec::new();
            for record in &records {
                if !known.exists([&record.id]).map_err(store_error)? && new.iter().all(|other| other.id != record.id) {
                    new.push(record);
                }
            }
            if new.is_empty() {
                return Ok(Import::Stored);
            }
            let (brought, bytes): (i64, i64) = db
                .prepare_cached("SELECT count(*), ifnull(sum(octet_length(line)), 0) FROM records WHERE session = ?1")
                .and_then(|mut count| count.query_row([session.0], |row| Ok((row.get(0)?, row.get(1)?))))
                .map_err(store_error)?;
            let more: u64 = new.iter().map(|record| record.line.len() as u64).sum();
            let outcome = most.allows(brought.cast_unsigned() + new.len() as u64, bytes.cast_unsigned() + more);
            if outcome != Import::Stored {
                return Ok(outcome);
            }
            let mut insert = db
                .prepare_cached("INSERT INTO records (id, line, session, at_ms) VALUES (?1, ?2, ?3, ?4)")
                .map_err(store_error)?;
            for record in new {
                insert.execute(params![record.id, record.line, session.0, record.at_ms]).map_err(store_error)?;
            }
            Ok(Import::Stored)
        })
    }

    fn imported_record(&self, id: &str) -> Pending<Option<String>> {
        let id = id.to_owned();
        self.reader.add(move |db| {
            db.prepare_cached("SELECT line FROM records WHERE id = ?1")
                .and_then(|mut select| select.query_row([&id], |row| row.get(0)).optional())
                .map_err(store_error)
        })
    }
}

/// Keeps who has a seat of a match that has begun, also when it leaves.
fn note_who_plays(db: &Connection, table: &str) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT OR IGNORE INTO played (match_id, seat, session)
         SELECT match_id, seat, session FROM seats WHERE match_id = ?1 AND session IS NOT NULL",
    )
    .and_then(|mut insert| insert.execute([table]))
    .map(drop)
    .map_err(store_error)
}

pub(crate) fn stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    let totals: Option<String> = row.get("totals")?;
    let totals = totals.map(|all| all.split_whitespace().filter_map(|total| total.parse().ok()).collect());
    let at_ms: Option<i64> = row.get("ended_ms")?;
    Ok(Stored {
        setup: StoredSetup {
            id: row.get("id")?,
            game: row.get("game")?,
            rules: row.get("rules")?,
            options: row.get("options")?,
            settings: row.get("settings")?,
            seed: Seed::new(row.get("seed")?),
            number: row.get::<_, Option<i64>>("number")?.map(i64::cast_unsigned),
            seats: Vec::new(),
            host: row.get::<_, Option<i64>>("host")?.map(SessionId),
            created_ms: row.get("created_ms")?,
            started_ms: row.get("started_ms")?,
        },
        ending: at_ms.zip(totals).map(|(at_ms, totals)| Ending { at_ms, totals }),
        state: row.get("state")?,
        closed_ms: row.get("closed_ms")?,
    })
}

pub(crate) fn with_seats(db: &Connection, mut stored: Stored) -> Result<Stored, StoreError> {
    let mut select = db
        .prepare_cached("SELECT name, session, bot FROM seats WHERE match_id = ?1 ORDER BY seat")
        .map_err(store_error)?;
    stored.setup.seats = select
        .query_map([&stored.setup.id], |row| {
            let session: Option<i64> = row.get(1)?;
            Ok(Seated { name: row.get(0)?, session: session.map(SessionId), bot: row.get(2)? })
        })
        .and_then(Iterator::collect)
        .map_err(store_error)?;
    Ok(stored)
}
