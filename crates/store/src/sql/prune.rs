//! Deletes data that nobody needs any more. Rows that another server is using are skipped; a later call deletes them.

use rusqlite::params;
use serde_json::Value;

use super::person::{delete_match, delete_session};
use super::{Sql, SqlStore};
use crate::contract::{DAY_MS, EMPTY_MS, IDLE_MS, ONCE_MS, VISIT_MS};
use crate::{Pending, Pruned, Pruning, SessionId, StoreError};

/// The end of a SELECT that finds rows to delete. It locks these rows, and skips rows that others have locked.
const FREE: &str = "FOR UPDATE SKIP LOCKED";

/// The guests that can be deleted.
const SESSIONS: &str = "
    SELECT id FROM sessions
    WHERE (seen_ms < ?1 OR (seen_ms < ?2 AND seen_ms - created_ms < ?3
            AND NOT EXISTS (SELECT 1 FROM devices WHERE session = sessions.id)))
        AND NOT EXISTS (SELECT 1 FROM devices WHERE session = sessions.id AND devices.seen_ms >= ?1)
        AND NOT EXISTS (SELECT 1 FROM seats WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM played WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM results WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM records WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM tries WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM matches WHERE host = sessions.id)
    ORDER BY id LIMIT ?4";

/// Deletes the imported records of guests who have not come for a long time.
const RECORDS: &str = "
    DELETE FROM records WHERE id IN (
        SELECT id FROM records
        WHERE at_ms < ?1 AND NOT EXISTS (SELECT 1 FROM sessions WHERE id = records.session AND (
            seen_ms >= ?1 OR EXISTS (SELECT 1 FROM devices WHERE session = sessions.id AND devices.seen_ms >= ?1)))
        ORDER BY id LIMIT ?2)";

/// The tables that can be deleted.
const TABLES: &str = "
    SELECT id FROM matches
    WHERE started_ms IS NULL AND created_ms < ?1
        AND NOT EXISTS (SELECT 1 FROM seats WHERE match_id = matches.id AND session IS NOT NULL)
    ORDER BY id LIMIT ?2";

/// Selects the tables whose state has a token of an engine, expired or not. The query compares texts that
/// `room::EnginePass` writes. In them, a deleted hash is empty.
const PASSES: &str = r#"
    SELECT id, state FROM matches
    WHERE state LIKE '%"expires_ms":%' AND replace(state, '"hash":""', '') LIKE '%"hash":"%' ORDER BY id"#;

impl<S: SqlStore> Pruning for S {
    fn prune(&self, now_ms: i64, most: u32) -> Pending<Pruned> {
        self.change_alone(async move |db: &dyn Sql| prune(db, now_ms, most).await)
    }
}

async fn prune(db: &dyn Sql, now_ms: i64, most: u32) -> Result<Pruned, StoreError> {
    let (tables, sessions) = (format!("{TABLES} {}", db.lock(FREE)), format!("{SESSIONS} {}", db.lock(FREE)));
    let tables: Vec<String> = db.all(&tables, params![now_ms - EMPTY_MS, most], |row| row.get(0)).await?;
    for id in &tables {
        delete_match(db, id).await?;
    }
    let records = db.execute(RECORDS, params![now_ms - IDLE_MS, most]).await?;
    let limits = params![now_ms - IDLE_MS, now_ms - VISIT_MS, ONCE_MS, most];
    let sessions: Vec<SessionId> = db.all(&sessions, limits, |row| row.get(0)).await?;
    for id in &sessions {
        delete_session(db, *id).await?;
    }
    let mut links = 0;
    for sql in ["DELETE FROM invites WHERE expires_ms < ?1", "DELETE FROM device_links WHERE expires_ms < ?1"] {
        links += db.execute(sql, params![now_ms - DAY_MS]).await?;
    }
    let passes = delete_old_passes(db, now_ms, u64::from(most)).await?;
    Ok(Pruned { sessions: sessions.len() as u64, tables: tables.len() as u64, links, passes, records })
}

async fn delete_old_passes(db: &dyn Sql, now_ms: i64, most: u64) -> Result<u64, StoreError> {
    // A table whose state has changed since it was read is skipped, too.
    let sql = format!(
        "UPDATE matches SET state = ?3 WHERE id = (SELECT id FROM matches WHERE id = ?1 AND state = ?2 {})",
        db.lock(FREE)
    );
    let found: Vec<(String, String)> = db.all(PASSES, &[], |row| Ok((row.get(0)?, row.get(1)?))).await?;
    let mut passes = 0;
    for (id, state) in found {
        if let Some(without) = without_old_passes(&state, now_ms - DAY_MS).filter(|_| passes < most) {
            passes += db.execute(&sql, params![id, state, without]).await?;
        }
    }
    Ok(passes)
}

/// Returns a table's state without the hashes of engines' tokens that ended before a time, or `None` if there are no
/// such hashes. The other fields of a pass stay, because they show the log entry at which the engine got the seat
/// (`room::EnginePass`).
fn without_old_passes(state: &str, before_ms: i64) -> Option<String> {
    let mut state: Value = serde_json::from_str(state).ok()?;
    let mut found = false;
    for pass in state.get_mut("engines")?.as_array_mut()? {
        let is_old = pass["expires_ms"].as_i64().is_some_and(|expires_ms| expires_ms < before_ms);
        if let Some(Value::String(hash)) = pass.get_mut("hash").filter(|_| is_old) {
            found |= !hash.is_empty();
            hash.clear();
        }
    }
    found.then(|| state.to_string())
}
