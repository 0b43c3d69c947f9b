//! What happened at a table, as each viewer may know it.

use std::borrow::Cow;
use std::fmt;

use game::{Seat, Viewer};

/// An event. [`text`](PublicEvent::text) gives it to a viewer in the notation of logs and messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PublicEvent {
    /// A seat acted.
    Acted {
        /// Who.
        seat: Seat,
        /// What, in notation: for the seat itself and for who sees everything.
        full: String,
        /// For all others: hidden parts left out.
        public: String,
    },
    /// Cards were shuffled again in the middle of a deal.
    Shuffled,
    /// The next deal was dealt.
    Dealt,
    /// The last actions were undone.
    Undone {
        /// How many.
        n: u32,
    },
    /// The player of a solitaire gave up.
    GaveUp,
    /// The player of a solitaire went back to an earlier position and plays on from there.
    PlayedOn,
    /// Another player has the seat from here.
    TookOver {
        /// Which seat.
        seat: Seat,
        /// Who.
        player: NewPlayer,
    },
}

/// Who plays a seat from here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewPlayer {
    /// A bot of this level, in place of the seat's player.
    Bot(String),
    /// The seat's own player again.
    Back,
    /// A bot, because the player has left for good.
    Left,
    /// A bot, because the host has removed the player.
    Removed,
    /// A new player, in place of a bot.
    Joined,
}

impl PublicEvent {
    /// The seat that it concerns; `None` for what no seat does.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            PublicEvent::Acted { seat, .. } | PublicEvent::TookOver { seat, .. } => Some(*seat),
            PublicEvent::Shuffled
            | PublicEvent::Dealt
            | PublicEvent::Undone { .. }
            | PublicEvent::GaveUp
            | PublicEvent::PlayedOn => None,
        }
    }

    /// Whether a seat did something of which the others see only a part.
    pub fn hides_a_part(&self) -> bool {
        matches!(self, PublicEvent::Acted { full, public, .. } if full != public)
    }

    /// The event as a viewer may know it.
    pub fn text(&self, viewer: Viewer) -> Cow<'_, str> {
        match self {
            PublicEvent::Acted { seat, full, public } => {
                Cow::Borrowed(if viewer.sees(*seat) { full.as_str() } else { public.as_str() })
            }
            PublicEvent::Shuffled => Cow::Borrowed("shuffle"),
            PublicEvent::Dealt => Cow::Borrowed("deal"),
            PublicEvent::Undone { n } => Cow::Owned(format!("undo {n}")),
            PublicEvent::GaveUp => Cow::Borrowed("give up"),
            PublicEvent::PlayedOn => Cow::Borrowed("play on"),
            PublicEvent::TookOver { player, .. } => Cow::Owned(player.to_string()),
        }
    }
}

impl fmt::Display for NewPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NewPlayer::Bot(level) => write!(f, "bot {level}"),
            NewPlayer::Back => f.write_str("back"),
            NewPlayer::Left => f.write_str("left"),
            NewPlayer::Removed => f.write_str("removed"),
            NewPlayer::Joined => f.write_str("joined"),
        }
    }
}
