//! Statistics, the deal of the day, and rated deals.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Verdict;

/// `GET /api/v1/me/statistics`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Statistics {
    /// One entry for each combination of game, options, seats and level of bots, in the order of the start page.
    pub games: Vec<GameStatistics>,
}

/// Your statistics of a game, with these options, this number of seats and these opponents. They count the results that
/// the server stores for each person at the end of a deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameStatistics {
    /// The game's id.
    pub game: String,
    /// All options of the game.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"), schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// The number of seats.
    pub seats: u8,
    /// The level of the bots, if all other seats were bots of one level.
    pub level: Option<String>,
    /// The results without help. A deal lost without help and then played on with help counts here and in `assisted`.
    pub own: Tally,
    /// The results with help. `own` does not count them.
    pub assisted: Tally,
}

/// A tally of results.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Tally {
    /// The number of finished deals.
    pub deals: u32,
    /// The number of finished matches.
    pub matches: u32,
    /// The number of matches won, shared wins included.
    pub won: u32,
    /// The current streak of matches won.
    pub streak: u32,
    /// The longest streak of matches won.
    pub best_streak: u32,
    /// The duration of the quickest match won, in milliseconds.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub best_ms: Option<i64>,
    /// The mean points of a deal by the game's rules.
    pub average: Option<f64>,
    /// The most points of a deal.
    pub most: Option<i32>,
    /// The fewest points of a deal.
    pub fewest: Option<i32>,
    /// The points of the latest deals, oldest first, at most 60.
    pub recent: Vec<i32>,
}

/// `GET /api/v1/daily`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Daily {
    /// The day in UTC, as "2026-11-21".
    pub date: String,
    /// A deal for each solitaire that can be solved.
    pub deals: Vec<DailyDeal>,
}

/// The deal of the day. It can be won and has the game's default options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DailyDeal {
    /// The game's id.
    pub game: String,
    /// The number of the deal.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub deal: u64,
    /// The view of a spectator before the first action.
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub opening: Value,
    /// Your first table with the deal. Only this table counts for the streak, and only if you won there without help.
    pub table: Option<String>,
    /// `true` if you won at this table; null while the match goes on.
    pub won: Option<bool>,
    /// The current streak: the number of days in a row, up to today or yesterday, on which you won the deal of the day
    /// without help.
    pub streak: u32,
    /// The longest streak of days.
    pub best_streak: u32,
    /// The results of the latest days on which you finished the deal of that day, oldest first, at most 62.
    pub days: Vec<DailyResult>,
}

/// The result of the first try at a deal of the day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DailyResult {
    /// The day in UTC, as "2026-11-21".
    pub date: String,
    /// `true` if the deal was won.
    pub won: bool,
    /// `true` if help was used. The day then does not count for a streak.
    pub assisted: bool,
}

/// `POST /api/v1/deals`: a request for a numbered deal or for its rating.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct DealWish {
    /// The game's id.
    pub game: String,
    /// The house rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"), schema(value_type = Option<Object>))]
    pub options: Option<Map<String, Value>>,
    /// The number of the deal, if only this deal is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub deal: Option<u64>,
    /// The level of the deal. If it is left out, any deal that can be won is returned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<DealLevel>,
}

/// The difficulty of a deal with all cards known, as the width of the narrowest beam search that wins it: `easy` for 1
/// position, `medium` for up to 8, `hard` for more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DealLevel {
    /// A beam of one position.
    Easy,
    /// A beam of two to eight positions.
    Medium,
    /// A wider beam.
    Hard,
}

/// A rated deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RatedDeal {
    /// The number of the deal.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub deal: u64,
    /// The verdict on the deal.
    pub verdict: Verdict,
    /// The level of the deal, if it can be won.
    pub level: Option<DealLevel>,
    /// The width of the narrowest beam that wins; 0 if a few positions are enough.
    pub width: Option<u32>,
    /// The number of deals played to estimate the chance to win, each with the hidden cards shuffled again.
    pub reshuffles: u32,
    /// The number of these reshuffled deals that a player won without seeing the stock.
    pub blind_won: u32,
}
