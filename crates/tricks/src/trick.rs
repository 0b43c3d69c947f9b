//! A trick as everybody has seen it.

use cards::{Card, CardSet};
use game::Seat;
use serde::{Deserialize, Serialize};

use crate::SEATS;

/// A trick: who led it, and the cards in playing order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Trick {
    /// The seat that led.
    pub leader: Seat,
    /// One to four cards; the second is of the seat after the leader, and so on.
    pub cards: Vec<Card>,
    /// The parts of its worth, as the game counts: for the trick itself if it does, then for each card, 0 for most.
    pub parts: Vec<i16>,
}

impl Trick {
    /// Its cards in playing order, each with its seat.
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        (0..).zip(&self.cards).map(|(i, &card)| (self.leader.after(i, SEATS), card))
    }
}

/// For each seat the suits that it has shown it does not hold, by not following.
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
