//! The 52 cards: a rank in a suit.

use std::fmt;
use std::str::FromStr;

use crate::NotationError;

/// A suit, in the canonical order clubs, diamonds, hearts, spades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// ♣, written `c`.
    Clubs,
    /// ♦, written `d`.
    Diamonds,
    /// ♥, written `h`.
    Hearts,
    /// ♠, written `s`.
    Spades,
}

impl Suit {
    /// All suits in canonical order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Returns whether the suit is red: diamonds or hearts.
    pub const fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }

    /// Returns the letter of the suit in notation.
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }
}

/// A rank, in the canonical order 2, 3, …, 10, jack, queen, king, ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "a rank is its name")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All ranks in canonical order.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// Returns the letter or digit of the rank in notation: one of `23456789TJQKA`.
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }
}

/// A card of the 52-card pack. Its order is the canonical order of the pack: by suit, then by rank.
///
/// The inner number is `suit * 16 + rank`, the card's bit in a [`CardSet`](crate::CardSet).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Returns the card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(((suit as u8) << 4) | rank as u8)
    }

    /// Returns the rank of the card.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 & 15) as usize]
    }

    /// Returns the suit of the card.
    pub const fn suit(self) -> Suit {
        // This is a `match` with a mask, not an index into ALL. The compiler turns the `match` into a shift without a
        // bounds check. A search calls this function billions of times.
        match self.0 >> 4 & 3 {
            0 => Suit::Clubs,
            1 => Suit::Diamonds,
            2 => Suit::Hearts,
            _ => Suit::Spades,
        }
    }

    /// Returns the place of the card in the canonical pack, 0 (`2c`) to 51 (`As`).
    pub const fn index(self) -> usize {
        ((self.0 >> 4) * 13 + (self.0 & 15)) as usize
    }

    /// Returns the card at a place of the canonical pack.
    ///
    /// # Panics
    /// If `index` is 52 or more.
    pub const fn at(index: usize) -> Card {
        assert!(index < 52, "a pack has 52 cards");
        Card((((index / 13) << 4) | (index % 13)) as u8)
    }

    /// Returns the bit of the card in a set, 0 to 63 (13, 14 and 15 of each suit are unused).
    pub const fn bit(self) -> u8 {
        self.0
    }

    /// Returns the card of a bit. The bit must come from [`Card::bit`].
    pub(crate) const fn from_bit(bit: u8) -> Card {
        debug_assert!(bit < 64 && bit & 15 < 13);
        Card(bit)
    }
}

/// Returns the canonical pack of 52 cards, `2c` first and `As` last.
pub const fn pack52() -> [Card; 52] {
    let mut pack = [Card::at(0); 52];
    let mut i = 0;
    while i < 52 {
        pack[i] = Card::at(i);
        i += 1;
    }
    pack
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One call of the formatter is faster than two, and most of a frame's text is cards.
        let letters = [self.rank().letter() as u8, self.suit().letter() as u8];
        f.write_str(str::from_utf8(&letters).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Card {
    type Err = NotationError;

    /// Reads `Qs`, `Td`, `2c`.
    ///
    /// # Errors
    /// If the text is not a rank and a suit letter; case matters.
    fn from_str(text: &str) -> Result<Card, NotationError> {
        let wrong = || NotationError::new("a card, as Qs or Td", text);
        let [rank, suit] = text.as_bytes() else { return Err(wrong()) };
        let rank = Rank::ALL.into_iter().find(|r| r.letter() as u8 == *rank).ok_or_else(wrong)?;
        let suit = Suit::ALL.into_iter().find(|s| s.letter() as u8 == *suit).ok_or_else(wrong)?;
        Ok(Card::new(rank, suit))
    }
}

crate::notation::serde_as_notation!(Card);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back() {
        for (i, card) in pack52().into_iter().enumerate() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.index(), i);
            assert_eq!(Card::from_bit(card.bit()), card);
        }
    }

    #[test]
    fn the_pack_is_in_order() {
        assert!(pack52().is_sorted());
        assert_eq!(crate::join(&pack52()[12..15]), "Ac 2d 3d");
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "Q", "qs", "QS", "10s", "1s", "Qx", "Qs ", "É"] {
            assert!(text.parse::<Card>().is_err(), "{text:?}");
        }
    }
}
