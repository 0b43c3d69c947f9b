//! The tables of the database. A published step is never changed: the next version adds a new step.
//! `postgres/schema.rs` translates each step for PostgreSQL.

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use crate::StoreError;

/// `PRAGMA application_id` of our files: "card" in ASCII.
pub(crate) const APPLICATION_ID: i64 = 0x6361_7264;

/// The version of the data that this program writes, in both stores. Servers of one version can share a database.
pub(crate) const VERSION: i64 = 3;

/// Entry n leads from version n to n + 1.
pub(crate) const STEPS: [&str; VERSION as usize] = [
    // WITHOUT ROWID stores the events of a table next to each other, so loading a table reads only a few pages.
    // AUTOINCREMENT ensures that no number is given out twice, not even that of a deleted person. `hash` is NULL if the
    // first device of the session was logged out.
    "
    CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        hash BLOB UNIQUE,
        name TEXT NOT NULL,
        created_ms INTEGER NOT NULL,
        seen_ms INTEGER NOT NULL,
        browser TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE devices (
        hash BLOB PRIMARY KEY,
        session INTEGER NOT NULL REFERENCES sessions (id),
        since_ms INTEGER NOT NULL,
        seen_ms INTEGER NOT NULL,
        browser TEXT NOT NULL DEFAULT ''
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX devices_of_session ON devices (session);
    CREATE TABLE device_links (
        session INTEGER PRIMARY KEY REFERENCES sessions (id),
        hash BLOB NOT NULL UNIQUE,
        expires_ms INTEGER NOT NULL,
        used INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE matches (
        made INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        rules INTEGER NOT NULL,
        options TEXT NOT NULL,
        settings TEXT NOT NULL,
        seed BLOB NOT NULL,
        number INTEGER,
        created_ms INTEGER NOT NULL,
        started_ms INTEGER,
        ended_ms INTEGER,
        totals TEXT,
        host INTEGER REFERENCES sessions (id),
        state TEXT NOT NULL DEFAULT '{}',
        closed_ms INTEGER
    ) STRICT;
    CREATE TABLE seats (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        session INTEGER REFERENCES sessions (id),
        bot TEXT,
        PRIMARY KEY (match_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seats_of_session ON seats (session) WHERE session IS NOT NULL;
    CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES matches (id),
        seq INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        seat INTEGER,
        cmd TEXT,
        entry TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX events_cmd ON events (table_id, seat, cmd) WHERE cmd IS NOT NULL;
    CREATE TABLE invites (
        hash BLOB PRIMARY KEY,
        match_id TEXT NOT NULL REFERENCES matches (id),
        expires_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX invites_of_match ON invites (match_id);
    CREATE TABLE records (
        id TEXT PRIMARY KEY,
        line TEXT NOT NULL,
        session INTEGER REFERENCES sessions (id),
        at_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX records_of_session ON records (session) WHERE session IS NOT NULL;
    CREATE TABLE results (
        match_id TEXT NOT NULL REFERENCES matches (id),
        deal INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        assisted INTEGER NOT NULL,
        session INTEGER NOT NULL REFERENCES sessions (id),
        game TEXT NOT NULL,
        rules INTEGER NOT NULL,
        options TEXT NOT NULL,
        seats INTEGER NOT NULL,
        points INTEGER,
        won INTEGER,
        took_ms INTEGER,
        daily INTEGER,
        at_ms INTEGER NOT NULL,
        level TEXT,
        PRIMARY KEY (match_id, deal, seat, assisted)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX results_of_session ON results (session, at_ms);
    CREATE TABLE played (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seat INTEGER NOT NULL,
        session INTEGER NOT NULL REFERENCES sessions (id),
        PRIMARY KEY (match_id, seat, session)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX played_of_session ON played (session);
    CREATE TABLE bans (
        whom TEXT PRIMARY KEY,
        at_ms INTEGER NOT NULL,
        until_ms INTEGER,
        words TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE admin_actions (
        id INTEGER PRIMARY KEY,
        at_ms INTEGER NOT NULL,
        by TEXT NOT NULL,
        action TEXT NOT NULL
    ) STRICT;
    CREATE TABLE reports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at_ms INTEGER NOT NULL,
        match_id TEXT NOT NULL,
        reporter INTEGER REFERENCES sessions (id),
        about INTEGER NOT NULL REFERENCES sessions (id),
        name TEXT NOT NULL,
        words TEXT NOT NULL,
        lines TEXT NOT NULL,
        read_ms INTEGER
    ) STRICT;
    CREATE INDEX reports_about ON reports (about);
    CREATE INDEX reports_by ON reports (reporter) WHERE reporter IS NOT NULL;
    ",
    "
    ALTER TABLE results ADD COLUMN judged INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE mistakes (
        session INTEGER NOT NULL REFERENCES sessions (id),
        id TEXT NOT NULL,
        game TEXT NOT NULL,
        step INTEGER NOT NULL,
        due_ms INTEGER NOT NULL,
        mistake TEXT NOT NULL,
        PRIMARY KEY (session, id)
    ) STRICT;
    ",
    // The deals of the day. A try stays when its match is deleted, so that nobody has a second one. That of a person who
    // is deleted has a negative session, until the day is over.
    "
    CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        bytes BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE days (
        day INTEGER NOT NULL,
        game TEXT NOT NULL,
        claimed_ms INTEGER NOT NULL,
        bots TEXT,
        par INTEGER,
        PRIMARY KEY (day, game)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tries (
        day INTEGER NOT NULL,
        game TEXT NOT NULL,
        session INTEGER NOT NULL,
        deal INTEGER NOT NULL,
        match_id TEXT NOT NULL,
        network INTEGER,
        counts INTEGER NOT NULL,
        points INTEGER,
        moves TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (day, game, session, deal)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tries_of_session ON tries (session, day);
    CREATE INDEX tries_of_match ON tries (match_id);
    ",
];

/// Returns the name of something in a database that is not of this program, such as a trigger.
pub(crate) fn foreign(db: &Connection) -> rusqlite::Result<Option<String>> {
    let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let ours = Connection::open_in_memory()?;
    for step in STEPS.iter().take(version as usize) {
        ours.execute_batch(step)?;
    }
    let names = |db: &Connection| {
        // The tables that SQLite itself creates begin with `sqlite_`, for example the statistics of ANALYZE.
        let mut all =
            db.prepare("SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")?;
        all.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()
    };
    let known = names(&ours)?;
    Ok(names(db)?.into_iter().find(|name| !known.contains(name)))
}

pub(crate) fn cannot_open(error: &rusqlite::Error, folder: &str, file: &str) -> StoreError {
    let words = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::Foreign { file: file.to_owned() },
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { file: file.to_owned(), words },
        Some(
            ErrorCode::DiskFull
            | ErrorCode::ReadOnly
            | ErrorCode::CannotOpen
            | ErrorCode::PermissionDenied
            | ErrorCode::SystemIoFailure,
        ) => StoreError::Unwritable { folder: folder.to_owned(), words },
        _ => StoreError::Broken(words),
    }
}

/// Carries out the steps that a database lacks, in one transaction. An empty database gets all tables.
pub(crate) fn migrate(db: &mut Connection, steps: &[&str], folder: &str, file: &str) -> Result<(), StoreError> {
    let broken = |error: rusqlite::Error| cannot_open(&error, folder, file);
    let tx = db.transaction_with_behavior(TransactionBehavior::Immediate).map_err(broken)?;
    let pragma = |name: &str| tx.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(broken);
    let (found, application) = (pragma("user_version")?, pragma("application_id")?);
    let objects: i64 = tx.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(broken)?;
    let empty = objects == 0 && found == 0 && application == 0;
    if !empty && application != APPLICATION_ID {
        return Err(StoreError::Foreign { file: file.to_owned() });
    }
    // This program never writes a negative version.
    let Ok(done) = usize::try_from(found) else {
        return Err(StoreError::Foreign { file: file.to_owned() });
    };
    let known = steps.len() as i64;
    let Some(left) = steps.get(done..) else {
        return Err(StoreError::Newer { folder: folder.to_owned(), found, known });
    };
    for step in left {
        tx.execute_batch(step).map_err(broken)?;
    }
    tx.pragma_update(None, "application_id", APPLICATION_ID).map_err(broken)?;
    tx.pragma_update(None, "user_version", known).map_err(broken)?;
    tx.commit().map_err(broken)
}

#[cfg(test)]
#[path = "migrations_tests.rs"]
mod tests;
