//! Legal cards, and what a card does.

use cards::{Card, CardSet};
use game::{Refusal, Seat, Turn};

use crate::score::{TRICK, penalty};
use crate::state::{Public, SEATS};
use crate::{Action, SchwarzeDame};

impl SchwarzeDame {
    pub(crate) fn turn(&self) -> Turn {
        if self.public.is_over() { Turn::Over } else { Turn::of(self.public.next()) }
    }

    pub(crate) fn legal_cards(&self) -> CardSet {
        playable(&self.public, self.hands[self.public.next().index()])
    }

    pub(crate) fn apply(&mut self, seat: Seat, Action(card): Action) {
        debug_assert!(self.hands[seat.index()].has(card), "a card is played from the hand");
        self.hands[seat.index()].remove(card);
        self.public.put(card);
    }

    pub(crate) fn refusal(&self, seat: Seat, Action(card): Action) -> Refusal {
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
    match public.on_table().first() {
        None => hand,                              // [S2] A leader may play any card.
        Some(led) => hand.of(led.suit()).or(hand), // [S3] Follow suit if possible, hearts too; else any card.
    }
}

impl Public {
    /// Lays a card on the table; the fourth ends the trick.
    pub(crate) fn put(&mut self, card: Card) {
        self.played[usize::from(self.count)] = card;
        self.count += 1;
        if self.count & 3 == 0 {
            self.take_trick();
        }
    }

    /// [S4] The highest card of the suit led takes the trick, and its player leads the next.
    fn take_trick(&mut self) {
        let end = usize::from(self.count);
        let cards: &[Card; 4] = self.played[end - 4..end].try_into().expect("a trick has four cards");
        let taker = self.leader.after(highest(cards) as u8, SEATS);
        let cost: i16 = cards.iter().map(|&card| penalty(card)).sum();
        self.points[taker.index()] += TRICK - cost;
        self.leader = taker;
        if self.count < 52 {
            self.leaders[end / 4] = taker;
        }
    }
}

/// The place of the card that takes the trick so far: the highest of the suit led. [S1] [S4]
pub(crate) fn highest(cards: &[Card]) -> usize {
    let mut best = 0;
    for (i, card) in cards.iter().enumerate().skip(1) {
        if card.suit() == cards[best].suit() && *card > cards[best] {
            best = i;
        }
    }
    best
}
