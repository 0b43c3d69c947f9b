//! The turning point of a line that lost: the last position of the line that could still be won.

use std::sync::atomic::{AtomicBool, Ordering};

use game::{Seat, Solve, Verdict};

use super::reference_search::is_won;
use super::{Budget, SolveResult, solve};

/// The turning point of a line. Each position is given by the number of actions before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurningPoint<A> {
    /// The last position from which a win is known.
    pub winnable: Option<usize>,
    /// The first position that is known to be lost. If [`winnable`] is the position just before it, the action between
    /// them lost the deal. The results of positions between the two are unknown.
    ///
    /// [`winnable`]: TurningPoint::winnable
    pub lost: Option<usize>,
    /// A line that wins from the last winnable position.
    pub line: Vec<A>,
    /// The number of positions made by all searches together.
    pub nodes: u64,
}

impl<A> TurningPoint<A> {
    /// Returns the verdict on a position of the line.
    pub fn verdict(&self, place: usize) -> Verdict {
        match self {
            TurningPoint { winnable: Some(last), .. } if place <= *last => Verdict::Winnable,
            TurningPoint { lost: Some(first), .. } if place >= *first => Verdict::Lost,
            _ => Verdict::Unknown,
        }
    }
}

/// The maximum number of positions searched for a turning point. The search takes under three seconds on one core
/// (docs/play/advice.md).
pub const TURNING_POINT_NODES: u64 = 800_000;

/// Finds the turning point of a line. The line consists of `actions`, which are legal one after the other from the
/// position `dealt`. The search tries the budgets in order, the smallest first, until all attempts together have made
/// `nodes` positions. It calls `known` with the number of positions of the line that are decided so far.
///
/// If a position can be won, every position before it can be won too. So the winnable positions come first in the line
/// and the lost ones last. Bisection finds the end of the winnable positions and the beginning of the lost ones. A
/// winning line shares some positions with the actions, and decides all of these. So only a few positions have to be
/// solved.
pub fn turning_point<G: Solve>(
    dealt: &G,
    actions: &[G::Action],
    budgets: &[Budget],
    nodes: u64,
    known: &mut dyn FnMut(usize),
    cancel: &AtomicBool,
) -> TurningPoint<G::Action> {
    let mut positions = vec![dealt.clone()];
    for &action in actions {
        let mut next = positions[positions.len() - 1].clone();
        next.apply(Seat::new(0), action);
        positions.push(next);
    }
    let of = positions.len();
    let mut search = Bisection { positions, actions, won: 0, line: Vec::new(), lost: of, left: nodes, made: 0 };
    let last = &search.positions[of - 1];
    if last.turn().is_over() && is_won::<G>(last.rules(), last) {
        search.won = of;
    }
    for budget in budgets {
        let mut open = vec![true; of];
        // If the search cannot decide a position, a bisection can miss a win there. So the bisections are repeated
        // until they find nothing new.
        let mut before = None;
        while before != Some((search.won, search.lost)) && !search.must_stop(cancel) {
            before = Some((search.won, search.lost));
            for end in [OpenEnd::Won, OpenEnd::Lost] {
                search.halve(end, budget, &mut open, known, cancel);
            }
        }
    }
    let Bisection { won, line, lost, made, .. } = search;
    TurningPoint { winnable: won.checked_sub(1), lost: (lost < of).then_some(lost), line, nodes: made }
}

/// The end of the undecided range that a bisection looks for.
#[derive(Clone, Copy, PartialEq)]
enum OpenEnd {
    Won,
    Lost,
}

struct Bisection<'a, G: Solve> {
    positions: Vec<G>,
    actions: &'a [G::Action],
    /// The positions before this index can be won. `line` wins from the last of them.
    won: usize,
    line: Vec<G::Action>,
    /// The positions from this index on are lost.
    lost: usize,
    /// The number of positions that the searches may still make.
    left: u64,
    /// The number of positions that the searches have made.
    made: u64,
}

impl<G: Solve> Bisection<'_, G> {
    fn must_stop(&self, cancel: &AtomicBool) -> bool {
        self.left == 0 || cancel.load(Ordering::Relaxed)
    }

    /// Bisects the range between the won and the lost positions until it finds `end`. This is one of the two ends of
    /// the range.
    fn halve(
        &mut self,
        end: OpenEnd,
        budget: &Budget,
        open: &mut [bool],
        known: &mut dyn FnMut(usize),
        cancel: &AtomicBool,
    ) {
        let (mut from, mut to) = (self.won, self.lost);
        while from < to && !self.must_stop(cancel) {
            let middle = from + (to - from) / 2;
            if open[middle] {
                self.ask(middle, budget, cancel);
                open[middle] = false;
                known(self.won + self.positions.len() - self.lost);
            }
            if middle < self.won {
                from = self.won;
            } else if middle >= self.lost || end == OpenEnd::Won {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
    }

    fn ask(&mut self, place: usize, budget: &Budget, cancel: &AtomicBool) {
        let deal = &self.positions[place];
        // No search may make more positions than are left for all searches together.
        let within =
            Budget { exact: budget.exact.min(self.left), second: budget.second.min(self.left), ..budget.clone() };
        let solution = solve(deal.rules(), deal, &within, cancel);
        self.made += solution.nodes;
        self.left = self.left.saturating_sub(solution.nodes);
        match solution.result {
            SolveResult::Won(mut line) => {
                let played = self.actions[place..].iter().zip(&line).take_while(|(done, won)| done == won).count();
                line.drain(..played);
                (self.won, self.line) = (place + played + 1, line);
            }
            SolveResult::Lost => self.lost = place,
            SolveResult::Unknown => {}
        }
    }
}
