//! The player of a seat.

use serde::{Deserialize, Serialize};

use crate::ids::PersonId;

/// Stands in place of a bot's level on the seat of an engine.
pub const ENGINE: &str = "engine";

/// The player of a seat: a person, a bot, or nobody yet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Seated {
    /// The name in the record; empty while nobody sits there.
    pub name: String,
    /// The person.
    pub person: Option<PersonId>,
    /// The bot's level.
    pub bot: Option<String>,
}

impl Seated {
    /// True if nobody sits there yet. A deleted person leaves a name that is a number.
    pub fn is_free(&self) -> bool {
        self.bot.is_none() && self.person.is_none() && self.name.is_empty()
    }
}
