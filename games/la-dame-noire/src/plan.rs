//! Plans: ways to split a hand into combinations.
//!
//! Each play has a cost. A low single card loses the lead, so it is expensive. A libra costs almost nothing, because it
//! wins the next lead. The best plan is the partition of the hand with the lowest total cost. Suits do not matter,
//! except for the queen of spades.

use cards::CardSet;

use crate::combination::{Moves, POWERS, Power, QUEEN_OF_SPADES, Top};

/// The costs of plays, indexed by power.
pub(crate) type Costs = [f32; POWERS as usize];

#[derive(Clone, Copy, Debug)]
pub(crate) struct Partition {
    pub(crate) cost: f32,
    /// The plays, in any order.
    plays: [Power; 13],
    count: u8,
}

impl Partition {
    pub(crate) fn plays(&self) -> &[Power] {
        &self.plays[..usize::from(self.count)]
    }
}

/// The number of cards of each rank: four bits for each rank, the twos lowest. The queen of spades has her own four
/// bits above the ace.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct RankCounts(u64);

/// The lowest bit of the count of the other three queens.
const QUEENS: u32 = 4 * 10;
/// The lowest bit of the count of the queen of spades. She has a field of her own because she can have a different
/// cost.
const QUEEN_OF_SPADES_ALONE: u32 = 4 * 13;
/// The highest bit of each count. No count uses it, so it shows whether a subtraction borrowed.
const GUARDS: u64 = 0x88_8888_8888_8888;

impl RankCounts {
    /// Counts the cards of each rank, without a loop over the cards.
    pub(crate) fn of(hand: CardSet) -> RankCounts {
        let spread = |lane: u64| {
            // Moves bit i of the lane to bit 4i.
            let lane = (lane | lane << 24) & 0x0000_00ff_0000_00ff;
            let lane = (lane | lane << 12) & 0x000f_000f_000f_000f;
            let lane = (lane | lane << 6) & 0x0303_0303_0303_0303;
            (lane | lane << 3) & 0x1111_1111_1111_1111
        };
        let plain = (hand - CardSet::only(QUEEN_OF_SPADES)).bits();
        let counts = (0..4).map(|suit| spread(plain >> (16 * suit) & 0x1fff)).sum::<u64>();
        RankCounts(counts | u64::from(hand.has(QUEEN_OF_SPADES)) << QUEEN_OF_SPADES_ALONE)
    }

    /// Removes the cards of a combination, plain queens before the queen of spades. Returns `None` if a card is
    /// missing.
    pub(crate) fn without(self, power: Power) -> Option<RankCounts> {
        if power.number() == 13 {
            let queen = 1 << QUEEN_OF_SPADES_ALONE;
            return (self.0 & queen != 0).then_some(RankCounts(self.0 - queen));
        }
        let mut takes = power.takes();
        if takes >> QUEENS & 7 > self.0 >> QUEENS & 7 {
            takes = takes - (1 << QUEENS) + (1 << QUEEN_OF_SPADES_ALONE);
        }
        let left = (self.0 | GUARDS) - takes;
        (left & GUARDS == GUARDS).then_some(RankCounts(left & !GUARDS))
    }

    /// Returns the cost of playing all cards one by one.
    fn singles(self, costs: &Costs) -> f32 {
        let mut rest = self.0;
        let mut sum = 0.0;
        while rest != 0 {
            let place = rest.trailing_zeros() / 4;
            sum += (rest >> (4 * place) & 7) as f32 * costs[place as usize];
            rest &= !(7 << (4 * place));
        }
        sum
    }
}

/// The largest number of partitions that a search examines. Few hands have more.
const MOST: u32 = 2_000;

/// A depth-first search for the best plan over the combinations of a hand, which examines at most [`MOST`] partitions.
struct PlanSearch<'a> {
    costs: &'a Costs,
    /// The combinations of more than one card, the strongest first.
    combinations: [Power; 64],
    count: usize,
    chosen: [Power; 6],
    best: f32,
    best_chosen: [Power; 6],
    best_count: usize,
    best_left: RankCounts,
    looked_at: u32,
}

impl PlanSearch<'_> {
    /// Tries to add every combination from index `from` on to the first `chosen` ones. `left` are the remaining cards,
    /// and `spent` is the cost so far.
    fn look(&mut self, from: usize, chosen: usize, left: RankCounts, spent: f32) {
        let cost = spent + left.singles(self.costs);
        if cost < self.best {
            self.best = cost;
            self.best_count = chosen;
            self.best_chosen = self.chosen;
            self.best_left = left;
        }
        self.looked_at += 1;
        for i in from..self.count {
            if self.looked_at > MOST {
                return;
            }
            let power = self.combinations[i];
            if let Some(left) = left.without(power) {
                self.chosen[chosen] = power;
                self.look(i, chosen + 1, left, spent + self.costs[usize::from(power.number())]);
            }
        }
    }
}

/// Returns the best partition of these cards, which are a subset of `hand`.
pub(crate) fn best(hand: CardSet, counts: RankCounts, costs: &Costs) -> Partition {
    let nothing = Power::of(0);
    let mut search = PlanSearch {
        costs,
        combinations: [nothing; 64],
        count: 0,
        chosen: [nothing; 6],
        best: f32::INFINITY,
        best_chosen: [nothing; 6],
        best_count: 0,
        best_left: counts,
        looked_at: 0,
    };
    let several = Moves::of(hand).above(Top::of(Power::of(13)), hand);
    for power in several.powers(hand) {
        search.combinations[search.count] = power;
        search.count += 1;
    }
    search.combinations[..search.count].reverse();
    search.look(0, 0, counts, 0.0);
    let mut plan = Partition { cost: search.best, plays: [nothing; 13], count: search.best_count as u8 };
    plan.plays[..search.best_count].copy_from_slice(&search.best_chosen[..search.best_count]);
    let mut rest = search.best_left.0;
    while rest != 0 {
        let place = rest.trailing_zeros() / 4;
        plan.plays[usize::from(plan.count)] = Power::of(place as u8);
        plan.count += 1;
        rest -= 1 << (4 * place);
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CombinationKind;

    fn plan(hand: &str) -> (f32, Vec<CombinationKind>) {
        let hand: CardSet = cards::split(hand).unwrap().into_iter().collect();
        let mut costs = [1.0; POWERS as usize];
        costs[13] = 0.5;
        let plan = best(hand, RankCounts::of(hand), &costs);
        let mut kinds: Vec<CombinationKind> = plan.plays().iter().map(|power| power.kind()).collect();
        kinds.sort();
        (plan.cost, kinds)
    }

    #[test]
    fn the_fewest_plays() {
        use CombinationKind::*;
        // The beggar 3-K and the other five cards one by one are six plays. A straight and two kings are three plays.
        assert_eq!(plan("2c 3d 4h 5h 6h Kd Kc"), (3.0, vec![Singleton, Singleton, Straight]));
        assert_eq!(plan("2c 2d 3d 4h 5h 6h Ac"), (2.0, vec![Beggar, Straight]));
        // With one queen, the beggar is the better plan even if that queen is the queen of spades. If there is also a
        // plain queen, the plain queen is in the beggar and the queen of spades is played alone.
        assert_eq!(plan("4c Qs"), (1.0, vec![Beggar]));
        assert_eq!(plan("4c Qc Qs"), (1.5, vec![Singleton, Beggar]));
        assert_eq!(plan("Qc Qd Qh Qs"), (1.0, vec![Quarto]));
        assert_eq!(plan("2c 2d 3c 4c 4d 5c 6c 6d 7c 8c 8d"), (1.0, vec![Libra]));
        assert_eq!(plan("8c 8d 8h 8s 7c 9c"), (2.0, vec![Beggar, Quarto]));
    }
}
