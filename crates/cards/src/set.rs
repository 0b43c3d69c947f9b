//! A set of cards in one word.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

use crate::{Card, Rank, Suit};

/// A set of cards of the 52-card pack. Its iterator is in canonical order.
///
/// Each suit has 16 bits, so a mask selects a suit and a shift selects a rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const FULL: CardSet = CardSet(0x1fff_1fff_1fff_1fff);

    /// Returns the set with one card.
    pub const fn only(card: Card) -> CardSet {
        CardSet(1 << card.bit())
    }

    /// Returns all cards of a suit.
    pub const fn suit(suit: Suit) -> CardSet {
        CardSet(0x1fff << (16 * suit as u32))
    }

    /// Returns all four cards of a rank.
    pub const fn rank(rank: Rank) -> CardSet {
        CardSet(0x0001_0001_0001_0001 << rank as u32)
    }

    /// Returns the cards that come after `card` in canonical order: the higher cards of its suit, and all cards of
    /// later suits.
    pub const fn above(card: Card) -> CardSet {
        CardSet(CardSet::FULL.0 & (!1 << card.bit()))
    }

    /// Returns the cards of this set in `suit`.
    pub const fn of(self, suit: Suit) -> CardSet {
        CardSet(self.0 & CardSet::suit(suit).0)
    }

    /// Returns this set, or `other` if this one is empty.
    pub const fn or(self, other: CardSet) -> CardSet {
        if self.0 == 0 { other } else { self }
    }

    /// Returns the number of cards.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `card` is in the set.
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.bit() & 1 == 1
    }

    /// Returns whether every card of `other` is in the set.
    pub const fn has_all(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Adds a card.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.bit();
    }

    /// Removes a card, if the set has it.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.bit());
    }

    /// Returns the lowest card in canonical order.
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::from_bit(self.0.trailing_zeros() as u8)) }
    }

    /// Returns the highest card in canonical order.
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::from_bit(63 - self.0.leading_zeros() as u8)) }
    }

    /// Returns the `n`-th card in canonical order, from 0.
    ///
    /// # Panics
    /// If the set has `n` cards or fewer.
    pub const fn nth(self, n: u32) -> Card {
        let counts = self.counts();
        assert!(n < (counts >> 56) as u32, "the set has that many cards");
        self.select(counts, n)
    }

    /// Returns the card at place ⌊`share` · size / 2³²⌋. A uniform 32-bit number gives a uniform card. This is faster
    /// than [`len`](CardSet::len) followed by [`nth`](CardSet::nth), because it counts the bits only once.
    ///
    /// # Panics
    /// If the set is empty, in debug builds.
    pub const fn at_share(self, share: u32) -> Card {
        debug_assert!(!self.is_empty(), "an empty set has no card at any share");
        let counts = self.counts();
        self.select(counts, (((counts >> 56) * share as u64) >> 32) as u32)
    }

    /// Returns running counts: byte i is the number of cards in bytes 0 to i, so the top byte is the size of the set.
    const fn counts(self) -> u64 {
        let pairs = self.0 - (self.0 >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        bytes.wrapping_mul(EVERY_BYTE)
    }

    /// Returns the `n`-th card, for `n` below the size. There is no branch, because the place is random and a branch
    /// would often be mispredicted. One comparison of all running counts finds the byte. A table gives the place in the
    /// byte.
    const fn select(self, counts: u64, n: u32) -> Card {
        const TOP_BITS: u64 = EVERY_BYTE << 7;
        let n = n as u64;
        // `full` has a 1 in each byte whose running count is at most n. `shift` is 8 times the number of these bytes:
        // the first bit of the byte with the card.
        let full = ((((n * EVERY_BYTE) | TOP_BITS) - counts) & TOP_BITS) >> 7;
        let shift = full.wrapping_mul(EVERY_BYTE) >> 53 & 0x38;
        let rest = n - (counts << 8 >> shift & 0xff);
        let byte = self.0 >> shift & 0xff;
        Card::from_bit((shift as u8) | SELECT_IN_BYTE[(rest << 8 | byte) as usize & 2047])
    }

    /// Returns the bits, 16 for each suit.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set of these bits without bits that are not a card.
    pub const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits & CardSet::FULL.0)
    }
}

/// The word whose bytes are all 1. If a word is multiplied by it, the top byte of the product is the sum of the word's
/// bytes.
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

/// The place of the `n`-th bit of a byte, at index `n * 256 + byte`.
static SELECT_IN_BYTE: [u8; 8 * 256] = {
    let mut table = [0; 8 * 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[n * 256 + byte] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl BitOr for CardSet {
    type Output = CardSet;
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

/// `one - other` is the set of the cards in `one` that are not in `other`.
impl Sub for CardSet {
    type Output = CardSet;
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

/// `!set` is the set of the other cards of the pack.
impl Not for CardSet {
    type Output = CardSet;
    fn not(self) -> CardSet {
        CardSet(CardSet::FULL.0 & !self.0)
    }
}

impl Iterator for CardSet {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = self.first()?;
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let cards = (*self).len() as usize;
        (cards, Some(cards))
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, |set, card| set | CardSet::only(card))
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> CardSet {
        CardSet::only(card)
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::join(&self.collect::<Vec<_>>()))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// The JSON of a set is an array of cards in canonical order.
impl serde::Serialize for CardSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> serde::Deserialize<'de> for CardSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<CardSet, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        if cards.windows(2).all(|pair| pair[0] < pair[1]) {
            Ok(cards.into_iter().collect())
        } else {
            Err(serde::de::Error::custom("expected cards in canonical order, each once"))
        }
    }
}

crate::typescript_as!(CardSet, "Array<string>");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack52;

    #[test]
    fn nth_is_the_nth_of_the_iterator() {
        let set: CardSet = pack52().into_iter().filter(|c| c.index() % 3 != 1).collect();
        for (n, card) in set.enumerate() {
            assert_eq!(set.nth(n as u32), card);
        }
        assert_eq!(CardSet::FULL.nth(51).to_string(), "As");
    }

    #[test]
    fn equal_shares_for_all_cards() {
        for bits in [0x1, 0x1000_0000_0000_0000, 0x1fff, 0x0055_1fff_0000_1aaa, CardSet::FULL.bits()] {
            let set = CardSet::from_bits(bits);
            let cards = set.collect::<Vec<_>>();
            for (n, &card) in cards.iter().enumerate() {
                assert_eq!(set.nth(n as u32), card);
                let (n, of) = (n as u64, cards.len() as u64);
                let (first, last) = ((n << 32).div_ceil(of), ((n + 1) << 32).div_ceil(of) - 1);
                assert_eq!((set.at_share(first as u32), set.at_share(last as u32)), (card, card));
            }
        }
    }

    #[test]
    #[should_panic(expected = "that many cards")]
    fn past_the_end_there_is_no_card() {
        CardSet::suit(Suit::Hearts).nth(13);
    }

    #[test]
    fn sets_are_sets() {
        let spades = CardSet::suit(Suit::Spades);
        let queens = CardSet::rank(Rank::Queen);
        assert_eq!((spades & queens).to_string(), "Qs");
        assert_eq!((queens - spades).to_string(), "Qc Qd Qh");
        assert_eq!((!spades).len(), 39);
        assert_eq!((spades & CardSet::above("Qs".parse().unwrap())).to_string(), "Ks As");
        assert!(CardSet::above("As".parse().unwrap()).is_empty());
        assert!(CardSet::FULL.has_all(spades | queens));
        assert_eq!(CardSet::EMPTY.or(spades), spades);
        assert_eq!((spades.first(), spades.last()), (Some("2s".parse().unwrap()), Some("As".parse().unwrap())));
    }

    #[test]
    fn json_is_an_array_in_order() {
        let set: CardSet = ["Qs".parse().unwrap(), "2c".parse().unwrap()].into_iter().collect();
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(json, r#"["2c","Qs"]"#);
        assert_eq!(serde_json::from_str::<CardSet>(&json).unwrap(), set);
        assert!(serde_json::from_str::<CardSet>(r#"["Qs","2c"]"#).is_err());
    }
}
