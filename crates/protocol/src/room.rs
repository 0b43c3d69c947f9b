//! The people at a table: the seats, the absent people, the settings. Nothing about cards.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The people at a table as one of them sees it. The message is always complete, never a change to an earlier one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct People {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// All options of the game.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"), schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// The stage of the table: gathering, playing or over.
    pub stage: Stage,
    /// Your seat; null if you have none.
    pub you: Option<u8>,
    /// Your seat from the next deal on. Until then you have the view of a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub next_seat: Option<u8>,
    /// `true` if you are the host.
    pub hosting: bool,
    /// The host's seat; null if there is no host.
    pub host: Option<u8>,
    /// The occupants of the seats, in order.
    pub seats: Vec<SeatInfo>,
    /// The table's settings.
    pub settings: Settings,
    /// The number of spectators.
    pub watchers: u32,
    /// The names of the spectators, 20 at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    pub watcher_names: Vec<String>,
    /// For spectators at a table of friends: `true` if you asked for a seat (`sit`). Null if you cannot ask for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub asked: Option<bool>,
    /// The milliseconds until bots take the free seats and the match begins; null if the table waits for people.
    pub begins_ms: Option<u32>,
    /// The milliseconds until the next deal begins even if not all are ready; null if the table waits for all.
    pub next_ms: Option<u32>,
    /// The milliseconds until a spectator with a delay gets the first frame; null after that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub first_ms: Option<u32>,
    /// `true` while the clocks are stopped.
    pub paused: bool,
    /// The seats that vote for a pause.
    pub pause_votes: Vec<u8>,
    /// The table for another match of the same people, once somebody has asked for one.
    pub rematch: Option<String>,
    /// For the host of a public table only: groups of seats whose people come from the same network.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Vec<u8>>>"))]
    pub same_network: Vec<Vec<u8>>,
    /// For the host: the names of the people who ask for a seat, each under the key that `admit` sends back.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, type = "Record<string, string>"))]
    pub requests: std::collections::BTreeMap<String, String>,
}

/// The stage of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// People sit down, and no deal has begun.
    Gathering,
    /// The match is being played.
    Playing,
    /// The match is over.
    Over,
}

/// A seat and its occupant.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SeatInfo {
    /// The name; empty if the seat is free.
    pub name: String,
    /// A bot's level, `engine` for an external program; null for a person.
    pub bot: Option<String>,
    /// `true` if the person or the engine is connected. Always `true` for other bots.
    pub here: bool,
    /// The name of the person who has the seat from the next deal on. Until then a bot plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub next_name: Option<String>,
    /// The milliseconds since the person's connection was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub away_ms: Option<u32>,
    /// The seats that vote for a bot until the person is back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u8>>"))]
    pub bot_votes: Vec<u8>,
    /// The round-trip time of the person's connection in milliseconds, if it is at least 10. It is public because the
    /// length of claim windows, which everybody sees, depends on it (K12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub lag_ms: Option<u32>,
    /// The level of the bot that plays until the person or the engine comes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub stand_in: Option<String>,
    /// `true` if the bot plays because the person's clock has run out. The bot makes only that one decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub time_up: bool,
    /// The number of actions that the rule bot has chosen for an engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub replaced: Option<u32>,
    /// `true` if the person is ready for the next deal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub ready: bool,
    /// The seats that win and lose together with this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u8>>"))]
    pub partners: Vec<u8>,
    /// `true` if the person is looking at the analysis of the finished deal. The next deal then waits for a while.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub looks: bool,
    /// `true` if the seat is free.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub free: bool,
}

/// The settings of a table: everything agreed that is not an option of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Settings {
    /// The time for which the next move is held for claims.
    pub races: Races,
    /// The people who may sit down.
    pub open: Open,
    /// The time limit for decisions.
    pub clock: ClockKind,
    /// The seconds after which a bot plays for an absent person; null for never.
    pub grace_s: Option<u32>,
    /// `true` if people without a seat may watch.
    pub watch: bool,
    /// The delay for spectators in seconds.
    pub watch_delay_s: u32,
    /// The permitted chat.
    pub chat: ChatMode,
    /// The level of bots that take free seats and stand in for people.
    pub level: String,
    /// The seconds after which bots take the free seats and the match begins; null if the table waits for people.
    pub fill_s: Option<u32>,
    /// `true` if the table helps its player on request.
    pub assist: bool,
    /// `true` if a seat may ask for advice.
    pub advice: bool,
    /// `true` if the match begins by itself once every seat is taken and everybody is connected.
    pub begins_when_full: bool,
    /// The date of the deal of the day, as 20261121, if the table plays one.
    pub daily: Option<u32>,
    /// `true` if each network gets one seat only.
    pub one_per_network: bool,
    /// The position from which the table practises, if it is a practice table. There you can take back your actions,
    /// and nothing counts in any statistics.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub practice: Option<Practice>,
    /// The deal of the day that the table plays, if it plays one. There is no help, and nobody joins or leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub day: Option<DayDeal>,
}

/// A deal of the day at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DayDeal {
    /// The date in UTC, as 20261121.
    pub date: u32,
    /// The number of the deal, from 0.
    pub deal: u8,
    /// `true` at the first try on the day itself; `false` at a table for practice, where nothing counts.
    pub first: bool,
}

/// The position from which a practice table plays on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Practice {
    /// The match: `tables/ID` or `records/ID`.
    pub of: String,
    /// The number of the deal, from 0.
    pub deal: u32,
    /// The number of the deal's actions before the position.
    pub step: u32,
    /// `true` if the cards that you had not seen were dealt again.
    pub redealt: bool,
    /// The points of each seat when the deal was played for the first time; null if it was not finished.
    pub points: Option<Vec<Option<i32>>>,
}

/// The changes that the host makes before the match. Settings that are left out stay unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct NewSettings {
    /// The house rules. Keys that are left out get their defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"), schema(value_type = Option<Object>))]
    pub options: Option<Map<String, Value>>,
    /// The time for which the next move is held for claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub races: Option<Races>,
    /// The time limit for decisions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockKind>,
    /// The seconds after which a bot plays for an absent person; 0 for never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grace_s: Option<u32>,
    /// `true` if people without a seat may watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<bool>,
    /// The delay for spectators in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch_delay_s: Option<u32>,
    /// The permitted chat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatMode>,
    /// The level of bots that take free seats and stand in for people. Bots that already have a seat keep their level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// `true` if a seat may ask for advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<bool>,
    /// `true` if each network gets one seat only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_per_network: Option<bool>,
}

/// The time for which the next move is held for claims (K12). It is a setting of the table, never an option of the
/// game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Races {
    /// No time: the first action counts.
    Strict,
    /// A short moment.
    #[default]
    Normal,
    /// Several seconds.
    Relaxed,
    /// Claims are set in advance.
    TurnBased,
}

/// The people who may sit down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Open {
    /// One person; bots have the other seats.
    #[default]
    Alone,
    /// Everybody who has an invitation.
    Friends,
    /// Anybody: the table is in the lobby.
    Public,
}

/// The time limit for decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// No time limit.
    #[default]
    None,
    /// A minute for each decision. The people at the table can agree on a pause.
    Relaxed,
    /// 15 seconds for each decision.
    Fast,
}

/// The permitted chat at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChatMode {
    /// Only phrases from a list.
    #[default]
    Phrases,
    /// Free text in short lines.
    Free,
}

/// A phrase or a sign from the list. Each page shows it in the reader's language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is its own word")]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    Thanks,
    Sorry,
    OneMoment,
    YourTurn,
    GoodGame,
    Bye,
    Laugh,
    Surprise,
    Applause,
    Think,
    Sigh,
}

/// A line of the chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ChatLine {
    /// The number of the chat line, which identifies it. It grows by 1 with each line.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub n: u64,
    /// The seat of the writer; null for a spectator at a table of friends.
    pub seat: Option<u8>,
    /// The name of the writer at that time.
    pub name: String,
    /// A phrase from the list.
    pub phrase: Option<Phrase>,
    /// Free text, never markup.
    pub text: Option<String>,
}

/// A notice from the administrator of the server to everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Notice {
    /// The key of a predefined notice, which each page shows in the reader's language: `drain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub key: Option<String>,
    /// Text, never markup.
    pub words: String,
}
