//! The possible results of a command.

use game::Seat;

use crate::arrangement::Change;
use crate::asker::HeldMove;
use crate::chat::Words;
use crate::effect::Rematch;
use crate::ending::RestStep;

#[expect(clippy::large_enum_variant, reason = "each is made and taken apart at once")]
pub(crate) enum CommandOutcome {
    /// A change is stored. The answer is sent after that.
    Store(Change),
    /// The end of the pause is stored, and then the same command is decided again.
    EndPauseFirst,
    /// A part of the state that is not stored changes.
    Local(Local),
    /// The table of a rematch is made. The answer is sent after that.
    OpenRematch(Rematch),
}

/// A change that is not stored.
pub(crate) enum Local {
    /// No change, because the wanted state exists already.
    Nothing,
    Ready(Seat),
    VotePause(Seat, bool),
    /// A seat votes for a bot that plays for an absent person, or takes the vote back. The index is the absent person's
    /// seat.
    VoteForBot(Seat, usize, bool),
    /// The player of a game for one turns away from the table, or comes back to it.
    LookAway(bool),
    /// A move is held until the claim window closes.
    Hold(HeldMove),
    /// The early end of a decided deal goes one step further.
    Rest(RestStep),
    /// A seat or a spectator says something.
    Say(Option<Seat>, Words),
}
