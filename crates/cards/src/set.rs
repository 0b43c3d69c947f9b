//! A set of cards in one word.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

use crate::{Card, Rank, Suit};

/// A set of cards of the 52-card pack. Iterates in canonical order.
///
/// Each suit has a lane of 16 bits, so a suit is a mask and a rank a shift.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No cards.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const FULL: CardSet = CardSet(0x1fff_1fff_1fff_1fff);

    /// The set with one card.
    pub const fn only(card: Card) -> CardSet {
        CardSet(1 << card.bit())
    }

    /// All cards of a suit.
    pub const fn suit(suit: Suit) -> CardSet {
        CardSet(0x1fff << (16 * suit as u32))
    }

    /// All four cards of a rank.
    pub const fn rank(rank: Rank) -> CardSet {
        CardSet(0x0001_0001_0001_0001 << rank as u32)
    }

    /// The cards of this set in `suit`.
    pub const fn of(self, suit: Suit) -> CardSet {
        CardSet(self.0 & CardSet::suit(suit).0)
    }

    /// This set, or `other` if this one is empty.
    pub const fn or(self, other: CardSet) -> CardSet {
        if self.0 == 0 { other } else { self }
    }

    /// The number of cards.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the set.
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.bit() & 1 == 1
    }

    /// Whether every card of `other` is in the set.
    pub const fn has_all(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Adds a card.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.bit();
    }

    /// Takes a card out; it need not be there.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.bit());
    }

    /// The lowest card in canonical order.
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::from_bit(self.0.trailing_zeros() as u8)) }
    }

    /// The highest card in canonical order.
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::from_bit(63 - self.0.leading_zeros() as u8)) }
    }

    /// The `n`-th card in canonical order, from 0.
    ///
    /// # Panics
    /// If the set has no more than `n` cards.
    pub const fn nth(self, n: u32) -> Card {
        assert!(n < self.len(), "the set has that many cards");
        // A binary search by counts: no branch that depends on the cards can be predicted, so there is none.
        let mut rest = n;
        let mut shift = 0;
        let mut width = 32;
        while width > 0 {
            let below = (self.0 >> shift & ((1u64 << width) - 1)).count_ones();
            let skip = (rest >= below) as u32;
            rest -= skip * below;
            shift += skip * width;
            width /= 2;
        }
        Card::from_bit(shift as u8)
    }

    /// The bits, a lane of 16 for each suit.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of these bits; bits that are no card are dropped.
    pub const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits & CardSet::FULL.0)
    }
}

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

/// The cards of the first set that are not in the second.
impl Sub for CardSet {
    type Output = CardSet;
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

/// The cards of the pack that are not in the set.
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

/// A set is written as an array of cards in canonical order.
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

#[cfg(feature = "ts")]
impl ts_rs::TS for CardSet {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;
    fn name(_: &ts_rs::Config) -> String {
        "Array<string>".to_owned()
    }
    fn inline(config: &ts_rs::Config) -> String {
        <Self as ts_rs::TS>::name(config)
    }
}

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
    fn sets_are_sets() {
        let spades = CardSet::suit(Suit::Spades);
        let queens = CardSet::rank(Rank::Queen);
        assert_eq!((spades & queens).to_string(), "Qs");
        assert_eq!((queens - spades).to_string(), "Qc Qd Qh");
        assert_eq!((!spades).len(), 39);
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
