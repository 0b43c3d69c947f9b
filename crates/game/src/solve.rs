//! Exact search in a game of one seat whose cards are all known.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Game, Rng};

/// The companion of a one-seat [`Game`] that can be solved. It converts a deal into a [`Puzzle`]. It converts the moves
/// of the puzzle into actions of the game.
pub trait Solve: Game {
    /// The deal from a position on, in a compact form for search.
    type Puzzle: Puzzle;

    /// Returns the puzzle that starts in this position with all cards known. Every position that a player can reach has
    /// one.
    fn puzzle(&self) -> Self::Puzzle;

    /// Returns the deal itself, if the view of a seat determines all of it.
    fn known(view: &Self::View) -> Option<Self>;

    /// Returns a deal that agrees with the view of a seat. Unknown cards are in an arbitrary order.
    fn guess(view: &Self::View) -> Self;

    /// Returns actions that a search has found for a player that has only this view. They end where a new card becomes
    /// known. Empty if a search plays no better than [`Hint`](crate::Hint).
    fn plan(_view: &Self::View) -> Vec<Self::Action> {
        Vec::new()
    }

    /// Converts a line of the puzzle into actions from this position. If the line reaches a won position, the actions
    /// go on to the end. Every action is legal in its turn.
    fn actions(&self, line: &[<Self::Puzzle as Puzzle>::Move]) -> Vec<Self::Action>;

    /// Appends a second encoding of the position to `bytes`, made from the state and not from the puzzle. Positions
    /// with the same bytes have the same continuations. A second search, by [`Game::legal`] and [`Game::apply`] without
    /// pruning, identifies its positions by these bytes. The verdict "lost" needs both searches.
    fn reference_key(&self, bytes: &mut Vec<u8>);

    /// Returns a random position that is small enough to try every line, in two forms: without the moves that
    /// [`Puzzle`] may leave out, and with all moves. Either both forms can be won, or neither can.
    fn small(rng: &mut Rng) -> (Self::Puzzle, Self::Puzzle);
}

/// The companion of [`Game`] that says whether the game has [`Solve`]. Most games do not have it, and leave the block
/// empty.
pub trait Solvable: Game {
    /// Runs a job that needs [`Solve`]. If the game has [`Solve`], returns `Some(job.run())`. Otherwise returns `None`.
    fn if_solved<J: SolveJob<Self>>(_job: J) -> Option<J::Output> {
        None
    }
}

/// A job for a game that can be solved.
pub trait SolveJob<G> {
    /// The result.
    type Output;
    /// Runs the job.
    fn run(self) -> Self::Output
    where
        G: Solve;
}

/// A one-seat game with all cards known, reduced to what search needs.
///
/// Search moves in *layers*. A layer ends with an event that brings new cards (a card is turned). [`steps`] stay within
/// a layer, and [`advance`] goes on to the next. [`moves`] is both together, for search without layers.
///
/// [`steps`]: Puzzle::steps
/// [`advance`]: Puzzle::advance
/// [`moves`]: Puzzle::moves
pub trait Puzzle: Clone + Send + Sync {
    /// A position. It is small, because a search copies positions and does not undo moves.
    type Position: Copy + Send + Sync;
    /// A key that identifies the exact position: the same lines win from positions with equal keys.
    type Key: Copy + Ord + Hash + Debug + Send + Sync;
    /// A move, which may stand for several actions of the game.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Returns the first position.
    fn start(&self) -> Self::Position;

    /// Returns whether the position is won: the remaining moves need no search.
    fn is_won(&self, position: &Self::Position) -> bool;

    /// Returns the key of the exact position.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// Returns a hash of the exact position: equal for equal keys, and practically random otherwise.
    fn signature(&self, position: &Self::Position) -> u64;

    /// Returns a safe move, one that keeps a winnable position winnable. `None` if none is known.
    fn safe(&self, position: &Self::Position) -> Option<Self::Move>;

    /// Appends all moves except superfluous ones. At least one of them keeps a winnable position winnable.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Returns how many cards have to be turned before this move of [`moves`](Puzzle::moves) is possible. A search
    /// tries moves with small numbers first.
    fn reach(&self, position: &Self::Position, step: Self::Move) -> u32;

    /// Appends the moves within the layer.
    fn steps(&self, position: &Self::Position, steps: &mut Vec<Self::Move>);

    /// Makes a move of [`moves`](Puzzle::moves) or [`steps`](Puzzle::steps). A step from a later layer may be made in
    /// an earlier one. It then includes the advances, unless they are moves of their own ([`Advance::By`]).
    fn make(&self, position: &mut Self::Position, step: Self::Move);

    /// Goes on to the next layer.
    fn advance(&self, position: &mut Self::Position) -> Advance<Self::Move>;

    /// Returns an upper bound of the number of layers, with which a search reports its progress.
    fn layers(&self) -> u32;

    /// Returns a winning line without detours, if `line` wins. The result is at most as long as `line`.
    fn shorten(&self, line: &[Self::Move]) -> Vec<Self::Move> {
        line.to_vec()
    }

    /// Returns a number that similar positions share, because a beam prefers different kinds of positions. By default
    /// every position is a kind of its own.
    fn kind(&self, position: &Self::Position) -> u64 {
        self.signature(position)
    }

    /// Returns how promising a position is, compared with others of its layer. Higher is better.
    fn heuristic(&self, position: &Self::Position) -> f32;
}

/// The result of [`Puzzle::advance`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advance<M> {
    /// The next layer opens no new step for this position.
    Same,
    /// The next layer opens new steps, and the next step includes the advance.
    New,
    /// The next layer opens new steps, and the line must contain this move.
    By(M),
    /// There is no further layer.
    End,
}
