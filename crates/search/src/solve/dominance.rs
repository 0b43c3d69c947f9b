//! Checks that pruning loses no win: solves small positions with and without pruning.

use std::sync::atomic::AtomicBool;

use game::{Rng, Solve};

use super::{Exhausted, exhaust};

/// One small position, solved twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// True if the position can be won when all lines are tried.
    pub won: bool,
    /// True if the search with pruning has the same result.
    pub agrees: bool,
    /// The numbers of positions made, with and without pruning.
    pub nodes: [u64; 2],
}

/// Tries the `number`-th random small position of a seed.
pub fn trial<G: Solve>(seed: u64, number: u64) -> Trial {
    let never = AtomicBool::new(false);
    let (pruned, whole) = G::small(&mut Rng::stream(seed, number));
    let (first, some) = exhaust(&pruned, u64::MAX, &never);
    let (second, all) = exhaust(&whole, u64::MAX, &never);
    let won = matches!(second, Exhausted::Won(_));
    Trial { won, agrees: won == matches!(first, Exhausted::Won(_)), nodes: [some, all] }
}
