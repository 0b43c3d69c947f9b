//! The actions of a seat, and their notation.

use std::fmt;
use std::str::FromStr;

use cards::{Card, CardSet, NotationError};
use game::Seat;
use serde::{Deserialize, Serialize};

use crate::state::SEATS;
use crate::{CombinationKind, Play};

/// One decision of a seat. Actions compare in the order in which `legal` returns them: the pass first, then bids and
/// plays in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `pass`: no bet [D3], or no combination [D9].
    Pass,
    /// `bid 30`: bets to be the first to go out. [D3]
    Bid(u8),
    /// `trade 7d`: puts a card face down for the left neighbour. [D6]
    Trade(Card),
    /// `stop`: ends trading. [D7]
    Stop,
    /// `play 2c2d3h4c4s`: plays a combination. [D9]
    Play(Play),
    /// `coup 2`: gives the trick to that seat's pile. [D17]
    Coup(Seat),
    /// `keep`: keeps the trick. [D17]
    Keep,
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.in_order().try_for_each(|card| write!(f, "{card}"))
    }
}

impl FromStr for Play {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Play, NotationError> {
        let wrong = || NotationError::new("cards ascending by rank, then by suit, as 2c2d3h4c4s", text);
        if !text.is_ascii() || text.len() > 104 {
            return Err(wrong());
        }
        let mut cards = CardSet::EMPTY;
        for start in (0..text.len()).step_by(2) {
            cards.insert(text.get(start..start + 2).ok_or_else(wrong)?.parse().map_err(|_| wrong())?);
        }
        // Cards in another order, or a card that is written twice, would not be written back as the same text.
        Play::new(cards).filter(|play| play.to_string() == text).ok_or_else(wrong)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass => f.write_str("pass"),
            Action::Bid(points) => write!(f, "bid {points}"),
            Action::Trade(card) => write!(f, "trade {card}"),
            Action::Stop => f.write_str("stop"),
            Action::Play(play) => write!(f, "play {play}"),
            Action::Coup(seat) => write!(f, "coup {seat}"),
            Action::Keep => f.write_str("keep"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Action, NotationError> {
        let wrong = || {
            NotationError::new(
                "an action of La Dame Noire: bid 30, pass, trade 7d, stop, play 5c5d, coup 2 or keep",
                text,
            )
        };
        let action = match text.split_once(' ') {
            None => match text {
                "pass" => Action::Pass,
                "stop" => Action::Stop,
                "keep" => Action::Keep,
                _ => return Err(wrong()),
            },
            Some(("bid", points)) => Action::Bid(points.parse().map_err(|_| wrong())?),
            Some(("trade", card)) => Action::Trade(card.parse()?),
            Some(("play", play)) => Action::Play(play.parse()?),
            Some(("coup", seat)) => {
                Action::Coup(seat.parse().ok().filter(|seat| *seat < SEATS).map(Seat::new).ok_or_else(wrong)?)
            }
            Some(_) => return Err(wrong()),
        };
        // `bid +30` and `coup 02` can be parsed as numbers, but are not the canonical notation.
        if action.to_string() == text { Ok(action) } else { Err(wrong()) }
    }
}

cards::serde_as_notation!(Action);

/// Public facts of a legal action.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Facts {
    /// True if a play beats the one on the table; false for a lead and for other actions.
    pub beats: bool,
    /// The points of a bid.
    pub bid: Option<u8>,
    /// The cards that the action names, in the order in which they are written.
    pub cards: Vec<Card>,
    /// The keyboard key that plays the action while no cards are selected, in the terminal and on the page.
    #[cfg_attr(feature = "types", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
    /// The kind of combination of a play.
    pub kind: Option<CombinationKind>,
    /// True if a play consists of the seat's last cards.
    pub last: bool,
    /// The points that the cards of a play are worth.
    pub points: Option<u8>,
    /// The power of a play: its position in the order of all combinations, 0 to 69. A play beats plays of lower power.
    pub power: Option<u8>,
    /// The strength of a play within its kind, written as a rank: the low card of a beggar, the highest card of a
    /// straight or a libra. It is `Qs` for the queen of spades alone.
    pub strength: Option<String>,
    /// The seat that gets the trick of a coup, or the seat that gets the traded card.
    pub to: Option<Seat>,
}
