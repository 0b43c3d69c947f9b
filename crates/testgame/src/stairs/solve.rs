//! A deal as a puzzle with all cards known.

use game::{Advance, Puzzle, Rng, Shuffles, Solvable, Solve, SolveJob};

use super::state::StairsState;
use super::{Action, CARDS, Stairs, View};

/// A deal with all cards known. Its moves are the actions of the game.
#[derive(Clone)]
pub struct StairsPuzzle {
    order: [u8; CARDS],
    piles: u8,
    start: StairsState,
    /// True if the search tries all moves, without pruning.
    whole: bool,
}

impl Puzzle for StairsPuzzle {
    type Position = StairsState;
    type Key = StairsState;
    type Move = Action;

    fn start(&self) -> StairsState {
        self.start
    }

    fn is_won(&self, position: &StairsState) -> bool {
        usize::from(position.stairs) == CARDS
    }

    fn key(&self, position: &StairsState) -> StairsState {
        *position
    }

    fn signature(&self, position: &StairsState) -> u64 {
        position.signature()
    }

    /// Returns the move of a card to the stairs, if there is one. It is always safe, because such a card is of no use
    /// elsewhere.
    fn safe(&self, position: &StairsState) -> Option<Action> {
        let mut up = None;
        if !self.whole {
            position.legal(self.piles, |action| up = up.or(Some(action).filter(|_| matches!(action, Action::Up(_)))));
        }
        up
    }

    /// Adds the moves to try. Empty piles are equivalent, so only one of them is tried.
    fn moves(&self, position: &StairsState, moves: &mut Vec<Action>) {
        let empty = (0..self.piles).find(|pile| position.pile(*pile).is_empty());
        position.legal(self.piles, |action| match action {
            Action::Place(pile) if !self.whole && position.pile(pile).is_empty() && Some(pile) != empty => {}
            _ => moves.push(action),
        });
    }

    fn reach(&self, _: &StairsState, step: Action) -> u32 {
        u32::from(step == Action::Turn)
    }

    fn steps(&self, position: &StairsState, steps: &mut Vec<Action>) {
        self.moves(position, steps);
        steps.retain(|step| *step != Action::Turn);
    }

    fn make(&self, position: &mut StairsState, step: Action) {
        position.apply(&self.order, step);
    }

    fn advance(&self, position: &mut StairsState) -> Advance<Action> {
        if position.hand > 0 || usize::from(position.turned) == CARDS {
            return Advance::End;
        }
        self.make(position, Action::Turn);
        Advance::By(Action::Turn)
    }

    fn layers(&self) -> u32 {
        CARDS as u32 + 1
    }

    /// Counts obstacles: low cards under higher ones, and a card in hand, which has to be placed first.
    fn heuristic(&self, position: &StairsState) -> f32 {
        let covered = |pile: u8| {
            let cards = position.pile(pile);
            let above = |place: usize| cards[place + 1..].iter().any(|card| *card > cards[place]);
            (0..cards.len()).filter(|place| above(*place)).count()
        };
        let in_the_way: usize = (0..self.piles).map(covered).sum();
        f32::from(position.stairs) - in_the_way as f32 - if position.hand > 0 { 100.0 } else { 0.0 }
    }
}

impl Solvable for Stairs {
    fn if_solved<J: SolveJob<Stairs>>(job: J) -> Option<J::Output> {
        Some(job.run())
    }
}

impl Solve for Stairs {
    type Puzzle = StairsPuzzle;

    fn puzzle(&self) -> StairsPuzzle {
        StairsPuzzle { order: self.order, piles: self.rules.piles, start: self.state, whole: false }
    }

    fn known(view: &View) -> Option<Stairs> {
        (view.known.len() == usize::from(view.stock)).then(|| Stairs::guess(view))
    }

    fn guess(view: &View) -> Stairs {
        let state = StairsState::of(view);
        let turned = usize::from(state.turned);
        let mut order = [0; CARDS];
        for (place, card) in view.known.iter().enumerate() {
            order[turned + place] = card.0;
        }
        let on_a_pile = |card: u8| (0..view.rules.piles).any(|pile| state.pile(pile).contains(&card));
        let open = |card: u8| card <= view.stairs || card == state.hand || on_a_pile(card);
        let unseen: Vec<u8> = (1..=CARDS as u8).filter(|card| !open(*card) && !order.contains(card)).collect();
        order[turned + view.known.len()..].copy_from_slice(&unseen);
        let seen = (turned + view.known.len()) as u8;
        Stairs { rules: view.rules, shuffles: Shuffles::of_world(0), order, state, seen }
    }

    fn actions(&self, line: &[Action]) -> Vec<Action> {
        line.to_vec()
    }

    fn reference_key(&self, bytes: &mut Vec<u8>) {
        let view = game::Game::view(self, game::Viewer::All);
        let mut pile = |cards: &[crate::Card]| {
            bytes.push(cards.len() as u8);
            bytes.extend(cards.iter().map(|card| card.0));
        };
        view.piles.iter().for_each(|cards| pile(cards));
        pile(view.hand.as_slice());
        pile(&view.known);
    }

    fn small(rng: &mut Rng) -> (StairsPuzzle, StairsPuzzle) {
        let mut order = std::array::from_fn(|place| place as u8 + 1);
        rng.shuffle(&mut order);
        let piles = 1 + rng.below(2) as u8;
        let pruned = StairsPuzzle { order, piles, start: StairsState::START, whole: false };
        (pruned.clone(), StairsPuzzle { whole: true, ..pruned })
    }
}
