//! The mistakes of a person, which come back until the person gets them right.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{BoardKind, Judged};

/// A decision that cost clearly more than its margin of error, and the position as its seat saw it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Mistake<View = Value, Legal = Value> {
    /// The id, which follows from the position.
    pub id: String,
    /// The finished deal.
    pub of: JudgedDeal,
    /// The kind of the game's board.
    #[cfg_attr(feature = "types", schema(value_type = String))]
    pub board: BoardKind,
    /// All options of the game.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"), schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// The seat of the dealer.
    pub dealer: u8,
    /// The totals of the seats before the deal.
    pub before: Vec<i32>,
    /// The decision. All its legal actions are listed.
    pub judged: Judged<View, Legal>,
}

/// A finished deal of yours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JudgedDeal {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The number of the deal, from 0.
    pub deal: u32,
    /// Your seat.
    pub seat: u8,
}

/// `POST /api/v1/me/mistakes`: a deal that your own device has judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct FoundMistakes {
    /// The deal.
    pub of: JudgedDeal,
    /// The mistakes in it, at most three, each of at most 32 KiB.
    pub mistakes: Vec<Mistake>,
}

/// `POST /api/v1/me/mistakes/{id}`: an answer to a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MistakeAnswer {
    /// The step at which the mistake was asked. If it has another one by now, nothing changes.
    pub step: u8,
    /// `true` if it is right this time.
    pub right: bool,
}

/// `GET /api/v1/me/mistakes`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MyMistakes {
    /// Your mistakes without their positions, those that come back first at the beginning.
    pub mistakes: Vec<MyMistake>,
    /// Your latest deals that were not judged yet, newest first.
    pub unjudged: Vec<JudgedDeal>,
    /// The clock by which mistakes come back, in milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub now_ms: i64,
}

/// A mistake of yours.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MyMistake {
    /// The mistake's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The number of times in a row that it was right. After the fourth time it is learned, and does not come back.
    pub step: u8,
    /// The time when it comes back, in milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub due_ms: i64,
    /// The [`Mistake`]; null in a list, and once it is learned.
    pub mistake: Value,
}
