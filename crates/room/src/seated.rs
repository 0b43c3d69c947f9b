//! The player of a seat, the person who gets the seat with a later deal, and the bot that stands in.

use serde::{Deserialize, Serialize};

use crate::ids::PersonId;

/// The value in place of a bot's level on the seat of an engine.
pub const ENGINE: &str = "engine";

/// The player of a seat: a person, a bot, or nobody yet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Seated {
    /// The name in the record; empty while the seat is free.
    pub name: String,
    /// The person.
    pub person: Option<PersonId>,
    /// The bot's level.
    pub bot: Option<String>,
}

impl Seated {
    /// True if the seat is free. The seat of a deleted person is not free: its name is a number.
    pub fn is_free(&self) -> bool {
        self.bot.is_none() && self.person.is_none() && self.name.is_empty()
    }
}

/// A newcomer: a person who gets a bot's seat with a later deal. Until that deal, the newcomer sees the spectators'
/// view, because nobody may see a hand that a bot or another person has played. The connection gives the newcomer's
/// name. The name is not stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Newcomer {
    #[serde(rename = "session")]
    pub(crate) person: PersonId,
    pub(crate) seat: u8,
    /// The first deal that the newcomer plays, from 0.
    pub(crate) from: u32,
    /// True if the newcomer was away when the promised deal began. A newcomer who is away a second time loses the seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) missed: bool,
}

/// The bot that acts temporarily for a seat's person or engine.
#[derive(Clone, Default)]
pub(crate) struct StandIn {
    /// The level of the bot that plays until the person comes back.
    pub(crate) level: Option<String>,
    /// The number of the decision for which the time ran out. The bot makes only this decision.
    pub(crate) timed_out: Option<u32>,
    /// `true` if the bot plays because the clock has run out, although the seat's person is present.
    pub(crate) time_up: bool,
    /// The number of actions on an engine's seat that a bot made.
    pub(crate) replaced: u32,
}
