//! Shuffles, the only source of chance.

use std::fmt;
use std::sync::Arc;

use cards::Seed;

use crate::{Rng, sort_compactly};

/// The shuffles of a match, numbered 0, 1, 2, … in the order in which they happen. A deal uses some shuffles and
/// returns the remaining shuffles for the next deal.
#[derive(Clone)]
pub struct Shuffles {
    source: ShuffleSource,
    next: u64,
}

#[derive(Clone)]
enum ShuffleSource {
    /// The seed of the match, behind a pointer to keep states small.
    Seed(Arc<Seed>),
    /// The orders that a record without a seed gives.
    Orders(Arc<[Permutation]>),
    /// The seed of a sampled world, for shuffles that nobody has seen yet.
    World(u64),
    /// The order of the next shuffle, and the shuffles that give all later ones.
    Next(Arc<(Permutation, Shuffles)>),
}

/// For each place of the shuffled deck, top first, the index of its card among the cards in ascending order.
type Permutation = Box<[u8]>;

impl Shuffles {
    /// Returns the shuffles that follow from the seed of a match.
    pub fn from_seed(seed: Seed) -> Shuffles {
        Shuffles { source: ShuffleSource::Seed(Arc::new(seed)), next: 0 }
    }

    /// Returns the shuffles of a sampled world. They do not come from the seed of a match.
    pub const fn of_world(seed: u64) -> Shuffles {
        Shuffles { source: ShuffleSource::World(seed), next: 0 }
    }

    /// Returns the shuffles that gave these decks, top first, in the order in which they happened.
    pub fn from_decks<'a, C: Ord + 'a>(decks: impl IntoIterator<Item = &'a [C]>) -> Shuffles {
        let orders = decks.into_iter().map(order_of).collect();
        Shuffles { source: ShuffleSource::Orders(orders), next: 0 }
    }

    /// Returns these shuffles, except that the next one gives this deck, top first.
    #[must_use]
    pub fn with_next<C: Ord>(self, deck: &[C]) -> Shuffles {
        Shuffles { next: self.next, source: ShuffleSource::Next(Arc::new((order_of(deck), self))) }
    }

    /// Returns the number of the next shuffle.
    pub const fn number(&self) -> u64 {
        self.next
    }

    /// Shuffles cards in canonical order. Afterwards index 0 is the top of the deck.
    ///
    /// The canonical order need not be ascending: Rouge et Noir's pack has the 48 cards without the aces twice, one set
    /// after the other. A given order refers to ascending cards, so it does not depend on the canonical order.
    ///
    /// # Panics
    /// If the shuffles are given orders, and the next order is missing or has another number of cards. Callers check
    /// orders before they give them.
    pub fn shuffle<C: Copy + Ord>(&mut self, cards: &mut [C]) {
        match &self.source {
            ShuffleSource::Seed(seed) => seed.shuffle(self.next, cards),
            ShuffleSource::World(seed) => Rng::stream(*seed, self.next).shuffle(cards),
            ShuffleSource::Orders(orders) => {
                arrange(cards, orders.get(self.next as usize).expect("an order was given for each shuffle"));
            }
            ShuffleSource::Next(next) => {
                let (order, later) = &**next;
                arrange(cards, order);
                self.source = later.source.clone();
            }
        }
        self.next += 1;
    }
}

/// Puts cards into a given order, which refers to ascending cards.
fn arrange<C: Copy + Ord>(cards: &mut [C], order: &Permutation) {
    assert_eq!(order.len(), cards.len(), "the order is of the cards concerned");
    cards.sort_unstable();
    let mut buffer = [None; u8::MAX as usize];
    for (place, &from) in order.iter().enumerate() {
        buffer[place] = Some(cards[usize::from(from)]);
    }
    for (card, moved) in cards.iter_mut().zip(buffer) {
        *card = moved.expect("an order has a card for each place");
    }
}

/// Returns the order of a deck. Equal cards get their indices in the order of their places.
fn order_of<C: Ord>(deck: &[C]) -> Permutation {
    let mut places: Vec<u8> = (0..deck.len()).map(|i| u8::try_from(i).expect("a deck has at most 255 cards")).collect();
    sort_compactly(&mut places, |&a, &b| deck[usize::from(a)].cmp(&deck[usize::from(b)]));
    let mut order = vec![0; deck.len()];
    for (from, &place) in places.iter().enumerate() {
        order[usize::from(place)] = from as u8;
    }
    order.into()
}

/// Prints neither the seed nor the orders.
impl fmt::Debug for Shuffles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shuffles(next {})", self.next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::pack52;

    #[test]
    fn decks_come_back_from_their_order() {
        let mut by_seed = Shuffles::from_seed(Seed::numbered(3));
        let (mut first, mut second) = (pack52(), pack52());
        by_seed.shuffle(&mut first);
        by_seed.shuffle(&mut second);
        assert_ne!(first, second);
        assert_eq!(by_seed.number(), 2);
        let mut by_order = Shuffles::from_decks([&first[..], &second[..]]);
        for deck in [first, second] {
            let mut cards = pack52();
            by_order.shuffle(&mut cards);
            assert_eq!(cards, deck);
        }
        assert_eq!(format!("{by_order:?}"), "Shuffles(next 2)");
    }

    #[test]
    fn only_the_next_shuffle_is_chosen() {
        let mut by_seed = Shuffles::from_seed(Seed::numbered(3));
        let mut chosen = pack52();
        chosen.reverse();
        let mut mixed = by_seed.clone().with_next(&chosen);
        let [mut first, mut second, mut third] = [pack52(); 3];
        mixed.shuffle(&mut first);
        assert_eq!(first, chosen);
        by_seed.shuffle(&mut pack52());
        by_seed.shuffle(&mut second);
        mixed.shuffle(&mut third);
        assert_eq!((third, mixed.number()), (second, 2), "the later ones are those of the seed");
    }

    #[test]
    fn equal_cards_are_alike() {
        let deck = [2, 1, 2, 1, 3];
        let mut cards = [1, 2, 3, 1, 2]; // a canonical order that is not ascending
        Shuffles::from_decks([&deck[..]]).shuffle(&mut cards);
        assert_eq!(cards, deck);
    }
}
