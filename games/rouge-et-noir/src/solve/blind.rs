//! The plan of a player who does not see the stock, for the only pass, up to the next turned card.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use game::{Advance, Puzzle, Solve};

use super::heuristic::{UNSEEN, Weights};
use super::moves::Move;
use super::position::TalonPosition;
use super::puzzle::Talon;
use crate::hint::{Ranked, Visited};
use crate::position::TALON;
use crate::{Action, Destination, FillEmpty, Source, View};

/// The number of positions that the player expands before it turns the next card.
const OPENED: usize = 400;

/// Returns the actions up to and including the next turn. Returns no actions if the stock is empty. Also returns
/// none while a redeal is left and where empty tableaus are filled immediately, because [`Hint`](game::Hint) plays
/// equally well there.
///
/// The plan is made in a guessed deal but does not depend on the guessed order of the stock. No move uses a card of the
/// stock except the one in hand, and the evaluation ignores the order of the others.
pub(super) fn plan(view: &View) -> Vec<Action> {
    if view.redeals_left != Some(0) || view.rules.fill_empty != FillEmpty::Choice || view.stock == 0 {
        return Vec::new();
    }
    let (deal, _) = view.world();
    let line = best_line(&deal.puzzle(), view.hand.is_some(), &UNSEEN);
    let mut actions = deal.actions(&line);
    if view.hand.is_some() && !actions.iter().any(|action| matches!(action, Action::Move(Source::Hand, _))) {
        actions.push(Action::Move(Source::Hand, Destination::Discard));
    }
    actions.push(Action::Turn);
    actions
}

/// Returns the moves to the most promising position that can be reached before the next card is turned up.
fn best_line(puzzle: &Talon, holding: bool, weights: &Weights) -> Vec<Move> {
    let mut puzzle = puzzle.clone();
    puzzle.heuristic_mut().weigh_within(TALON, weights, weights);
    let mut start = puzzle.start();
    if holding {
        // The puzzle counts the card in hand as the first card of the stock. Here that card is moved to the discard
        // pile.
        let advanced = puzzle.advance(&mut start);
        debug_assert!(matches!(advanced, Advance::New), "the talon of a deal at hand has no gaps");
    }
    let mut layer = Layer { puzzle: &puzzle, steps: Vec::new(), arena: Vec::new(), seen: Visited::new() };
    layer.enter(start, NO_LINE);
    let mut waiting = BinaryHeap::from([(Ranked(layer.steps[0].2), Reverse(0))]);
    let mut moves = Vec::new();
    for _ in 0..OPENED {
        let Some((_, Reverse(from))) = waiting.pop() else { break };
        let (position, line, _) = layer.steps[from];
        moves.clear();
        puzzle.steps(&position, &mut moves);
        for &step in &moves {
            let mut after = position;
            puzzle.make(&mut after, step);
            layer.arena.push((line, step));
            if layer.enter(after, layer.arena.len() - 1) {
                let place = layer.steps.len() - 1;
                waiting.push((Ranked(layer.steps[place].2), Reverse(place)));
            }
        }
    }
    layer.line_to_best()
}

/// The index of the empty line, which leads to the first position.
const NO_LINE: usize = usize::MAX;

/// The positions that can be reached between two turned cards.
struct Layer<'a> {
    puzzle: &'a Talon,
    /// The positions, each with the index in `arena` of the last move of its line, and with its evaluation.
    steps: Vec<(TalonPosition, usize, f32)>,
    /// The moves, each with the index of the move before it.
    arena: Vec<(usize, Move)>,
    seen: Visited,
}

impl Layer<'_> {
    /// Makes the safe moves and adds the resulting position. Returns true if that position is new.
    fn enter(&mut self, mut position: TalonPosition, mut line: usize) -> bool {
        while let Some(step) = self.puzzle.safe(&position) {
            self.puzzle.make(&mut position, step);
            self.arena.push((line, step));
            line = self.arena.len() - 1;
        }
        let new = self.seen.insert(self.puzzle.signature(&position));
        if new {
            let won = self.puzzle.is_won(&position);
            let promise = if won { f32::INFINITY } else { self.puzzle.heuristic().of(&position) };
            self.steps.push((position, line, promise));
        }
        new
    }

    /// Returns the line to the best position, or to the first one of several equally good ones.
    fn line_to_best(&self) -> Vec<Move> {
        let mut best = &self.steps[0];
        for step in &self.steps {
            if step.2 > best.2 {
                best = step;
            }
        }
        let mut line = Vec::new();
        let mut at = best.1;
        while at != NO_LINE {
            let (before, step) = self.arena[at];
            line.push(step);
            at = before;
        }
        line.reverse();
        line
    }
}

#[cfg(test)]
mod tests {
    use cards::Seed;
    use game::{Game, Rng, Seat, Shuffles, Viewer, Worlds};

    use super::*;
    use crate::state::PLAYER;
    use crate::{RougeEtNoir, Rules};

    #[test]
    fn the_plan_is_legal_and_the_same_whatever_the_stock_hides() {
        let rules = Rules::new(FillEmpty::Choice, Some(0)).unwrap();
        let standing = RougeEtNoir::start(&rules, 1).unwrap();
        let mut planned = 0;
        for number in 1_000_001..1_000_006 {
            let mut deal = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
            loop {
                let view = deal.view(Viewer::Seat(Seat::new(0)));
                let plan = plan(&view);
                if plan.is_empty() {
                    break;
                }
                let world = RougeEtNoir::sample(&RougeEtNoir::sampler(&view), &mut Rng::new(number));
                assert_eq!(super::plan(&world.view(Viewer::Seat(Seat::new(0)))), plan, "R13");
                for &action in &plan {
                    deal.play(PLAYER, action).unwrap();
                }
                assert_eq!(*plan.last().unwrap(), Action::Turn);
                planned += 1;
            }
        }
        assert!(planned > 5 * 80, "{planned} cards were turned");
    }
}
