//! Statistics, the deal of the day, and rated deals.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Verdict;

/// `GET /api/v1/me/statistics`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Statistics {
    /// One for each game, set of options, number of seats and level of bots that you have played, in the order of the start page.
    pub games: Vec<GameStatistics>,
}

/// Your statistics of a game, with these options, this number of seats and these opponents. When a deal is finished, the server stores a result
/// for each person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameStatistics {
    /// The game's id.
    pub game: String,
    /// All its options.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// How many seats.
    pub seats: u8,
    /// The level of the bots, if all other seats were bots of one level.
    pub level: Option<String>,
    /// Without help. A deal that was lost without help and then played on with help counts here and in `assisted`.
    pub own: Tally,
    /// With help: these deals count nowhere else.
    pub assisted: Tally,
}

/// Results, counted.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tally {
    /// Finished deals.
    pub deals: u32,
    /// Finished matches.
    pub matches: u32,
    /// Matches won, those shared included.
    pub won: u32,
    /// How many matches in a row were won, up to the last.
    pub streak: u32,
    /// The most matches won one after the other.
    pub best_streak: u32,
    /// The quickest match won, in milliseconds from its start.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub best_ms: Option<i64>,
    /// Mean points of a deal, as the game counts them.
    pub average: Option<f64>,
    /// The most points of a deal.
    pub most: Option<i32>,
    /// The fewest points of a deal.
    pub fewest: Option<i32>,
    /// The points of the latest deals, oldest first: at most 60.
    pub recent: Vec<i32>,
}

/// `GET /api/v1/daily`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Daily {
    /// The day in UTC, as "2026-11-21".
    pub date: String,
    /// A deal for each solitaire that can be solved.
    pub deals: Vec<DailyDeal>,
}

/// The deal of the day. It can be won, and has the game's default options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DailyDeal {
    /// The game's id.
    pub game: String,
    /// The number of the deal.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub deal: u64,
    /// The view of a spectator before the first action.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub opening: Value,
    /// Your first table of it. Only this table counts for the streak, and only if you won it without help.
    pub table: Option<String>,
    /// `true` if you won it there; null while it goes on.
    pub won: Option<bool>,
    /// On how many days in a row, up to today or yesterday, you won the deal so.
    pub streak: u32,
    /// The most days in a row.
    pub best_streak: u32,
    /// The latest days on which you finished the deal of that day, oldest first: at most 62.
    pub days: Vec<DailyResult>,
}

/// The result of the first try at a deal of the day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DailyResult {
    /// The day in UTC, as "2026-11-21".
    pub date: String,
    /// `true` if it was won.
    pub won: bool,
    /// `true` if help was used: then the day does not count for a streak.
    pub assisted: bool,
}

/// `POST /api/v1/deals`: asks for a numbered deal, or how hard one is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DealWish {
    /// Which game.
    pub game: String,
    /// House rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub options: Option<Map<String, Value>>,
    /// This deal, and none other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub deal: Option<u64>,
    /// One of this level; any that can be won if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<DealLevel>,
}

/// How hard a deal is with all cards known, by the narrowest beam that wins it: `easy` 1 position, `medium` up to 8, `hard`
/// more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DealLevel {
    /// A beam of one position.
    Easy,
    /// Up to eight.
    Medium,
    /// More.
    Hard,
}

/// A numbered deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatedDeal {
    /// Its number.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub deal: u64,
    /// The verdict on it.
    pub verdict: Verdict,
    /// Its level, if it can be won.
    pub level: Option<DealLevel>,
    /// The narrowest beam that wins it; 0 if a few positions are enough.
    pub width: Option<u32>,
    /// How often the hidden cards were shuffled again for the estimate …
    pub reshuffles: u32,
    /// … and how many of those games a player who does not see the stock won.
    pub blind_won: u32,
}
