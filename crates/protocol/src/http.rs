//! Requests and responses over HTTP.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{ChatMode, ClockKind, Notice, Open, Races, SeatInfo, Settings, Stage};

/// `GET /api/v1/games`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Games {
    /// The games in the order of the start page.
    pub games: Vec<GameInfo>,
}

/// A game of this server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameInfo {
    /// The stable name.
    pub id: String,
    /// The possible numbers of seats.
    pub seats: GameSeats,
    /// House rules, in the order in which a form shows them.
    pub options: Vec<OptionField>,
    /// The levels of bots, from the weakest.
    pub levels: Vec<String>,
    /// `true` if the game has claims, so that the table setting `races` has an effect.
    pub races: bool,
    /// `true` if the game has numbered deals, so that a table can be opened with `deal`.
    pub numbered: bool,
    /// `true` if a table can help in this game (`assist`), and deals can be rated.
    pub solved: bool,
}

/// The possible numbers of seats in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameSeats {
    /// The minimum.
    pub min: u8,
    /// The maximum.
    pub max: u8,
    /// The default.
    pub usual: u8,
}

/// A house rule with a choice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OptionField {
    /// A number.
    Int {
        /// The key of the option.
        key: String,
        /// The minimum.
        min: u32,
        /// The maximum.
        max: u32,
        /// `true` if null is allowed too.
        none: bool,
        /// The default.
        default: Option<u32>,
    },
    /// Yes or no.
    Bool {
        /// The key of the option.
        key: String,
        /// The default.
        default: bool,
    },
    /// One of some words.
    Choice {
        /// The key of the option.
        key: String,
        /// The words.
        choices: Vec<String>,
        /// The default.
        default: String,
    },
}

/// `POST /api/v1/tables`. Fields that are left out get their defaults.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The house rules. Keys that are left out get their defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"), schema(value_type = Option<Object>))]
    pub options: Option<Map<String, Value>>,
    /// The number of seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// The levels of the bots on the other seats, in order; the last level also applies to all further seats. Default:
    /// `club`. At a table for people the other seats are free, and the first level applies to bots that take free seats
    /// when the match begins, and to bots that stand in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots: Option<Vec<String>>,
    /// The time for which the next move is held for claims.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub races: Option<Races>,
    /// The people who may sit down beside the person who opens the table. Default: nobody; bots have the other seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Open>,
    /// The time limit for decisions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockKind>,
    /// The seconds after which a bot plays for an absent person; 0 for never. Default: never among friends, after a
    /// minute at a public table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace_s: Option<u32>,
    /// `true` if people without a seat may watch, at the table's address. Default: `true` at a table for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch: Option<bool>,
    /// The delay for spectators in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_delay_s: Option<u32>,
    /// The permitted chat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatMode>,
    /// The number of a numbered deal, for one-seat games only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub deal: Option<u64>,
    /// `true` if the table helps its player on request, only in games that are `solved`. Default: `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assist: Option<bool>,
    /// `true` if a seat may ask for advice, from its own view. Default: `true` at a table with one person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<bool>,
    /// `true` if your page takes part in shuffling together. A match of you and bots then begins only when your page
    /// connects. Default: `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffles: Option<bool>,
    /// `true` if each network gets one seat only. Default: `true` at a public table; always so in a quick match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_per_network: Option<bool>,
}

/// `POST /api/v1/tables/{id}/practice` and `POST /api/v1/records/{id}/practice`: opens a table at which you practise
/// from a position of a deal: with bots, or with the people of the match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct NewPractice {
    /// The number of the deal, from 0. At a table, the deal must be finished.
    pub deal: u32,
    /// The number of the deal's actions before the position.
    pub step: u32,
    /// Your seat.
    pub seat: u8,
    /// `true` if the cards that this seat had not seen are dealt again. Default: all cards lie as they lay.
    #[serde(default)]
    pub redeal: bool,
    /// The level of the bots on the other seats. Default: `club`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// `true` if the people who are present at the finished match play too, each on their own seat, and you on yours.
    /// Default: `false`.
    #[serde(default)]
    pub together: bool,
}

/// The response to a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SeatTaken {
    /// The table's id.
    pub id: String,
    /// Your seat.
    pub seat: u8,
}

/// `GET` and `POST /api/v1/me`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Me {
    /// Your name.
    pub name: String,
    /// Your unfinished games and the latest finished ones, newest first.
    pub tables: Vec<TableLine>,
}

/// The body of `POST /api/v1/me`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// The new name: 1 to 24 code points. One emoji can consist of several code points.
    pub name: String,
}

/// A seat in a list of tables. It does not say whether its person is connected, which only the table itself knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ListedSeat {
    /// The name; empty if the seat is free.
    pub name: String,
    /// A bot's level, `engine` for an external program; null for a person.
    pub bot: Option<String>,
    /// `true` if the seat is free.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub free: bool,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TableLine {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The occupants of the seats, in order.
    pub seats: Vec<ListedSeat>,
    /// Your seat.
    pub seat: u8,
    /// The stage of the table.
    pub stage: Stage,
    /// `true` once the match is over.
    pub over: bool,
    /// `true` if play waits for you.
    pub your_turn: bool,
    /// `true` if the next deal waits for you to be ready.
    pub your_next: bool,
    /// The totals.
    pub totals: Vec<i32>,
    /// The time at which the table was made, RFC 3339 in UTC.
    pub created: String,
    /// The time at which the match ended, if it is known.
    pub ended: Option<String>,
    /// `true` at a practice table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"), schema(required = false))]
    pub practice: bool,
}

/// The response to `POST /api/v1/tables/{id}/invite` and to `POST /api/v1/me/device`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Invite {
    /// 128 random bits in hex. The server keeps only the hash of the token, so it cannot show the token again.
    pub token: String,
    /// The address to send to friends, or to open on the other device.
    pub url: String,
    /// The time at which the link expires, RFC 3339 in UTC.
    pub expires: String,
    /// The address as a QR code.
    pub qr: QrCode,
}

/// `GET /api/v1/devices/{token}`: the owner of a link for another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Continuation {
    /// The name of the owner.
    pub name: String,
    /// The time at which the link expires, RFC 3339 in UTC.
    pub expires: String,
}

/// The response to `POST /api/v1/tables/{id}/seats/{seat}/engine`: a seat for an external program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct EngineSeat {
    /// The seat.
    pub seat: u8,
    /// The WebSocket address to which the engine connects.
    pub url: String,
    /// 128 random bits in hex. The engine sends them in the header `authorization: Bearer …`. The server keeps only the
    /// hash of the token, so it cannot show the token again.
    pub token: String,
    /// The time at which the token expires, RFC 3339 in UTC.
    pub expires: String,
}

/// A QR code in one colour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct QrCode {
    /// The number of modules on each side, with the quiet zone.
    pub size: u32,
    /// The dark modules as an SVG path in which a module has the size 1.
    pub path: String,
}

/// `GET /api/v1/invites/{token}`: the table of an invitation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Invitation {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The stage of the table.
    pub stage: Stage,
    /// The host's name.
    pub host: Option<String>,
    /// The occupants of the seats, in order.
    pub seats: Vec<ListedSeat>,
    /// The seat that you already have at the table.
    pub you: Option<u8>,
    /// All options of the game.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"), schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// The table's settings.
    pub settings: Settings,
}

/// The body of `POST /api/v1/invites/{token}` and of `POST /api/v1/tables/{id}/seat`, which take a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct SitDown {
    /// Your new name, as in `NewName`. If it is left out, your name stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The body of `POST /api/v1/tables/{id}/reports`: a report to the administrator about another player at your table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct PlayerReport {
    /// The other player's seat.
    pub seat: u8,
    /// The report, in up to 500 characters.
    #[serde(default)]
    pub words: String,
}

/// The body of `POST /api/v1/quick`, which takes a seat at a table where others wait for players, or opens such a
/// table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct QuickMatch {
    /// The game's id.
    pub game: String,
    /// Your new name, as in `NewName`. If it is left out, your name stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// `GET /api/v1/lobby`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Lobby {
    /// The public tables with somebody present: those that wait for players, then the others, both oldest first.
    pub tables: Vec<LobbyTable>,
}

/// A public table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LobbyTable {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The stage of the table.
    pub stage: Stage,
    /// The occupants of the seats, in order.
    pub seats: Vec<SeatInfo>,
    /// The time limit for decisions.
    pub clock: ClockKind,
    /// `true` if people without a seat may watch.
    pub watch: bool,
    /// The time at which the table was made, RFC 3339 in UTC.
    pub created: String,
}

/// `GET /api/v1/host`: the settings of the administrator of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct HostInfo {
    /// The pages that have contents: `/privacy`, `/imprint`, `/contact`.
    pub pages: Vec<HostPage>,
    /// The most liberal chat mode that a table may choose. With `phrases` every table has only phrases, whatever its
    /// settings, and `say` is refused (`phrases_only`).
    pub chat: ChatMode,
    /// The current notice from the administrator to everybody, if any (`cardroom admin say`, or a drain). Tables show
    /// it too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub notice: Option<Notice>,
}

/// A page whose contents the administrator of the server writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum HostPage {
    /// The data that the server stores about people.
    Privacy,
    /// The people who run the server.
    Imprint,
    /// A way to reach these people.
    Contact,
}
