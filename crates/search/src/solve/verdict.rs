//! A portfolio of searches, from the cheapest to the widest. The first search with a result ends the portfolio.

use std::sync::atomic::AtomicBool;

use game::{Puzzle, Seat, Solve};

use super::beam::{Unwatched, beam};
use super::exhaust::{Exhausted, exhaust};
use super::reference_search::{is_won, reference_search};

/// The limits of the portfolio, in positions and never in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The widths of the beams, ascending.
    pub widths: Vec<usize>,
    /// The number of positions of the first, short exhaustive search, which comes after the narrowest beam.
    pub first: u64,
    /// The number of positions of the exhaustive search after all beams have failed.
    pub exact: u64,
    /// The number of positions of the reference search. Only if this search agrees is a deal called lost.
    pub second: u64,
}

impl Budget {
    /// Returns a budget that finds nearly every win of a deal with a redeal. A short exhaustive search alone would miss
    /// most wins, and beams alone never prove "lost".
    pub fn usual() -> Budget {
        Budget { widths: vec![1, 8, 64, 512, 4096, 32768], first: 40, exact: 200_000, second: 20_000_000 }
    }

    /// Returns a small budget for results at the table: a search with it takes about ten milliseconds.
    pub fn quick() -> Budget {
        Budget { widths: vec![1, 8, 64], first: 100, exact: 5_000, second: 200_000 }
    }

    /// Returns the two budgets for turning points. The first pass has the budget of a table's verdict. The second pass
    /// has a larger budget, for positions that the first pass leaves undecided.
    pub fn of_turning_point() -> [Budget; 2] {
        [Budget::quick(), Budget { exact: 20_000, second: 300_000, ..Budget::usual() }.up_to(512)]
    }

    /// Makes `width` the widest beam. Of the narrower beams, removes all that are wider than an eighth of `width`.
    #[must_use]
    pub fn up_to(mut self, width: usize) -> Budget {
        self.widths.retain(|&narrower| narrower <= width / 8);
        self.widths.push(width);
        self
    }
}

/// The verdict on a deal, with its proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveResult<A> {
    /// The deal can be won by these actions: each is legal in its turn, and the last one wins.
    Won(Vec<A>),
    /// The deal cannot be won: two independent searches tried every line.
    Lost,
    /// The searches proved neither a win nor a loss within the budget.
    Unknown,
}

/// The result of a search, and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<A> {
    /// The verdict.
    pub result: SolveResult<A>,
    /// The width of the beam that won; 0 if exhaustive search won, or if there is no win.
    pub width: usize,
    /// The number of positions made by all searches together.
    pub nodes: u64,
}

/// Solves a deal with the portfolio.
///
/// # Panics
/// If the game's puzzle and its rules disagree on a line. That is a bug, and must not lead to a wrong result.
pub fn solve<G: Solve>(rules: &G::Rules, deal: &G, budget: &Budget, cancel: &AtomicBool) -> Solution<G::Action> {
    let puzzle = deal.puzzle();
    let mut nodes = 0;
    let won = |line: Vec<_>, width, nodes| Solution {
        result: SolveResult::Won(checked(rules, deal, deal.actions(&puzzle.shorten(&line)))),
        width,
        nodes,
    };
    for (place, &width) in budget.widths.iter().enumerate() {
        let found = beam(&puzzle, width, u64::MAX, cancel, &mut Unwatched);
        nodes += found.nodes;
        if let Some(line) = found.line {
            return won(line, width, nodes);
        }
        if place > 0 {
            continue;
        }
        // The narrowest beam wins most deals. A short exhaustive search follows it, before the wider beams.
        let (first, seen) = exhaust(&puzzle, budget.first, cancel);
        nodes += seen;
        match first {
            Exhausted::Won(line) => return won(line, 0, nodes),
            Exhausted::Lost => return lost(rules, deal, budget, nodes, cancel),
            Exhausted::Limit => {}
        }
    }
    let (last, seen) = exhaust(&puzzle, budget.exact, cancel);
    nodes += seen;
    match last {
        Exhausted::Won(line) => won(line, 0, nodes),
        Exhausted::Lost => lost(rules, deal, budget, nodes, cancel),
        Exhausted::Limit => Solution { result: SolveResult::Unknown, width: 0, nodes },
    }
}

/// Runs the reference search. Returns "lost" only if this search agrees.
fn lost<G: Solve>(rules: &G::Rules, deal: &G, budget: &Budget, nodes: u64, cancel: &AtomicBool) -> Solution<G::Action> {
    let (second, seen) = reference_search(rules, deal, budget.second, cancel);
    let result = match second {
        Exhausted::Won(line) => panic!("{} moves win a deal of {} that its puzzle calls lost", line.len(), G::ID),
        Exhausted::Lost => SolveResult::Lost,
        Exhausted::Limit => SolveResult::Unknown,
    };
    Solution { result, width: 0, nodes: nodes + seen }
}

/// Replays the actions by the game's rules. Checks that each is legal and that the last one wins.
fn checked<G: Solve>(rules: &G::Rules, deal: &G, actions: Vec<G::Action>) -> Vec<G::Action> {
    let mut played = deal.clone();
    for &action in &actions {
        played.play(Seat::new(0), action).expect("a line of the puzzle is legal in the game");
    }
    assert!(played.turn().is_over() && is_won::<G>(rules, &played), "a won line wins");
    actions
}
