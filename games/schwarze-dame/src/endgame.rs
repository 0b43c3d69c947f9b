//! Exact play of the last tricks with all cards known. Every seat maximizes its own points (max^n, Luckhardt and Irani
//! 1986).
//!
//! A table stores the value of the remaining tricks to each seat. Its indices are the leader and the remaining cards.
//! The table is for one deal, so it is known which seat holds which card. Two cards of one hand count as one choice if
//! no remaining card is between them and they cost the same.

use cards::{Card, CardSet};
use game::{Endgame, Game, Seat};

use crate::play::playable;
use crate::score::penalty;
use crate::state::Public;
use crate::{Action, SchwarzeDame};

/// The largest number of cards in all hands together for which the endgame is solved: four tricks.
const FEW: u32 = 16;

/// Returns the number of rollouts that take about as long as solving an endgame with this number of cards.
const fn cost(cards: u32) -> u32 {
    match cards {
        13.. => 64,
        9.. => 8,
        _ => 1,
    }
}

/// The number of slots of the table, a power of two. A new position replaces an old one in the same slot.
const ENTRIES: usize = 2048;

impl Endgame for SchwarzeDame {
    /// Plays the deal to its end. Of equally good cards it plays the first in canonical order.
    fn play_out(&mut self) -> Option<u32> {
        let left = self.hands.iter().fold(CardSet::EMPTY, |all, hand| all | *hand);
        if left.len() > FEW {
            return None;
        }
        let mut endgame = EndgameTable { table: [TableSlot::NONE; ENTRIES] };
        while !self.public.tricks.is_over() {
            let seat = self.public.tricks.next();
            let legal = playable(&self.public, self.hands[seat.index()]);
            let card = match legal.first() == legal.last() {
                true => legal.first().expect("the seat to play holds a card"),
                false => endgame.best(&EndgameState { hands: self.hands, public: self.public }).0,
            };
            self.apply(seat, Action(card));
        }
        Some(cost(left.len()))
    }
}

/// The worth of the remaining tricks to each seat.
type SeatWorths = [i16; 4];

/// A position of the endgame: everything on which further play depends.
#[derive(Clone, Copy)]
struct EndgameState {
    hands: [CardSet; 4],
    public: Public,
}

impl EndgameState {
    /// Returns the seat that plays next.
    fn seat(&self) -> Seat {
        self.public.tricks.next()
    }

    /// Returns all cards in the hands.
    fn left(&self) -> CardSet {
        self.hands.iter().fold(CardSet::EMPTY, |all, hand| all | *hand)
    }

    /// Returns the legal cards. Of interchangeable cards, only the lowest is included.
    fn choices(&self) -> CardSet {
        let hand = self.hands[self.seat().index()];
        let on_table: CardSet = self.public.tricks.on_table().iter().copied().collect();
        let others = (self.left() | on_table) - hand;
        let mut choices = CardSet::EMPTY;
        let mut before: Option<Card> = None;
        for card in playable(&self.public, hand) {
            if !before.is_some_and(|before| are_equal(before, card, others)) {
                choices.insert(card);
            }
            before = Some(card);
        }
        choices
    }

    fn after(mut self, card: Card) -> EndgameState {
        self.hands[self.seat().index()].remove(card);
        self.public.put(card);
        self
    }
}

/// Returns true if two cards of a hand cost the same and no card of `others` is between them. The two cards then also
/// take the same tricks. `others` are the cards in other hands and in the trick.
pub(crate) fn are_equal(one: Card, other: Card, others: CardSet) -> bool {
    penalty(one) == penalty(other) && tricks::touch(one, other, others)
}

/// The values of the positions searched so far, by hash. A new value replaces an old one in the same slot.
struct EndgameTable {
    table: [TableSlot; ENTRIES],
}

/// The worth of a position and its key, which is made of the leader and the remaining cards.
#[derive(Clone, Copy)]
struct TableSlot {
    key: u64,
    worth: SeatWorths,
}

impl TableSlot {
    /// The empty slot. No position has this key, because a position has at least one card left.
    const NONE: TableSlot = TableSlot { key: 0, worth: [0; 4] };
}

impl EndgameTable {
    /// Returns the worth of the remaining tricks to each seat if all seats play their best.
    fn worth(&mut self, position: &EndgameState) -> SeatWorths {
        if position.public.tricks.is_over() {
            return [0; 4];
        }
        if position.public.tricks.led().is_some() {
            return self.best(position).1;
        }
        // The cards of a suit use 13 bits of a 16-bit lane, so the leader fits into the bits from 13 on.
        let key = position.left().bits() | (position.seat().index() as u64) << 13;
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ENTRIES.ilog2())) as usize;
        if self.table[place].key != key {
            let worth = self.best(position).1;
            self.table[place] = TableSlot { key, worth };
        }
        self.table[place].worth
    }

    /// Returns the best card of the seat to play, and the worth of the remaining tricks to each seat after that card.
    fn best(&mut self, position: &EndgameState) -> (Card, SeatWorths) {
        let seat = position.seat().index();
        let mut best: Option<(Card, SeatWorths)> = None;
        for card in position.choices() {
            let next = position.after(card);
            let mut worth = self.worth(&next);
            for (worth, (after, before)) in worth.iter_mut().zip(next.public.points.iter().zip(position.public.points))
            {
                *worth += after - before;
            }
            if best.is_none_or(|(_, most)| worth[seat] > most[seat]) {
                best = Some((card, worth));
            }
        }
        best.expect("the seat to play holds a card")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Seed;
    use game::{Playout, Rng, Shuffles};

    fn late(number: u64, played: u32) -> SchwarzeDame {
        let rules = crate::Rules::default();
        let standing = SchwarzeDame::start(&rules, 4).unwrap();
        let mut deal = SchwarzeDame::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let mut rng = Rng::new(number);
        for _ in 0..played {
            let seat = deal.public.tricks.next();
            let action = deal.random(seat, &mut rng).unwrap();
            deal.apply(seat, action);
        }
        deal
    }

    /// Returns the points of each seat by a search over whole deals, without the table and without merging equal cards.
    fn plain(deal: &SchwarzeDame) -> [i16; 4] {
        if deal.public.tricks.is_over() {
            return deal.public.points;
        }
        let seat = deal.public.tricks.next();
        let outcomes = deal.legal_cards().map(|card| {
            let mut next = deal.clone();
            next.apply(seat, Action(card));
            plain(&next)
        });
        // Of equally good outcomes the first is chosen, as in the endgame.
        outcomes.reduce(|best, other| if other[seat.index()] > best[seat.index()] { other } else { best }).unwrap()
    }

    #[test]
    fn as_a_plain_search_of_whole_deals() {
        for number in 1..=300 {
            let mut deal = late(number, 41 + number as u32 % 11);
            let expected = plain(&deal);
            assert!(deal.play_out().is_some());
            assert_eq!(deal.public.points, expected, "deal {number}");
        }
    }

    #[test]
    fn the_last_four_tricks_as_a_plain_search_of_whole_deals() {
        for number in 301..=320 {
            let mut deal = late(number, 36 + number as u32 % 5);
            let expected = plain(&deal);
            assert!(deal.play_out().is_some());
            assert_eq!(deal.public.points, expected, "deal {number}");
        }
    }

    #[test]
    fn four_tricks_and_no_more() {
        assert_eq!(late(1, 35).play_out(), None);
        let mut deal = late(1, 36);
        assert!(deal.play_out().is_some());
        assert!(deal.public.tricks.is_over());
    }
}
