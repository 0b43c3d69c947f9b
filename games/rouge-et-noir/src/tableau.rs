//! A tableau and the foundations, each packed into one word.
//!
//! A tableau always builds down in alternating colours [R3]. So its top card, its length and one bit for each card
//! (which of the two suits of its colour) describe it. A card that fits both foundations of a suit [R1] goes to the
//! first foundation. So the first is never lower than the second, and the code need not compare them.

use cards::{Card, Rank, Suit};

/// Returns the value of a card for the foundations: ace 1, two 2, … king 13. [R2]
pub(crate) const fn value(card: Card) -> u32 {
    match card.rank() {
        Rank::Ace => 1,
        rank => rank as u32 + 2,
    }
}

/// Returns the card of a value from 1 to 13.
pub(crate) const fn card_of(value: u32, suit: Suit) -> Card {
    // The order of the pack has the ace last: the values 2 to 13 are at the indices 0 to 11.
    Card::new(Rank::ALL[(value as usize + 11) % 13], suit)
}

/// Returns 1 for red, 0 for black.
const fn colour(suit: Suit) -> u32 {
    suit.is_red() as u32
}

/// Returns the index of the suit within its colour: 0 for clubs or diamonds, 1 for hearts or spades.
const fn second_of_colour(suit: Suit) -> u32 {
    suit as u32 >> 1
}

/// Returns the first or the second suit of this colour.
const fn suit_of(colour: u32, second: u32) -> Suit {
    Suit::ALL[(colour ^ (3 * second)) as usize]
}

/// A column of cards. [R3]
///
/// From the lowest bit: 12 bits for the suits of the cards, from the top card down (0 or 1 within the colour), 1 bit
/// for the colour of the top card, 4 for its value, 4 for the length. An empty column is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Tableau(u32);

/// The lowest bit of each field: colour of the top card, value of the top card, length.
const COLOUR: u32 = 12;
const VALUE: u32 = 13;
const LENGTH: u32 = 17;

impl Tableau {
    pub(crate) const EMPTY: Tableau = Tableau(0);

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of cards in the column. It is at most 12, because the longest column runs from a king down
    /// to a two.
    pub(crate) const fn len(self) -> u32 {
        self.0 >> LENGTH
    }

    /// Returns the value of the top card; 0 if there is none.
    pub(crate) const fn top_value(self) -> u32 {
        self.0 >> VALUE & 15
    }

    /// Returns the value of the bottom card. The result is meaningless for an empty tableau.
    pub(crate) const fn base_value(self) -> u32 {
        self.top_value() + self.len() - 1
    }

    /// Returns value and colour of the top card as one number: twice the value, plus 1 for red; 0 if there is none.
    pub(crate) const fn face(self) -> u32 {
        self.0 >> COLOUR & 31
    }

    pub(crate) const fn top(self) -> Option<Card> {
        if self.is_empty() { None } else { Some(self.card(0)) }
    }

    /// Returns the card that has `above` cards on top of it.
    const fn card(self, above: u32) -> Card {
        let colour = (self.0 >> COLOUR ^ above) & 1;
        card_of(self.top_value() + above, suit_of(colour, self.0 >> above & 1))
    }

    /// Returns all cards from bottom to top.
    pub(crate) fn cards(self) -> impl Iterator<Item = Card> {
        (0..self.len()).rev().map(move |above| self.card(above))
    }

    /// Returns true if the card can be built on the top card: one lower, of the other colour. Returns false if the
    /// tableau is empty. [R3]
    pub(crate) const fn takes(self, card: Card) -> bool {
        self.face() == wanted_face(card)
    }

    /// Lays a card on top, which must fit.
    pub(crate) const fn push(&mut self, card: Card) {
        let suits = (self.0 << 1 & 0xfff) | second_of_colour(card.suit());
        self.0 = (self.len() + 1) << LENGTH | value(card) << VALUE | colour(card.suit()) << COLOUR | suits;
    }

    /// Removes and returns the top card, which must exist.
    pub(crate) const fn pop(&mut self) -> Card {
        let card = self.card(0);
        let length = self.len() - 1;
        self.0 = if length == 0 {
            0
        } else {
            length << LENGTH | (value(card) + 1) << VALUE | (self.0 >> COLOUR & 1 ^ 1) << COLOUR | (self.0 & 0xfff) >> 1
        };
        card
    }

    /// Returns the word, which uses 21 bits; equal tableaus have equal words.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}

/// Returns the face that a top card must have for this card to be built on it.
pub(crate) const fn wanted_face(card: Card) -> u32 {
    (value(card) + 1) << 1 | (colour(card.suit()) ^ 1)
}

/// [R1] The eight foundations, two for each suit: the value of each top card in four bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Foundations(u32);

impl Foundations {
    /// The foundations with only the aces. [R1]
    pub(crate) const START: Foundations = Foundations(0x1111_1111);
    /// The foundations with all cards up to the kings. [R11]
    pub(crate) const FULL: Foundations = Foundations(0xdddd_dddd);

    /// Returns the value on top of the higher foundation of a suit.
    pub(crate) const fn first(self, suit: Suit) -> u32 {
        self.0 >> (8 * suit as u32) & 15
    }

    /// Returns the value on top of the lower foundation of a suit.
    pub(crate) const fn second(self, suit: Suit) -> u32 {
        self.0 >> (8 * suit as u32 + 4) & 15
    }

    /// Returns which of the two foundations takes the card: 0 or 1. [R2]
    pub(crate) const fn taker(self, card: Card) -> Option<u32> {
        let below = value(card) - 1;
        if self.first(card.suit()) == below {
            Some(0)
        } else if self.second(card.suit()) == below {
            Some(1)
        } else {
            None
        }
    }

    /// Lays a card on the foundation that takes it. [R2]
    pub(crate) const fn put(&mut self, card: Card) {
        let which = self.taker(card).expect("the caller knows that a foundation takes it");
        self.0 += 1 << (8 * card.suit() as u32 + 4 * which);
    }

    /// Returns the number of cards on the foundations, 8 to 104. [R12]
    pub(crate) const fn cards(self) -> u32 {
        let pairs = (self.0 & 0x0f0f_0f0f) + (self.0 >> 4 & 0x0f0f_0f0f);
        pairs.wrapping_mul(0x0101_0101) >> 24
    }

    /// Returns the foundations with these values on top: two for each suit, the higher one first.
    #[cfg(test)]
    pub(crate) const fn of(tops: [[u32; 2]; 4]) -> Foundations {
        let mut bits = 0;
        let mut suit = 0;
        while suit < 4 {
            assert!(tops[suit][0] >= tops[suit][1], "the further one stands first");
            bits |= (tops[suit][0] | tops[suit][1] << 4) << (8 * suit);
            suit += 1;
        }
        Foundations(bits)
    }
}

/// [R12] The foundations have 8 aces at the start and 104 cards at the end.
const _: () = assert!(Foundations::START.cards() == 8 && Foundations::FULL.cards() == 104);

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    #[test]
    fn the_longest_tableau_goes_from_king_to_two() {
        let chain: Vec<Card> = cards::split("Kh Qs Jd Tc 9h 8s 7d 6c 5h 4c 3d 2s").unwrap();
        let mut tableau = Tableau::EMPTY;
        for (i, &card) in chain.iter().enumerate() {
            assert!(i == 0 || tableau.takes(card), "R3: {card}");
            tableau.push(card);
            assert_eq!(tableau.top(), Some(card));
        }
        assert_eq!(tableau.cards().collect::<Vec<_>>(), chain);
        assert_eq!((tableau.len(), tableau.base_value(), tableau.bits() >> 21), (12, 13, 0));
        for &card in chain.iter().rev() {
            assert_eq!(tableau.pop(), card);
        }
        assert!(tableau.is_empty());
    }

    #[test]
    fn only_one_lower_of_the_other_colour_is_built() {
        let mut tableau = Tableau::EMPTY;
        assert!(!cards::pack52().into_iter().any(|card| tableau.takes(card)), "R7 is another rule");
        tableau.push(card("8d"));
        let taken: Vec<Card> = cards::pack52().into_iter().filter(|&card| tableau.takes(card)).collect();
        assert_eq!(cards::join(&taken), "7c 7s", "R3");
    }

    #[test]
    fn the_first_foundation_of_a_suit_is_never_behind() {
        let mut foundations = Foundations::START;
        foundations.put(card("2h"));
        assert_eq!((foundations.first(Suit::Hearts), foundations.second(Suit::Hearts)), (2, 1), "R2");
        assert_eq!(foundations.taker(card("2h")), Some(1));
        assert_eq!(foundations.taker(card("3h")), Some(0));
        assert_eq!(foundations.taker(card("4h")), None);
        foundations.put(card("2h"));
        assert_eq!(foundations.taker(card("2h")), None);
        assert!(foundations == Foundations::of([[1, 1], [1, 1], [2, 2], [1, 1]]));
        assert_eq!(foundations.cards(), 10, "R12");
    }
}
