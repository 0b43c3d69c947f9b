//! Which cards may go to a foundation without being asked, and what a single tap on a card means.

use cards::{Card, Suit};

use crate::tableau::{Foundations, value};
use crate::{Destination, FillEmpty, RougeEtNoir, Source};

/// True if playing this available card to a foundation can never turn a deal that can be won into one that cannot.
///
/// With two foundations for each suit, let *m* be the value on top of the one behind. Safe is a card one or more
/// conditions of which hold on the other colour, and always the first:
///
/// 1. the *m* of its own suit is one below it or more: its twin can go up as well, they do not compete for the place;
/// 2. the *m* of both suits of the other colour is one below it or more: whatever could be built on it can go up
///    itself; or it is two below or more, and the *m* of its sister suit three below or more: whatever could be built
///    on it can go up as soon as its own guests have, and those can go up now.
///
/// Without the first condition, as for one pack, the rule is wrong: a test has the counterexample. Only where nobody is
/// made to fill a space: under `at_once` a card that leaves a tableau can cost what falls into the space [R9].
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

/// The conditions of [`is_safe`] for a card of this value, given *m* of its own suit, of its sister suit, and the lower of
/// the two of the other colour.
#[inline]
pub(crate) const fn conditions_hold(value: u32, own: u32, sister: u32, other: u32) -> bool {
    own + 1 >= value && (other + 1 >= value || (other + 2 >= value && sister + 3 >= value))
}

impl RougeEtNoir {
    /// True if the move goes to a foundation and is safe.
    pub(crate) fn move_is_safe(&self, card: Card, to: Destination) -> bool {
        self.rules.fill_empty == FillEmpty::Choice
            && to == Destination::Foundation
            && is_safe(self.position.foundations, card)
    }

    /// The effect of a single tap on a card: to a foundation if that is safe; else onto the longest tableau that takes it,
    /// t1 first; else to a foundation; else, where no space is free, the card in hand is discarded. Never by itself
    /// into a space: that is a decision.
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
