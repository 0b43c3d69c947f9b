//! The actions of a seat, and their notation.

use std::fmt;
use std::str::FromStr;

use cards::NotationError;
use serde::{Deserialize, Serialize};

use crate::Card;

/// One action of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Deals this many cards to each player, as the dealer has chosen: `deal 5`. [K2]
    Deal(u8),
    /// Lays one to four cards of one value on the pile: `lay 10 10`. [K4]
    Lay(Card, u8),
    /// Draws a card: `draw deck`, `draw pile`. [K4]
    Draw(Source),
    /// Lays the card just drawn, which has the value laid before the draw: `good`. [K9]
    Good,
    /// Completes a square by laying all missing cards of the value: `cut 10 10`. [K10]
    Cut(Card, u8),
    /// Says Kaël: `kael`. [K13]
    Kael,
    /// Shows the caller's hand and then all other hands, so that the deal is counted: `show`. [K14]
    Show,
}

/// The place from which a card is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The top card of the deck, unseen.
    Deck,
    /// The card that was on top of the pile before the lay.
    Pile,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verb, card, count) = match *self {
            Action::Deal(size) => return write!(f, "deal {size}"),
            Action::Draw(Source::Deck) => return f.write_str("draw deck"),
            Action::Draw(Source::Pile) => return f.write_str("draw pile"),
            Action::Good => return f.write_str("good"),
            Action::Kael => return f.write_str("kael"),
            Action::Show => return f.write_str("show"),
            Action::Lay(card, count) => ("lay", card, count),
            Action::Cut(card, count) => ("cut", card, count),
        };
        f.write_str(verb)?;
        (0..count).try_for_each(|_| write!(f, " {card}"))
    }
}

impl FromStr for Action {
    type Err = NotationError;

    /// Parses the notation of a record.
    ///
    /// # Errors
    /// If the text is not an action, or if it names cards of different values, which cannot be laid together.
    fn from_str(text: &str) -> Result<Action, NotationError> {
        match text {
            "draw deck" => return Ok(Action::Draw(Source::Deck)),
            "draw pile" => return Ok(Action::Draw(Source::Pile)),
            "good" => return Ok(Action::Good),
            "kael" => return Ok(Action::Kael),
            "show" => return Ok(Action::Show),
            _ => {}
        }
        let wrong = || {
            NotationError::new(
                "an action of Kaël, as \"deal 5\", \"lay 10 10\", \"draw deck\", \"good\" or \"kael\"",
                text,
            )
        };
        let (verb, what) = text.split_once(' ').ok_or_else(wrong)?;
        if verb == "deal" {
            return match what.as_bytes() {
                [digit @ b'0'..=b'9'] => Ok(Action::Deal(digit - b'0')),
                _ => Err(wrong()),
            };
        }
        let alike = |most: usize| {
            let cards = cards::split::<Card>(what)?;
            let same = cards.windows(2).all(|two| two[0] == two[1]);
            if same && (1..=most).contains(&cards.len()) {
                Ok((cards[0], cards.len() as u8))
            } else {
                Err(NotationError::new("one to four cards of one value, as \"lay 10 10\" or \"cut 10\"", text))
            }
        };
        match verb {
            "lay" => alike(4).map(|(card, count)| Action::Lay(card, count)),
            "cut" => alike(3).map(|(card, count)| Action::Cut(card, count)),
            _ => Err(wrong()),
        }
    }
}

cards::serde_as_notation!(Action);

/// Public facts of a legal action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Facts {
    /// The cards that the action lays.
    pub cards: Vec<Card>,
    /// The number of cards that each player gets, for `deal`.
    pub deal: Option<u8>,
    /// True if the seat must draw after this lay. [K4] [K5]
    pub draws: bool,
    /// The keyboard key that plays the action while no cards are selected, in the terminal and on the page.
    #[cfg_attr(feature = "types", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
    /// The kind of the action.
    pub kind: ActionKind,
    /// The source of the draw.
    pub source: Option<Source>,
    /// True if the action completes a square. [K5]
    pub square: bool,
    /// The card that the action takes from the pile.
    pub takes: Option<Card>,
}

/// The kinds of action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "an action's name")]
pub enum ActionKind {
    Deal,
    Lay,
    Draw,
    Good,
    Cut,
    Kael,
    Show,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation() {
        let ten = Card::number(10);
        for (text, action) in [
            ("deal 5", Action::Deal(5)),
            ("lay 10 10", Action::Lay(ten, 2)),
            ("lay -1", Action::Lay(Card::MINUS_ONE, 1)),
            ("cut 10 10 10", Action::Cut(ten, 3)),
            ("draw pile", Action::Draw(Source::Pile)),
        ] {
            assert_eq!(text.parse(), Ok(action));
            assert_eq!(action.to_string(), text);
        }
        for text in [
            "",
            "lay",
            "lay ",
            "lay 9 10",
            "lay 9  9",
            "lay 9 9 9 9 9",
            "cut 9 9 9 9",
            "deal 55",
            "deal",
            "Kael",
            "draw",
            "good ",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text:?}");
        }
    }
}
