//! Random hands that agree with a seat's view. All arrangements that agree with it are equally likely.
//!
//! The unseen cards are divided into *classes*. The cards of a class may be held by the same seats. A card that only
//! one seat may hold is given to that seat. There are at most four classes that two or three seats may hold. A *split*
//! says how many cards of each class are in each hand. The number of arrangements with a given split is a product of
//! multinomial coefficients. All splits are listed once. For each world, a split is drawn with these numbers as
//! weights, and each class is dealt at random according to the split. All numbers are whole and nothing is rounded,
//! because there are at most 39! / (13!)³ < 2⁵⁷ arrangements.

use cards::{Card, CardSet};
use game::{Rng, Seat};

use crate::SEATS;

/// The cards that a seat does not see, and the seats that may hold them. This value is built once for each decision.
pub struct Hidden {
    others: [Seat; 3],
    /// For each of the other seats, the cards that only this seat may hold.
    placed: [CardSet; 3],
    classes: Vec<Class>,
    splits: Vec<Split>,
    /// For each split, the number of arrangements with this split or an earlier one.
    up_to: Vec<u64>,
}

/// The unseen cards that the same two or three seats may hold.
struct Class {
    may_hold: [bool; 3],
    cards: [Card; 39],
    len: usize,
}

/// For each class and each of the other seats, the number of cards of the class that the seat holds.
type Split = [[u8; 3]; 4];

/// The set of all three other seats.
const ALL: u8 = 7;

/// The initial capacity for splits. Few decisions have more.
const USUAL_SPLITS: usize = 16;

impl Hidden {
    /// Prepares the cards that are hidden from `own`. The other seats hold the cards in `unseen`: each holds
    /// `held[seat]` of them, and none of the cards in `cannot_hold[seat]`.
    ///
    /// # Panics
    /// If no arrangement is possible.
    pub fn new(own: Seat, unseen: CardSet, held: [u8; 4], cannot_hold: [CardSet; 4]) -> Hidden {
        let others = [1, 2, 3].map(|step| own.after(step, SEATS));
        let may = others.map(|other| unseen - cannot_hold[other.index()]);
        let mut placed = [CardSet::EMPTY; 3];
        let mut classes = Vec::new();
        // The class that all three other seats may hold has the most possible splits. It comes last, because only one
        // of its splits fits once all other classes are split.
        let none_is_void = may == [unseen; 3];
        for set in if none_is_void { ALL..ALL + 1 } else { 1..ALL + 1 } {
            let may_hold = [set & 4 != 0, set & 2 != 0, set & 1 != 0];
            let cards = (0..3).fold(unseen, |cards, i| if may_hold[i] { cards & may[i] } else { cards - may[i] });
            match may_hold.iter().filter(|may| **may).count() {
                _ if cards.is_empty() => {}
                1 => {
                    let holder = may_hold.iter().position(|may| *may).expect("one of the others");
                    placed[holder] = cards;
                }
                _ => classes.push(Class::new(may_hold, cards)),
            }
        }
        let room = [0, 1, 2].map(|i| held[others[i].index()] - placed[i].len() as u8);
        let splits = Vec::with_capacity(if none_is_void { 1 } else { USUAL_SPLITS });
        let up_to = Vec::with_capacity(splits.capacity());
        let mut hidden = Hidden { others, placed, classes, splits, up_to };
        hidden.list(0, room, [[0; 3]; 4], 1);
        assert!(!hidden.splits.is_empty(), "the true deal is one of the arrangements");
        hidden
    }

    /// Lists the splits of the classes from `class` on. `room` is the number of cards that each hand still needs, and
    /// `ways` is the number of arrangements of the earlier classes.
    fn list(&mut self, class: usize, room: [u8; 3], mut split: Split, ways: u64) {
        let Some(&Class { may_hold, len, .. }) = self.classes.get(class) else {
            if room == [0; 3] {
                let before = self.up_to.last().copied().unwrap_or(0);
                self.splits.push(split);
                self.up_to.push(before + ways);
            }
            return;
        };
        let len = len as u8;
        let most = [0, 1, 2].map(|i| if may_hold[i] { room[i].min(len) } else { 0 });
        let rest = room.iter().sum::<u8>() - len;
        // The first hand needs at least the cards for which the other hands have no room, and the cards that later
        // classes cannot supply.
        for first in room[0].saturating_sub(rest).max(len.saturating_sub(most[1] + most[2]))..=most[0] {
            for second in (len - first).saturating_sub(most[2])..=most[1].min(len - first) {
                let part = [first, second, len - first - second];
                let left = [0, 1, 2].map(|i| room[i] - part[i]);
                split[class] = part;
                let these = choose(len, first) * choose(len - first, second);
                self.list(class + 1, left, split, ways * these);
            }
        }
    }

    /// Deals the unseen cards to the other seats.
    pub fn deal(&self, hands: &mut [CardSet; 4], rng: &mut Rng) {
        for (other, placed) in self.others.iter().zip(self.placed) {
            let hand = &mut hands[other.index()];
            *hand = *hand | placed;
        }
        let all = *self.up_to.last().expect("the true deal is one of the arrangements");
        let draw = rng.below_u64(all);
        let split = &self.splits[self.up_to.partition_point(|&up_to| up_to <= draw)];
        for (class, part) in self.classes.iter().zip(split) {
            let mut cards = class.cards;
            let mut dealt = 0;
            for (&other, &part) in self.others.iter().zip(part) {
                let end = dealt + usize::from(part);
                // The last hand that gets cards of a class gets all of them that are left, so nothing is drawn for it.
                for i in dealt..if end < class.len { end } else { dealt } {
                    cards.swap(i, i + rng.below((class.len - i) as u32) as usize);
                }
                let hand = &mut hands[other.index()];
                *hand = *hand | cards[dealt..end].iter().copied().collect();
                dealt = end;
            }
        }
    }

    /// Returns the greatest number of cards of `card`'s suit that a seat can hold if it holds `card`. `card` itself
    /// counts. Returns 0 if the seat cannot hold `card`. `card` must be unseen.
    pub fn most_with(&self, seat: Seat, card: Card) -> u32 {
        let Some(place) = self.others.iter().position(|other| *other == seat) else { return 0 };
        let suit = CardSet::suit(card.suit());
        let of_suit = |class: &Class| class.cards[..class.len].iter().filter(|card| suit.has(**card)).count() as u8;
        let placed = (self.placed[place] & suit).len();
        let class = self.classes.iter().position(|class| class.cards[..class.len].contains(&card));
        if class.is_none() && !self.placed[place].has(card) {
            return 0;
        }
        // A split fixes how many cards of each class the seat holds, but not which ones. The count is highest if as
        // many of these cards as possible are of the suit.
        let most = |split: &Split| {
            let parts = self.classes.iter().zip(split).map(|(class, part)| part[place].min(of_suit(class)));
            placed + parts.map(u32::from).sum::<u32>()
        };
        let holds_it = |split: &&Split| class.is_none_or(|class| split[class][place] > 0);
        self.splits.iter().filter(holds_it).map(most).max().unwrap_or(0)
    }

    /// Returns the number of arrangements.
    pub fn arrangements(&self) -> u64 {
        *self.up_to.last().expect("the true deal is one of the arrangements")
    }
}

impl Class {
    fn new(may_hold: [bool; 3], set: CardSet) -> Class {
        let mut class = Class { may_hold, cards: [Card::at(0); 39], len: 0 };
        for card in set {
            class.cards[class.len] = card;
            class.len += 1;
        }
        class
    }
}

fn choose(n: u8, k: u8) -> u64 {
    CHOOSE[usize::from(n)][usize::from(k)]
}

const CHOOSE: [[u64; 40]; 40] = {
    let mut ways = [[0; 40]; 40];
    let mut n = 0;
    while n < 40 {
        ways[n][0] = 1;
        let mut k = 1;
        while k <= n {
            ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    ways
};

const _: () = assert!(CHOOSE[39][13] * CHOOSE[26][13] < 1 << 57, "the arrangements can be counted in 64 bits");

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Suit;
    use std::collections::BTreeMap;

    /// Returns every way to deal these cards to seats 1, 2 and 3 within their room and their limits.
    fn enumerate(unseen: CardSet, held: [u8; 4], cannot: [CardSet; 4]) -> Vec<[CardSet; 4]> {
        unseen.fold(vec![[CardSet::EMPTY; 4]], |partial, card| {
            let mut next = Vec::new();
            for hands in partial {
                for seat in 1..4 {
                    if !cannot[seat].has(card) && hands[seat].len() < u32::from(held[seat]) {
                        let mut hands: [CardSet; 4] = hands;
                        hands[seat].insert(card);
                        next.push(hands);
                    }
                }
            }
            next
        })
    }

    #[test]
    fn as_many_arrangements_as_there_are_each_as_likely_as_another() {
        let mut rng = Rng::new(1);
        let mut limited = 0;
        for number in 0..40 {
            let mut deck = CardSet::FULL.collect::<Vec<_>>();
            rng.shuffle(&mut deck);
            let unseen: CardSet = deck[..7].iter().copied().collect();
            let held = [0, 3, 2, 2];
            // The true deal satisfies these limits. They are whole suits, and single cards as in the first trick of
            // Hearts.
            let mut cannot = [CardSet::EMPTY; 4];
            let mut lies = 0;
            for seat in 1..4 {
                let own: CardSet = deck[lies..][..usize::from(held[seat])].iter().copied().collect();
                lies += usize::from(held[seat]);
                for suit in Suit::ALL.into_iter().filter(|_| number % 4 != 0 && rng.below(3) == 0) {
                    cannot[seat] = cannot[seat] | (CardSet::suit(suit) - own);
                }
            }
            let all = enumerate(unseen, held, cannot);
            let hidden = Hidden::new(Seat::new(0), unseen, held, cannot);
            assert_eq!(hidden.arrangements(), all.len() as u64);
            limited += u32::from(all.len() < 210);
            let mut counts: BTreeMap<[CardSet; 4], u32> = all.iter().map(|hands| (*hands, 0)).collect();
            for _ in 0..50 * all.len() {
                let mut hands = [CardSet::EMPTY; 4];
                hidden.deal(&mut hands, &mut rng);
                *counts.get_mut(&hands).expect("only arrangements that agree are drawn") += 1;
            }
            let chi: f64 = counts.values().map(|&count| (f64::from(count) - 50.0).powi(2) / 50.0).sum();
            let freedom = (all.len() - 1) as f64;
            assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0, "{number}: {chi:.1} of {freedom}");
        }
        assert!(limited >= 20, "{limited} with limits");
    }

    #[test]
    #[should_panic(expected = "the true deal is one of the arrangements")]
    fn cards_that_nobody_may_hold_are_a_bug() {
        let spades = CardSet::suit(Suit::Spades);
        Hidden::new(Seat::new(0), spades, [0, 5, 4, 4], [spades; 4]);
    }
}
