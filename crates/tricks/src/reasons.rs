//! Reasons that the rule players of several trick games share, and the themes of their puzzles.

use cards::{Card, CardSet, Suit};
use game::Reason;

use crate::Tricks;

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

/// A puzzle has the theme "count" if at least this many cards of the suit of its best choice have been played.
const COUNTED: u32 = 6;

/// Returns the themes of a puzzle whose best choice is this card of the hand.
pub fn themes(tricks: &Tricks, hand: CardSet, card: Card) -> Vec<&'static str> {
    let suit = card.suit();
    let mut themes = vec![match tricks.led() {
        None => "lead",
        Some(led) if led.suit() != suit => "discard",
        Some(_) if tricks.takes(card) => "take",
        Some(_) => "duck",
    }];
    if last_of_suit(hand, card).is_some() {
        themes.push("void");
    }
    if tricks.gone().of(suit).len() >= COUNTED {
        themes.push("count");
    }
    themes
}
