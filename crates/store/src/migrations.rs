//! The tables of the database, version by version. A published version is never changed; a new one is added.

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use crate::StoreError;

/// `PRAGMA application_id` of our files: "card" in ASCII.
pub(crate) const APPLICATION_ID: i64 = 0x6361_7264;

/// Entry n leads from version n to n + 1.
const MIGRATIONS: [&str; 10] = [
    // WITHOUT ROWID: events of a table lie side by side, so loading one reads a few pages.
    "
    CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        name TEXT NOT NULL,
        created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE matches (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        rules INTEGER NOT NULL,
        options TEXT NOT NULL,
        settings TEXT NOT NULL,
        seed BLOB NOT NULL,
        number INTEGER,
        created_ms INTEGER NOT NULL,
        ended_ms INTEGER,
        totals TEXT
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
    ",
    // Tables where people gather before the first card. What was there before had begun when it was made.
    "
    ALTER TABLE matches ADD COLUMN host INTEGER REFERENCES sessions (id);
    ALTER TABLE matches ADD COLUMN started_ms INTEGER;
    ALTER TABLE matches ADD COLUMN state TEXT NOT NULL DEFAULT '{}';
    UPDATE matches SET started_ms = created_ms,
        host = (SELECT session FROM seats WHERE match_id = matches.id AND session IS NOT NULL ORDER BY seat LIMIT 1);
    CREATE TABLE invites (
        hash BLOB PRIMARY KEY,
        match_id TEXT NOT NULL REFERENCES matches (id),
        expires_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX invites_of_match ON invites (match_id);
    ",
    // Records that came from elsewhere.
    "
    CREATE TABLE records (
        id TEXT PRIMARY KEY,
        line TEXT NOT NULL,
        session INTEGER NOT NULL REFERENCES sessions (id),
        at_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX records_of_session ON records (session);
    ",
    // What finished deals came to, person by person. With help and without are two results.
    "
    CREATE TABLE results (
        match_id TEXT NOT NULL REFERENCES matches (id),
        deal INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        assisted INTEGER NOT NULL,
        session INTEGER NOT NULL REFERENCES sessions (id),
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        seats INTEGER NOT NULL,
        points INTEGER,
        won INTEGER,
        daily INTEGER,
        at_ms INTEGER NOT NULL,
        PRIMARY KEY (match_id, deal, seat, assisted)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX results_of_session ON results (session, at_ms);
    ",
    // People can be forgotten: records that they brought stay, seats that they had are known, and no number of a session is
    // given out twice.
    "
    CREATE TABLE kept_records (
        id TEXT PRIMARY KEY,
        line TEXT NOT NULL,
        session INTEGER REFERENCES sessions (id),
        at_ms INTEGER NOT NULL
    ) STRICT;
    INSERT INTO kept_records (id, line, session, at_ms) SELECT id, line, session, at_ms FROM records;
    DROP TABLE records;
    ALTER TABLE kept_records RENAME TO records;
    CREATE INDEX records_of_session ON records (session) WHERE session IS NOT NULL;
    CREATE TABLE played (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seat INTEGER NOT NULL,
        session INTEGER NOT NULL REFERENCES sessions (id),
        PRIMARY KEY (match_id, seat, session)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX played_of_session ON played (session);
    INSERT INTO played SELECT match_id, seat, session FROM seats JOIN matches ON matches.id = match_id
        WHERE session IS NOT NULL AND started_ms IS NOT NULL;
    INSERT OR IGNORE INTO played SELECT matches.id, json_extract(sat.value, '$[1]'), sessions.id
        FROM matches JOIN json_each(matches.state, '$.sat') AS sat
        JOIN sessions ON sessions.id = json_extract(sat.value, '$[0]');
    CREATE TABLE forgotten (last INTEGER NOT NULL) STRICT;
    INSERT INTO forgotten VALUES (0);
    ",
    // Other devices of a session, and the one link that lets a further one in.
    "
    CREATE TABLE devices (
        hash BLOB PRIMARY KEY,
        session INTEGER NOT NULL REFERENCES sessions (id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX devices_of_session ON devices (session);
    CREATE TABLE device_links (
        session INTEGER PRIMARY KEY REFERENCES sessions (id),
        hash BLOB NOT NULL UNIQUE,
        expires_ms INTEGER NOT NULL,
        used INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    ",
    // How long a match took, with its last deal.
    "
    ALTER TABLE results ADD COLUMN took_ms INTEGER;
    UPDATE results SET took_ms = max(0, at_ms - (SELECT started_ms FROM matches WHERE id = match_id)) WHERE won IS NOT NULL;
    ",
    // What a list of devices shows. The first device of a session can be logged out, and its hash is nobody's then.
    "
    ALTER TABLE sessions ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
    ALTER TABLE sessions ADD COLUMN first INTEGER NOT NULL DEFAULT 1;
    UPDATE sessions SET seen_ms = created_ms;
    ALTER TABLE devices ADD COLUMN since_ms INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE devices ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE devices ADD COLUMN browser TEXT NOT NULL DEFAULT '';
    UPDATE devices SET since_ms = (SELECT created_ms FROM sessions WHERE id = session);
    UPDATE devices SET seen_ms = since_ms;
    ",
    // The version of the rules that the options of a result belong to: until now every game had its first.
    "
    ALTER TABLE results ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;
    ",
    // What a host does: closed tables, bans, a log of it; and what players report.
    "
    ALTER TABLE matches ADD COLUMN closed_ms INTEGER;
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
];

/// The version that this program writes.
pub(crate) const VERSION: i64 = MIGRATIONS.len() as i64;

/// The name of something in a database that no program of ours has made there, such as a trigger.
pub(crate) fn foreign(db: &Connection, version: i64) -> rusqlite::Result<Option<String>> {
    let ours = Connection::open_in_memory()?;
    for step in MIGRATIONS.iter().take(version as usize) {
        ours.execute_batch(step)?;
    }
    let names = |db: &Connection| {
        // The tables that SQLite makes itself begin so, as the figures of ANALYZE.
        let mut all =
            db.prepare("SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")?;
        all.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()
    };
    let known = names(&ours)?;
    Ok(names(db)?.into_iter().find(|name| !known.contains(name)))
}

/// Why a database cannot be opened.
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

/// Brings a database to [`VERSION`]; an empty one gets all tables.
pub(crate) fn migrate(db: &mut Connection, folder: &str, file: &str) -> Result<(), StoreError> {
    let broken = |error: rusqlite::Error| cannot_open(&error, folder, file);
    let tx = db.transaction_with_behavior(TransactionBehavior::Immediate).map_err(broken)?;
    let pragma = |name: &str| tx.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(broken);
    let (found, application) = (pragma("user_version")?, pragma("application_id")?);
    let objects: i64 = tx.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(broken)?;
    let empty = objects == 0 && found == 0 && application == 0;
    if !empty && application != APPLICATION_ID {
        return Err(StoreError::Foreign { file: file.to_owned() });
    }
    if found > VERSION {
        return Err(StoreError::Newer { folder: folder.to_owned(), found, known: VERSION });
    }
    // No version of ours is negative.
    let Ok(done) = usize::try_from(found) else {
        return Err(StoreError::Foreign { file: file.to_owned() });
    };
    for step in &MIGRATIONS[done..] {
        tx.execute_batch(step).map_err(broken)?;
    }
    tx.pragma_update(None, "application_id", APPLICATION_ID).map_err(broken)?;
    tx.pragma_update(None, "user_version", VERSION).map_err(broken)?;
    tx.commit().map_err(broken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_of_the_first_version_has_begun_and_is_run_by_who_sits_there() {
        let mut db = Connection::open_in_memory().expect("memory");
        db.execute_batch(MIGRATIONS[0]).expect("the first version");
        db.execute_batch(
            "INSERT INTO sessions VALUES (7, x'01', 'Ann', 1);
             INSERT INTO matches VALUES ('m', 'kael', 1, '{}', '{}', x'02', NULL, 33, NULL, NULL);
             INSERT INTO seats VALUES ('m', 0, 'Bo', NULL, 'club'), ('m', 1, 'Ann', 7, NULL);",
        )
        .expect("a match");
        db.pragma_update(None, "application_id", APPLICATION_ID).expect("ours");
        db.pragma_update(None, "user_version", 1).expect("version 1");
        migrate(&mut db, "folder", "file").expect("it can be brought up");
        let found = db.query_row("SELECT host, started_ms, state FROM matches", [], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?))
        });
        assert_eq!(found.expect("there"), (7, 33, "{}".to_owned()));
    }

    #[test]
    fn seats_that_somebody_had_and_records_that_somebody_brought_are_known_after_the_fourth_version() {
        let mut db = Connection::open_in_memory().expect("memory");
        for step in &MIGRATIONS[..4] {
            db.execute_batch(step).expect("the fourth version");
        }
        db.execute_batch(
            "INSERT INTO sessions VALUES (7, x'01', 'Ann', 1), (8, x'02', 'Bo', 1);
             INSERT INTO matches VALUES ('m', 'kael', 1, '{}', '{}', x'02', NULL, 33, NULL, NULL, 8, 34, '{\"sat\":[[7,0],[8,1]]}');
             INSERT INTO matches VALUES ('n', 'kael', 1, '{}', '{}', x'02', NULL, 33, NULL, NULL, 8, NULL, '{}');
             INSERT INTO seats VALUES ('m', 0, 'Ann', NULL, 'club'), ('m', 1, 'Bo', 8, NULL), ('n', 0, 'Bo', 8, NULL);
             INSERT INTO records VALUES ('r', 'line', 7, 5);
             INSERT INTO results VALUES ('m', 0, 0, 0, 7, 'kael', '{}', 2, 9, NULL, NULL, 50), ('m', 1, 0, 0, 7, 'kael', '{}', 2, 9, 1, NULL, 90);",
        )
        .expect("a match that Ann has left");
        db.pragma_update(None, "application_id", APPLICATION_ID).expect("ours");
        db.pragma_update(None, "user_version", 4).expect("version 4");
        migrate(&mut db, "folder", "file").expect("it can be brought up");
        let mut select = db.prepare("SELECT match_id, seat, session FROM played").expect("a table");
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let played: Vec<(String, i64, i64)> = rows.and_then(Iterator::collect).expect("rows");
        assert_eq!(played, [("m".to_owned(), 0, 7), ("m".to_owned(), 1, 8)]);
        let brought = db.query_row("SELECT line, session FROM records WHERE id = 'r'", [], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
        });
        assert_eq!(brought.expect("there"), ("line".to_owned(), 7));
        let mut select = db.prepare("SELECT took_ms FROM results ORDER BY deal").expect("a table");
        let took: Vec<Option<i64>> =
            select.query_map([], |row| row.get(0)).and_then(Iterator::collect).expect("two results");
        assert_eq!(took, [None, Some(56)], "from the start to the end of the match");
    }
}
