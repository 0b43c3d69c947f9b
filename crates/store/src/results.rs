//! The results of finished deals for each person: the basis of statistics and streaks, for every game.

use std::sync::PoisonError;

use rusqlite::params;

use crate::memory::MemoryStore;
use crate::sqlite::Sqlite;
use crate::writer::store_error;
use crate::{Pending, SessionId};

/// A finished deal for one person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealResult {
    /// The table's id.
    pub table: String,
    /// The number of the deal in its match, from 0.
    pub deal: u32,
    /// The seat.
    pub seat: u8,
    /// The person.
    pub session: SessionId,
    /// The game's id.
    pub game: String,
    /// The version of the rules under which the match was begun.
    pub rules: u32,
    /// All options of that version, as a JSON object.
    pub options: String,
    /// How many seats there were.
    pub seats: u8,
    /// The points of the deal; `None` for a seat that was out before it.
    pub points: Option<i32>,
    /// With the last deal of a match: whether this seat won the match.
    pub won: Option<bool>,
    /// With the last deal of a match: how long the match took, in milliseconds.
    pub took_ms: Option<i64>,
    /// `true` if the person was helped.
    pub assisted: bool,
    /// If it was the deal of a day: which, as 20261121.
    pub daily: Option<u32>,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A store of results.
pub trait ResultStore {
    /// Stores results. A deal has one result for each seat, with help or without; a newer one replaces it. Results
    /// without and with help are separate, so that a deal that was lost and is played on with help stays lost.
    ///
    /// # Errors
    /// If they cannot be written.
    fn note_results(&self, results: Vec<DealResult>) -> Pending<()>;

    /// All results of a person, oldest first.
    ///
    /// # Errors
    /// If they cannot be read.
    fn results_of(&self, session: SessionId) -> Pending<Vec<DealResult>>;

    /// Deletes all results of a person.
    ///
    /// # Errors
    /// If it cannot be written.
    fn forget_results(&self, session: SessionId) -> Pending<()>;

    /// A match that had ended goes on: a solitaire whose last actions were undone.
    ///
    /// # Errors
    /// If it cannot be written.
    fn reopen(&self, table: &str) -> Pending<()>;
}

impl ResultStore for Sqlite {
    fn note_results(&self, results: Vec<DealResult>) -> Pending<()> {
        self.writer.add(move |db| {
            let mut insert = db
                .prepare_cached(
                    "INSERT OR REPLACE INTO results
                     (match_id, deal, seat, assisted, session, game, options, seats, points, won, daily, at_ms, took_ms,
                      rules)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
                )
                .map_err(store_error)?;
            for r in &results {
                let row = params![
                    r.table,
                    r.deal,
                    r.seat,
                    r.assisted,
                    r.session.0,
                    r.game,
                    r.options,
                    r.seats,
                    r.points,
                    r.won,
                    r.daily,
                    r.at_ms,
                    r.took_ms,
                    r.rules,
                ];
                insert.execute(row).map_err(store_error)?;
            }
            Ok(())
        })
    }

    fn results_of(&self, session: SessionId) -> Pending<Vec<DealResult>> {
        self.reader.add(move |db| {
            let mut select = db
                .prepare_cached(
                    "SELECT match_id, deal, seat, game, options, seats, points, won, assisted, daily, at_ms, took_ms,
                     rules FROM results
                     WHERE session = ?1 ORDER BY at_ms, match_id, deal, seat, assisted",
                )
                .map_err(store_error)?;
            let rows = select.query_map([session.0], |row| {
                Ok(DealResult {
                    table: row.get(0)?,
                    deal: row.get(1)?,
                    seat: row.get(2)?,
                    session,
                    game: row.get(3)?,
                    options: row.get(4)?,
                    seats: row.get(5)?,
                    points: row.get(6)?,
                    won: row.get(7)?,
                    assisted: row.get(8)?,
                    daily: row.get(9)?,
                    at_ms: row.get(10)?,
                    took_ms: row.get(11)?,
                    rules: row.get(12)?,
                })
            });
            rows.and_then(Iterator::collect).map_err(store_error)
        })
    }

    fn forget_results(&self, session: SessionId) -> Pending<()> {
        self.writer.add(move |db| {
            db.prepare_cached("DELETE FROM results WHERE session = ?1")
                .and_then(|mut delete| delete.execute([session.0]))
                .map(drop)
                .map_err(store_error)
        })
    }

    fn reopen(&self, table: &str) -> Pending<()> {
        let table = table.to_owned();
        self.writer.add(move |db| {
            db.prepare_cached("UPDATE matches SET ended_ms = NULL, totals = NULL WHERE id = ?1 AND closed_ms IS NULL")
                .and_then(|mut update| update.execute([&table]))
                .map(drop)
                .map_err(store_error)
        })
    }
}

impl ResultStore for MemoryStore {
    fn note_results(&self, results: Vec<DealResult>) -> Pending<()> {
        let mut stored = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        for new in results {
            let key = |r: &DealResult| (r.table.clone(), r.deal, r.seat, r.assisted);
            stored.retain(|old| key(old) != key(&new));
            stored.push(new);
        }
        Box::pin(std::future::ready(Ok(())))
    }

    fn results_of(&self, session: SessionId) -> Pending<Vec<DealResult>> {
        let stored = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found: Vec<DealResult> = stored.iter().filter(|r| r.session == session).cloned().collect();
        found.sort_by(|a, b| {
            let key = |r: &DealResult| (r.at_ms, r.table.clone(), r.deal, r.seat, r.assisted);
            key(a).cmp(&key(b))
        });
        Box::pin(std::future::ready(Ok(found)))
    }

    fn forget_results(&self, session: SessionId) -> Pending<()> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).retain(|r| r.session != session);
        Box::pin(std::future::ready(Ok(())))
    }

    fn reopen(&self, table: &str) -> Pending<()> {
        self.unend(table);
        Box::pin(std::future::ready(Ok(())))
    }
}
