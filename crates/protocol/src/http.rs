//! Requests and answers over HTTP.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{ChatMode, ClockKind, Notice, Open, Races, SeatInfo, Settings, Stage};

/// `GET /api/v1/games`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Games {
    /// In the order of the start page.
    pub games: Vec<GameInfo>,
}

/// A game that can be played here.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameInfo {
    /// Stable name.
    pub id: String,
    /// How many seats.
    pub seats: GameSeats,
    /// House rules, in the order in which a form shows them.
    pub options: Vec<OptionField>,
    /// Levels of bots, from the weakest.
    pub levels: Vec<String>,
    /// `true` if the table setting `races` matters.
    pub races: bool,
    /// `true` if there are numbered deals: then a table can be opened with `deal`.
    pub numbered: bool,
    /// `true` if a table can help with it (`assist`), and a deal can be rated.
    pub solved: bool,
}

/// How many seats a game can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSeats {
    /// At least.
    pub min: u8,
    /// At most.
    pub max: u8,
    /// Unless said otherwise.
    pub usual: u8,
}

/// A house rule that can be chosen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OptionField {
    /// A number.
    Int {
        /// Its key.
        key: String,
        /// At least.
        min: u32,
        /// At most.
        max: u32,
        /// `true` if null is allowed too.
        none: bool,
        /// Unless said otherwise.
        default: Option<u32>,
    },
    /// Yes or no.
    Bool {
        /// Its key.
        key: String,
        /// Unless said otherwise.
        default: bool,
    },
    /// One of some words.
    Choice {
        /// Its key.
        key: String,
        /// The words.
        choices: Vec<String>,
        /// Unless said otherwise.
        default: String,
    },
}

/// `POST /api/v1/tables`. Fields that are left out have their default.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Which game.
    pub game: String,
    /// House rules. Keys that are left out keep their defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub options: Option<Map<String, Value>>,
    /// How many seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// Levels of the other seats' bots in order; the last one repeats. Default: `club`. At a table for people the other seats are
    /// free, and the first level applies to the bots that take free seats when the host begins, and that stand in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots: Option<Vec<String>>,
    /// How long the next move waits for claims.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub races: Option<Races>,
    /// The people who may sit down beside whoever opens the table. Default: nobody; bots have the other seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Open>,
    /// How long one may think.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockKind>,
    /// Seconds after which a bot plays for somebody who is away; 0: never. Default: never among friends, after a
    /// minute at a public table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace_s: Option<u32>,
    /// `true` if people without a seat may watch, at the table's address. Default: yes at a table for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch: Option<bool>,
    /// How many seconds later spectators see everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_delay_s: Option<u32>,
    /// The permitted talk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatMode>,
    /// The number of a numbered deal, for one-seat games only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub deal: Option<u64>,
    /// `true` if the table helps its player when asked, only in games that are `solved`. Default: no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assist: Option<bool>,
    /// `true` if a seat may ask for advice, from its own view. Default: yes at a table with one person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<bool>,
    /// `true` if your page takes part in shuffling together: a table for you and bots then begins when you connect, and
    /// not at once. Default: no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffles: Option<bool>,
    /// `true`: each network gets one seat only. Default: yes at a public table; always in a quick match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_per_network: Option<bool>,
}

/// The answer to a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatTaken {
    /// The table's id.
    pub id: String,
    /// Your seat.
    pub seat: u8,
}

/// `GET` and `POST /api/v1/me`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// Your name.
    pub name: String,
    /// Your unfinished games and the latest finished ones, newest first.
    pub tables: Vec<TableLine>,
}

/// The body of `POST /api/v1/me`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// 1 to 24 code points: an emoji can have several.
    pub name: String,
}

/// A seat in a list of tables. Only the table itself says who is connected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListedSeat {
    /// The name; empty while nobody sits there.
    pub name: String,
    /// A bot's level, `engine` for an external program; null for a person.
    pub bot: Option<String>,
    /// `true` while nobody sits there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub free: bool,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableLine {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The occupants of the seats, in order.
    pub seats: Vec<ListedSeat>,
    /// Your seat.
    pub seat: u8,
    /// How far it is.
    pub stage: Stage,
    /// `true` once the match is over.
    pub over: bool,
    /// `true` if play waits for you.
    pub your_turn: bool,
    /// `true` if the next deal waits until you want it.
    pub your_next: bool,
    /// Totals.
    pub totals: Vec<i32>,
    /// When it was made, RFC 3339 in UTC.
    pub created: String,
    /// When its match ended, if that is known.
    pub ended: Option<String>,
}

/// The answer to `POST /api/v1/tables/{id}/invite` and to `POST /api/v1/me/device`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Invite {
    /// 128 random bits, in hex. The server keeps only its hash, so it cannot be shown again.
    pub token: String,
    /// The address to send to friends, or to open on the other device.
    pub url: String,
    /// When it ends, RFC 3339 in UTC.
    pub expires: String,
    /// The address as a QR code.
    pub qr: QrCode,
}

/// `GET /api/v1/devices/{token}`: whose link it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Continuation {
    /// The name of the session.
    pub name: String,
    /// When the link ends, RFC 3339 in UTC.
    pub expires: String,
}

/// The answer to `POST /api/v1/tables/{id}/seats/{seat}/engine`: a seat for an external program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EngineSeat {
    /// Which seat.
    pub seat: u8,
    /// The address to which the engine connects, a WebSocket.
    pub url: String,
    /// 128 random bits, in hex. The engine sends it in the header `authorization: Bearer …`. The server keeps only
    /// its hash, so it cannot be shown again.
    pub token: String,
    /// When it expires, RFC 3339 in UTC.
    pub expires: String,
}

/// A QR code to be drawn in one colour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QrCode {
    /// Modules on each side, with the quiet zone.
    pub size: u32,
    /// The dark modules as the path of an SVG whose unit is one module.
    pub path: String,
}

/// `GET /api/v1/invites/{token}`: where an invitation leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Invitation {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// How far the table is.
    pub stage: Stage,
    /// The host's name.
    pub host: Option<String>,
    /// The occupants of the seats, in order.
    pub seats: Vec<ListedSeat>,
    /// The seat that you have there already.
    pub you: Option<u8>,
    /// All options of the game.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// The table's settings.
    pub settings: Settings,
}

/// The body of `POST /api/v1/invites/{token}` and of `POST /api/v1/tables/{id}/seat`: sits down.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SitDown {
    /// Your new name, as in `NewName`; left out: your name stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The body of `POST /api/v1/tables/{id}/reports`: tells whoever runs the server about another player at the own table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayerReport {
    /// The other player's seat.
    pub seat: u8,
    /// The report, in up to 500 characters.
    #[serde(default)]
    pub words: String,
}

/// The body of `POST /api/v1/quick`: takes a seat where others wait, or opens a table and waits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct QuickMatch {
    /// Which game.
    pub game: String,
    /// Your new name, as in `NewName`; left out: your name stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// `GET /api/v1/lobby`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lobby {
    /// Public tables where somebody is present. Those that wait for players come first, the oldest first.
    pub tables: Vec<LobbyTable>,
}

/// A public table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LobbyTable {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// How far it is.
    pub stage: Stage,
    /// The occupants of the seats, in order.
    pub seats: Vec<SeatInfo>,
    /// How long one may think.
    pub clock: ClockKind,
    /// `true` if one may watch.
    pub watch: bool,
    /// When it was made, RFC 3339 in UTC.
    pub created: String,
}

/// `GET /api/v1/host`: the settings of the administrator of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HostInfo {
    /// The pages that are filled in: `/privacy`, `/imprint`, `/contact`.
    pub pages: Vec<HostPage>,
    /// The most that a table can agree on. With `phrases` every table has phrases alone, whatever it has agreed, and `say` is
    /// refused (`phrases_only`).
    pub chat: ChatMode,
    /// The line that stands for everybody, as at a table (`cardroom admin say`, a drain), if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub notice: Option<Notice>,
}

/// A page that whoever runs the server fills in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum HostPage {
    /// The data that are stored about people.
    Privacy,
    /// The people who run the server.
    Imprint,
    /// How to reach them.
    Contact,
}
