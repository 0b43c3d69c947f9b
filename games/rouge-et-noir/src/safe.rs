//! The cards that may go to a foundation automatically, and the effect of a single tap on a card.

use cards::{Card, Suit};

use crate::tableau::{Foundations, value};
use crate::{Destination, FillEmpty, RougeEtNoir, Source};

/// Returns true if moving this available card to a foundation can never turn a winnable deal into a lost one.
///
/// With two foundations for each suit, let *m* be the value on top of the lower one. A card is safe if condition 1
/// holds and at least one part of condition 2:
///
/// 1. the *m* of its own suit is at least its value − 1: its twin can go up as well and does not compete for the place;
/// 2. the *m* of both suits of the other colour is at least its value − 1: all cards that could be built on it can go
///    up themselves; or that *m* is at least its value − 2, and the *m* of its sister suit at least its value − 3: the
///    cards that could be built on it can go up after the cards on top of them, which can go up now.
///
/// Without condition 1, as for one pack, the rule is wrong: a test has the counterexample. The rule is only valid if
/// the player need not fill a space: under `at_once` a card that leaves a tableau can cost the card that fills it [R9].
pub(crate) const fn is_safe(foundations: Foundations, card: Card) -> bool {
    let value = value(card);
    let suit = card.suit();
    let (sister, others) = match suit {
        Suit::Clubs => (Suit::Spades, [Suit::Diamonds, Suit::Hearts]),
        Suit::Spades => (Suit::Clubs, [Suit::Diamonds, Suit::Hearts]),
        Suit::Diamonds => (Suit::Hearts, [Suit::Clubs, Suit::Spades]),
        Suit::Hearts => (Suit::Diamonds, [Suit::Clubs, Suit::Spades]),
    };
    let (one, two) = (foundations.second(others[0]), foundations.second(others[1]));
    let other = if one < two { one } else { two };
    conditions_hold(value, foundations.second(suit), foundations.second(sister), other)
}

/// Returns whether the conditions of [`is_safe`] hold for a card of this value, given *m* of its own suit, of its
/// sister suit, and the lower *m* of the other colour.
#[inline]
pub(crate) const fn conditions_hold(value: u32, own: u32, sister: u32, other: u32) -> bool {
    own + 1 >= value && (other + 1 >= value || (other + 2 >= value && sister + 3 >= value))
}

impl RougeEtNoir {
    /// Returns true if the move goes to a foundation and is safe.
    pub(crate) fn move_is_safe(&self, card: Card, to: Destination) -> bool {
        self.rules.fill_empty == FillEmpty::Choice
            && to == Destination::Foundation
            && is_safe(self.position.foundations, card)
    }

    /// Returns the destination of a single tap on a card: a foundation if that is safe; else the longest tableau that
    /// takes it, t1 first; else a foundation; else, if no tableau is empty, the discard pile for the card in hand. A
    /// tap never fills an empty tableau, because that is a decision.
    pub(crate) fn best(&self, from: Source, card: Card) -> Option<Destination> {
        let position = &self.position;
        let up = position.foundations.taker(card).is_some();
        if up && self.move_is_safe(card, Destination::Foundation) {
            return Some(Destination::Foundation);
        }
        let longest = crate::Spot::all()
            .filter(|spot| position.tableaus[spot.index()].takes(card))
            .min_by_key(|spot| u32::MAX - position.tableaus[spot.index()].len());
        if let Some(spot) = longest {
            return Some(Destination::Tableau(spot));
        }
        if up {
            return Some(Destination::Foundation);
        }
        let space = position.tableaus.iter().any(|tableau| tableau.is_empty());
        (from == Source::Hand && !space).then_some(Destination::Discard)
    }
}
