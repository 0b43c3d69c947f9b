//! Reads and deletes everything that is stored about a person.

use rusqlite::params;

use super::matches::{MATCHES, invited, stored, with_seats};
use super::{Sql, SqlStore, lock_session};
use crate::{Pending, PersonData, PersonStore, SessionId, StoreError};

/// The unfinished matches in which no other person ever played.
const ALONE: &str = "
    SELECT DISTINCT seats.match_id FROM seats JOIN matches ON matches.id = seats.match_id
    WHERE seats.session = ?1 AND ended_ms IS NULL
        AND NOT EXISTS (SELECT 1 FROM seats AS other
            WHERE other.match_id = matches.id AND other.session <> ?1)
        AND NOT EXISTS (SELECT 1 FROM played WHERE played.match_id = matches.id AND played.session <> ?1)
    ORDER BY seats.match_id";

/// The statements that delete a match, in an order that keeps all references valid.
const OF_A_MATCH: [&str; 5] = [
    "DELETE FROM events WHERE table_id = ?1",
    "DELETE FROM invites WHERE match_id = ?1",
    "DELETE FROM played WHERE match_id = ?1",
    "DELETE FROM seats WHERE match_id = ?1",
    "DELETE FROM matches WHERE id = ?1",
];

const OF_A_SESSION: [&str; 14] = [
    "DELETE FROM bans WHERE whom = 'guest ' || CAST(?1 AS BIGINT)",
    "UPDATE reports SET reporter = NULL WHERE reporter = ?1",
    "DELETE FROM reports WHERE about = ?1",
    "DELETE FROM devices WHERE session = ?1",
    "DELETE FROM device_links WHERE session = ?1",
    "DELETE FROM invites WHERE match_id IN (SELECT id FROM matches WHERE host = ?1)",
    "UPDATE seats SET session = NULL, name = '' WHERE session = ?1",
    // This statement also covers seats that the person has left.
    "UPDATE seats SET name = 'Player ' || (seat + 1)
     WHERE session IS NULL AND (match_id, seat) IN (SELECT match_id, seat FROM played WHERE session = ?1)",
    "UPDATE matches SET host = (SELECT session FROM seats
         WHERE match_id = matches.id AND session IS NOT NULL ORDER BY seat LIMIT 1) WHERE host = ?1",
    "DELETE FROM played WHERE session = ?1",
    "DELETE FROM records WHERE session = ?1",
    "DELETE FROM mistakes WHERE session = ?1",
    // So the place among the people of a network stays taken.
    "UPDATE tries SET session = -session, match_id = '', points = NULL, moves = '' WHERE session = ?1",
    "DELETE FROM sessions WHERE id = ?1",
];

/// Deletes a match with all rows that refer to it.
pub(super) async fn delete_match(db: &dyn Sql, id: &str) -> Result<(), StoreError> {
    db.remove_owner(id).await?;
    for sql in OF_A_MATCH {
        db.execute(sql, params![id]).await?;
    }
    Ok(())
}

/// Deletes a session with all rows that refer to it.
pub(super) async fn delete_session(db: &dyn Sql, id: SessionId) -> Result<(), StoreError> {
    for sql in OF_A_SESSION {
        db.execute(sql, params![id]).await?;
    }
    Ok(())
}

async fn find_alone(db: &dyn Sql, session: SessionId) -> Result<Vec<String>, StoreError> {
    db.all(ALONE, params![session], |row| row.get(0)).await
}

impl<S: SqlStore> PersonStore for S {
    fn held(&self, session: SessionId) -> Pending<PersonData> {
        self.query(async move |db: &dyn Sql| {
            let own = params![session];
            let since = db.first("SELECT created_ms FROM sessions WHERE id = ?1", own, |row| row.get(0)).await?;
            let sql = format!(
                "{MATCHES} WHERE id IN (SELECT match_id FROM seats WHERE session = ?1
                     UNION SELECT match_id FROM played WHERE session = ?1)
                 ORDER BY created_ms DESC, made DESC"
            );
            let tables = db.all(&sql, own, stored).await?;
            let sql = "SELECT match_id, expires_ms FROM invites JOIN matches ON matches.id = match_id WHERE host = ?1
                 ORDER BY expires_ms, match_id";
            let invites = db.all(sql, own, invited).await?;
            let sql = "SELECT id, at_ms FROM records WHERE session = ?1 ORDER BY at_ms, id";
            let records = db.all(sql, own, |row| Ok((row.get(0)?, row.get(1)?))).await?;
            let tables = with_seats(db, tables).await?;
            Ok(PersonData { since_ms: since.unwrap_or_default(), tables, invites, records })
        })
    }

    fn forget(&self, session: SessionId, stand_in: &str) -> Pending<()> {
        let stand_in = stand_in.to_owned();
        self.change(async move |db: &dyn Sql| {
            // A request of the person may store something at the same time. It goes first, or finds no session.
            lock_session(db, session).await?;
            db.execute("DELETE FROM results WHERE session = ?1", params![session]).await?;
            for id in find_alone(db, session).await? {
                delete_match(db, &id).await?;
            }
            let sql = "UPDATE seats SET bot = ?2 WHERE session = ?1 AND EXISTS (SELECT 1 FROM matches
                     WHERE id = match_id AND started_ms IS NOT NULL AND ended_ms IS NULL)";
            db.execute(sql, params![session, stand_in]).await?;
            delete_session(db, session).await?;
            db.hint().await
        })
    }

    fn drop_alone(&self, session: SessionId, table: &str) -> Pending<bool> {
        let table = table.to_owned();
        self.change(async move |db: &dyn Sql| {
            let alone = find_alone(db, session).await?.contains(&table);
            if alone {
                delete_match(db, &table).await?;
            }
            Ok(alone)
        })
    }
}
