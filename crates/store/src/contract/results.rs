//! The results of finished deals for each person: the basis of statistics and streaks, for every game.

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
    /// The level of the other seats' bots, if nobody else played.
    pub level: Option<String>,
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
    fn note_results(&self, results: Vec<DealResult>) -> Pending<()>;

    /// All results of a person, oldest first.
    fn results_of(&self, session: SessionId) -> Pending<Vec<DealResult>>;

    /// Deletes all results of a person.
    fn forget_results(&self, session: SessionId) -> Pending<()>;

    /// A match that had ended goes on: a solitaire whose last actions were undone.
    fn reopen(&self, table: &str) -> Pending<()>;
}
