//! The deals of the day: in every game of several players four deals a day, the same for everybody.

use serde::{Deserialize, Serialize};

/// `GET /api/v1/days`: your first tries, for a calendar.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Days {
    /// Today in UTC, as "2026-11-21".
    pub today: String,
    /// The ids of the games that have deals of the day.
    pub games: Vec<String>,
    /// Your first tries of the latest 62 days, oldest first, without `moves`.
    pub tries: Vec<DayTry>,
}

/// A person's first try at a deal of the day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayTry {
    /// The day in UTC, as "2026-11-21".
    pub date: String,
    /// The game's id.
    pub game: String,
    /// The number of the deal, from 0.
    pub deal: u8,
    /// The table.
    pub table: String,
    /// `true` if the result counts. What ends after the day does not, and of a network only a few people count.
    pub counts: bool,
    /// The points; null while the deal is played.
    pub points: Option<i32>,
    /// Your actions in order, once the deal is finished.
    pub moves: Vec<String>,
    /// The par of all deals of this day and game together; null if it is not known.
    pub par: Option<f64>,
}

/// `GET /api/v1/days/{date}/{game}`: what all reached. What is about a deal is left out until you have finished that
/// deal or the day is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayField {
    /// `true` if the day is over. Then everything about its deals is public, and no result counts any more.
    pub over: bool,
    /// The commitment to the seed of each deal.
    pub commitments: Vec<String>,
    /// The seed of each deal, once the day is over.
    pub seeds: Option<Vec<String>>,
    /// Your first tries, one for each deal that you have begun.
    pub tries: Vec<DayTry>,
    /// The deals as others played them: bots, and at most about a hundred people.
    pub runs: Vec<DayRun>,
    /// The totals of the people who have finished all deals; null until you have.
    pub totals: Option<Vec<DayCount>>,
    /// `true` once all bots have played.
    pub par_known: bool,
}

/// The number of people who reached a total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayCount {
    /// The points of all deals together.
    pub total: i32,
    /// The number of people.
    pub people: u32,
}

/// The deals of a day as a person or a bot played them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayRun {
    /// The level of a bot; null for a person. Par is the mean of `champion`.
    pub level: Option<String>,
    /// The four deals in order; null for one that is not finished, or not shown.
    pub deals: Vec<Option<DealRun>>,
}

/// The course of a deal for one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DealRun {
    /// The points of the deal.
    pub points: i32,
    /// The seat's actions in order. The same actions lead to the same position, because the bots are the same.
    pub moves: Vec<String>,
}
