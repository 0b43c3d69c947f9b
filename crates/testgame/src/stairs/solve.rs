//! The state of a deal, and the deal as a puzzle with all cards known.

use game::{Advance, Puzzle, Rng, Shuffles, Solvable, Solve, SolveJob};

use super::{Action, CARDS, PILES, Rules, Source, Stairs, View};

/// What lies where. Cards are their numbers, and 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StairsState {
    /// The top card of the stairs.
    pub(crate) stairs: u8,
    pub(crate) hand: u8,
    piles: [[u8; CARDS]; PILES],
    lengths: [u8; PILES],
    /// How many cards have been turned up.
    pub(crate) turned: u8,
}

impl StairsState {
    pub(crate) const START: StairsState =
        StairsState { stairs: 0, hand: 0, piles: [[0; CARDS]; PILES], lengths: [0; PILES], turned: 0 };

    /// The cards of a pile, from the bottom to the top.
    pub(crate) fn pile(&self, pile: u8) -> &[u8] {
        let pile = usize::from(pile);
        &self.piles[pile][..usize::from(self.lengths[pile])]
    }

    /// Every legal action of a deal with so many piles, ascending.
    pub(crate) fn legal(&self, piles: u8, mut visit: impl FnMut(Action)) {
        if self.hand > 0 {
            (0..piles).for_each(|pile| visit(Action::Place(pile)));
        } else if usize::from(self.turned) < CARDS {
            visit(Action::Turn);
        }
        let next = self.stairs + 1;
        for pile in (0..piles).filter(|pile| self.pile(*pile).last() == Some(&next)) {
            visit(Action::Up(Source::Pile(pile)));
        }
        if self.hand == next {
            visit(Action::Up(Source::Hand));
        }
    }

    pub(crate) fn apply(&mut self, order: &[u8; CARDS], action: Action) {
        match action {
            Action::Turn => {
                self.hand = order[usize::from(self.turned)];
                self.turned += 1;
            }
            Action::Place(pile) => {
                let pile = usize::from(pile);
                self.piles[pile][usize::from(self.lengths[pile])] = std::mem::take(&mut self.hand);
                self.lengths[pile] += 1;
            }
            Action::Up(from) => {
                self.stairs += 1;
                match from {
                    Source::Hand => self.hand = 0,
                    Source::Pile(pile) => {
                        let pile = usize::from(pile);
                        self.lengths[pile] -= 1;
                        self.piles[pile][usize::from(self.lengths[pile])] = 0;
                    }
                }
            }
        }
    }

    /// Puts the cards of a view where they lie.
    pub(crate) fn of(view: &View) -> StairsState {
        let mut state = StairsState { stairs: view.stairs, ..StairsState::START };
        state.hand = view.hand.map_or(0, |card| card.0);
        state.turned = CARDS as u8 - view.stock;
        for (pile, cards) in view.piles.iter().enumerate() {
            for (place, card) in cards.iter().enumerate() {
                state.piles[pile][place] = card.0;
            }
            state.lengths[pile] = cards.len() as u8;
        }
        state
    }
}

/// A deal with all cards known. Its moves are the actions of the game.
#[derive(Clone)]
pub struct StairsPuzzle {
    order: [u8; CARDS],
    piles: u8,
    start: StairsState,
    /// Whether no move is left out.
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
        let cards = position.piles.iter().flatten().chain([&position.stairs, &position.hand, &position.turned]);
        cards.fold(0xcbf2_9ce4_8422_2325, |hash, card| (hash ^ u64::from(*card)).wrapping_mul(0x0100_0000_01b3))
    }

    /// A card on the stairs is in nobody's way.
    fn safe(&self, position: &StairsState) -> Option<Action> {
        let mut up = None;
        if !self.whole {
            position.legal(self.piles, |action| up = up.or(Some(action).filter(|_| matches!(action, Action::Up(_)))));
        }
        up
    }

    /// One empty pile is as good as another.
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

    /// Low cards under high ones are in the way; a card in hand has to go first.
    fn worth(&self, position: &StairsState) -> f32 {
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
        let open = |card: u8| {
            card <= view.stairs || card == state.hand || state.piles.iter().flatten().any(|other| *other == card)
        };
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
        let pruned = StairsPuzzle { order, piles: Rules::new(piles).piles, start: StairsState::START, whole: false };
        (pruned.clone(), StairsPuzzle { whole: true, ..pruned })
    }
}
