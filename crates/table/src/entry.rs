//! A line of a table's log, as it is stored.

use game::Seat;
use serde::{Deserialize, Serialize};

/// A line of a table's log. The log contains everything that happened. The record does not contain undone actions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entry {
    /// A seat acted.
    Act {
        /// Who.
        seat: Seat,
        /// What, in notation.
        action: String,
    },
    /// The next deal was dealt.
    Next,
    /// The last actions were undone.
    Undo {
        /// How many.
        n: u32,
    },
    /// The player of a one-seat game gave up.
    GiveUp,
    /// The player of a one-seat game got help that knows all cards. The match counts as assisted from now on.
    Assisted,
    /// The player of a one-seat game goes back to the position after the first `kept` actions of the deal, also from
    /// a deal that was lost or given up, and plays on from there. That counts as help, too.
    PlayOn {
        /// How many actions stay.
        kept: u32,
    },
    /// The player of a seat was advised, from what that seat sees. The deal counts as advised from here on.
    Advised {
        /// Which seat.
        seat: Seat,
    },
    /// Somebody else plays for a seat from here: a bot of this level, or its own player again (`None`).
    TookOver {
        /// Which seat.
        seat: Seat,
        /// The bot's level.
        bot: Option<String>,
        /// Why.
        #[serde(default, skip_serializing_if = "Why::is_for_now")]
        why: Why,
    },
}

/// Why somebody else plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The seat's player is away, or is back again.
    #[default]
    Away,
    /// The seat's player had no time left: the bot plays this one decision.
    Clock,
    /// The seat's player has left for good: the seat is the bot's own from here.
    Left,
    /// The host has removed the seat's player: the seat is the bot's own from here.
    Removed,
    /// Somebody new has taken the bot's seat.
    Joined,
}

impl Why {
    fn is_for_now(&self) -> bool {
        *self == Why::Away
    }
}
