//! Where a line of play lost its deal: the last position from which it could still be won.

use std::sync::atomic::AtomicBool;

use game::{Seat, Solve};

use crate::{Budget, Verdict, solve};

/// Positions of a line are named by how many of its actions were done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurningPoint {
    /// The last position from which a win is known.
    pub winnable: Option<usize>,
    /// The first position that is known to be lost. The action before it lost the deal if [`winnable`] is the position
    /// before it; between the two, nothing is known.
    ///
    /// [`winnable`]: TurningPoint::winnable
    pub lost: Option<usize>,
}

/// Looks for the turning point of a line: `actions` were done in `dealt`, each legal in its turn.
///
/// What can be won from a position can be won from every position before it, so the winnable positions come first and the
/// lost ones last: both ends are found by halving.
pub fn turning_point<G: Solve>(dealt: &G, actions: &[G::Action], budget: &Budget, cancel: &AtomicBool) -> TurningPoint {
    let mut positions = vec![dealt.clone()];
    for &action in actions {
        let mut next = positions[positions.len() - 1].clone();
        next.apply(Seat::new(0), action);
        positions.push(next);
    }
    let mut known: Vec<Option<Verdict<()>>> = vec![None; positions.len()];
    let mut ask = |place: usize| -> Verdict<()> {
        known[place]
            .get_or_insert_with(|| {
                let deal = &positions[place];
                match solve(deal.rules(), deal, budget, cancel).verdict {
                    Verdict::Won(_) => Verdict::Won(Vec::new()),
                    Verdict::Lost => Verdict::Lost,
                    Verdict::Unknown => Verdict::Unknown,
                }
            })
            .clone()
    };
    // The first position without a known win; then, from there on, the first that is known to be lost.
    let behind = first(0, positions.len(), |place| !matches!(ask(place), Verdict::Won(_)));
    let lost = first(behind, positions.len(), |place| ask(place) == Verdict::Lost);
    TurningPoint { winnable: behind.checked_sub(1), lost: (lost < positions.len()).then_some(lost) }
}

/// The first of `from..to` that is so, where all after it are too; `to` if none is.
fn first(mut from: usize, mut to: usize, mut is: impl FnMut(usize) -> bool) -> usize {
    while from < to {
        let middle = from + (to - from) / 2;
        if is(middle) { to = middle } else { from = middle + 1 }
    }
    from
}
