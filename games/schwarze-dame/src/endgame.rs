//! The last tricks with all cards open, exactly: every seat plays for its own points (max^n, Luckhardt and Irani
//! 1986).
//!
//! A table has the value of the rest to each seat, by the cards left and the seat that leads. The position at the
//! start tells who holds which card. Two cards of one hand are one choice if no card is left between them and they
//! take and cost the same.

use cards::{Card, CardSet};
use game::{Endgame, Game, Seat};

use crate::play::playable;
use crate::score::penalty;
use crate::state::Public;
use crate::{Action, SchwarzeDame};

/// The most cards in all hands together: four tricks.
const FEW: u32 = 16;

/// About how many rollouts take as long as playing out that number of cards.
const fn cost(cards: u32) -> u32 {
    match cards {
        13.. => 64,
        9.. => 8,
        _ => 1,
    }
}

/// A power of two; a position that meets another in its place takes it.
const ENTRIES: usize = 2048;

impl Endgame for SchwarzeDame {
    /// Of equally good cards the first in canonical order is played.
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

/// A position of the endgame: all that its play depends on.
#[derive(Clone, Copy)]
struct EndgameState {
    hands: [CardSet; 4],
    public: Public,
}

impl EndgameState {
    /// The seat that plays next.
    fn seat(&self) -> Seat {
        self.public.tricks.next()
    }

    /// All cards in the hands.
    fn left(&self) -> CardSet {
        self.hands.iter().fold(CardSet::EMPTY, |all, hand| all | *hand)
    }

    /// The legal cards, of each run of equal ones the lowest.
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

    /// The position after this card.
    fn after(mut self, card: Card) -> EndgameState {
        self.hands[self.seat().index()].remove(card);
        self.public.put(card);
        self
    }
}

/// True if two cards of a hand take and cost the same. `others`: the cards that others hold or have laid on the table.
pub(crate) fn are_equal(one: Card, other: Card, others: CardSet) -> bool {
    penalty(one) == penalty(other) && tricks::touch(one, other, others)
}

/// The values of positions that were searched, by hash; a newer one replaces an older one in the same slot.
struct EndgameTable {
    table: [TableSlot; ENTRIES],
}

/// The worth of a position, by its key: the leader and the cards that are left.
#[derive(Clone, Copy)]
struct TableSlot {
    key: u64,
    worth: SeatWorths,
}

impl TableSlot {
    /// No position has this key: some card is left.
    const NONE: TableSlot = TableSlot { key: 0, worth: [0; 4] };
}

impl EndgameTable {
    /// The worth of the rest to each seat if all play their best.
    fn worth(&mut self, position: &EndgameState) -> SeatWorths {
        if position.public.tricks.is_over() {
            return [0; 4];
        }
        if position.public.tricks.led().is_some() {
            return self.best(position).1;
        }
        // A lane of 16 bits holds 13 cards: there is room for the leader above the first.
        let key = position.left().bits() | (position.seat().index() as u64) << 13;
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ENTRIES.ilog2())) as usize;
        if self.table[place].key != key {
            let worth = self.best(position).1;
            self.table[place] = TableSlot { key, worth };
        }
        self.table[place].worth
    }

    /// The best card for the seat to play, and what it leads to.
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

    /// The same without table, without equal cards, on whole deals.
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
        // The first of the best, as the endgame does.
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
