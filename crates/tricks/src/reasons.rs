//! Reasons that the rule players of several trick games share.

use cards::{Card, CardSet, Suit};
use game::Reason;

/// Returns the reason for a lead. `higher` is the number of unseen cards that beat it.
pub fn lead(higher: i32) -> Reason {
    match higher {
        0 => Reason::new("highest"),
        n => Reason::new("higher_out").n(n),
    }
}

/// Returns a reason if the card is the only one of its suit in a hand of several cards.
pub fn last_of_suit(hand: CardSet, card: Card) -> Option<Reason> {
    let last = hand.of(card.suit()).len() == 1 && hand.len() > 1;
    last.then(|| match card.suit() {
        Suit::Clubs => Reason::new("last_club"),
        Suit::Diamonds => Reason::new("last_diamond"),
        Suit::Hearts => Reason::new("last_heart"),
        Suit::Spades => Reason::new("last_spade"),
    })
}
