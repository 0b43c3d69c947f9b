//! Deletes what nobody needs any more, as with SQLite (`crate::prune`).

use super::Postgres;
use super::job::Scope;
use super::link::Link;
use super::people::{delete_match, delete_session};
use crate::prune::{DAY_MS, EMPTY_MS, IDLE_MS, ONCE_MS, VISIT_MS, without_old_passes};
use crate::{Pending, Pruned, Pruning, StoreError};

/// Guests who can be deleted. One that another server is just giving a seat is skipped.
const SESSIONS: &str = "
    SELECT id FROM sessions
    WHERE greatest(seen_ms, (SELECT coalesce(max(devices.seen_ms), 0) FROM devices WHERE session = sessions.id))
            < $1::bigint - CASE WHEN seen_ms - created_ms < $4::bigint AND NOT EXISTS (SELECT 1 FROM devices WHERE session = sessions.id)
                THEN $3::bigint ELSE $2::bigint END
        AND NOT EXISTS (SELECT 1 FROM seats WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM played WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM results WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM records WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM matches WHERE host = sessions.id)
    ORDER BY id LIMIT $5 FOR UPDATE SKIP LOCKED";

/// Imported records that can be deleted, as with SQLite.
const RECORDS: &str = "
    DELETE FROM records WHERE id IN (
        SELECT id FROM records
        WHERE at_ms < $1 AND NOT EXISTS (SELECT 1 FROM sessions WHERE id = records.session AND (
            seen_ms >= $1 OR EXISTS (SELECT 1 FROM devices WHERE session = sessions.id AND devices.seen_ms >= $1)))
        ORDER BY id LIMIT $2)";

/// Tables that can be deleted. One that somebody is just sitting down at is skipped.
const TABLES: &str = "
    SELECT id FROM matches
    WHERE started_ms IS NULL AND created_ms < $1
        AND NOT EXISTS (SELECT 1 FROM seats WHERE match_id = matches.id AND session IS NOT NULL)
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED";

/// Tables with a token of an engine, as with SQLite.
const PASSES: &str = r#"
    SELECT id, state FROM matches WHERE state LIKE '%"expires_ms":%' AND state ~ '"hash":"[0-9a-f]' ORDER BY id"#;

/// The owner of a table may be writing it. Then this does not wait for it, and what has changed is left for another day.
const REPLACE: &str = "
    UPDATE matches SET state = $3
    WHERE id = (SELECT id FROM matches WHERE id = $1 AND state = $2 FOR UPDATE SKIP LOCKED)";

impl Pruning for Postgres {
    fn prune(&self, now_ms: i64, most: u32) -> Pending<Pruned> {
        self.write_alone(async move |scope: &Scope<'_>| prune(scope, now_ms, i64::from(most)).await)
    }
}

async fn prune(scope: &Scope<'_>, now_ms: i64, most: i64) -> Result<Pruned, StoreError> {
    let link = scope.link;
    let tables = link.query(TABLES, &[&(now_ms - EMPTY_MS), &most]).await?;
    for row in &tables {
        let id: &str = row.get(0);
        delete_match(link, id).await?;
        scope.owned.disown(id);
    }
    let records = link.execute(RECORDS, &[&(now_ms - IDLE_MS), &most]).await?;
    let sessions = link.query(SESSIONS, &[&now_ms, &IDLE_MS, &VISIT_MS, &ONCE_MS, &most]).await?;
    for row in &sessions {
        delete_session(link, row.get(0)).await?;
    }
    let mut links = 0;
    for sql in ["DELETE FROM invites WHERE expires_ms < $1", "DELETE FROM device_links WHERE expires_ms < $1"] {
        links += link.execute(sql, &[&(now_ms - DAY_MS)]).await?;
    }
    let passes = delete_old_passes(link, now_ms, most).await?;
    Ok(Pruned { sessions: sessions.len() as u64, tables: tables.len() as u64, links, passes, records })
}

async fn delete_old_passes(link: &Link, now_ms: i64, most: i64) -> Result<u64, StoreError> {
    let mut passes = 0;
    for row in link.query(PASSES, &[]).await? {
        let (id, state): (&str, &str) = (row.get(0), row.get(1));
        if let Some(without) = without_old_passes(state, now_ms - DAY_MS) {
            passes += link.execute(REPLACE, &[&id, &state, &without]).await?;
        }
        if passes == most.cast_unsigned() {
            break;
        }
    }
    Ok(passes)
}
