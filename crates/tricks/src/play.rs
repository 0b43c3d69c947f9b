//! The tricks of a deal in play.

use std::hint::select_unpredictable;

use cards::{Card, CardSet, pack52};
use game::{Seat, Shuffles};

use crate::{SEATS, Trick};

/// Deals the hands one card at a time, beginning with `first`.
pub fn deal(shuffles: &mut Shuffles, first: Seat) -> [CardSet; 4] {
    let mut deck = pack52();
    shuffles.shuffle(&mut deck);
    let mut hands = [CardSet::EMPTY; 4];
    for (place, card) in deck.into_iter().enumerate() {
        hands[first.after(place as u8 % SEATS, SEATS).index()].insert(card);
    }
    hands
}

/// Returns the cards of a hand that may be played. These are the cards of the suit that was led. If there are none, or
/// if nothing was led, the whole hand may be played.
#[inline]
pub fn follow(led: Option<Card>, hand: CardSet) -> CardSet {
    match led {
        None => hand,
        Some(led) => hand.of(led.suit()).or(hand),
    }
}

/// Returns true if two cards of a hand are equivalent: they have the same suit, and no card of `others` lies between
/// them. `others` are the cards in other hands and on the table.
#[inline]
pub fn touch(one: Card, other: Card, others: CardSet) -> bool {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    low.suit() == high.suit() && ((CardSet::above(low) - CardSet::above(high)) & others).is_empty()
}

/// All cards played in a deal, and the trick on the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tricks {
    /// All cards in the order in which they were played; four make a trick.
    played: [Card; 52],
    count: u8,
    /// The leader of the trick on the table or, between tricks, of the next trick.
    leader: Seat,
    /// The card that was led, the card that is winning the trick on the table, and its seat. They have no meaning
    /// before a lead.
    led: Card,
    highest: Card,
    taker: Seat,
    /// The leader of each trick, which is the winner of the previous trick. The last entry is the winner of the
    /// thirteenth trick.
    leaders: [Seat; 14],
}

impl Tricks {
    /// Returns the state before the first card.
    pub const fn new(leader: Seat) -> Tricks {
        Tricks {
            played: pack52(),
            count: 0,
            leader,
            led: Card::at(0),
            highest: Card::at(0),
            taker: leader,
            leaders: [leader; 14],
        }
    }

    /// Returns the number of cards played.
    #[inline]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// Returns whether all 13 tricks have been played.
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.count == 52
    }

    /// Returns the seat that plays the next card. Once all cards are played, returns the winner of the last trick.
    #[inline]
    pub const fn next(&self) -> Seat {
        self.leader.after(self.count & 3, SEATS)
    }

    /// Returns the number of seats that still play to this trick after the next seat.
    #[inline]
    pub const fn behind(&self) -> u8 {
        SEATS - 1 - (self.count & 3)
    }

    /// Returns the card that was led to the trick on the table, if there is one.
    #[inline]
    pub const fn led(&self) -> Option<Card> {
        if self.count & 3 == 0 { None } else { Some(self.led) }
    }

    /// Returns the card that is winning the trick on the table. It has no meaning before a lead.
    #[inline]
    pub const fn highest(&self) -> Card {
        self.highest
    }

    /// Returns the seat that is winning the trick on the table.
    #[inline]
    pub const fn winning(&self) -> Option<Seat> {
        if self.count & 3 == 0 { None } else { Some(self.taker) }
    }

    /// Returns the cards of the trick on the table, in playing order; empty before a lead.
    #[inline]
    pub fn on_table(&self) -> &[Card] {
        let start = self.count & !3;
        &self.played[usize::from(start)..usize::from(self.count)]
    }

    /// Returns true if a card would take the lead in the trick on the table. A higher card of the suit that was led
    /// does so. If nothing was led, any card does so.
    #[inline]
    pub fn takes(&self, card: Card) -> bool {
        // In the canonical order of the pack, the cards of a suit are in ascending rank.
        self.led().is_none() | ((card.suit() == self.led.suit()) & (card > self.highest))
    }

    /// Plays a card. Returns the winner of the trick if the card is its fourth.
    #[inline]
    pub fn put(&mut self, card: Card) -> Option<Seat> {
        let seat = self.next();
        let takes = self.takes(card);
        if self.count & 3 == 0 {
            self.led = card;
        }
        self.highest = select_unpredictable(takes, card, self.highest);
        self.taker = select_unpredictable(takes, seat, self.taker);
        self.played[usize::from(self.count)] = card;
        self.count += 1;
        if self.count & 3 != 0 {
            return None;
        }
        self.leader = self.taker;
        self.leaders[usize::from(self.count / 4)] = self.taker;
        Some(self.taker)
    }

    /// Returns all cards that have been played.
    pub fn gone(&self) -> CardSet {
        self.played[..usize::from(self.count)].iter().copied().collect()
    }

    /// Returns all tricks, including an unfinished one, each with its leader and its cards in playing order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &[Card])> {
        self.leaders.into_iter().zip(self.played[..usize::from(self.count)].chunks(4))
    }

    /// Returns all cards played, each with its seat.
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> {
        self.iter()
            .flat_map(|(leader, cards)| (0..).zip(cards).map(move |(step, &card)| (leader.after(step, SEATS), card)))
    }

    /// Returns all tricks as views show them. `parts` returns the points of a trick ([`Trick::parts`]).
    pub fn views(&self, parts: fn(&[Card]) -> Vec<i16>) -> Vec<Trick> {
        self.iter().map(|(leader, cards)| Trick { leader, cards: cards.to_vec(), parts: parts(cards) }).collect()
    }

    /// Returns the seat that took each finished trick.
    pub fn takers(&self) -> &[Seat] {
        &self.leaders[1..][..usize::from(self.count) / 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().expect("a card")
    }

    #[test]
    fn the_highest_card_of_the_suit_led_takes_and_leads() {
        let mut tricks = Tricks::new(Seat::new(3));
        assert_eq!((tricks.next(), tricks.led(), tricks.winning()), (Seat::new(3), None, None));
        assert_eq!(tricks.put(card("9d")), None);
        assert_eq!(tricks.put(card("As")), None, "another suit takes nothing");
        assert_eq!((tricks.winning(), tricks.highest()), (Some(Seat::new(3)), card("9d")));
        assert_eq!(tricks.put(card("Td")), None);
        assert_eq!(tricks.behind(), 0);
        assert_eq!(tricks.put(card("2d")), Some(Seat::new(1)));
        assert_eq!((tricks.next(), tricks.on_table().len(), tricks.takers()), (Seat::new(1), 0, &[Seat::new(1)][..]));
        tricks.put(card("3c"));
        let seen: Vec<(Seat, usize)> = tricks.iter().map(|(leader, cards)| (leader, cards.len())).collect();
        assert_eq!(seen, [(Seat::new(3), 4), (Seat::new(1), 1)]);
        assert_eq!(tricks.gone().to_string(), "3c 2d 9d Td As");
    }

    #[test]
    fn who_has_the_suit_follows() {
        let hand: CardSet = ["2c", "Kc", "Qs"].map(card).into_iter().collect();
        assert_eq!(follow(None, hand), hand);
        assert_eq!(follow(Some(card("Ac")), hand).to_string(), "2c Kc");
        assert_eq!(follow(Some(card("Ah")), hand), hand);
    }
}
