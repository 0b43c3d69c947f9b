//! Events at a table, as each viewer may see them, and their text in logs and messages.

use std::borrow::Cow;
use std::fmt;

use crate::{Seat, Viewer};

/// An event. [`text`](PublicEvent::text) returns its notation in logs and messages for one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PublicEvent {
    /// A seat acted.
    Acted {
        /// The seat.
        seat: Seat,
        /// The complete action in notation, for the seat itself and for viewers that see everything.
        full: String,
        /// The action in notation without its hidden parts, for all other viewers.
        public: String,
    },
    /// Cards were shuffled again in the middle of a deal.
    Shuffled,
    /// The next deal was dealt.
    Dealt,
    /// The last actions were undone.
    Undone {
        /// The number of actions.
        n: u32,
    },
    /// The player of a solitaire gave up.
    GaveUp,
    /// The player of a solitaire went back to an earlier position and plays on from there.
    PlayedOn,
    /// A seat has a new player from here on.
    TookOver {
        /// The seat.
        seat: Seat,
        /// The new player.
        player: NewPlayer,
    },
}

/// The new player of a seat.
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
    /// Returns the seat of the event, or `None` for an event without a seat.
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

    /// Returns whether a seat acted and the others see only a part of the action.
    pub fn hides_a_part(&self) -> bool {
        matches!(self, PublicEvent::Acted { full, public, .. } if full != public)
    }

    /// Reads a text that [`text`](PublicEvent::text) wrote; `seat` is the seat of the event. The text does not contain
    /// the hidden parts of an action, so `full` is `public`.
    pub fn read(seat: Option<Seat>, text: &str) -> PublicEvent {
        let Some(seat) = seat else {
            return match text.split_once(' ') {
                _ if text == "shuffle" => PublicEvent::Shuffled,
                _ if text == "give up" => PublicEvent::GaveUp,
                _ if text == "play on" => PublicEvent::PlayedOn,
                Some(("undo", n)) => PublicEvent::Undone { n: n.parse().unwrap_or(0) },
                _ => PublicEvent::Dealt,
            };
        };
        match NewPlayer::read(text) {
            Some(player) => PublicEvent::TookOver { seat, player },
            None => PublicEvent::Acted { seat, full: text.to_owned(), public: text.to_owned() },
        }
    }

    /// Returns the text of the event for a viewer.
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

impl NewPlayer {
    /// Reads a text that [`Display`](fmt::Display) wrote. No action of any game has such a text.
    fn read(text: &str) -> Option<NewPlayer> {
        match text.split_once(' ') {
            Some(("bot", level)) => Some(NewPlayer::Bot(level.to_owned())),
            Some(_) => None,
            None => [NewPlayer::Back, NewPlayer::Left, NewPlayer::Removed, NewPlayer::Joined]
                .into_iter()
                .find(|player| player.to_string() == text),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_read_as_it_was_written() {
        let seat = Seat::new(2);
        let new = |player| PublicEvent::TookOver { seat, player };
        let acted = |text: &str| PublicEvent::Acted { seat, full: text.to_owned(), public: text.to_owned() };
        let all = [
            acted("play Qs"),
            acted("pass"),
            acted("deal 5"),
            PublicEvent::Shuffled,
            PublicEvent::Dealt,
            PublicEvent::Undone { n: 3 },
            PublicEvent::GaveUp,
            PublicEvent::PlayedOn,
            new(NewPlayer::Bot("club".to_owned())),
            new(NewPlayer::Back),
            new(NewPlayer::Left),
            new(NewPlayer::Removed),
            new(NewPlayer::Joined),
        ];
        for event in all {
            assert_eq!(PublicEvent::read(event.seat(), &event.text(Viewer::Public)), event);
        }
    }

    #[test]
    fn what_is_hidden_stays_hidden() {
        let seat = Seat::new(1);
        let event = PublicEvent::Acted { seat, full: "trade 7d".to_owned(), public: "trade".to_owned() };
        let read = PublicEvent::read(Some(seat), &event.text(Viewer::Seat(Seat::new(0))));
        assert_eq!(read, PublicEvent::Acted { seat, full: "trade".to_owned(), public: "trade".to_owned() });
    }
}
