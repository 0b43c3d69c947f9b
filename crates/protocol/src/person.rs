//! The server's data about the person who asks.

use serde::{Deserialize, Serialize};

use crate::GameStatistics;

/// `GET /api/v1/me/data`: everything that is kept about you.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyData {
    /// Your name.
    pub name: String,
    /// When your session began, RFC 3339 in UTC.
    pub since: String,
    /// Your games, newest first, also those that you have left.
    pub tables: Vec<MyTable>,
    /// Your results of finished deals, oldest first.
    pub results: Vec<MyResult>,
    /// The same, counted.
    pub statistics: Vec<GameStatistics>,
    /// Invitations to tables of which you are the host. The server keeps only the hash of a link.
    pub invites: Vec<MyInvite>,
    /// Records that you have brought.
    pub records: Vec<MyRecord>,
}

/// A game of yours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyTable {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Your seat; null: you have left.
    pub seat: Option<u8>,
    /// The name that you have there.
    pub name: Option<String>,
    /// `true` if you run it.
    pub host: bool,
    /// When it was made, RFC 3339 in UTC.
    pub created: String,
    /// When it was over, RFC 3339 in UTC.
    pub ended: Option<String>,
    /// How it ended, seat by seat.
    pub totals: Option<Vec<i32>>,
    /// The address of its record.
    pub record: String,
}

/// A finished deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyResult {
    /// The table's id.
    pub table: String,
    /// Which deal, from 0.
    pub deal: u32,
    /// Your seat.
    pub seat: u8,
    /// The game's id.
    pub game: String,
    /// Your points; null for a seat that was out.
    pub points: Option<i32>,
    /// The level of the bots, if all other seats were bots of one level.
    pub level: Option<String>,
    /// With the last deal of a match: whether you won it.
    pub won: Option<bool>,
    /// With the last deal of a match: how long the match took, in milliseconds.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub took_ms: Option<i64>,
    /// `true` if you were helped.
    pub assisted: bool,
    /// When, RFC 3339 in UTC.
    pub at: String,
}

/// An invitation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyInvite {
    /// The table's id.
    pub table: String,
    /// When it ends, RFC 3339 in UTC.
    pub expires: String,
}

/// A record that you have brought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyRecord {
    /// Its id.
    pub id: String,
    /// When it came, RFC 3339 in UTC.
    pub at: String,
    /// The address of the record.
    pub record: String,
}

/// Your browsers, and the link that lets another one in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyDevices {
    /// The latest seen first.
    pub devices: Vec<MyDevice>,
    /// When the latest link expires, RFC 3339 in UTC; null if there is none.
    pub link: Option<String>,
}

/// A browser that is you.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyDevice {
    /// Its id.
    pub id: String,
    /// `true` if it is the device that asks.
    pub this: bool,
    /// Since when, RFC 3339 in UTC.
    pub since: String,
    /// When it was last seen, to a day, RFC 3339 in UTC.
    pub seen: String,
    /// Its browser and system, such as "Firefox, Android"; empty if unknown.
    pub browser: String,
}
