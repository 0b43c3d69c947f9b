//! Unordered cards: the number of cards of each kind, packed into one integer.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use crate::Card;

/// The number of cards of each kind in a hand, in the pile, or in any other unordered set. Each kind has four bits;
/// kind 0 (−1) has the lowest ones. The pack has at most four cards of a kind, so sums of sets within the pack never
/// overflow into the next kind.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Hand(u64);

/// The number 1 in the four bits of every kind.
const ONES: u64 = 0x1111_1111_1111_1111;

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand(0);

    /// The whole pack.
    pub const PACK: Hand = Hand(0x1444_4444_4444_4421);

    /// Returns `count` cards of one kind.
    pub const fn of(card: Card, count: u32) -> Hand {
        debug_assert!(count <= 4, "no kind has more than four cards");
        Hand((count as u64) << (card.index() * 4))
    }

    /// Returns the number of cards of a kind.
    pub const fn count(self, card: Card) -> u32 {
        (self.0 >> (card.index() * 4)) as u32 & 15
    }

    /// Returns true if the hand has a card of this kind.
    pub const fn has(self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// Returns true if there are no cards.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of cards, if there are at most fifteen, as in a player's hand.
    pub const fn size(self) -> u32 {
        (self.0.wrapping_mul(ONES) >> 60) as u32
    }

    /// Returns the number of cards, also if there are more than fifteen.
    pub const fn len(self) -> u32 {
        let pairs = (self.0 & 0x0f0f_0f0f_0f0f_0f0f) + (self.0 >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Returns the value of a hand: the sum of its numbers, where −1 counts −1, X counts 15, and no cards count 0.
    /// [K15]
    ///
    /// ```
    /// use kael::{Card, Hand};
    /// let hand: Hand = ["-1", "4", "4", "X"].map(|card| card.parse::<Card>().unwrap()).into_iter().collect();
    /// assert_eq!(hand.value(), 22);
    /// ```
    pub const fn value(self) -> i32 {
        // The value of a card is its position minus 1, except that X counts one more. The positions are summed bit by
        // bit.
        const fn sum(counts: u64) -> u32 {
            (counts.wrapping_mul(ONES) >> 60) as u32
        }
        let places = sum(self.0 & 0xf0f0_f0f0_f0f0_f0f0)
            + 2 * sum(self.0 & 0xff00_ff00_ff00_ff00)
            + 4 * sum(self.0 & 0xffff_0000_ffff_0000)
            + 8 * sum(self.0 & 0xffff_ffff_0000_0000);
        places as i32 - self.size() as i32 + (self.0 >> 60) as i32
    }

    /// Returns the kinds of the cards, the lowest first, each once.
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let place = left.trailing_zeros() / 4;
                left &= !(15 << (place * 4));
                Card::at(place as u8)
            })
        })
    }

    /// Returns the cards in canonical order.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        self.kinds().flat_map(move |card| std::iter::repeat_n(card, self.count(card) as usize))
    }

    /// Returns card `n` of a player's hand in canonical order, and its number among the cards of its kind, counted from
    /// 1.
    pub(crate) const fn nth(self, n: u32) -> (Card, u32) {
        debug_assert!(n < self.size() && self.size() <= 7);
        // Computes the running sum of the counts for every kind. Adding 7 − n sets the high bit of exactly those sums
        // that are above n, and the lowest of them belongs to the kind of card n.
        let sums = self.0.wrapping_mul(ONES);
        let place = ((sums + (7 - n as u64) * ONES) & (8 * ONES)).trailing_zeros() / 4;
        let card = Card::at(place as u8);
        let before = (sums >> (place * 4)) as u32 & 15;
        (card, n + 1 + self.count(card) - before)
    }

    /// Returns true if these cards are all contained in `other`.
    pub fn is_within(self, other: Hand) -> bool {
        Card::ALL.iter().all(|&card| self.count(card) <= other.count(card))
    }
}

impl Add for Hand {
    type Output = Hand;
    fn add(self, other: Hand) -> Hand {
        Hand(self.0 + other.0)
    }
}

impl AddAssign for Hand {
    fn add_assign(&mut self, other: Hand) {
        self.0 += other.0;
    }
}

impl Sub for Hand {
    type Output = Hand;
    fn sub(self, other: Hand) -> Hand {
        debug_assert!(other.is_within(self), "cards are taken from where they are");
        Hand(self.0 - other.0)
    }
}

impl SubAssign for Hand {
    fn sub_assign(&mut self, other: Hand) {
        *self = *self - other;
    }
}

impl From<Card> for Hand {
    fn from(card: Card) -> Hand {
        Hand::of(card, 1)
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Hand {
        cards.into_iter().fold(Hand::EMPTY, |hand, card| hand + card.into())
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&cards::join(&self.cards().collect::<Vec<_>>()))
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// A hand is serialized as an array of cards in canonical order.
impl serde::Serialize for Hand {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}

impl<'de> serde::Deserialize<'de> for Hand {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Hand, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        let few =
            Card::ALL.iter().all(|kind| cards.iter().filter(|card| *card == kind).count() as u32 <= kind.copies());
        if cards.is_sorted() && few {
            Ok(cards.into_iter().collect())
        } else {
            Err(serde::de::Error::custom("expected cards of one pack in canonical order"))
        }
    }
}

cards::typescript_as!(Hand, "Array<string>");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_cards_one_by_one() {
        let mut rng = game::Rng::new(1);
        for _ in 0..5_000 {
            let mut pack = crate::pack();
            rng.shuffle(&mut pack);
            let cards = &mut pack[..rng.below(8) as usize];
            cards.sort();
            let hand: Hand = cards.iter().copied().collect();
            assert_eq!(hand.value(), cards.iter().map(|card| card.value()).sum::<i32>());
            assert_eq!(hand.size() as usize, cards.len());
            assert_eq!(hand.len() as usize, cards.len());
            assert_eq!(hand.cards().collect::<Vec<_>>(), cards);
            for (n, card) in cards.iter().enumerate() {
                let which = cards[..=n].iter().filter(|other| *other == card).count() as u32;
                assert_eq!(hand.nth(n as u32), (*card, which));
            }
        }
        assert_eq!(Hand::PACK.len(), 56);
        assert_eq!(Hand::PACK.cards().collect::<Vec<_>>(), crate::pack());
    }
}
