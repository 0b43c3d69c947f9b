//! The heuristic of the solver: a weighted sum of features that estimates how promising a position is.
//!
//! The weights were learned from won lines. In each layer of a wide beam search, the position that led to the win
//! should rank first. Only numbered deals from 1,000,000 upwards were used.

use super::position::{Face, TalonPosition, below};
use crate::FillEmpty;

/// The number of features.
pub const FEATURES: usize = 24;

/// A weight for each feature of [`Heuristic::features`], at the beginning and at the end of a pass.
pub type Weights = [[f32; FEATURES]; 2];

/// The heuristic of one puzzle.
#[derive(Clone)]
pub struct Heuristic {
    cards: Vec<Face>,
    redeals: Option<u8>,
    /// The places of the talon with cards of each kind (rank and colour).
    kinds: [u128; 32],
    /// For each suit and rank, the places of the talon with that card. `upto` has the places with cards of the suit up
    /// to that rank.
    faces: [[u128; 16]; 4],
    upto: [[u128; 16]; 4],
    /// For each suit and rank, the places with both copies of that card, or all ones if the talon lacks one of the
    /// copies.
    twins: [[u128; 16]; 4],
    /// The weights for each place of a pass: first those for passes with a redeal left, then those for the last pass.
    table: Vec<[f32; FEATURES]>,
}

impl Heuristic {
    pub(super) fn new(cards: &[Face], fill: FillEmpty, redeals: Option<u8>) -> Heuristic {
        let mut kinds = [0; 32];
        let mut faces = [[0; 16]; 4];
        let mut upto = [[0; 16]; 4];
        for (place, face) in cards.iter().enumerate() {
            let bit = 1 << place;
            kinds[usize::from(face.kind())] |= bit;
            faces[usize::from(face.suit())][usize::from(face.rank())] |= bit;
            for rank in face.rank()..16 {
                upto[usize::from(face.suit())][usize::from(rank)] |= bit;
            }
        }
        let twins =
            faces.map(|ranks| ranks.map(|places: u128| if places.count_ones() == 2 { places } else { u128::MAX }));
        let mut heuristic = Heuristic { cards: cards.to_vec(), redeals, kinds, faces, upto, twins, table: Vec::new() };
        match (fill, redeals) {
            (FillEmpty::Choice, Some(0)) => heuristic.weigh(&ONLY_PASS, &ONLY_PASS),
            (FillEmpty::Choice, _) => heuristic.weigh(&BEFORE_REDEAL, &LAST_PASS),
            (FillEmpty::AtOnce, _) => heuristic.weigh(&AT_ONCE, &AT_ONCE),
        }
        heuristic
    }

    /// Sets the weights for passes with a redeal left, and for the last pass.
    pub fn weigh(&mut self, first: &Weights, last: &Weights) {
        self.weigh_within(self.cards.len(), first, last);
    }

    /// Sets the weights for a talon that is only the end of a larger talon with `whole` cards.
    pub(super) fn weigh_within(&mut self, whole: usize, first: &Weights, last: &Weights) {
        let places = self.cards.len();
        let gone = whole.saturating_sub(places);
        self.table.clear();
        for weights in [first, last] {
            for place in 0..=places {
                let t = (gone + place) as f32 / (gone + places).max(1) as f32;
                self.table.push(std::array::from_fn(|i| weights[0][i] * (1.0 - t) + weights[1][i] * t));
            }
        }
    }

    /// Returns how far the pass has come, from 0 to 1.
    pub fn progress(&self, position: &TalonPosition) -> f32 {
        f32::from(position.place) / self.cards.len().max(1) as f32
    }

    /// Returns true if no redeal is left.
    pub fn is_last_pass(&self, position: &TalonPosition) -> bool {
        self.redeals.is_some_and(|redeals| position.pass >= redeals)
    }

    /// Returns the weighted sum of the features.
    #[inline]
    pub fn of(&self, position: &TalonPosition) -> f32 {
        let features = self.features(position);
        let last = if self.is_last_pass(position) { self.cards.len() + 1 } else { 0 };
        let weights = &self.table[usize::from(position.place) + last];
        features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
    }

    /// Returns the features of a position.
    pub fn features(&self, position: &TalonPosition) -> [f32; FEATURES] {
        let tableau = TableauCounts::count(position);
        let talon = self.talon(position, tableau.wants);
        let (mut low, mut high, mut lowest, mut squares) = (0, 0, u8::MAX, 0);
        for suit in 0..4 {
            let (behind, ahead) = (position.low(suit), position.high(suit));
            low += u32::from(behind);
            high += u32::from(ahead);
            lowest = lowest.min(behind);
            squares += u32::from(behind) * u32::from(behind);
        }
        [
            (low + high) as f32,
            tableau.cards as f32,
            tableau.spaces as f32,
            tableau.tops as f32,
            tableau.wants.count_ones() as f32,
            talon.stock_fits as f32,
            tableau.up,
            tableau.bases as f32,
            tableau.down(lowest),
            low as f32,
            f32::from(lowest),
            tableau.squares as f32 * 0.1,
            high as f32,
            f32::from(position.disorder.pairs) * 0.1,
            talon.discarded as f32,
            talon.buried as f32 * 0.1,
            tableau.buried as f32,
            talon.top,
            talon.wanted_in_stock as f32,
            talon.discard_fits as f32,
            f32::from(position.disorder.parked),
            squares as f32 * 0.1,
            talon.soon as f32,
            talon.wanted_in_discard as f32,
        ]
    }

    /// Returns the counts of stock and discard pile; `wants` are the kinds of cards that fit on columns.
    fn talon(&self, position: &TalonPosition, wants: u32) -> TalonCounts {
        let (discard, stock) = (position.discarded(), position.stock());
        let mut fits = 0u128;
        let mut left = wants;
        while left != 0 {
            fits |= self.kinds[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        let wanted = (0..4u8).fold(0, |wanted, suit| {
            let faces = &self.faces[usize::from(suit)];
            wanted | faces[usize::from(position.high(suit)) + 1] | faces[usize::from(position.low(suit)) + 1]
        });
        let mut buried = 0;
        let mut left = wanted & discard;
        while left != 0 {
            buried += (discard >> left.trailing_zeros() >> 1).count_ones();
            left &= left - 1;
        }
        TalonCounts {
            discarded: discard.count_ones(),
            stock_fits: (stock & fits).count_ones(),
            discard_fits: (discard & fits).count_ones(),
            soon: (stock & below((position.place + SOON).min(127)) & (fits | wanted)).count_ones(),
            wanted_in_stock: (stock & wanted).count_ones(),
            wanted_in_discard: (discard & wanted).count_ones(),
            buried,
            top: position.discard_top().map_or(0.0, |top| ROOT[distance(position, self.cards[usize::from(top)])]),
        }
    }

    /// Turns up all cards of the stock below a place.
    #[inline]
    pub(super) fn pass(&self, position: &mut TalonPosition, to: u8) {
        let mut turned = position.stock() & below(to);
        while turned != 0 {
            let place = turned.trailing_zeros() as u8;
            turned &= turned - 1;
            let (pairs, parked) = self.disorder(position.talon & below(place), place);
            position.disorder.pairs += pairs;
            position.disorder.parked += parked;
        }
        position.place = to;
    }

    /// Removes the top card of the discard pile, or a card of the stock, from the talon.
    #[inline]
    pub(super) fn take(&self, position: &mut TalonPosition, place: u8) {
        position.talon &= !(1 << place);
        if place < position.place {
            let (pairs, parked) = self.disorder(position.talon & below(place), place);
            position.disorder.pairs -= pairs;
            position.disorder.parked -= parked;
        }
    }

    /// Returns how many pairs and parked cards this card adds to the [`Disorder`](super::position::Disorder). `beneath`
    /// has the places of the cards that lie under it on the discard pile.
    #[inline]
    fn disorder(&self, beneath: u128, place: u8) -> (u16, u8) {
        let face = self.cards[usize::from(place)];
        let (rank, suit) = (usize::from(face.rank()), usize::from(face.suit()));
        let lower = beneath & self.upto[suit][rank - 1];
        if lower == 0 {
            return (0, 0);
        }
        let parked = self.twins[suit][..rank].iter().any(|&twins| twins & !lower == 0);
        (lower.count_ones() as u16, u8::from(parked))
    }
}

/// The number of places after the last turned one whose cards count as coming soon.
const SOON: u8 = 10;

struct TalonCounts {
    discarded: u32,
    /// The numbers of cards in the stock and in the discard pile that fit on a column now.
    stock_fits: u32,
    discard_fits: u32,
    /// The number of cards among the next [`SOON`] places that fit on a column or a foundation.
    soon: u32,
    /// The numbers of cards in the stock and in the discard pile that a foundation takes now.
    wanted_in_stock: u32,
    wanted_in_discard: u32,
    /// The sum of the depths, in the discard pile, of the cards that a foundation takes now.
    buried: u32,
    /// The square root of the number of cards that must go up before the discard pile's top card can go up.
    top: f32,
}

#[derive(Default)]
struct TableauCounts {
    cards: u32,
    spaces: u32,
    /// The sum of the top ranks, each less one.
    tops: u32,
    bases: u32,
    /// The sum of the squared lengths.
    squares: u32,
    /// The kinds of cards that fit on columns, one bit each.
    wants: u32,
    /// For all top cards, the sum of the square roots of their distances to their foundations.
    up: f32,
    base_ranks: [u8; 8],
    /// The sum of the depths, in the columns, of the cards that a foundation takes now.
    buried: u32,
}

impl TableauCounts {
    fn count(position: &TalonPosition) -> TableauCounts {
        let mut counts = TableauCounts::default();
        // The ranks that can go up now, one bit each, for each suit.
        let wanted: [u32; 4] =
            std::array::from_fn(|suit| 2 << position.low(suit as u8) | 2 << position.high(suit as u8));
        for (i, column) in position.columns.iter().enumerate() {
            if column.is_empty() {
                counts.spaces += 1;
                continue;
            }
            let length = u32::from(column.len());
            let top = u32::from(column.top_rank());
            counts.cards += length;
            counts.squares += length * length;
            counts.tops += top - 1;
            counts.bases += u32::from(column.base_rank());
            counts.base_ranks[i] = column.base_rank();
            counts.wants |= 1 << column.wants();
            counts.up += ROOT[distance(position, column.top())];
            let suits = column.suits();
            let mut found = (0..4).fold(0, |found, suit| found | suits[suit] & wanted[suit]);
            while found != 0 {
                counts.buried += found.trailing_zeros() - top;
                found &= found - 1;
            }
        }
        counts
    }

    /// Returns, for all bases, the sum of the square roots of their distances to the lowest foundation.
    fn down(&self, lowest: u8) -> f32 {
        self.base_ranks.iter().filter(|&&base| base > 0).map(|base| ROOT[usize::from(base - lowest)]).sum()
    }
}

/// Returns the number of cards that must go to the foundation of this card before this card can.
fn distance(position: &TalonPosition, face: Face) -> usize {
    let (ahead, behind) = (position.high(face.suit()), position.low(face.suit()));
    usize::from(face.rank() - 1 - if ahead < face.rank() { ahead } else { behind })
}

const ROOT: [f32; 14] = [
    0.0,
    1.0,
    std::f32::consts::SQRT_2,
    1.732_051,
    2.0,
    2.236_068,
    2.449_49,
    2.645_751,
    2.828_427,
    3.0,
    3.162_278,
    3.316_625,
    3.464_102,
    3.605_551,
];

#[rustfmt::skip]
const BEFORE_REDEAL: Weights = [[
    1.7772, 1.7278, 1.2332, 0.0725, 0.4775, 0.2490, -0.6490, -0.0797, -0.3750, 0.8517, 0.2866, 0.5816,
    0.3188, 0.0146, -0.3501, -0.5661, -0.3810, 0.0213, 0.4275, -0.1355, -0.0369, 0.2364, 1.3681, -1.4726,
], [
    1.7187, 1.7028, 0.5114, 0.0493, 0.1736, 0.1173, -0.5635, -0.1036, -0.3950, -0.4653, 5.0788, 0.0937,
    0.4341, -2.8693, -0.5640, -0.3399, -0.1753, -0.3530, -0.0296, -0.1885, 1.0146, 0.2970, 0.3891, -0.1243,
]];

/// The weights for the last pass after a redeal.
#[rustfmt::skip]
const LAST_PASS: Weights = [[
    1.9035, 1.9101, 0.0286, 0.0507, 0.7790, -0.1349, -0.2828, -0.0967, -0.1860, 0.0133, 7.7719, 0.4058,
    0.5846, 7.9905, 1.1249, -3.4543, -0.0522, 0.1797, -0.2672, -1.3684, -5.0434, 0.0900, 1.3865, 0.8104,
], [
    1.5182, 1.7022, 0.7292, 0.0751, 0.0884, 0.3234, -0.1247, -0.0868, -0.0771, -0.1227, 7.3458, 0.0339,
    0.1728, -14.4688, 0.3666, -3.0181, -0.1954, -0.1216, 0.3471, 0.5031, -5.6627, 0.0042, 0.3253, 0.5480,
]];

#[rustfmt::skip]
const ONLY_PASS: Weights = [[
    2.3643, 0.8870, -0.4217, -0.0072, -0.0047, 0.3530, -0.1109, -0.1831, -0.2094, -0.1008, 1.8936, 1.9691,
    1.0764, -4.5148, 0.3765, -2.5709, -0.0840, 0.0772, 0.2823, -0.0032, -1.2470, -0.4317, 0.9320, -2.3617,
], [
    1.6611, 1.0162, -2.1983, 0.0285, 0.2409, -0.1958, -0.5388, -0.1595, -0.1870, 0.1442, 0.9800, 0.3021,
    0.0755, -2.9125, 0.8201, 0.2346, 0.1031, -0.0444, 0.5875, -0.3612, -0.4725, -0.2022, 0.7337, 0.8354,
]];

/// The weights for the only pass if the stock is hidden. They were found by an evolution strategy on numbered deals
/// from 2,100,001 upwards. The strategy moved each weight up and down on the same deals. The 23rd weight is 0, because
/// its feature counts the cards that come soon. The player does not know these cards.
#[rustfmt::skip]
pub(super) const UNSEEN: Weights = [[
    2.2663, 2.5846, -5.1251, -0.7933, 3.7532, 0.1152, -1.1561, -0.7417, 0.7461, -0.8607, -20.5053, 0.7133,
    0.7104, 18.9333, -0.5051, -0.9928, 0.8112, 0.9959, -1.1660, -0.7949, 0.6986, 1.2579, 0.0000, 2.5864,
], [
    5.6846, 1.7598, -1.1243, 0.0136, 2.5910, -0.5758, -1.2286, -0.5370, 0.2061, -0.9926, 0.8333, 2.5063,
    1.7353, 1.7149, 0.2344, -1.9663, -1.8873, 1.7336, -1.1404, -0.3654, -4.5473, 3.0209, 0.0000, -3.1780,
]];

/// The weights under `at_once`, set by hand from earlier research. They play better than learned weights did.
#[rustfmt::skip]
const AT_ONCE: Weights = [[
    1.46, 1.60, 0.88, 0.09, 0.17, 0.13, -0.17, -0.08, -0.33, -0.16, -0.15, 0.0,
    0.0, -0.3, 0.0, -0.3, -0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
]; 2];

#[cfg(test)]
mod tests {
    use game::{Advance, Game, Puzzle, Rng, Shuffles, Solve};

    use super::*;
    use crate::{RougeEtNoir, Rules};

    /// Returns the [`Disorder`](super::super::position::Disorder), counted card by card.
    fn disorder(cards: &[Face], position: &TalonPosition) -> (usize, usize) {
        let pile: Vec<Face> = (0..cards.len())
            .filter(|&place| position.discarded() & 1 << place != 0)
            .map(|place| cards[place])
            .collect();
        let (mut pairs, mut parked) = (0, 0);
        for (i, card) in pile.iter().enumerate() {
            let lower: Vec<u8> = pile[..i]
                .iter()
                .filter(|beneath| beneath.suit() == card.suit() && beneath.rank() < card.rank())
                .map(|beneath| beneath.rank())
                .collect();
            pairs += lower.len();
            parked += usize::from(lower.iter().any(|rank| lower.iter().filter(|other| *other == rank).count() == 2));
        }
        (pairs, parked)
    }

    #[test]
    fn what_is_kept_of_the_discard_pile_follows_from_it() {
        let mut rng = Rng::new(3);
        let mut parked = 0;
        for fill in [FillEmpty::Choice, FillEmpty::AtOnce] {
            for _ in 0..20 {
                let rules = Rules::new(fill, Some(2)).unwrap();
                let standing = RougeEtNoir::start(&rules, 1).unwrap();
                let deal = RougeEtNoir::deal(&rules, &standing, Shuffles::of_world(rng.bits()));
                let puzzle = deal.puzzle();
                let mut position = puzzle.start();
                let mut moves = Vec::new();
                loop {
                    moves.clear();
                    puzzle.moves(&position, &mut moves);
                    if !moves.is_empty() && rng.chance(0.1) {
                        puzzle.make(&mut position, moves[rng.below(moves.len() as u32) as usize]);
                    } else if puzzle.advance(&mut position) == Advance::End {
                        break;
                    }
                    let kept = (position.disorder.pairs.into(), position.disorder.parked.into());
                    assert_eq!(kept, disorder(&puzzle.cards, &position), "{position:?}");
                    parked += kept.1;
                }
            }
        }
        assert!(parked > 0, "both kinds of disorder come up");
    }
}
