//! The deal as a puzzle with all cards known, for the search in `search::solve`. [R13]
//!
//! - `puzzle`: the fixed data and the effects of moves; `position`: a packed position; `moves`: one move
//! - `heuristic`: an estimate of how promising a position is
//! - `line`: the translation of moves into actions of the game; `shorten`: the removal of detours from a line
//! - `small`: small packs for tests of the pruning; `agree`: tests that the puzzle agrees with the game
//! - `blind`: the plan of a player who does not see the stock

#[cfg(test)]
mod agree;
mod blind;
mod heuristic;
mod line;
mod moves;
mod position;
mod puzzle;
mod shorten;
mod small;

pub use heuristic::{FEATURES, Heuristic, Weights};
pub use moves::Move;
pub use position::TalonPosition;
pub use puzzle::{Key, Talon};
pub use small::{small, written};

use cards::{Card, Suit};
use game::{Game, Rng, Solvable, Solve, SolveJob, Viewer};

use crate::tableau::value;
use crate::{Action, FillEmpty, RougeEtNoir, View};
use position::Face;

impl Solvable for RougeEtNoir {
    fn if_solved<J: SolveJob<RougeEtNoir>>(job: J) -> Option<J::Output> {
        Some(job.run())
    }
}

impl Solve for RougeEtNoir {
    type Puzzle = Talon;

    fn puzzle(&self) -> Talon {
        let position = &self.position;
        let at = |place: usize| Face::from(self.order[place]);
        let mut cards: Vec<Face> = position.discard().map(at).collect();
        let discarded = cards.len() as u8;
        cards.extend(position.hand(&self.order).map(Face::from));
        cards.extend(position.stock().map(at));
        let columns = position.tableaus.map(|tableau| tableau.cards().map(Face::from).collect::<Vec<_>>());
        let found = SUITS.map(|suit| {
            let (first, second) = (position.foundations.first(suit), position.foundations.second(suit));
            (first << 4 | second) as u8
        });
        Talon::new(cards, discarded, &columns, found, self.rules.fill_empty, position.redeals_left())
    }

    fn known(view: &View) -> Option<RougeEtNoir> {
        (view.known.len() == usize::from(view.stock)).then(|| view.world().0)
    }

    fn guess(view: &View) -> RougeEtNoir {
        view.world().0
    }

    fn plan(view: &View) -> Vec<Action> {
        blind::plan(view)
    }

    fn actions(&self, line: &[Move]) -> Vec<Action> {
        line::actions(self, line)
    }

    fn reference_key(&self, bytes: &mut Vec<u8>) {
        let view = self.view(Viewer::All);
        let mut tableaus = view.tableaus;
        tableaus.sort_unstable(); // no rule uses the order of tableaus [R3] [R7] [R9]
        let mut pile = |cards: &[Card]| {
            bytes.push(cards.len() as u8);
            bytes.extend(cards.iter().map(|card| card.bit()));
        };
        for tableau in &tableaus {
            pile(tableau);
        }
        pile(&view.discard);
        pile(view.hand.as_slice());
        pile(&view.known);
        bytes.push(view.redeals_left.unwrap_or(u8::MAX));
    }

    fn small(rng: &mut Rng) -> (Talon, Talon) {
        let fill = if rng.chance(0.8) { FillEmpty::Choice } else { FillEmpty::AtOnce };
        let small = small::small(rng, fill);
        (small.clone(), small.without_dominance())
    }
}

/// The suits in the order of [`Face::suit`].
const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Diamonds, Suit::Hearts];

impl From<Card> for Face {
    fn from(card: Card) -> Face {
        let suit = SUITS.iter().position(|&suit| suit == card.suit()).expect("there are four suits");
        Face::new(value(card) as u8, suit as u8)
    }
}
