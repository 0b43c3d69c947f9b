//! The 56 cards: one −1, two noughts, 1 to 13 four times each, and one X. There are no suits, so cards of one value are
//! alike.

use std::fmt;
use std::str::FromStr;

use cards::NotationError;

use crate::Hand;

/// A card of Kaël. Its order is the canonical order: `-1 0 1 2 … 13 X`.
///
/// The number inside, 0 to 15, is the position of the card in the canonical order and in a [`Hand`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The −1; there is one.
    pub const MINUS_ONE: Card = Card(0);
    /// The nought (0); there are two.
    pub const NOUGHT: Card = Card(1);
    /// The X ("pass" card); there is one.
    pub const X: Card = Card(15);

    /// All sixteen kinds of card in canonical order.
    pub const ALL: [Card; 16] = {
        let mut all = [Card(0); 16];
        let mut i = 0;
        while i < 16 {
            all[i] = Card(i as u8);
            i += 1;
        }
        all
    };

    /// Returns the card with this number on it, from 1 to 13.
    ///
    /// # Panics
    /// If the number is out of that range.
    pub const fn number(number: u8) -> Card {
        assert!(number >= 1 && number <= 13, "the numbers go from 1 to 13");
        Card(number + 1)
    }

    /// Returns the card at a position in canonical order.
    pub(crate) const fn at(place: u8) -> Card {
        debug_assert!(place < 16, "there are sixteen kinds of card");
        Card(place)
    }

    /// Returns the position in canonical order, 0 to 15.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the value of the card when a hand is counted. [K15]
    pub const fn value(self) -> i32 {
        if self.0 == 15 { 15 } else { self.0 as i32 - 1 }
    }

    /// Returns true for the numbers 1 to 13, which can make a square. [K5] [K10]
    pub const fn is_number(self) -> bool {
        self.0 >= 2 && self.0 <= 14
    }

    /// Returns the number of copies of the card in the pack.
    pub const fn copies(self) -> u32 {
        Hand::PACK.count(self)
    }
}

/// Returns the pack in canonical order: 1 + 2 + 13 × 4 + 1 = 56 cards. [K1]
pub const fn pack() -> [Card; 56] {
    let mut pack = [Card::X; 56];
    let (mut place, mut kind) = (0, 0);
    while kind < 16 {
        let card = Card(kind);
        let mut copies = 0;
        while copies < card.copies() {
            pack[place] = card;
            place += 1;
            copies += 1;
        }
        kind += 1;
    }
    assert!(place == 56);
    pack
}

const _: () = assert!(pack()[55].0 == 15 && pack()[0].0 == 0 && pack()[3].0 == 2);

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Card::X => f.write_str("X"),
            card => write!(f, "{}", card.value()),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Card {
    type Err = NotationError;

    /// Parses `-1`, `0`, `1` … `13`, `X`.
    ///
    /// # Errors
    /// If the text is anything else. `01`, `+1` and `x` are not accepted.
    fn from_str(text: &str) -> Result<Card, NotationError> {
        let wrong = || NotationError::new("a card, as -1, 0, 10 or X", text);
        match text.as_bytes() {
            b"-1" => Ok(Card::MINUS_ONE),
            b"X" => Ok(Card::X),
            [digit @ b'0'..=b'9'] => Ok(Card(digit - b'0' + 1)),
            [b'1', digit @ b'0'..=b'3'] => Ok(Card(digit - b'0' + 11)),
            _ => Err(wrong()),
        }
    }
}

cards::serde_as_notation!(Card);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back() {
        for card in Card::ALL {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert_eq!(cards::join(&pack()[..8]), "-1 0 0 1 1 1 1 2");
        assert_eq!(cards::join(&pack()[50..]), "12 13 13 13 13 X");
        assert!(pack().is_sorted());
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "14", "01", "-0", "-2", "x", "+1", "10 ", "1.0", "Qs", "−1"] {
            assert!(text.parse::<Card>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn values() {
        let values: Vec<i32> = Card::ALL.iter().map(|card| card.value()).collect();
        assert_eq!(values, [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15], "[K15]");
    }
}
