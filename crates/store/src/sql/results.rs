//! The results of finished deals.

use rusqlite::params;

use super::{Sql, SqlRow, SqlStore};
use crate::{DealResult, Pending, ResultStore, SessionId, StoreError};

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
                     level = ?15";
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
            let sql = "SELECT match_id, deal, seat, assisted, session, game, rules, options, seats, points, won,
                     took_ms, daily, at_ms, level
                 FROM results WHERE session = ?1 ORDER BY at_ms, match_id, deal, seat, assisted";
            db.all(sql, params![session], result).await
        })
    }

    fn forget_results(&self, session: SessionId) -> Pending<()> {
        self.change(async move |db: &dyn Sql| {
            db.execute("DELETE FROM results WHERE session = ?1", params![session]).await.map(drop)
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
