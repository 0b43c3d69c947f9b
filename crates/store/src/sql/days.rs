//! The deals of the day.

use rusqlite::params;

use super::matches::create;
use super::{Sql, SqlRow, SqlStore};
use crate::{DayStore, DayTry, NewTry, Pending, SessionId, StoreError, StoredSetup, TryEnded};

const TRIES: &str = "SELECT day, game, session, deal, match_id, counts, ended_ms, points, moves FROM tries";

fn day_try(row: &SqlRow) -> Result<DayTry, StoreError> {
    let ended_ms: Option<i64> = row.get(6)?;
    let ended = match ended_ms {
        Some(at_ms) => Some(TryEnded { at_ms, points: row.get(7)?, moves: row.get(8)? }),
        None => None,
    };
    Ok(DayTry {
        day: row.get(0)?,
        game: row.get(1)?,
        session: row.get(2)?,
        deal: row.get(3)?,
        table: row.get(4)?,
        counts: row.get(5)?,
        ended,
    })
}

async fn begin(db: &dyn Sql, setup: &StoredSetup, new: &NewTry) -> Result<DayTry, StoreError> {
    let NewTry { day, deal, session, network, most } = new;
    let game = &setup.game;
    add_day(db, *day, game).await?;
    // Everybody who begins these deals locks the same row. So two devices begin one try, and a network is counted
    // correctly.
    let sql = format!("SELECT day FROM days WHERE day = ?1 AND game = ?2 {}", db.lock("FOR UPDATE"));
    db.rows(&sql, params![day, game]).await?;
    let sql = format!("{TRIES} WHERE day = ?1 AND game = ?2 AND session = ?3 ORDER BY deal");
    let mut own = db.all(&sql, params![day, game, session], day_try).await?;
    if let Some(begun) = own.iter().position(|one| one.deal == *deal) {
        return Ok(own.swap_remove(begun));
    }
    let counts = match own.first() {
        Some(first) => first.counts,
        None => {
            let sql = "SELECT count(DISTINCT session) FROM tries
                 WHERE day = ?1 AND game = ?2 AND network = ?3 AND counts = ?4";
            let others: Option<u32> = db.first(sql, params![day, game, network, true], |row| row.get(0)).await?;
            network.is_none() || others.unwrap_or_default() < *most
        }
    };
    create(db, setup, &[]).await?;
    let sql = "INSERT INTO tries (day, game, session, deal, match_id, network, counts)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    db.execute(sql, params![day, game, session, deal, setup.id, network, counts]).await?;
    Ok(DayTry {
        day: *day,
        game: game.clone(),
        session: *session,
        deal: *deal,
        table: setup.id.clone(),
        counts,
        ended: None,
    })
}

async fn add_day(db: &dyn Sql, day: u32, game: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO days (day, game, claimed_ms) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    db.execute(sql, params![day, game, 0_i64]).await.map(drop)
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

    fn end_try(&self, table: &str, ended: TryEnded) -> Pending<()> {
        let table = table.to_owned();
        self.change(async move |db: &dyn Sql| {
            let TryEnded { at_ms, points, moves } = &ended;
            let sql =
                "UPDATE tries SET ended_ms = ?2, points = ?3, moves = ?4 WHERE match_id = ?1 AND ended_ms IS NULL";
            db.execute(sql, params![table, at_ms, points, moves]).await.map(drop)
        })
    }

    fn tries_of(&self, session: SessionId, from_day: u32) -> Pending<Vec<DayTry>> {
        self.query(async move |db: &dyn Sql| {
            let sql = format!("{TRIES} WHERE session = ?1 AND day >= ?2 ORDER BY day, game, deal");
            db.all(&sql, params![session, from_day], day_try).await
        })
    }

    fn day_results(&self, day: u32, game: &str, until_ms: i64, most: u32) -> Pending<Vec<DayTry>> {
        let game = game.to_owned();
        self.query(async move |db: &dyn Sql| {
            let sql = format!(
                "{TRIES} WHERE day = ?1 AND game = ?2 AND counts = ?3 AND ended_ms < ?4
                 ORDER BY ended_ms DESC, match_id LIMIT ?5"
            );
            db.all(&sql, params![day, game, true, until_ms, most], day_try).await
        })
    }

    fn day_matches(&self, day: u32, game: &str) -> Pending<Option<String>> {
        let game = game.to_owned();
        self.query(async move |db: &dyn Sql| {
            let sql = "SELECT bots FROM days WHERE day = ?1 AND game = ?2 AND bots IS NOT NULL";
            db.first(sql, params![day, game], |row| row.get(0)).await
        })
    }

    fn claim_day(&self, day: u32, game: &str, now_ms: i64, since_ms: i64) -> Pending<bool> {
        let game = game.to_owned();
        self.change(async move |db: &dyn Sql| {
            add_day(db, day, &game).await?;
            let sql =
                "UPDATE days SET claimed_ms = ?3 WHERE day = ?1 AND game = ?2 AND claimed_ms < ?4 AND par IS NULL";
            Ok(db.execute(sql, params![day, game, now_ms, since_ms]).await? == 1)
        })
    }

    fn store_day(&self, day: u32, game: &str, matches: &str, par: Option<i64>) -> Pending<()> {
        let (game, matches) = (game.to_owned(), matches.to_owned());
        self.change(async move |db: &dyn Sql| {
            let sql = "UPDATE days SET bots = ?3, par = ?4 WHERE day = ?1 AND game = ?2 AND par IS NULL";
            db.execute(sql, params![day, game, matches, par]).await.map(drop)
        })
    }

    fn day_pars(&self, from_day: u32) -> Pending<Vec<(u32, String, i64)>> {
        self.query(async move |db: &dyn Sql| {
            let sql = "SELECT day, game, par FROM days WHERE day >= ?1 AND par IS NOT NULL ORDER BY day, game";
            db.all(sql, params![from_day], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).await
        })
    }
}
