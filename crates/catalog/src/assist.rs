//! Help at a table of one seat, with all cards known. Everything here reads a [`FaceUp`] deal. Only a player who asked
//! for help may get the result.

use std::sync::atomic::AtomicBool;

use game::{Seat, Verdict};
use search::solve::{self, Budget, SolveResult, TURNING_POINT_NODES};
use table::FaceUp;

use crate::{CatalogError, Solitaire, VisitSolitaire, visit_solitaire};

/// The verdict on a position, and a winning line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedPosition {
    /// The verdict.
    pub verdict: Verdict,
    /// The actions that win, in notation, if the position can be won.
    pub line: Vec<String>,
}

/// The place at which a deal was lost. The number of actions before a position identifies the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurningPoint {
    /// The last position from which a win is known.
    pub winnable: Option<usize>,
    /// The first position that is known to be lost. The positions between `winnable` and `lost` are undecided.
    pub lost: Option<usize>,
    /// The actions that win from the last winnable position, in notation; empty if the deal was won.
    pub line: Vec<String>,
}

/// Finds whether the position can be won, and a winning line.
///
/// # Errors
/// If the game cannot be solved.
///
/// # Panics
/// If the deal does not belong to its game, which is a bug.
pub fn solve_position(deal: FaceUp, cancel: &AtomicBool) -> Result<SolvedPosition, CatalogError> {
    struct SolvePosition<'a>(FaceUp, &'a AtomicBool);
    impl VisitSolitaire for SolvePosition<'_> {
        type Output = SolvedPosition;
        fn visit<G: Solitaire>(self) -> SolvedPosition {
            let (mut deal, actions) = typed::<G>(self.0);
            for action in actions {
                deal.apply(Seat::new(0), action);
            }
            let (verdict, line) = match solve::solve(deal.rules(), &deal, &Budget::quick(), self.1).result {
                SolveResult::Won(line) => (Verdict::Winnable, line),
                SolveResult::Lost => (Verdict::Lost, Vec::new()),
                SolveResult::Unknown => (Verdict::Unknown, Vec::new()),
            };
            SolvedPosition { verdict, line: line.iter().map(G::Action::to_string).collect() }
        }
    }
    visit_solitaire(deal.game, SolvePosition(deal, cancel))
}

/// Finds the last position of the play that can still be won. Calls `known` with the number of positions decided so
/// far. There is one more position than there are actions.
///
/// # Errors
/// If the game cannot be solved.
///
/// # Panics
/// If the deal does not belong to its game, which is a bug.
pub fn turning_point(
    deal: FaceUp,
    known: &mut dyn FnMut(usize),
    cancel: &AtomicBool,
) -> Result<TurningPoint, CatalogError> {
    struct FindTurningPoint<'a>(FaceUp, &'a mut dyn FnMut(usize), &'a AtomicBool);
    impl VisitSolitaire for FindTurningPoint<'_> {
        type Output = TurningPoint;
        fn visit<G: Solitaire>(self) -> TurningPoint {
            let found = find_turning_point::<G>(self.0, self.1, self.2);
            let line = found.line.iter().map(G::Action::to_string).collect();
            TurningPoint { winnable: found.winnable, lost: found.lost, line }
        }
    }
    visit_solitaire(deal.game, FindTurningPoint(deal, known, cancel))
}

/// Finds the turning point in the game's own types.
pub(crate) fn find_turning_point<G: Solitaire>(
    deal: FaceUp,
    known: &mut dyn FnMut(usize),
    cancel: &AtomicBool,
) -> solve::TurningPoint<G::Action> {
    let (dealt, actions) = typed::<G>(deal);
    solve::turning_point(&dealt, &actions, &Budget::of_turning_point(), TURNING_POINT_NODES, known, cancel)
}

pub(crate) fn typed<G: Solitaire>(deal: FaceUp) -> (G, Vec<G::Action>) {
    let own = "a table shows a deal of its own game";
    (*deal.dealt.downcast::<G>().expect(own), *deal.actions.downcast::<Vec<G::Action>>().expect(own))
}
