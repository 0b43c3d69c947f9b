//! The possible results of a command, and the decided move of a bot.

use std::time::Duration;

use game::Seat;

use crate::arrangement::Change;
use crate::asker::HeldMove;
use crate::chat::Words;
use crate::effect::Rematch;
use crate::ending::RestStep;
use crate::time::Instant;

/// The result of a decided command.
#[expect(clippy::large_enum_variant, reason = "each is made and taken apart at once")]
pub(crate) enum CommandOutcome {
    /// Something is stored; the answer comes when it is.
    Store(Change),
    /// A pause ends first, which is stored. Then the same command is decided again.
    EndPauseFirst,
    /// Something changes that is not stored.
    Local(Local),
    /// The table of a rematch is made; the answer comes when it is.
    OpenRematch(Rematch),
}

/// A change that is not stored.
pub(crate) enum Local {
    /// Nothing: it is so already.
    Nothing,
    /// A seat wants the next deal.
    Ready(Seat),
    /// A seat wants a pause, or does not.
    VotePause(Seat, bool),
    /// A seat wants a bot to play for a person who is away (the index of its seat), or does not.
    VoteForBot(Seat, usize, bool),
    /// The player of a game for one is not looking, or looks again.
    LookAway(bool),
    /// A move waits until others had time to claim.
    Hold(HeldMove),
    /// A deal that is decided may end, or not.
    Rest(RestStep),
    /// A seat says something, or somebody who watches.
    Say(Option<Seat>, Words),
}

/// The move that a bot or an engine has decided. It is made at its moment.
pub(crate) struct DecidedMove {
    /// The position that it is about.
    pub(crate) position: u64,
    /// In notation.
    pub(crate) action: String,
    /// On an engine's seat: the player that decided.
    pub(crate) player: Option<&'static str>,
    /// How long a bot thought about its turn, and when it was done.
    pub(crate) thought: Option<(Duration, Instant)>,
}
