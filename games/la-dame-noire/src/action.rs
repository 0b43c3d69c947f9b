//! The actions of a seat, and their notation.

use std::fmt;
use std::str::FromStr;

use cards::{Card, CardSet, NotationError};
use game::Seat;
use serde::{Deserialize, Serialize};

use crate::state::SEATS;
use crate::{CombinationKind, Play};

/// One decision. The order is that of `legal`: passing first, then what costs more.
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
        // Another order, or a card twice, reads back as something else.
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
        // `bid +30` and `coup 02` are numbers, but not how these are written.
        if action.to_string() == text { Ok(action) } else { Err(wrong()) }
    }
}

cards::serde_as_notation!(Action);

/// Public facts of a legal action.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Facts {
    /// Of a play: whether it beats what lies on the table; false for a lead.
    pub beats: bool,
    /// Of a bid: the points.
    pub bid: Option<u8>,
    /// The cards it names, in the order in which they are written.
    pub cards: Vec<Card>,
    /// The key that means it where cards are not chosen, in the terminal as on the page.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
    /// Of a play: the kind of combination.
    pub kind: Option<CombinationKind>,
    /// Of a play: whether it is the seat's last cards.
    pub last: bool,
    /// Of a play: the points that its cards are worth.
    pub points: Option<u8>,
    /// Of a play: its place in the order of all combinations, 0 to 69; the greater beats the smaller.
    pub power: Option<u8>,
    /// Of a play: its strength within the kind, as a rank is written: the low card of a beggar, the highest card of a
    /// straight or a libra. `Qs` for the queen of spades alone.
    pub strength: Option<String>,
    /// Of a coup: who gets the trick. Of a trade: who gets the card.
    pub to: Option<Seat>,
}
