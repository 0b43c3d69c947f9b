//! A line of a table's log, as it is stored.

use game::Seat;
use serde::{Deserialize, Serialize};

/// A line of a table's log. The log contains all events, and the record leaves out undone actions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entry {
    /// A seat acted.
    Act {
        /// The seat.
        seat: Seat,
        /// The action, in notation.
        action: String,
    },
    /// A match begins as practice from a position of another match. It is the first entry of the log.
    Position {
        /// The record that is broken off at the position.
        record: String,
    },
    /// The next deal was dealt.
    Next,
    /// The last actions were undone.
    Undo {
        /// The number of actions.
        n: u32,
    },
    /// The player of a one-seat game gave up.
    GiveUp,
    /// The player of a one-seat game got help that knows all cards. The match counts as assisted from now on.
    Assisted,
    /// The player of a one-seat game goes back to the position after the first `kept` actions of the deal and plays on.
    /// This is also possible after a deal was lost or given up. It counts as help, too.
    PlayOn {
        /// The number of actions that stay.
        kept: u32,
    },
    /// A seat was advised, from its own view. The deal counts as advised from now on.
    Advised {
        /// The seat.
        seat: Seat,
    },
    /// Another player takes over a seat from now on: a bot of this level, or the seat's own player (`None`).
    TookOver {
        /// The seat.
        seat: Seat,
        /// The bot's level.
        bot: Option<String>,
        /// The reason.
        #[serde(skip_serializing_if = "Why::is_for_now")]
        why: Why,
    },
}

// A line of a log has further keys beside those of its entry.
game::read_tagged! { Entry by "kind", others ignored:
    Act { seat, action }, Position { record }, Next {}, Undo { n }, GiveUp {}, Assisted {}, PlayOn { kept },
    Advised { seat }, TookOver { seat, bot, why = Why::Away },
}

/// The reason why another player takes over a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The seat's player is away, or is back again.
    #[default]
    Away,
    /// The seat's player had no time left. The bot makes only this one decision.
    Clock,
    /// The seat's player has left for good. The bot has the seat from now on.
    Left,
    /// The host has removed the seat's player. The bot has the seat from now on.
    Removed,
    /// A new person has taken the bot's seat.
    Joined,
}

impl Why {
    fn is_for_now(&self) -> bool {
        *self == Why::Away
    }
}
