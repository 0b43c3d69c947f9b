//! The results of finished deals for each person. All games use them for statistics and streaks.

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
    /// The number of seats.
    pub seats: u8,
    /// The level of the bots in the other seats, if no other person played.
    pub level: Option<String>,
    /// The points of the deal; `None` for a seat that had dropped out of the match before the deal.
    pub points: Option<i32>,
    /// In the last deal of a match: `true` if this seat won the match.
    pub won: Option<bool>,
    /// In the last deal of a match: the duration of the match, in milliseconds.
    pub took_ms: Option<i64>,
    /// `true` if the person used help.
    pub assisted: bool,
    /// The day of a daily deal, such as 20261121; `None` for other deals.
    pub daily: Option<u32>,
    /// The time, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A store of results.
pub trait ResultStore {
    /// Stores results. For each seat, a deal has up to two results: one with help and one without. A newer result
    /// replaces the older one of the same kind. The kinds are separate. So if a lost deal is continued with help, it
    /// stays lost.
    fn note_results(&self, results: Vec<DealResult>) -> Pending<()>;

    /// Returns all results of a person, oldest first.
    fn results_of(&self, session: SessionId) -> Pending<Vec<DealResult>>;

    /// Deletes all results of a person.
    fn forget_results(&self, session: SessionId) -> Pending<()>;

    /// Reopens a match that had ended, because the last actions of a solitaire were undone.
    fn reopen(&self, table: &str) -> Pending<()>;
}
