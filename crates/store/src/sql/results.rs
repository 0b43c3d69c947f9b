//! The results of finished deals, and the mistakes in them.

use rusqlite::params;

use super::{Sql, SqlRow, SqlStore, lock_session};
use crate::{DealResult, Import, Most, Pending, ResultStore, SessionId, StoreError, StoredMistake};

/// The columns of [`result`].
const RESULTS: &str = "
    SELECT match_id, deal, seat, assisted, session, results.game, results.rules, results.options, seats, points, won,
        took_ms, daily, at_ms, level
    FROM results";

/// The results whose deals can be judged.
const UNJUDGED: &str = "session = ?1 AND judged = 0 AND points IS NOT NULL AND (seats > 1 OR assisted = 1)";

fn mistake(row: &SqlRow) -> Result<StoredMistake, StoreError> {
    let (id, game, step) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(StoredMistake { id, game, step, due_ms: row.get(3)?, mistake: row.get(4)? })
}

fn result(row: &SqlRow) -> Result<DealResult, StoreError> {
    Ok(DealResult {
        table: row.get(0)?,
        deal: row.get(1)?,
        seat: row.get(2)?,
        assisted: row.get(3)?,
        session: row.get(4)?,
        game: row.get(5)?,
        rules: row.get(6)?,
        options: row.get(7)?,
        seats: row.get(8)?,
        points: row.get(9)?,
        won: row.get(10)?,
        took_ms: row.get(11)?,
        daily: row.get(12)?,
        at_ms: row.get(13)?,
        level: row.get(14)?,
    })
}

impl<S: SqlStore> ResultStore for S {
    fn note_results(&self, results: Vec<DealResult>) -> Pending<()> {
        self.change(async move |db: &dyn Sql| {
            let sql = "INSERT INTO results (match_id, deal, seat, assisted, session, game, rules, options, seats,
                     points, won, took_ms, daily, at_ms, level)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
                 ON CONFLICT (match_id, deal, seat, assisted) DO UPDATE SET session = ?5, game = ?6, rules = ?7,
                     options = ?8, seats = ?9, points = ?10, won = ?11, took_ms = ?12, daily = ?13, at_ms = ?14,
                     level = ?15, judged = 0";
            for r in &results {
                let key = params![r.table, r.deal, r.seat, r.assisted];
                let of_game = params![r.session, r.game, r.rules, r.options, r.seats];
                let outcome = params![r.points, r.won, r.took_ms, r.daily, r.at_ms, r.level];
                db.execute(sql, &[key, of_game, outcome].concat()).await?;
            }
            Ok(())
        })
    }

    fn results_of(&self, session: SessionId) -> Pending<Vec<DealResult>> {
        self.query(async move |db: &dyn Sql| {
            let sql = format!("{RESULTS} WHERE session = ?1 ORDER BY at_ms, match_id, deal, seat, assisted");
            db.all(&sql, params![session], result).await
        })
    }

    fn forget_results(&self, session: SessionId) -> Pending<()> {
        self.change(async move |db: &dyn Sql| {
            db.execute("DELETE FROM mistakes WHERE session = ?1", params![session]).await?;
            db.execute("DELETE FROM results WHERE session = ?1", params![session]).await.map(drop)
        })
    }

    fn unjudged(&self, session: SessionId, limit: u32) -> Pending<Vec<DealResult>> {
        self.query(async move |db: &dyn Sql| {
            let sql = format!(
                "{RESULTS} JOIN matches ON matches.id = match_id WHERE {UNJUDGED} AND ended_ms IS NOT NULL
                 ORDER BY at_ms DESC, match_id, deal, seat, assisted LIMIT ?2"
            );
            db.all(&sql, params![session, limit], result).await
        })
    }

    fn note_mistakes(
        &self,
        session: SessionId,
        table: &str,
        deal: u32,
        found: Vec<StoredMistake>,
        most: Most,
    ) -> Pending<bool> {
        let table = table.to_owned();
        self.change(async move |db: &dyn Sql| {
            // Another request may judge the same deal, or delete the person. This lock makes one of them the first.
            lock_session(db, session).await?;
            let sql = format!("UPDATE results SET judged = 1 WHERE {UNJUDGED} AND match_id = ?2 AND deal = ?3");
            if db.execute(&sql, params![session, table, deal]).await? == 0 {
                return Ok(false);
            }
            let sql = "SELECT count(*), CAST(coalesce(sum(octet_length(mistake)), 0) AS BIGINT) FROM mistakes
                 WHERE session = ?1 AND mistake <> ''";
            let has: Option<(i64, i64)> = db.first(sql, params![session], |row| Ok((row.get(0)?, row.get(1)?))).await?;
            let (mut count, mut bytes) = has.map_or((0, 0), |(n, bytes)| (n.cast_unsigned(), bytes.cast_unsigned()));
            for StoredMistake { id, game, step, due_ms, mistake } in &found {
                let more = mistake.len() as u64;
                if most.allows(count + 1, bytes + more) == Import::Stored {
                    let sql = "INSERT INTO mistakes (session, id, game, step, due_ms, mistake)
                         VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING";
                    let new = db.execute(sql, params![session, id, game, step, due_ms, mistake]).await?;
                    (count, bytes) = (count + new, bytes + new * more);
                }
            }
            Ok(true)
        })
    }

    fn mistakes_of(&self, session: SessionId, with_texts: bool) -> Pending<Vec<StoredMistake>> {
        self.query(async move |db: &dyn Sql| {
            let text = if with_texts { "mistake" } else { "''" };
            let sql =
                format!("SELECT id, game, step, due_ms, {text} FROM mistakes WHERE session = ?1 ORDER BY due_ms, id");
            db.all(&sql, params![session], mistake).await
        })
    }

    fn mistake(&self, session: SessionId, id: &str) -> Pending<Option<StoredMistake>> {
        let id = id.to_owned();
        self.query(async move |db: &dyn Sql| {
            let sql = "SELECT id, game, step, due_ms, mistake FROM mistakes WHERE session = ?1 AND id = ?2";
            db.first(sql, params![session, id], mistake).await
        })
    }

    fn answer_mistake(&self, session: SessionId, from: u8, mistake: StoredMistake) -> Pending<()> {
        self.change(async move |db: &dyn Sql| {
            let StoredMistake { id, step, due_ms, mistake, .. } = &mistake;
            let sql = "UPDATE mistakes SET step = ?4, due_ms = ?5, mistake = ?6
                 WHERE session = ?1 AND id = ?2 AND step = ?3";
            db.execute(sql, params![session, id, from, step, due_ms, mistake]).await.map(drop)
        })
    }

    fn forget_mistakes(&self, session: SessionId) -> Pending<()> {
        self.change(async move |db: &dyn Sql| {
            db.execute("DELETE FROM mistakes WHERE session = ?1", params![session]).await.map(drop)
        })
    }

    fn reopen(&self, table: &str) -> Pending<()> {
        let table = table.to_owned();
        self.change(async move |db: &dyn Sql| {
            db.fence(&table).await?;
            let sql = "UPDATE matches SET ended_ms = NULL, totals = NULL WHERE id = ?1 AND closed_ms IS NULL";
            db.execute(sql, params![table]).await.map(drop)
        })
    }
}
