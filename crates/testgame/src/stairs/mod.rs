//! A second solitaire for tests: *Stairs*. With this game the tests of the catalog show that one line in the list of
//! games adds a solitaire.
//!
//! Ten cards, 1 to 10, lie face down in the stock. The player turns one up and puts it on one of two piles or on the
//! stairs. The stairs go up from 1, card by card. The top card of a pile may go to the stairs at any time. The player
//! goes through the stock once, and wins when all ten cards are on the stairs. The deal is lost when the stock is empty
//! and no top card fits. The option `piles` sets another number of piles.

mod bot;
mod solve;
mod state;
mod worlds;

use std::fmt;
use std::str::FromStr;

use cards::NotationError;
use game::{
    Game, MatchStanding, OptionField, OptionKind, Options, PerSeat, Refusal, Rest, Seat, Show, Shuffles, Standing,
    Turn, Viewer,
};
use serde::{Deserialize, Serialize};

use crate::Card;

pub use solve::StairsPuzzle;
pub use state::StairsState;
pub use worlds::Sampler;

const CARDS: usize = 10;
/// The greatest number of piles.
const PILES: usize = 3;

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The number of piles, 1 to 3.
    piles: u8,
}

impl Rules {
    /// Creates rules with this number of piles.
    ///
    /// # Panics
    /// If the number is not 1 to 3.
    pub fn new(piles: u8) -> Rules {
        assert!((1..=PILES as u8).contains(&piles), "1 to {PILES}");
        Rules { piles }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::new(2)
    }
}

impl Options for Rules {
    const FIELDS: &'static [OptionField] =
        &[OptionField { key: "piles", kind: OptionKind::Int { min: 1, max: PILES as u32, none: false }, rule: "T1" }];
}

/// The source of a card that goes to the stairs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A pile, from 0; written from 1.
    Pile(u8),
    /// The hand.
    Hand,
}

/// An action. The variants are in the byte order of their notation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `place 2`: the card in hand goes on a pile.
    Place(u8),
    /// `turn`: the next card of the stock comes into the hand.
    Turn,
    /// `up 2`, `up hand`: a card goes to the stairs.
    Up(Source),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place(pile) => write!(f, "place {}", pile + 1),
            Action::Turn => f.write_str("turn"),
            Action::Up(Source::Pile(pile)) => write!(f, "up {}", pile + 1),
            Action::Up(Source::Hand) => f.write_str("up hand"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Action, NotationError> {
        let wrong = || NotationError::new("\"turn\", \"place 1\", \"up 1\" or \"up hand\"", text);
        let pile = |text: &str| match text {
            "1" => Ok(0),
            "2" => Ok(1),
            "3" => Ok(2),
            _ => Err(wrong()),
        };
        match text.split_once(' ') {
            None if text == "turn" => Ok(Action::Turn),
            Some(("up", "hand")) => Ok(Action::Up(Source::Hand)),
            Some(("up", from)) => pile(from).map(|pile| Action::Up(Source::Pile(pile))),
            Some(("place", on)) => pile(on).map(Action::Place),
            _ => Err(wrong()),
        }
    }
}

cards::serde_as_notation!(Action);

/// The view of one viewer: the open cards, and the cards of the stock that the player remembers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// House rules.
    pub rules: Rules,
    /// The viewer's seat, if it has one.
    pub seat: Option<Seat>,
    /// The number of cards on the stairs.
    pub stairs: u8,
    /// The piles, each from the bottom to the top.
    pub piles: Vec<Vec<Card>>,
    /// The card in hand.
    pub hand: Option<Card>,
    /// The number of cards in the stock.
    pub stock: u8,
    /// The next cards of the stock that this viewer knows, because they were turned up and the turn was undone.
    pub known: Vec<Card>,
}

/// A deal of Stairs.
#[derive(Clone)]
pub struct Stairs {
    rules: Rules,
    shuffles: Shuffles,
    /// The cards in the order in which they are turned up.
    order: [u8; CARDS],
    state: StairsState,
    /// The number of cards that have been seen. It is never less than the number of cards that are turned up, because
    /// undone turns count.
    seen: u8,
}

const PLAYER: Seat = Seat::new(0);

impl Game for Stairs {
    const ID: &'static str = "stairs";
    const RULES_VERSION: u32 = 1;
    type Card = Card;
    type Rules = Rules;
    type Standing = Standing;
    type Action = Action;
    type View = View;

    fn seats() -> std::ops::RangeInclusive<u8> {
        1..=1
    }

    fn pack() -> Vec<Card> {
        (1..=CARDS as u8).map(Card).collect()
    }

    fn deal(rules: &Rules, _: &Standing, mut shuffles: Shuffles) -> Stairs {
        let mut deck = Stairs::pack();
        shuffles.shuffle(&mut deck);
        let order = std::array::from_fn(|place| deck[place].0);
        Stairs { rules: *rules, shuffles, order, state: StairsState::START, seen: 0 }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        let mut any = false;
        self.state.legal(self.rules.piles, |_| any = true);
        if any { Turn::of(PLAYER) } else { Turn::Over }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if seat == PLAYER {
            self.state.legal(self.rules.piles, |action| actions.push(action));
        }
    }

    fn apply(&mut self, _: Seat, action: Action) {
        self.state.apply(&self.order, action);
        self.seen = self.seen.max(self.state.turned);
    }

    fn refusal(&self, seat: Seat, _: Action) -> Refusal {
        match self.turn() {
            _ if seat != PLAYER => Refusal::NOT_YOUR_TURN,
            Turn::Over => Refusal::OVER,
            Turn::Open { .. } => Refusal::NOT_NOW,
        }
    }

    fn points(&self) -> PerSeat<Option<i32>> {
        PerSeat::new(1, Some(self.state.stairs.into()))
    }

    fn next_standing(&self) -> Standing {
        Standing::start(1).after(&[self.state.stairs.into()])
    }

    fn remember(&mut self, later: &Stairs) {
        self.seen = self.seen.max(later.seen);
    }

    fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    fn ranking(_: &Rules, standing: &Standing) -> Option<PerSeat<u8>> {
        (standing.played > 0).then(|| standing.totals.map(|points| u8::from(points < CARDS as i16)))
    }

    fn view(&self, viewer: Viewer) -> View {
        let state = &self.state;
        let known = match viewer {
            Viewer::All => CARDS,
            Viewer::Seat(_) => self.seen.into(),
            Viewer::Public => 0,
        };
        let turned = usize::from(state.turned);
        let cards = |numbers: &[u8]| numbers.iter().map(|&number| Card(number)).collect::<Vec<Card>>();
        View {
            rules: self.rules,
            seat: viewer.seat(),
            stairs: state.stairs,
            piles: (0..self.rules.piles).map(|pile| cards(state.pile(pile))).collect(),
            hand: (state.hand > 0).then_some(Card(state.hand)),
            stock: CARDS as u8 - state.turned,
            known: cards(&self.order[turned..known.max(turned)]),
        }
    }
}

impl Rest for Stairs {}

impl Show for Stairs {
    type Facts = ();

    fn facts(&self, _: Seat, _: Action) {}
}

#[cfg(test)]
mod tests {
    use game::laws::{Case, check_laws, check_observations};

    use super::*;

    /// Returns true if the action turns up a card that was not seen before.
    fn reveals(deal: &Stairs, _: Seat, _: Seat, action: Action) -> bool {
        action == Action::Turn && deal.view(Viewer::Seat(Seat::new(0))).known.is_empty()
    }

    #[test]
    fn laws() {
        for piles in 1..=3 {
            let check = |deal: &Stairs| {
                let view = deal.view(Viewer::All);
                let open = view.piles.iter().flatten().count() + view.hand.iter().count() + view.known.len();
                assert_eq!(open + usize::from(view.stairs), CARDS, "cards are conserved");
            };
            let case = Case { rules: Rules::new(piles), seats: 1, first: 1, matches: 60, cap: 100, check, reveals };
            check_laws(&case);
            check_observations(&case);
        }
    }
}
