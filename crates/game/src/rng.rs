//! The random numbers of bots, playouts and sampled worlds. Shuffles at tables never use them.

use cards::{Card, CardSet};
use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A fast, seeded source of random numbers: the same seed gives the same numbers on every machine.
#[derive(Clone)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Returns a source with this seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Returns an independent source for each place, such as the number of a thread, a seat or a simulation.
    pub fn stream(seed: u64, place: u64) -> Rng {
        // The finaliser of SplitMix64 spreads neighbouring places over all bits.
        let mut z = seed ^ place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Rng::new(z ^ (z >> 31))
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `n`. All are equally likely to within 2⁻³².
    ///
    /// # Panics
    /// If `n` is 0, in debug builds.
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "there is no number below 0");
        (((self.0.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// Returns a number below `n`. All are equally likely to within one part in 2⁶⁴ / `n`.
    ///
    /// # Panics
    /// If `n` is 0, in debug builds.
    pub fn below_u64(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0, "there is no number below 0");
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// Returns `true` with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// Returns a number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Returns a random element.
    ///
    /// # Panics
    /// If there are no elements.
    pub fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len() as u32) as usize]
    }

    /// Returns a random card of the set.
    ///
    /// # Panics
    /// If the set is empty, in debug builds.
    pub fn card(&mut self, cards: CardSet) -> Card {
        cards.at_share((self.bits() >> 32) as u32)
    }

    /// Puts the things in a random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            things.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_and_repeat() {
        assert_eq!(Rng::stream(1, 2).bits(), Rng::stream(1, 2).bits());
        assert_ne!(Rng::stream(1, 2).bits(), Rng::stream(1, 3).bits());
        assert_ne!(Rng::stream(1, 2).bits(), Rng::stream(2, 2).bits());
    }

    #[test]
    fn cards_are_drawn_alike() {
        let hand = CardSet::from_bits(0x0001_0000_1001_0410);
        let mut rng = Rng::new(6);
        let mut counts = [0u32; 5];
        for _ in 0..50_000 {
            let card = rng.card(hand);
            counts[{ hand }.position(|c| c == card).expect("a card of the hand")] += 1;
        }
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 18.5, "chi-square with 4 degrees of freedom, p = 0.001: {chi}");
    }

    #[test]
    fn below_is_uniform() {
        let mut rng = Rng::new(5);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.5, "chi-square with 6 degrees of freedom, p = 0.001: {chi}");
    }
}
