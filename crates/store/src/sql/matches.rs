//! Matches and their events, sessions, invitations and imported records.

use std::collections::HashSet;

use cards::Seed;
use futures_util::future::try_join_all;
use rusqlite::params;

use super::{Sql, SqlRow, SqlStore, lock_session};
use crate::{
    Arrangement, Ending, EventStore, Import, Invited, LogEntry, Most, Pending, Seated, Session, SessionId, StoreError,
    Stored, StoredRecord, StoredSetup, Terms, TokenHash, Write,
};

/// The start of a query of matches, with the columns that [`stored`] reads.
pub(super) const MATCHES: &str = "SELECT id, game, rules, options, settings, seed, number, created_ms, started_ms,
    ended_ms, totals, host, state, closed_ms FROM matches";

impl<S: SqlStore> EventStore for S {
    fn create_with_log(&self, setup: StoredSetup, log: Vec<LogEntry>) -> Pending<()> {
        self.change(async move |db: &dyn Sql| create(db, &setup, &log).await)
    }

    fn write(&self, table: &str, write: Write) -> Pending<()> {
        self.write_table(table, write)
    }

    fn end(&self, table: &str, ending: Ending) -> Pending<()> {
        let table = table.to_owned();
        self.change(async move |db: &dyn Sql| {
            db.fence(&table).await?;
            let sql = "UPDATE matches SET ended_ms = ?2, totals = ?3 WHERE id = ?1 AND closed_ms IS NULL";
            db.execute(sql, params![table, ending.at_ms, words_of_totals(&ending)]).await.map(drop)
        })
    }

    fn invite(&self, table: &str, token: TokenHash, expires_ms: i64, now_ms: i64, most: u32) -> Pending<bool> {
        let table = table.to_owned();
        self.change(async move |db: &dyn Sql| {
            // Several servers may count at the same time. This lock makes them count one after the other, so that the
            // limit holds.
            let sql = format!("SELECT id FROM matches WHERE id = ?1 {}", db.lock("FOR NO KEY UPDATE"));
            if db.rows(&sql, params![table]).await?.is_empty() {
                return Err(StoreError::Conflict);
            }
            let sql = "SELECT 1 FROM invites WHERE match_id = ?1 AND expires_ms > ?2 LIMIT ?3";
            if db.rows(sql, params![table, now_ms, most]).await?.len() as u64 >= u64::from(most) {
                return Ok(false);
            }
            let sql = "INSERT INTO invites (hash, match_id, expires_ms) VALUES (?1, ?2, ?3)";
            db.execute(sql, params![token, table, expires_ms]).await.map(|_| true)
        })
    }

    fn invited(&self, token: TokenHash) -> Pending<Option<Invited>> {
        self.query(async move |db: &dyn Sql| {
            let sql = "SELECT match_id, expires_ms FROM invites WHERE hash = ?1";
            db.first(sql, params![token], invited).await
        })
    }

    fn revoke_invites(&self, table: &str) -> Pending<()> {
        let table = table.to_owned();
        self.change(async move |db: &dyn Sql| {
            db.execute("DELETE FROM invites WHERE match_id = ?1", params![table]).await.map(drop)
        })
    }

    fn find(&self, table: &str) -> Pending<Option<Stored>> {
        let table = table.to_owned();
        self.query(async move |db: &dyn Sql| {
            let found = db.all(&format!("{MATCHES} WHERE id = ?1"), params![table], stored).await?;
            Ok(with_seats(db, found).await?.pop())
        })
    }

    fn events(&self, table: &str) -> Pending<Vec<LogEntry>> {
        let table = table.to_owned();
        self.query(async move |db: &dyn Sql| {
            let sql = "SELECT at_ms, seat, cmd, entry, seq FROM events WHERE table_id = ?1 ORDER BY seq";
            let events = db.all(sql, params![table], numbered_event).await?;
            // Events cannot be replayed beyond a gap in their numbers.
            if (0..).zip(&events).any(|(number, (seq, _))| number != *seq) {
                return Err(StoreError::Broken(format!("events of table {table} are missing. Put a backup back")));
            }
            Ok(events.into_iter().map(|(_, event)| event).collect())
        })
    }

    fn tables_of(&self, session: SessionId, limit: u32) -> Pending<Vec<Stored>> {
        self.query(async move |db: &dyn Sql| {
            let sql = format!(
                "{MATCHES} WHERE id IN (SELECT match_id FROM seats WHERE session = ?1)
                 ORDER BY created_ms DESC, made DESC LIMIT ?2"
            );
            with_seats(db, db.all(&sql, params![session, limit], stored).await?).await
        })
    }

    fn length(&self, table: &str) -> Pending<u64> {
        let table = table.to_owned();
        self.query(async move |db: &dyn Sql| {
            let sql = "SELECT coalesce(max(seq) + 1, 0) FROM events WHERE table_id = ?1";
            Ok(db.first(sql, params![table], |row| row.get(0)).await?.map_or(0, i64::cast_unsigned))
        })
    }

    fn carried_out(&self, table: &str, seat: u8, cmd: &str) -> Pending<bool> {
        let (table, cmd) = (table.to_owned(), cmd.to_owned());
        self.query(async move |db: &dyn Sql| {
            let sql = "SELECT 1 FROM events WHERE table_id = ?1 AND seat = ?2 AND cmd = ?3";
            Ok(!db.rows(sql, params![table, seat, cmd]).await?.is_empty())
        })
    }

    fn runs(&self, session: SessionId, left_since_ms: i64) -> Pending<u32> {
        self.query(async move |db: &dyn Sql| {
            let sql = "SELECT count(*) FROM (
                     SELECT matches.id FROM seats JOIN matches ON matches.id = seats.match_id
                     WHERE seats.session = ?1 AND matches.host = ?1 AND matches.ended_ms IS NULL
                     UNION SELECT matches.id FROM played JOIN matches ON matches.id = played.match_id
                     WHERE played.session = ?1 AND matches.ended_ms IS NULL AND matches.created_ms > ?2
                         AND NOT EXISTS (SELECT 1 FROM seats
                             WHERE seats.match_id = matches.id AND seats.session IS NOT NULL)) AS run";
            Ok(db.first(sql, params![session, left_since_ms], |row| row.get(0)).await?.unwrap_or_default())
        })
    }

    fn begin_session(&self, token: TokenHash, name: &str, at_ms: i64) -> Pending<Session> {
        let name = name.to_owned();
        self.change(async move |db: &dyn Sql| {
            // AUTOINCREMENT: a number is never used again, even if its person is deleted.
            let sql = "INSERT INTO sessions (hash, name, created_ms, seen_ms) VALUES (?1, ?2, ?3, ?3) RETURNING id";
            let id = db.first(sql, params![token, name, at_ms], |row| row.get(0)).await?;
            Ok(Session { id: id.ok_or(StoreError::Conflict)?, name: name.clone() })
        })
    }

    fn session(&self, token: TokenHash) -> Pending<Option<Session>> {
        self.query(async move |db: &dyn Sql| {
            let sql = "SELECT id, name FROM sessions WHERE hash = ?1
                 UNION ALL SELECT id, name FROM devices JOIN sessions ON id = session WHERE devices.hash = ?1";
            db.first(sql, params![token], |row| Ok(Session { id: row.get(0)?, name: row.get(1)? })).await
        })
    }

    fn rename(&self, session: SessionId, name: &str) -> Pending<()> {
        let name = name.to_owned();
        self.change(async move |db: &dyn Sql| {
            db.execute("UPDATE sessions SET name = ?2 WHERE id = ?1", params![session, name]).await.map(drop)
        })
    }

    fn import_records(&self, session: SessionId, records: Vec<StoredRecord>, most: Most) -> Pending<Import> {
        self.change(async move |db: &dyn Sql| import_records(db, session, &records, most).await)
    }

    fn imported_record(&self, id: &str) -> Pending<Option<String>> {
        let id = id.to_owned();
        self.query(async move |db: &dyn Sql| {
            db.first("SELECT line FROM records WHERE id = ?1", params![id], |row| row.get(0)).await
        })
    }
}

pub(super) async fn create(db: &dyn Sql, setup: &StoredSetup, log: &[LogEntry]) -> Result<(), StoreError> {
    let StoredSetup { id, game, rules, options, settings, seed, number, seats, host, created_ms, started_ms } = setup;
    let sql = "INSERT INTO matches (id, game, rules, options, settings, seed, number, created_ms, started_ms, host)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let (seed, number) = (seed.bytes(), number.map(u64::cast_signed));
    let values = params![id, game, rules, options, settings, seed, number, created_ms, started_ms, host];
    db.execute(sql, values).await?;
    let sql = "INSERT INTO seats (match_id, seat, name, session, bot) VALUES (?1, ?2, ?3, ?4, ?5)";
    // The writes are sent together, without waiting for an answer in between, as wherever this file joins futures.
    try_join_all((0_u8..).zip(seats).map(|(seat, Seated { name, session, bot })| async move {
        db.execute(sql, params![id, seat, name, session, bot]).await
    }))
    .await?;
    let sql = "INSERT INTO events (table_id, seq, at_ms, seat, cmd, entry) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    try_join_all((0_i64..).zip(log).map(|(seq, LogEntry { at_ms, seat, cmd, entry })| async move {
        db.execute(sql, params![id, seq, at_ms, seat, cmd, entry]).await
    }))
    .await?;
    db.add_owner(id).await?;
    if started_ms.is_some() { note_who_plays(db, id).await } else { Ok(()) }
}

/// Changes the arrangement, terms and clocks of a table.
pub(crate) async fn change_table(
    db: &dyn Sql,
    table: &str,
    terms: Option<&Terms>,
    arrangement: Option<&Arrangement>,
) -> Result<(), StoreError> {
    if let Some(Terms { rules, options, settings }) = terms {
        // The terms are fixed once the match begins.
        let sql = "UPDATE matches SET rules = ?2, options = ?3, settings = ?4 WHERE id = ?1 AND started_ms IS NULL";
        if db.execute(sql, params![table, rules, options, settings]).await? != 1 {
            return Err(StoreError::Conflict);
        }
    }
    match arrangement {
        Some(arrangement) => arrange(db, table, arrangement).await,
        None => Ok(()),
    }
}

async fn arrange(db: &dyn Sql, table: &str, arrangement: &Arrangement) -> Result<(), StoreError> {
    let Arrangement { seats, host, started_ms, state } = arrangement;
    let sql = "UPDATE matches SET host = ?2, started_ms = ?3, state = ?4 WHERE id = ?1";
    let found = db.execute(sql, params![table, host, started_ms, state]).await.map_err(StoreError::of_a_person)?;
    let sql = "UPDATE seats SET name = ?3, session = ?4, bot = ?5 WHERE match_id = ?1 AND seat = ?2";
    let changed = try_join_all((0_u8..).zip(seats).map(|(seat, Seated { name, session, bot })| async move {
        db.execute(sql, params![table, seat, name, session, bot]).await
    }));
    let changed: u64 = changed.await.map_err(StoreError::of_a_person)?.iter().sum();
    let all = db.rows("SELECT 1 FROM seats WHERE match_id = ?1", params![table]).await?.len();
    if found != 1 || all != seats.len() || changed != all as u64 {
        return Err(StoreError::Conflict);
    }
    if started_ms.is_some() { note_who_plays(db, table).await } else { Ok(()) }
}

/// Stores which people have seats in a match that has begun, so that they are still known after they have left.
async fn note_who_plays(db: &dyn Sql, table: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO played (match_id, seat, session)
         SELECT match_id, seat, session FROM seats WHERE match_id = ?1 AND session IS NOT NULL ON CONFLICT DO NOTHING";
    db.execute(sql, params![table]).await.map(drop)
}

async fn import_records(
    db: &dyn Sql,
    session: SessionId,
    records: &[StoredRecord],
    most: Most,
) -> Result<Import, StoreError> {
    // Several servers may count at the same time. This lock makes them count one after the other, so that the limit
    // holds.
    lock_session(db, session).await?;
    let mut ids = HashSet::new();
    let distinct: Vec<&StoredRecord> = records.iter().filter(|record| ids.insert(&record.id)).collect();
    let known = distinct.iter().map(|record| async move {
        db.rows("SELECT 1 FROM records WHERE id = ?1", params![record.id]).await.map(|rows| !rows.is_empty())
    });
    let known = try_join_all(known).await?;
    let new: Vec<&StoredRecord> =
        distinct.into_iter().zip(known).filter(|(_, known)| !known).map(|(record, _)| record).collect();
    if new.is_empty() {
        return Ok(Import::Stored);
    }
    let sql = "SELECT count(*), CAST(coalesce(sum(octet_length(line)), 0) AS BIGINT) FROM records WHERE session = ?1";
    let brought: Option<(i64, i64)> = db.first(sql, params![session], |row| Ok((row.get(0)?, row.get(1)?))).await?;
    let (brought, bytes) = brought.map_or((0, 0), |(n, bytes)| (n.cast_unsigned(), bytes.cast_unsigned()));
    let more: u64 = new.iter().map(|record| record.line.len() as u64).sum();
    let outcome = most.allows(brought + new.len() as u64, bytes + more);
    if outcome != Import::Stored {
        return Ok(outcome);
    }
    // Another session may have imported one of the records in the meantime. That record stays unchanged.
    let sql = "INSERT INTO records (id, line, session, at_ms) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
    try_join_all(new.iter().map(|StoredRecord { id, line, at_ms }| async move {
        db.execute(sql, params![id, line, session, at_ms]).await
    }))
    .await?;
    Ok(Import::Stored)
}

pub(super) fn words_of_totals(ending: &Ending) -> String {
    ending.totals.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads a match without its seats.
pub(super) fn stored(row: &SqlRow) -> Result<Stored, StoreError> {
    let (ended_ms, totals): (Option<i64>, Option<String>) = (row.get(9)?, row.get(10)?);
    let totals = totals.map(|all| all.split_whitespace().filter_map(|total| total.parse().ok()).collect());
    Ok(Stored {
        setup: StoredSetup {
            id: row.get(0)?,
            game: row.get(1)?,
            rules: row.get(2)?,
            options: row.get(3)?,
            settings: row.get(4)?,
            seed: Seed::new(row.get(5)?),
            number: row.get::<Option<i64>>(6)?.map(i64::cast_unsigned),
            seats: Vec::new(),
            host: row.get(11)?,
            created_ms: row.get(7)?,
            started_ms: row.get(8)?,
        },
        ending: ended_ms.zip(totals).map(|(at_ms, totals)| Ending { at_ms, totals }),
        state: row.get(12)?,
        closed_ms: row.get(13)?,
    })
}

fn numbered_event(row: &SqlRow) -> Result<(i64, LogEntry), StoreError> {
    let event = LogEntry { at_ms: row.get(0)?, seat: row.get(1)?, cmd: row.get(2)?, entry: row.get(3)? };
    Ok((row.get(4)?, event))
}

pub(super) fn invited(row: &SqlRow) -> Result<Invited, StoreError> {
    Ok(Invited { table: row.get(0)?, expires_ms: row.get(1)? })
}

pub(super) async fn with_seats(db: &dyn Sql, mut all: Vec<Stored>) -> Result<Vec<Stored>, StoreError> {
    let sql = "SELECT name, session, bot FROM seats WHERE match_id = ?1 ORDER BY seat";
    let seats = try_join_all(all.iter().map(|stored| async move {
        let seated = |row: &SqlRow| Ok(Seated { name: row.get(0)?, session: row.get(1)?, bot: row.get(2)? });
        db.all(sql, params![stored.setup.id], seated).await
    }));
    let seats = seats.await?;
    for (stored, seats) in all.iter_mut().zip(seats) {
        stored.setup.seats = seats;
    }
    Ok(all)
}
