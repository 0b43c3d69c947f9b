//! The evaluation of a position for a player who sees only the view. It is a weighted sum of features, and is used
//! before the next card is turned up.
//!
//! The weights were found by hill climbing, on numbered deals from 1,000,001 upwards only.

use cards::Suit;

use crate::position::Position;

/// A weight for each count that [`evaluation`] computes, in the same order.
pub(crate) type PlayerWeights = [f32; 11];

/// The weights for every pass but the last. Discarded cards are turned up again in a later pass.
pub(crate) const FIRST_PASS: PlayerWeights = [1.46, 1.60, 0.88, 0.09, 0.17, 0.13, -0.17, -0.08, -0.33, -0.16, -0.15];

/// The weights for the last of several passes. The order of the stock is known, and empty tableaus should be used.
pub(crate) const LAST_PASS: PlayerWeights =
    [1.135, 1.040, -0.440, 0.094, 0.278, 0.130, -0.119, -0.162, -0.552, -0.155, 1.720];

pub(crate) const ONLY_PASS: PlayerWeights =
    [1.787, 1.866, 0.808, 0.090, 0.056, 0.058, -0.107, -0.095, -0.346, -0.145, -0.101];

/// The number of cards of each face that are still in the stock. A face is twice the value, plus 1 for red.
pub(crate) type Coming = [u8; 32];

/// The square roots of 0 to 13. They make a long distance count less than in proportion to its length.
const ROOTS: [f32; 14] = [
    0.0,
    1.0,
    std::f32::consts::SQRT_2,
    1.732_050_8,
    2.0,
    2.236_068,
    2.449_489_8,
    2.645_751_3,
    2.828_427,
    3.0,
    3.162_277_7,
    3.316_624_8,
    3.464_101_6,
    3.605_551_2,
];

/// Returns the value of a position. A card in hand does not count.
pub(crate) fn evaluation(position: &Position, coming: &Coming, weights: &PlayerWeights) -> f32 {
    let foundations = position.foundations;
    let behind = Suit::ALL.map(|suit| foundations.second(suit));
    let lowest = behind.into_iter().min().expect("four suits");
    let (mut cards, mut empty, mut tops, mut bases) = (0, 0, 0, 0);
    let (mut hosts, mut up, mut down) = (0u32, 0.0, 0.0);
    for tableau in position.tableaus {
        if tableau.is_empty() {
            empty += 1;
            continue;
        }
        let (top, base) = (tableau.top_value(), tableau.base_value());
        let suit = tableau.top().expect("it is not empty").suit();
        let first = foundations.first(suit);
        let reached = if first < top { first } else { foundations.second(suit) };
        cards += tableau.len();
        tops += top - 1;
        bases += base;
        // Marks the face of the cards that can be built on this top card: one lower, of the other colour.
        hosts |= 1 << ((tableau.face() - 2) ^ 1);
        up += ROOTS[(top - reached) as usize];
        down += ROOTS[(base - lowest) as usize];
    }
    hosts &= !0b1111; // Aces are never built.
    let (mut kinds, mut fitting, mut left) = (0, 0, hosts);
    while left != 0 {
        kinds += 1;
        fitting += u32::from(coming[left.trailing_zeros() as usize]);
        left &= left - 1;
    }
    let counts: PlayerWeights = [
        foundations.cards() as f32,
        cards as f32,   // on tableaus
        empty as f32,   // tableaus
        tops as f32,    // the number of ranks that could still be built
        kinds as f32,   // faces of cards that would fit on a tableau
        fitting as f32, // cards of the stock with such a face
        up,             // square roots of the distances of top cards to their foundations
        bases as f32,   // a tableau with a high bottom card stays occupied for long
        down,           // square roots of the distances of bottom cards to the lowest foundation
        behind.into_iter().sum::<u32>() as f32,
        lowest as f32,
    ];
    counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()
}
