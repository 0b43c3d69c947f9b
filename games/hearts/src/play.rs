//! Legal cards, and what a card does.

use cards::{Card, CardSet, Rank, Suit};
use game::{Refusal, Seat, SeatSet, Turn};
use tricks::{SEATS, follow};

use crate::Hearts;
use crate::score::{POINTS, QUEEN, penalty};
use crate::state::{Phase, Public};

/// [H5]
pub(crate) const TWO_OF_CLUBS: Card = Card::new(Rank::Two, Suit::Clubs);
pub(crate) const HEARTS: CardSet = CardSet::suit(Suit::Hearts);

impl Hearts {
    pub(crate) fn turn(&self) -> Turn {
        match self.phase() {
            // [H4] Everybody chooses at the same time.
            Phase::Giving => Turn::Open { must: SeatSet::all(SEATS) - self.public.chosen, may: SeatSet::EMPTY },
            Phase::Play => Turn::of(self.public.tricks.next()),
            Phase::Over => Turn::Over,
        }
    }

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

    pub(crate) fn why_not_play(&self, seat: Seat, card: Card) -> Refusal {
        if self.phase() == Phase::Giving {
            return Refusal::NOT_NOW;
        }
        let hand = self.hands[seat.index()];
        if !hand.has(card) {
            return Refusal::NOT_YOURS;
        }
        let tricks = &self.public.tricks;
        if tricks.next() != seat {
            return Refusal::NOT_YOUR_TURN;
        }
        match tricks.led() {
            None if tricks.count() == 0 => {
                Refusal::rule("H5", "two_of_clubs", "The 2 of clubs leads the first trick, and you have it.")
            }
            None => Refusal::rule("H8", "not_broken", "Hearts aren't broken yet: lead another suit."),
            Some(led) if !hand.of(led.suit()).is_empty() => {
                Refusal::rule("H6", "follow_suit", "Follow suit: you have cards of the suit led.")
            }
            Some(_) => Refusal::rule("H7", "first_trick", "No hearts and no queen of spades in the first trick."),
        }
    }
}

/// The cards of a hand that may be played now.
pub(crate) fn playable(public: &Public, hand: CardSet) -> CardSet {
    let tricks = &public.tricks;
    if tricks.count() >= 4 {
        return match tricks.led() {
            None if !public.broken => (hand - HEARTS).or(hand), // [H8] [H9]
            led => follow(led, hand),                           // [H6]
        };
    }
    match tricks.led() {
        None => CardSet::only(TWO_OF_CLUBS), // [H5]
        led => {
            let cards = follow(led, hand);
            (cards - POINTS).or(cards) // [H7]
        }
    }
}

impl Public {
    /// Lays a card on the table; the fourth ends the trick. [H10] The highest card of the suit led [H1] takes it.
    pub(crate) fn put(&mut self, card: Card) {
        self.worth += penalty(card);
        self.broken |= card.suit() == Suit::Hearts; // [H8]
        let queen_lies = CardSet::only(card) == CardSet::only(QUEEN);
        self.queen_lies |= queen_lies;
        if let Some(taker) = self.tricks.put(card) {
            self.taken[taker.index()] += self.worth;
            if self.queen_lies {
                self.queen = Some(taker);
                self.queen_lies = false;
            }
            self.worth = 0;
        }
    }
}
