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
    /// The orders that a record without a seed gives. The seed, if there is one, gives all further orders.
    Orders(Arc<(Vec<Permutation>, Option<Seed>)>),
    /// The seed of a sampled world, for shuffles that nobody has seen yet.
    World(u64),
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
        Shuffles::from_decks_and_seed(decks, None)
    }

    /// Returns the shuffles that give these decks, top first. Further shuffles follow from the seed, if there is one.
    pub fn from_decks_and_seed<'a, C: Ord + 'a>(
        decks: impl IntoIterator<Item = &'a [C]>,
        seed: Option<Seed>,
    ) -> Shuffles {
        let orders = decks.into_iter().map(order_of).collect();
        Shuffles { source: ShuffleSource::Orders(Arc::new((orders, seed))), next: 0 }
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
    /// orders before they give them. A seed gives the orders that are missing.
    pub fn shuffle<C: Copy + Ord>(&mut self, cards: &mut [C]) {
        match &self.source {
            ShuffleSource::Seed(seed) => seed.shuffle(self.next, cards),
            ShuffleSource::World(seed) => Rng::stream(*seed, self.next).shuffle(cards),
            ShuffleSource::Orders(given) => match (given.0.get(self.next as usize), given.1) {
                (None, Some(seed)) => seed.shuffle(self.next, cards),
                (order, _) => reorder(order.expect("an order was given for each shuffle"), cards),
            },
        }
        self.next += 1;
    }
}

/// Puts cards into an order.
fn reorder<C: Copy + Ord>(order: &Permutation, cards: &mut [C]) {
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
    fn a_seed_gives_the_shuffles_after_the_last_deck() {
        let seed = Seed::numbered(3);
        let mut deck = pack52();
        deck.reverse();
        let mut shuffles = Shuffles::from_decks_and_seed([&deck[..]], Some(seed));
        let (mut first, mut second, mut due) = (pack52(), pack52(), pack52());
        shuffles.shuffle(&mut first);
        shuffles.shuffle(&mut second);
        seed.shuffle(1, &mut due);
        assert_eq!((first, second), (deck, due));
    }

    #[test]
    fn equal_cards_are_alike() {
        let deck = [2, 1, 2, 1, 3];
        let mut cards = [1, 2, 3, 1, 2]; // a canonical order that is not ascending
        Shuffles::from_decks([&deck[..]]).shuffle(&mut cards);
        assert_eq!(cards, deck);
    }
}
