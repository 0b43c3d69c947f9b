//! The deals of the day: in every game of several players four deals a day, the same for everybody.

use serde::{Deserialize, Serialize};

/// `GET /api/v1/days`: your results, for a calendar.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Days {
    /// Today in UTC, as "2026-11-21".
    pub today: String,
    /// The ids of the games that have deals of the day.
    pub games: Vec<String>,
    /// Your finished first tries of the latest 62 days, oldest first.
    pub results: Vec<DayResult>,
}

/// A finished first try at the deals of a day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayResult {
    /// The day in UTC, as "2026-11-21".
    pub date: String,
    /// The game's id.
    pub game: String,
    /// Your points in all deals together.
    pub points: i32,
    /// The par of all deals together; null if it is not known.
    pub par: Option<f64>,
    /// `true` if the result is in the histogram.
    pub counts: bool,
}

/// `GET /api/v1/days/{date}`: the deals of a day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Day {
    /// The day in UTC, as "2026-11-21".
    pub date: String,
    /// `true` if the day is over. Then everything about its deals is public, and no result counts any more.
    pub over: bool,
    /// The games, in the order of the start page.
    pub games: Vec<DayGame>,
}

/// The deals of a day in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayGame {
    /// The game's id.
    pub game: String,
    /// The level of the bots on the other seats.
    pub level: String,
    /// The commitment to the seed of each deal.
    pub commitments: Vec<String>,
    /// The seed of each deal, once the day is over.
    pub seeds: Option<Vec<String>>,
    /// Your first tries, one for each deal that you have begun.
    pub tries: Vec<DayTry>,
}

/// A person's first try at a deal of the day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayTry {
    /// The number of the deal, from 0.
    pub deal: u8,
    /// The table.
    pub table: String,
    /// The points; null while the deal is played.
    pub points: Option<i32>,
    /// `true` if the result counts. Only a few results of a network count.
    pub counts: bool,
}

/// The body of `POST /api/v1/days/{date}/{game}`, which opens a table with a deal of the day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct NewDayTable {
    /// The number of a deal, from 0. Default: the first deal of today that you have not finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<u8>,
}

/// A table with a deal of the day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayTable {
    /// The table's id.
    pub id: String,
    /// Your seat.
    pub seat: u8,
    /// The number of the deal, from 0.
    pub deal: u8,
    /// `true` if the result counts: at the first try, and unless too many results of your network count already.
    pub counts: bool,
}

/// `GET /api/v1/days/{date}/{game}`: what others reached. What is about a deal is null until you have finished that
/// deal or the day is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayField {
    /// Your first tries, one for each deal that you have begun.
    pub tries: Vec<DayTry>,
    /// The par of each deal: the mean points of `champion` in your seat against the same bots.
    pub par: Vec<Option<f64>>,
    /// The number of champion's matches that par is the mean of; 0 while par is computed.
    pub par_of: u32,
    /// In each deal, the decision that mattered most.
    pub moments: Vec<Option<DayMoment>>,
    /// The totals of all deals, in ascending order; null until all are finished.
    pub totals: Option<Vec<DayCount>>,
}

/// The number of people and bots who reached a total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayCount {
    /// The points of all deals together.
    pub total: i32,
    /// The number of people.
    pub people: u32,
    /// The number of matches of bots.
    pub bots: u32,
}

/// The decision of yours after which results differed most, among people and bots who were in the same position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayMoment {
    /// The number of your earlier actions in the deal.
    pub after: u32,
    /// Your action.
    pub action: String,
    /// The actions in this position, the most frequent first.
    pub choices: Vec<MomentChoice>,
}

/// An action in a position, and what became of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MomentChoice {
    /// The action.
    pub action: String,
    /// The number of people who chose it.
    pub people: u32,
    /// The number of bots' matches in which it was chosen.
    pub bots: u32,
    /// The mean points of the deal after it.
    pub points: f64,
}
