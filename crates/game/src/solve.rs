//! Exact search in a game of one seat whose cards are all known.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Game, Rng};

/// The companion of a one-seat [`Game`] that can be solved: the deal as a [`Puzzle`], and a line of the puzzle as
/// actions of the game.
pub trait Solve: Game {
    /// The deal from a position on, packed for search.
    type Puzzle: Puzzle;

    /// The puzzle that this position sets, all cards known. Any position a player can be in.
    fn puzzle(&self) -> Self::Puzzle;

    /// The deal itself, if a seat's view tells all of it.
    fn known(view: &Self::View) -> Option<Self>;

    /// A deal that agrees with a seat's view; what the view does not tell is in some order of no meaning.
    fn guess(view: &Self::View) -> Self;

    /// The actions of a player that has only this view, by search in what it sees, until a new card becomes known.
    /// Empty if [`Hint`](crate::Hint) plays as well.
    fn plan(_view: &Self::View) -> Vec<Self::Action> {
        Vec::new()
    }

    /// The actions that carry out a line of the puzzle from this position and, if the line reaches a won position,
    /// play on to the end. Every one is legal in its turn.
    fn actions(&self, line: &[<Self::Puzzle as Puzzle>::Move]) -> Vec<Self::Action>;

    /// A second encoding, made from the state and not from the puzzle: two positions with the same bytes can be
    /// played on alike. Appends to `bytes`. A search by [`Game::legal`] and [`Game::apply`] alone, without any
    /// pruning, remembers its positions by this; "lost" rests on both.
    fn reference_key(&self, bytes: &mut Vec<u8>);

    /// A random position, small enough for every line to be tried: with all that [`Puzzle`] may leave out left out, and
    /// with nothing left out. Both can be won, or neither.
    fn small(rng: &mut Rng) -> (Self::Puzzle, Self::Puzzle);
}

/// The companion of [`Game`] that says whether it has [`Solve`]. Most games do not: their block is empty.
pub trait Solvable: Game {
    /// Does something that needs [`Solve`]; `None` if the game does not have it. A game that has it returns
    /// `Some(job.run())`.
    fn if_solved<J: SolveJob<Self>>(_job: J) -> Option<J::Output> {
        None
    }
}

/// Something that can be done with a game that can be solved.
pub trait SolveJob<G> {
    /// The result.
    type Output;
    /// Does it.
    fn run(self) -> Self::Output
    where
        G: Solve;
}

/// A one-seat game with all cards known: what search needs, and no more.
///
/// Search moves in *layers*, stretches between two events that bring new cards (a card is turned): [`steps`] stay
/// within a layer, [`advance`] goes on to the next. [`moves`] takes both together, for search without layers.
///
/// [`steps`]: Puzzle::steps
/// [`advance`]: Puzzle::advance
/// [`moves`]: Puzzle::moves
pub trait Puzzle: Clone + Send + Sync {
    /// A position: small, copied rather than undone.
    type Position: Copy + Send + Sync;
    /// The exact position: equal keys mean that the same lines win.
    type Key: Copy + Ord + Hash + Debug + Send + Sync;
    /// A move, perhaps several actions of the game.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The first position.
    fn start(&self) -> Self::Position;

    /// Returns whether the rest plays itself.
    fn is_won(&self, position: &Self::Position) -> bool;

    /// The exact position, packed.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// A hash of the exact position: equal for equal keys, and as good as random otherwise.
    fn signature(&self, position: &Self::Position) -> u64;

    /// A safe move: if the position can be won, it can still be won after it. `None` if none is known.
    fn safe(&self, position: &Self::Position) -> Option<Self::Move>;

    /// Appends moves of which at least one keeps a win: all moves except those that others make superfluous.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The number of cards that must be turned before a move of [`moves`](Puzzle::moves) can be made. Near moves are tried first.
    fn reach(&self, position: &Self::Position, step: Self::Move) -> u32;

    /// Appends the moves within the layer.
    fn steps(&self, position: &Self::Position, steps: &mut Vec<Self::Move>);

    /// Makes a move of [`moves`](Puzzle::moves) or [`steps`](Puzzle::steps). A step that was found in a later layer may
    /// be made from an earlier one: it then carries the advances with it, unless [`Advance::By`] says that they count.
    fn make(&self, position: &mut Self::Position, step: Self::Move);

    /// Goes on to the next layer.
    fn advance(&self, position: &mut Self::Position) -> Advance<Self::Move>;

    /// How many layers there are; a bound, for progress.
    fn layers(&self) -> u32;

    /// A line without detours that wins if this one does. It is at most as long.
    fn shorten(&self, line: &[Self::Move]) -> Vec<Self::Move> {
        line.to_vec()
    }

    /// Similar positions have the same number, because a beam prefers to keep different ones. By default every
    /// position is of its own kind.
    fn kind(&self, position: &Self::Position) -> u64 {
        self.signature(position)
    }

    /// How promising a position is, compared with others of its layer: more is better.
    fn heuristic(&self, position: &Self::Position) -> f32;
}

/// The result of [`Puzzle::advance`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advance<M> {
    /// The next layer has nothing new for this position: no step was opened.
    Same,
    /// Something new, which the next step implies.
    New,
    /// Something new, by a move that the line must contain.
    By(M),
    /// There is no further layer.
    End,
}
