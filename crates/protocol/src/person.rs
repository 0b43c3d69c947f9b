//! The data that the server stores about the person who sends the request.

use serde::{Deserialize, Serialize};

use crate::{DayTry, GameStatistics, MyMistake};

/// `GET /api/v1/me/data`: all data that the server keeps about you.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MyData {
    /// Your name.
    pub name: String,
    /// The time at which your session began, RFC 3339 in UTC.
    pub since: String,
    /// Your games, newest first, including those that you have left.
    pub tables: Vec<MyTable>,
    /// Your results of finished deals, oldest first.
    pub results: Vec<MyResult>,
    /// The statistics of these results.
    pub statistics: Vec<GameStatistics>,
    /// Invitations to tables of which you are the host. The server keeps only the hash of a link.
    pub invites: Vec<MyInvite>,
    /// The records that you have imported.
    pub records: Vec<MyRecord>,
    /// Your mistakes.
    pub mistakes: Vec<MyMistake>,
    /// Your first tries at deals of the day.
    pub tries: Vec<DayTry>,
}

/// A table of yours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MyTable {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Your seat; null if you have left.
    pub seat: Option<u8>,
    /// Your name at the table.
    pub name: Option<String>,
    /// `true` if you are the host.
    pub host: bool,
    /// The time at which the table was made, RFC 3339 in UTC.
    pub created: String,
    /// The time at which the match ended, RFC 3339 in UTC.
    pub ended: Option<String>,
    /// The final totals of the seats, in order.
    pub totals: Option<Vec<i32>>,
    /// The address of the table's record.
    pub record: String,
}

/// A finished deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MyResult {
    /// The table's id.
    pub table: String,
    /// The number of the deal, from 0.
    pub deal: u32,
    /// Your seat.
    pub seat: u8,
    /// The game's id.
    pub game: String,
    /// Your points; null for a seat that was out.
    pub points: Option<i32>,
    /// The level of the bots, if all other seats were bots of one level.
    pub level: Option<String>,
    /// In the last deal of a match: `true` if you won the match.
    pub won: Option<bool>,
    /// In the last deal of a match: the duration of the match in milliseconds.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub took_ms: Option<i64>,
    /// `true` if you had help.
    pub assisted: bool,
    /// The time at which the deal ended, RFC 3339 in UTC.
    pub at: String,
}

/// An invitation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MyInvite {
    /// The table's id.
    pub table: String,
    /// The time at which the invitation expires, RFC 3339 in UTC.
    pub expires: String,
}

/// A record that you have imported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MyRecord {
    /// The record's id.
    pub id: String,
    /// The time of the import, RFC 3339 in UTC.
    pub at: String,
    /// The address of the record.
    pub record: String,
}

/// Your browsers, and the link that adds another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MyDevices {
    /// Your browsers, most recently seen first.
    pub devices: Vec<MyDevice>,
    /// The time at which the latest link for another browser expires, RFC 3339 in UTC; null if there is no link.
    pub link: Option<String>,
}

/// A browser with your session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MyDevice {
    /// The browser's id.
    pub id: String,
    /// `true` if this browser sent the request.
    pub this: bool,
    /// The time at which the browser was added, RFC 3339 in UTC.
    pub since: String,
    /// The time at which the browser was last seen, exact to a day, RFC 3339 in UTC.
    pub seen: String,
    /// The names of browser and system, such as "Firefox, Android"; empty if unknown.
    pub browser: String,
}
