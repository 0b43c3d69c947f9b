//! The test whether a card may go to a foundation automatically, and the effect of a single tap on a card.

use cards::{Card, Suit};

use crate::tableau::{Foundations, value};
use crate::{Destination, FillEmpty, RougeEtNoir, Source};

/// Returns true if moving this available card to a foundation can never turn a winnable deal into a lost one.
///
/// Each suit has two foundations. Let *m* of a suit be the value on top of its lower foundation. A card is safe if
/// condition 1 and at least one of the conditions 2a and 2b hold:
///
/// - 1: *m* of the card's own suit is at least its value − 1. Then the twin of the card can go up as well, so the twins
///   do not compete for one place.
/// - 2a: *m* of both suits of the other colour is at least the card's value − 1. Then all cards that could be built on
///   the card can go up themselves.
/// - 2b: *m* of both suits of the other colour is at least the card's value − 2, and *m* of the sister suit (the other
///   suit of its colour) is at least its value − 3. Then the cards that could be built on the card can go up once the
///   cards on top of them have gone up, which is possible now.
///
/// Condition 1 is not part of the usual rule for one pack, but without it the rule is wrong here; a test has the
/// counterexample. The rule is only valid if the player need not fill an empty tableau. Under `at_once`, a card that
/// leaves a tableau can cost the card that fills the tableau. [R9]
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

/// Returns true if the conditions of [`is_safe`] hold for a card of this value. `own` is the *m* of its suit, `sister`
/// the *m* of its sister suit, and `other` the lower *m* of the two suits of the other colour.
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

    /// Returns the destination of a single tap on a card. The following are tried in order: a foundation, if that move
    /// is safe; the longest tableau that takes the card (of several, the first); a foundation; for the card in hand, if
    /// no tableau is empty, the discard pile. A tap never fills an empty tableau, because the player should decide
    /// that.
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
