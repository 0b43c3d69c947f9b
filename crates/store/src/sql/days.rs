//! The deals of the day.

use rusqlite::params;

use super::matches::create;
use super::{Sql, SqlRow, SqlStore};
use crate::{DayStore, DayStored, DayTry, NewTry, Pending, SessionId, StoreError, StoredSetup};

const TRIES: &str = "SELECT day, game, session, deal, match_id, counts, points, moves, par
     FROM tries JOIN days USING (day, game)";

fn day_try(row: &SqlRow) -> Result<DayTry, StoreError> {
    Ok(DayTry {
        day: row.get(0)?,
        game: row.get(1)?,
        session: row.get(2)?,
        deal: row.get(3)?,
        table: row.get(4)?,
        counts: row.get(5)?,
        points: row.get(6)?,
        moves: row.get(7)?,
        par: row.get(8)?,
    })
}

async fn begin(db: &dyn Sql, setup: &StoredSetup, new: &NewTry) -> Result<DayTry, StoreError> {
    let NewTry { day, deal, session, network, most } = new;
    let game = &setup.game;
    let sql = "INSERT INTO days (day, game, claimed_ms) VALUES (?1, ?2, 0) ON CONFLICT DO NOTHING";
    db.execute(sql, params![day, game]).await?;
    // Everybody who begins these deals locks the same row. So two devices begin one try, and a network is counted
    // correctly.
    let sql = format!("SELECT day FROM days WHERE day = ?1 AND game = ?2 {}", db.lock("FOR UPDATE"));
    db.rows(&sql, params![day, game]).await?;
    let begun = format!("{TRIES} WHERE day = ?1 AND game = ?2 AND session = ?3 ORDER BY deal");
    let own = db.all(&begun, params![day, game, session], day_try).await?;
    if let Some(begun) = own.iter().find(|one| one.deal == *deal) {
        return Ok(begun.clone());
    }
    let sql = "SELECT count(DISTINCT session) FROM tries WHERE day = ?1 AND game = ?2 AND network = ?3 AND counts = 1";
    let others: Option<u32> = db.first(sql, params![day, game, network], |row| row.get(0)).await?;
    // The rest of a person's deals counts as the first one, from whichever network they are played.
    let counts = own.first().map_or(network.is_none() || others.unwrap_or_default() < *most, |first| first.counts);
    create(db, setup, &[]).await?;
    let sql = "INSERT INTO tries (day, game, session, deal, match_id, network, counts)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    db.execute(sql, params![day, game, session, deal, setup.id, network, counts]).await?;
    let own = db.all(&begun, params![day, game, session], day_try).await?;
    own.into_iter().find(|one| one.deal == *deal).ok_or(StoreError::Conflict)
}

impl<S: SqlStore> DayStore for S {
    fn secret(&self, name: &str, new: [u8; 32]) -> Pending<[u8; 32]> {
        let name = name.to_owned();
        self.change(async move |db: &dyn Sql| {
            let sql = "INSERT INTO secrets (name, bytes) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
            db.execute(sql, params![name, new]).await?;
            let found = db.first("SELECT bytes FROM secrets WHERE name = ?1", params![name], |row| row.get(0)).await?;
            found.ok_or(StoreError::Conflict)
        })
    }

    fn begin_try(&self, setup: StoredSetup, new: NewTry) -> Pending<DayTry> {
        self.change(async move |db: &dyn Sql| begin(db, &setup, &new).await)
    }

    fn end_try(&self, table: &str, points: i32, moves: String, until_ms: i64) -> Pending<()> {
        let table = table.to_owned();
        self.change(async move |db: &dyn Sql| {
            let sql = "UPDATE tries SET points = ?2, moves = ?3, counts = CASE
                     WHEN (SELECT max(at_ms) FROM events WHERE table_id = ?1) >= ?4 THEN 0 ELSE counts END
                 WHERE match_id = ?1 AND points IS NULL";
            db.execute(sql, params![table, points, moves, until_ms]).await.map(drop)
        })
    }

    fn tries_of(&self, session: SessionId, from_day: u32) -> Pending<Vec<DayTry>> {
        self.query(async move |db: &dyn Sql| {
            let sql = format!("{TRIES} WHERE session = ?1 AND day >= ?2 ORDER BY day, game, deal");
            db.all(&sql, params![session, from_day], day_try).await
        })
    }

    fn day_results(&self, day: u32, game: &str, deals: u8, most: u32) -> Pending<DayStored> {
        let game = game.to_owned();
        self.query(async move |db: &dyn Sql| {
            const FINISHED: &str = "WHERE day = ?1 AND game = ?2 AND counts = 1 AND points IS NOT NULL";
            let sql = format!("{TRIES} {FINISHED} ORDER BY session, deal LIMIT ?3");
            let tries = db.all(&sql, params![day, game, most], day_try).await?;
            let sql = format!(
                "SELECT CAST(total AS BIGINT), count(*) FROM (SELECT sum(points) AS total FROM tries {FINISHED}
                 GROUP BY session HAVING count(*) = ?3 ORDER BY session LIMIT 10000) AS whole
                 GROUP BY total ORDER BY total"
            );
            let totals = db.all(&sql, params![day, game, deals], |row| Ok((row.get(0)?, row.get(1)?))).await?;
            let sql = "SELECT bots, par FROM days WHERE day = ?1 AND game = ?2";
            let bots = db.first(sql, params![day, game], |row| Ok((row.get(0)?, row.get(1)?))).await?;
            let (bots, par): (_, Option<i64>) = bots.unwrap_or_default();
            Ok(DayStored { tries, totals, bots, par_known: par.is_some() })
        })
    }

    fn claim_day(&self, day: u32, game: &str, now_ms: i64, since_ms: i64) -> Pending<bool> {
        let game = game.to_owned();
        self.change(async move |db: &dyn Sql| {
            db.execute("DELETE FROM tries WHERE session < 0 AND day < ?1", params![day]).await?;
            let sql = "INSERT INTO days (day, game, claimed_ms) VALUES (?1, ?2, ?3) ON CONFLICT (day, game)
                 DO UPDATE SET claimed_ms = ?3 WHERE days.claimed_ms < ?4 AND days.par IS NULL";
            Ok(db.execute(sql, params![day, game, now_ms, since_ms]).await? == 1)
        })
    }

    fn store_day(&self, day: u32, game: &str, matches: String, par: Option<i64>) -> Pending<()> {
        let game = game.to_owned();
        self.change(async move |db: &dyn Sql| {
            let sql = "UPDATE days SET bots = ?3, par = ?4 WHERE day = ?1 AND game = ?2 AND par IS NULL";
            db.execute(sql, params![day, game, matches, par]).await.map(drop)
        })
    }
}
