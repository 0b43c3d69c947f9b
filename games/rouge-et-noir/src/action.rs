//! The actions of the player, and their notation.

use std::fmt;
use std::str::FromStr;

use cards::{Card, NotationError};
use serde::{Deserialize, Serialize};

/// One of the eight tableaus.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot(u8);

impl Spot {
    /// Returns the tableau with this index, 0 for t1 to 7 for t8.
    ///
    /// # Panics
    /// If `index` is 8 or more.
    pub const fn new(index: usize) -> Spot {
        assert!(index < 8, "there are eight tableaus");
        Spot(index as u8)
    }

    /// Returns the index, 0 for t1.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns t1 to t8 in order.
    pub fn all() -> impl Iterator<Item = Spot> {
        (0..8).map(Spot::new)
    }
}

/// The source of a card. [R5]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// The top card of the discard pile.
    Discard,
    /// The card in hand.
    Hand,
    /// The top card of a tableau.
    Tableau(Spot),
}

/// The destination of a card. [R6]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Destination {
    /// The discard pile; only the card in hand can go there.
    Discard,
    /// A foundation of the card's suit.
    Foundation,
    /// A tableau.
    Tableau(Spot),
}

/// One action of the player. Actions compare in the byte order of their notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// [R4] Turns up the top card of the stock: `turn`.
    Turn,
    /// [R8] Turns the discard pile over to be the stock: `redeal`.
    Redeal,
    /// [R5] Moves a card: `hand t3`, `discard f`, `t1 t5`, `hand discard`.
    Move(Source, Destination),
}

impl Action {
    /// Returns the sort key for the byte order of notations: discard, hand, redeal, t1 to t8, turn.
    const fn place(self) -> (u8, u8) {
        match self {
            Action::Move(Source::Discard, to) => (0, to.place()),
            Action::Move(Source::Hand, to) => (1, to.place()),
            Action::Redeal => (2, 0),
            Action::Move(Source::Tableau(spot), to) => (3 + spot.0, to.place()),
            Action::Turn => (u8::MAX, 0),
        }
    }
}

impl Destination {
    /// Returns the sort key for the byte order of notations.
    const fn place(self) -> u8 {
        match self {
            Destination::Discard => 0,
            Destination::Foundation => 1,
            Destination::Tableau(spot) => 2 + spot.0,
        }
    }
}

impl PartialOrd for Action {
    fn partial_cmp(&self, other: &Action) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Action {
    fn cmp(&self, other: &Action) -> std::cmp::Ordering {
        self.place().cmp(&other.place())
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0 + 1)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Discard => f.write_str("discard"),
            Source::Hand => f.write_str("hand"),
            Source::Tableau(spot) => spot.fmt(f),
        }
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Destination::Discard => f.write_str("discard"),
            Destination::Foundation => f.write_str("f"),
            Destination::Tableau(spot) => spot.fmt(f),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Turn => f.write_str("turn"),
            Action::Redeal => f.write_str("redeal"),
            Action::Move(from, to) => write!(f, "{from} {to}"),
        }
    }
}

impl FromStr for Spot {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Spot, NotationError> {
        match text.as_bytes() {
            [b't', digit @ b'1'..=b'8'] => Ok(Spot(digit - b'1')),
            _ => Err(NotationError::new("a tableau, t1 to t8", text)),
        }
    }
}

impl FromStr for Source {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Source, NotationError> {
        match text {
            "discard" => Ok(Source::Discard),
            "hand" => Ok(Source::Hand),
            _ => match text.parse() {
                Ok(spot) => Ok(Source::Tableau(spot)),
                Err(_) => Err(NotationError::new("where a card comes from: hand, discard or t1 to t8", text)),
            },
        }
    }
}

impl FromStr for Destination {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Destination, NotationError> {
        match text {
            "discard" => Ok(Destination::Discard),
            "f" => Ok(Destination::Foundation),
            _ => match text.parse() {
                Ok(spot) => Ok(Destination::Tableau(spot)),
                Err(_) => Err(NotationError::new("where a card goes: t1 to t8, f or discard", text)),
            },
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Action, NotationError> {
        match text.split_once(' ') {
            None if text == "turn" => Ok(Action::Turn),
            None if text == "redeal" => Ok(Action::Redeal),
            None => Err(NotationError::new("an action of Rouge et Noir, as \"turn\" or \"hand t3\"", text)),
            Some((from, to)) => Ok(Action::Move(from.parse()?, to.parse()?)),
        }
    }
}

cards::serde_as_notation!(Spot);
cards::serde_as_notation!(Source);
cards::serde_as_notation!(Destination);
cards::serde_as_notation!(Action);

/// Public facts of a legal action.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Facts {
    /// True if a single tap on the card plays this action. At most one action of each source has this flag.
    pub best: bool,
    /// The card that moves; null for `turn` and `redeal`.
    pub card: Option<Card>,
    /// The foundation of the card, as an index (0 to 7) into the flattened `foundations` of the view; else null.
    pub foundation: Option<u8>,
    /// The source of the card; null for `turn` and `redeal`.
    pub from: Option<Source>,
    /// True if the card goes into an empty tableau.
    pub into_empty: bool,
    /// The keyboard key that plays the action while no card is selected, in the terminal and on the page.
    #[cfg_attr(feature = "types", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
    /// True if this move to a foundation can never lose a deal that can be won. A page may play such a move
    /// automatically.
    pub safe: bool,
    /// The destination of the card; null for `turn` and `redeal`.
    pub to: Option<Destination>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_stand_in_the_byte_order_of_their_notation() {
        let sources = [Source::Discard, Source::Hand].into_iter().chain(Spot::all().map(Source::Tableau));
        let mut actions = vec![Action::Turn, Action::Redeal];
        for from in sources {
            for to in
                [Destination::Discard, Destination::Foundation].into_iter().chain(Spot::all().map(Destination::Tableau))
            {
                actions.push(Action::Move(from, to));
            }
        }
        assert_eq!(actions.len(), 102);
        actions.sort_unstable();
        let texts: Vec<String> = actions.iter().map(Action::to_string).collect();
        assert!(texts.is_sorted());
        assert!(texts.iter().zip(&actions).all(|(text, action)| text.parse() == Ok(*action)));
    }

    #[test]
    fn what_is_no_action_is_refused() {
        for text in
            ["", "turn ", "Turn", "hand", "hand t9", "hand t0", "f t1", "t1  t2", "t1 t2 t3", "t1 hand", "t10 f"]
        {
            assert!(text.parse::<Action>().is_err(), "{text:?}");
        }
    }
}
