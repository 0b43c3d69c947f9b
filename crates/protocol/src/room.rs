//! The people at a table: who has which seat, who is away, what was agreed. Nothing about cards.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The people at a table as one guest sees them. Always complete, never a patch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct People {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// All options of the game.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// The stage: gathering, playing or over.
    pub stage: Stage,
    /// Your seat; null: you have none.
    pub you: Option<u8>,
    /// Your seat from the next deal on. Until then you see what spectators see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub next_seat: Option<u8>,
    /// `true` if you run the table.
    pub hosting: bool,
    /// The host's seat; null if there is no host.
    pub host: Option<u8>,
    /// The occupants of the seats, in order.
    pub seats: Vec<SeatInfo>,
    /// The table's settings.
    pub settings: Settings,
    /// How many watch.
    pub watchers: u32,
    /// The names of those who watch, 20 at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub watcher_names: Vec<String>,
    /// To who watches a table of friends: whether you have asked for a seat (`sit`). Null: there is none to ask for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub asked: Option<bool>,
    /// Milliseconds until bots take the free seats and the match begins; null: it waits for people.
    pub begins_ms: Option<u32>,
    /// Milliseconds until the next deal is dealt even if not all are ready; null: it waits for them.
    pub next_ms: Option<u32>,
    /// Milliseconds until a spectator with a delay sees the first frame; null after that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub first_ms: Option<u32>,
    /// `true` while the clocks stand still.
    pub paused: bool,
    /// Seats that want a pause.
    pub pause_votes: Vec<u8>,
    /// The table where the same people play again, once somebody wants to.
    pub rematch: Option<String>,
    /// To the host of a public table: the seats whose people come from the same network, in groups. Nobody else is told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Vec<u8>>>"))]
    pub same_network: Vec<Vec<u8>>,
    /// To the host: the names of those who wait for a seat, by what the answer says (`admit`).
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, string>"))]
    pub requests: std::collections::BTreeMap<String, String>,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// People sit down; no card is dealt.
    Gathering,
    /// The match goes on.
    Playing,
    /// The match is over.
    Over,
}

/// A seat and its occupant.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatInfo {
    /// The name; empty while nobody sits there.
    pub name: String,
    /// A bot's level, `engine` for an external program; null for a person.
    pub bot: Option<String>,
    /// `true` if the person or the engine is connected. Other bots always are.
    pub here: bool,
    /// The name of the person who has the seat from the next deal on. Until then a bot plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub next_name: Option<String>,
    /// Milliseconds since the person's connection was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub away_ms: Option<u32>,
    /// The seats that want a bot to play until the person is back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub bot_votes: Vec<u8>,
    /// The round trip time of the person's connection, in milliseconds, from 10 on. Windows depend on it (K12), so it
    /// is public like them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub lag_ms: Option<u32>,
    /// The level of the bot that plays until the person or the engine comes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub stand_in: Option<String>,
    /// The bot plays because the person's clock has run out. It makes only this decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub time_up: bool,
    /// On an engine's seat: how many of its actions the rule bot has chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub replaced: Option<u32>,
    /// `true` if the person wants the next deal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub ready: bool,
    /// The seats that win and lose together with this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub partners: Vec<u8>,
    /// `true` if the person looks at the analysis of the deal that is over. The next deal waits for a while.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub looks: bool,
    /// `true` while nobody sits there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub free: bool,
}

/// The agreed settings of a table: everything that is not an option of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Settings {
    /// How long the next move waits for claims.
    pub races: Races,
    /// The people who may sit down.
    pub open: Open,
    /// How long one may think.
    pub clock: ClockKind,
    /// Seconds after which a bot plays for somebody who is away; null: never.
    pub grace_s: Option<u32>,
    /// `true` if people without a seat may watch.
    pub watch: bool,
    /// How many seconds later spectators see everything.
    pub watch_delay_s: u32,
    /// The permitted talk.
    pub chat: ChatMode,
    /// The level of bots that fill free seats and stand in for people.
    pub level: String,
    /// Seconds after which bots take the free seats and the match begins; null: it waits for people.
    pub fill_s: Option<u32>,
    /// `true` if the table helps its player when asked.
    pub assist: bool,
    /// `true` if a seat is advised when it asks.
    pub advice: bool,
    /// `true` if the match begins by itself once every seat is taken and everybody is there.
    pub begins_when_full: bool,
    /// The date, if it plays the deal of a day, as 20261121.
    pub daily: Option<u32>,
    /// `true`: each network gets one seat only.
    pub one_per_network: bool,
}

/// The changes of the host while people gather. Settings that are left out stay unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct NewSettings {
    /// All house rules. Those that are left out get their defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub options: Option<Map<String, Value>>,
    /// How long the next move waits for claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub races: Option<Races>,
    /// How long one may think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockKind>,
    /// Seconds after which a bot plays for somebody who is away; 0: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grace_s: Option<u32>,
    /// `true` if people without a seat may watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<bool>,
    /// How many seconds later spectators see everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch_delay_s: Option<u32>,
    /// The permitted talk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatMode>,
    /// The level of bots that fill free seats and stand in for people. Bots that have a seat keep theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// `true` if a seat is advised when it asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<bool>,
    /// `true`: each network gets one seat only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_per_network: Option<bool>,
}

/// How long the next move waits for claims (K12). A setting of the table, never an option of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Races {
    /// Not at all: the first is first.
    Strict,
    /// A short moment.
    #[default]
    Normal,
    /// Several seconds.
    Relaxed,
    /// Claims are armed in advance.
    TurnBased,
}

/// The people who may sit down: nobody else; everybody who has an invitation; anybody, and the table is in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

/// How long one may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// As long as one likes.
    #[default]
    None,
    /// A minute for each decision. The table can agree on a pause.
    Relaxed,
    /// A quarter of a minute a decision.
    Fast,
}

/// The permitted talk at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChatMode {
    /// Phrases from a list.
    #[default]
    Phrases,
    /// Anything, in short lines.
    Free,
}

/// A phrase or a sign from the list. Each page shows it in its own language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatLine {
    /// Grows by 1 with each line, and identifies the line.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub n: u64,
    /// The speaker's seat. Null: a spectator at a table of friends.
    pub seat: Option<u8>,
    /// The name it had then.
    pub name: String,
    /// A phrase from the list.
    pub phrase: Option<Phrase>,
    /// Free words: text, never markup.
    pub text: Option<String>,
}

/// A line of whoever runs the server, for everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Notice {
    /// A known line, which each page says in its own language: `drain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub key: Option<String>,
    /// Text, never markup.
    pub words: String,
}
