//! A trick in a view.

use cards::{Card, CardSet};
use game::Seat;
use serde::{Deserialize, Serialize};

use crate::SEATS;

/// A trick: its leader and its cards in playing order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Trick {
    /// The seat that led.
    pub leader: Seat,
    /// One to four cards; the second belongs to the seat after the leader, and so on.
    pub cards: Vec<Card>,
    /// The points by the game's rules: an entry for the trick itself, if tricks count, and then one for each card,
    /// mostly 0.
    pub parts: Vec<i16>,
}

impl Trick {
    /// Returns the cards in playing order, each with its seat.
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        (0..).zip(&self.cards).map(|(i, &card)| (self.leader.after(i, SEATS), card))
    }
}

/// Returns, for each seat, the suits of which it cannot hold a card, because it did not follow suit.
pub fn cannot_hold(tricks: &[Trick]) -> [CardSet; SEATS as usize] {
    let mut void = [CardSet::EMPTY; SEATS as usize];
    for trick in tricks {
        let led = trick.cards[0].suit();
        for (seat, _) in trick.plays().filter(|(_, card)| card.suit() != led) {
            void[seat.index()] = void[seat.index()] | CardSet::suit(led);
        }
    }
    void
}
