//! Legal cards, and what a card does.

use std::hint::select_unpredictable;

use cards::{Card, CardSet};
use game::{Refusal, Seat, Turn};

use crate::SchwarzeDame;
use crate::score::{TRICK, penalty};
use crate::state::Public;

impl SchwarzeDame {
    /// The cards that the seat to play may play.
    pub(crate) fn legal_cards(&self) -> CardSet {
        playable(&self.public, self.hands[self.public.next().index()])
    }

    /// A card goes from the hand to the table.
    pub(crate) fn put(&mut self, seat: Seat, card: Card) {
        debug_assert!(self.hands[seat.index()].has(card), "a card is played from the hand");
        self.hands[seat.index()].remove(card);
        self.public.put(card);
    }

    pub(crate) fn why_not(&self, seat: Seat, card: Card) -> Refusal {
        if self.public.is_over() {
            return Refusal::OVER;
        }
        if !self.hands[seat.index()].has(card) {
            return Refusal::NOT_YOURS;
        }
        if self.public.next() != seat {
            return Refusal::NOT_YOUR_TURN;
        }
        Refusal::rule("S3", "follow_suit", "You hold a card of the suit led: follow it.")
    }
}

/// The cards of a hand that may be played now.
pub(crate) fn playable(public: &Public, hand: CardSet) -> CardSet {
    match public.led() {
        None => hand,                              // [S2] A leader may play any card.
        Some(led) => hand.of(led.suit()).or(hand), // [S3] Follow suit if possible, hearts too; else any card.
    }
}

impl Public {
    pub(crate) fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::of(self.next()) }
    }

    /// Whether a card takes the trick on the table as it lies. [S4] The highest card of the suit led does.
    pub(crate) fn takes(&self, card: Card) -> bool {
        // [S1] The canonical order of the pack ranks the cards of a suit.
        self.led().is_none() | ((card.suit() == self.led.suit()) & (card > self.highest))
    }

    /// Lays a card on the table; the fourth ends the trick.
    pub(crate) fn put(&mut self, card: Card) {
        let seat = self.next();
        let takes = self.takes(card);
        if self.count & 3 == 0 {
            self.led = card;
        }
        self.highest = select_unpredictable(takes, card, self.highest);
        self.taker = select_unpredictable(takes, seat, self.taker);
        self.worth -= penalty(card);
        self.played[usize::from(self.count)] = card;
        self.count += 1;
        if self.count & 3 == 0 {
            self.take_trick();
        }
    }

    fn take_trick(&mut self) {
        self.points[self.taker.index()] += self.worth;
        self.worth = TRICK;
        self.leader = self.taker;
        self.leaders[usize::from(self.count / 4)] = self.taker;
    }
}
