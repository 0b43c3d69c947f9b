//! The replay of a finished deal.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::frame::is_false;
use crate::{BoardKind, DealScore, SeatInfo, TableEvent};

/// `GET /api/v1/tables/{id}/replay` and `GET /api/v1/records/{id}/replay`: a finished deal as one viewer saw it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Replay<View = Value> {
    /// The game's id.
    pub game: String,
    /// The kind of its board: which fields the views have.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub board: BoardKind,
    /// All options.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// The occupants of the seats, in order.
    pub seats: Vec<SeatInfo>,
    /// The viewer's seat; null: all cards are shown.
    pub viewer: Option<u8>,
    /// Which deal, from 0.
    pub deal: u32,
    /// The seat of the dealer.
    pub dealer: u8,
    /// Totals before it.
    pub before: Vec<i32>,
    /// All finished deals of the match.
    pub deals: Vec<DealScore>,
    /// The winners, once the match is over.
    pub winners: Option<Vec<u8>>,
    /// The number, if the match is a numbered deal.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub number: Option<u64>,
    /// The match was played without a server and uploaded: nobody has verified how it was played.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub offline: bool,
    /// The deal before its first action, and after each.
    pub steps: Vec<ReplayStep<View>>,
}

/// A position of a deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReplayStep<View = Value> {
    /// The events since the step before, as the viewer saw them.
    pub since: Vec<TableEvent>,
    /// The viewer's view.
    pub view: View,
    /// Seats that play waited for.
    pub must: Vec<u8>,
}

/// `GET /api/v1/tables/{id}/course`: what has happened in the current deal, as the viewer could follow it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealHistory<View = Value> {
    /// Which deal, from 0.
    pub deal: u32,
    /// The number of the first step that is sent. It is 0, and this step is the deal as it was dealt, except in very long deals:
    /// of these only the latest 500 steps are sent. `past` of a frame says how many steps precede it.
    pub first: u32,
    /// The positions in order: the deal as it was dealt, and after each event.
    pub steps: Vec<PastStep<View>>,
}

/// A past position of the deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PastStep<View = Value> {
    /// The events since the step before, as the viewer saw them.
    pub since: Vec<TableEvent>,
    /// The viewer's view.
    pub view: View,
}

/// The answer to `POST /api/v1/records`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Imported {
    /// The matches of the file in order.
    pub records: Vec<ImportedRecord>,
}

/// A match that was imported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportedRecord {
    /// Its id: the same record has the same.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// How many deals, an unfinished one included.
    pub deals: u32,
    /// The record says that the match was played without a server (`origin` in docs/records.md): nobody has verified how it was
    /// played.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub offline: bool,
}
