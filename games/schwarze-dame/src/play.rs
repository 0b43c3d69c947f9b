//! Legal cards, and what a card does.

use cards::{Card, CardSet};
use game::{Refusal, Seat, Turn};
use tricks::follow;

use crate::SchwarzeDame;
use crate::score::{TRICK, penalty};
use crate::state::Public;

impl SchwarzeDame {
    /// The cards that the seat to play may play.
    pub(crate) fn legal_cards(&self) -> CardSet {
        playable(&self.public, self.hands[self.public.tricks.next().index()])
    }

    /// A card goes from the hand to the table.
    pub(crate) fn put(&mut self, seat: Seat, card: Card) {
        debug_assert!(self.hands[seat.index()].has(card), "a card is played from the hand");
        self.hands[seat.index()].remove(card);
        self.public.put(card);
    }

    pub(crate) fn why_not(&self, seat: Seat, card: Card) -> Refusal {
        if self.public.tricks.is_over() {
            return Refusal::OVER;
        }
        if !self.hands[seat.index()].has(card) {
            return Refusal::NOT_YOURS;
        }
        if self.public.tricks.next() != seat {
            return Refusal::NOT_YOUR_TURN;
        }
        Refusal::rule("S3", "follow_suit", "Follow suit: you have cards of the suit led.")
    }
}

/// The cards of a hand that may be played now. [S2] A leader may play any card. [S3] The others follow suit if possible,
/// hearts too; else any card.
pub(crate) fn playable(public: &Public, hand: CardSet) -> CardSet {
    follow(public.tricks.led(), hand)
}

impl Public {
    pub(crate) fn turn(&self) -> Turn {
        if self.tricks.is_over() { Turn::Over } else { Turn::of(self.tricks.next()) }
    }

    /// Lays a card on the table; the fourth ends the trick. [S4] The highest card of the suit led [S1] takes it.
    pub(crate) fn put(&mut self, card: Card) {
        self.worth -= penalty(card);
        if let Some(taker) = self.tricks.put(card) {
            self.points[taker.index()] += self.worth;
            self.worth = TRICK;
        }
    }
}
