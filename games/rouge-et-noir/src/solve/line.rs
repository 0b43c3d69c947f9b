//! The translation of a line of the puzzle into actions of the game.

use game::{Game, Puzzle, Solve};

use super::moves::{Move, MoveFrom, Target};
use super::position::{TalonPosition, below};
use super::puzzle::Talon;
use crate::state::PLAYER;
use crate::{Action, Destination, FillEmpty, RougeEtNoir, Source, Spot};

/// Returns the actions that play this line from this deal. If the line wins, all further actions to the end are
/// included.
///
/// # Panics
/// If the line does not belong to the puzzle of this deal, which is a bug.
pub(super) fn actions(deal: &RougeEtNoir, line: &[Move]) -> Vec<Action> {
    let mut walk = LineBuilder::new(deal);
    for &step in line {
        walk.step(step);
    }
    if walk.puzzle.is_won(&walk.position) {
        walk.finish();
    }
    walk.actions
}

/// The state of the puzzle and of the game while a line of the puzzle is played in the game.
struct LineBuilder {
    puzzle: Talon,
    deal: RougeEtNoir,
    actions: Vec<Action>,
    /// The position of the puzzle, which never has a card in hand.
    position: TalonPosition,
    /// The place in the talon of the card in hand.
    hand: Option<u8>,
    /// The number of places that have been turned in this pass of the game. It is always exact, unlike the place in the
    /// position of the puzzle.
    turned: u8,
}

impl LineBuilder {
    fn new(deal: &RougeEtNoir) -> LineBuilder {
        let puzzle = deal.puzzle();
        let position = puzzle.start();
        let hand = deal.position.is_holding().then_some(position.place);
        let turned = position.place + u8::from(hand.is_some());
        LineBuilder { puzzle, deal: deal.clone(), actions: Vec::new(), position, hand, turned }
    }

    fn act(&mut self, action: Action) {
        self.deal.play(PLAYER, action).expect("a line of the puzzle is legal in the game");
        self.actions.push(action);
    }

    /// Plays one move of the puzzle: turns cards and redeals as needed, and then moves the card.
    fn step(&mut self, step: Move) {
        let to = match step.target() {
            Target::Column(column) => Some(Destination::Tableau(Spot::new(column.into()))),
            Target::Foundation => Some(Destination::Foundation),
            Target::Discard => None,
        };
        match step.source() {
            MoveFrom::Talon(place) => {
                let here = step.pass() == self.position.pass & 3;
                if here && place < self.position.place && self.hand != Some(place) {
                    let to = to.expect("what lies on the discard pile is not turned");
                    self.act(Action::Move(Source::Discard, to));
                } else {
                    self.turn_to(place);
                    if let Some(to) = to {
                        self.act(Action::Move(Source::Hand, to));
                        self.hand = None;
                    }
                }
            }
            MoveFrom::Column(column) => {
                // A card in hand that the puzzle counts as discarded must be discarded first, because it may fill a
                // tableau. [R9]
                let at_once = self.deal.rules.fill_empty == FillEmpty::AtOnce;
                if at_once && self.hand.is_some_and(|place| place < self.position.place) {
                    self.discard();
                }
                let from = Source::Tableau(Spot::new(column.into()));
                self.act(Action::Move(from, to.expect("a card of a tableau is not discarded")));
            }
        }
        self.puzzle.make(&mut self.position, step);
        if self.hand.is_some_and(|place| self.position.talon & 1 << place == 0) {
            self.hand = None; // [R9] the card filled a tableau
        }
    }

    /// Turns cards, and redeals, until the card at this place is in hand.
    fn turn_to(&mut self, place: u8) {
        while self.hand != Some(place) {
            self.discard();
            let stock = self.position.talon & !below(self.turned);
            if stock == 0 {
                self.act(Action::Redeal);
                self.turned = 0;
            } else {
                self.act(Action::Turn);
                let next = stock.trailing_zeros() as u8;
                self.hand = Some(next);
                self.turned = next + 1;
            }
        }
    }

    fn discard(&mut self) {
        if self.hand.take().is_some() {
            self.act(Action::Move(Source::Hand, Destination::Discard));
        }
    }

    /// Moves top cards of tableaus to the foundations until all cards are there. The talon must be empty.
    fn finish(&mut self) {
        let mut legal = Vec::new();
        while !self.deal.turn().is_over() {
            legal.clear();
            self.deal.legal(PLAYER, &mut legal);
            let up = legal.iter().find(|action| matches!(action, Action::Move(_, Destination::Foundation)));
            self.act(*up.expect("the lowest missing card lies on top"));
        }
    }
}
