//! The replay of a finished deal.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::frame::is_false;
use crate::{BoardKind, DealScore, SeatInfo, TableEvent};

/// `GET /api/v1/tables/{id}/replay` and `GET /api/v1/records/{id}/replay`: a finished deal as one viewer saw it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Replay<View = Value> {
    /// The game's id.
    pub game: String,
    /// The kind of the game's board. It fixes the fields of the views.
    #[cfg_attr(feature = "types", schema(value_type = String))]
    pub board: BoardKind,
    /// All options of the game.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"), schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// The occupants of the seats, in order.
    pub seats: Vec<SeatInfo>,
    /// The viewer's seat; null if all cards are shown.
    pub viewer: Option<u8>,
    /// The number of the deal, from 0.
    pub deal: u32,
    /// The seat of the dealer.
    pub dealer: u8,
    /// The totals before the deal.
    pub before: Vec<i32>,
    /// All finished deals of the match.
    pub deals: Vec<DealScore>,
    /// The winners, once the match is over.
    pub winners: Option<Vec<u8>>,
    /// The number of a numbered deal.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub number: Option<u64>,
    /// `true` if the match was played without a server and uploaded. Then nobody has verified the way it was played.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"), schema(required = false))]
    pub offline: bool,
    /// `true` if the match was played at a practice table.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"), schema(required = false))]
    pub practice: bool,
    /// The positions: before the first action of the deal, and after each action.
    pub steps: Vec<ReplayStep<View>>,
}

/// A position of a deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ReplayStep<View = Value> {
    /// The events since the previous step, as the viewer saw them.
    pub since: Vec<TableEvent>,
    /// The viewer's view.
    pub view: View,
    /// The seats that play waited for.
    pub must: Vec<u8>,
}

/// `GET /api/v1/tables/{id}/course`: the steps of the current deal so far, as the viewer could see them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DealHistory<View = Value> {
    /// The number of the deal, from 0.
    pub deal: u32,
    /// The number of the first step in `steps`. It is 0, the step in which the deal was dealt, except in very long
    /// deals, of which only the latest 500 steps are sent. A frame gives the number of its own step as `past`.
    pub first: u32,
    /// The positions in order: after the deal was dealt, and after each event.
    pub steps: Vec<PastStep<View>>,
}

/// A past position of the deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PastStep<View = Value> {
    /// The events since the previous step, as the viewer saw them.
    pub since: Vec<TableEvent>,
    /// The viewer's view.
    pub view: View,
}

/// The response to `POST /api/v1/records`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Imported {
    /// The matches of the file, in order.
    pub records: Vec<ImportedRecord>,
}

/// An imported match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ImportedRecord {
    /// The record's id. The same record always has the same id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The number of deals, an unfinished one included.
    pub deals: u32,
    /// `true` if the record says that the match was played without a server (`origin` in docs/bots/records.md), so that
    /// nobody has verified the way it was played.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"), schema(required = false))]
    pub offline: bool,
}
