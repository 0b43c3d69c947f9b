//! A deal: the order of the talon, the position, and the player's memory.

use cards::{Card, Rank, pack52};
use game::{Game, PerSeat, Refusal, Seat, Shuffles, Turn, Viewer};

use crate::position::{Filled, Position, TalonOrder};
use crate::{Action, Destination, Rules, Source, Standing, View};

/// The only seat, which is also the dealer. [R14]
pub(crate) const PLAYER: Seat = Seat::new(0);

/// One deal of Rouge et Noir.
#[derive(Clone)]
pub struct RougeEtNoir {
    pub(crate) order: TalonOrder,
    pub(crate) position: Position,
    pub(crate) memory: Memory,
    pub(crate) rules: Rules,
    pub(crate) shuffles: Shuffles,
}

/// The player's memory: the cards of the stock that it has seen, and counts of its actions. [R13]
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    /// The number of places of the talon order that the player has seen. These are all places up to the furthest one
    /// that was ever turned, even if the turn was undone. After the first pass the player knows the whole stock.
    pub(crate) seen: u8,
    pub(crate) moves: u32,
    /// The number of actions since a card was last turned up or the discard pile was redealt.
    pub(crate) since_turn: u32,
    pub(crate) redeals_used: u32,
    pub(crate) last: Option<Last>,
}

/// The last action.
#[derive(Clone, Copy)]
pub(crate) struct Last {
    pub(crate) action: Action,
    /// The card that the action moved or turned up.
    pub(crate) card: Option<Card>,
    pub(crate) filled: Filled,
}

/// Returns the canonical pack: the 48 cards that are not aces, in the order of the pack, twice. [R1]
pub(crate) fn pack() -> [Card; 96] {
    let mut pack = [Card::at(0); 96];
    let without_aces = || pack52().into_iter().filter(|card| card.rank() != Rank::Ace);
    for (place, card) in pack.iter_mut().zip(without_aces().chain(without_aces())) {
        *place = card;
    }
    pack
}

impl Game for RougeEtNoir {
    const ID: &'static str = "rouge-et-noir";
    const RULES_VERSION: u32 = 1;
    type Card = Card;
    type Rules = Rules;
    type Standing = Standing;
    type Action = Action;
    type View = View;

    fn seats() -> std::ops::RangeInclusive<u8> {
        1..=1
    }

    /// Returns the 48 cards that are not aces, in order, twice. So the whole pack is not in ascending order.
    fn pack() -> Vec<Card> {
        pack().to_vec()
    }

    /// Shuffles and deals. The first eight cards of the deck go to t1 to t8; the ninth is the top of the stock. [R1]
    fn deal(rules: &Rules, _: &Standing, mut shuffles: Shuffles) -> RougeEtNoir {
        let mut deck = pack();
        shuffles.shuffle(&mut deck);
        let (dealt, stock) = deck.split_first_chunk::<8>().expect("96 cards");
        let order: &TalonOrder = stock.try_into().expect("88 cards are left");
        RougeEtNoir {
            order: *order,
            position: Position::new(*rules, *dealt),
            memory: Memory { seen: 0, moves: 0, since_turn: 0, redeals_used: 0, last: None },
            rules: *rules,
            shuffles,
        }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the turn. The deal is over if it is won or no action is legal. [R11]
    fn turn(&self) -> Turn {
        if self.position.has_legal(&self.order) { Turn::of(PLAYER) } else { Turn::Over }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if seat == PLAYER {
            self.position.legal(&self.order, |action| actions.push(action));
        }
    }

    fn apply(&mut self, _: Seat, action: Action) {
        debug_assert!(self.position.is_legal(&self.order, action), "the caller knows that {action} is legal");
        let card = match action {
            Action::Move(from, _) => self.position.card(&self.order, from),
            Action::Turn | Action::Redeal => None,
        };
        let filled = self.position.apply(&self.order, self.rules.fill_empty, action);
        let card = card.or(self.position.hand(&self.order));
        let memory = &mut self.memory;
        memory.seen = memory.seen.max(self.position.turned());
        memory.moves += 1;
        memory.since_turn += 1;
        match action {
            Action::Turn => memory.since_turn = 0,
            Action::Redeal => {
                memory.since_turn = 0;
                memory.redeals_used += 1;
            }
            Action::Move(..) => {}
        }
        memory.last = Some(Last { action, card, filled });
    }

    fn refusal(&self, seat: Seat, action: Action) -> Refusal {
        let position = &self.position;
        if seat != PLAYER {
            return Refusal::NOT_YOUR_TURN;
        }
        if self.turn().is_over() {
            return Refusal::OVER;
        }
        match action {
            Action::Turn if position.is_holding() => {
                Refusal::rule("R4", "hand_full", "Place the card in hand before turning up the next one.")
            }
            Action::Turn => Refusal::rule("R4", "stock_empty", "The stock is empty."),
            Action::Redeal if position.is_holding() => {
                Refusal::rule("R8", "redeal_hand", "Place the card in hand before a redeal.")
            }
            Action::Redeal if position.stock_len() > 0 => {
                Refusal::rule("R8", "redeal_stock", "A redeal is possible when the stock is empty.")
            }
            Action::Redeal if position.talon_is_empty() => {
                Refusal::rule("R8", "redeal_nothing", "The discard pile is empty: there is nothing to redeal.")
            }
            Action::Redeal => Refusal::rule("R10", "redeal_spent", "No redeals left."),
            Action::Move(from, to) => self.move_refusal(from, to),
        }
    }

    /// Returns the number of cards on the foundations, also for a deal that was given up. [R12]
    fn points(&self) -> PerSeat<Option<i32>> {
        PerSeat::new(1, Some(self.cards_home().into()))
    }

    /// Returns the standing after the deal. A deal that was given up is lost. [R11]
    fn next_standing(&self) -> Standing {
        Standing { points: Some(self.cards_home()) }
    }

    fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    fn ranking(_: &Rules, standing: &Standing) -> Option<PerSeat<u8>> {
        standing.ranking()
    }

    fn value(rules: &Rules, standing: &Standing) -> PerSeat<f32> {
        standing.value(rules)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    /// Copies what the player saw in the later state, because an undo does not make the player forget a turned card.
    fn remember(&mut self, later: &RougeEtNoir) {
        self.memory.seen = self.memory.seen.max(later.memory.seen);
    }
}

impl RougeEtNoir {
    /// Returns the number of cards of the stock that the player knows, counted from the next card on.
    pub(crate) fn known(&self) -> usize {
        self.position.stock().take_while(|&place| place < usize::from(self.memory.seen)).count()
    }

    fn move_refusal(&self, from: Source, to: Destination) -> Refusal {
        if self.position.card(&self.order, from).is_none() {
            return match from {
                Source::Hand => Refusal::rule("R5", "no_hand", "There is no card in hand."),
                Source::Discard => Refusal::rule("R5", "discard_empty", "The discard pile is empty."),
                Source::Tableau(_) => Refusal::rule("R5", "tableau_empty", "That column is empty."),
            };
        }
        match to {
            // A card that was moved to its own pile gets the refusal that says why it can go nowhere else.
            Destination::Discard if from == Source::Discard => fits_nowhere(),
            Destination::Tableau(spot) if from == Source::Tableau(spot) => {
                let space = self.position.tableaus.iter().any(|tableau| tableau.is_empty());
                if space { fits_only_in_a_space() } else { fits_nowhere() }
            }
            Destination::Discard => {
                Refusal::rule("R6", "discard_hand_only", "Only the card in hand can go to the discard pile.")
            }
            Destination::Foundation => {
                Refusal::rule("R2", "build_up", "Foundations go up in suit, one card at a time.")
            }
            Destination::Tableau(spot) if self.position.tableaus[spot.index()].is_empty() => Refusal::rule(
                "R7",
                "empty_tableau",
                "An empty column takes only the card in hand or the top of the discard pile.",
            ),
            Destination::Tableau(_) => {
                Refusal::rule("R3", "build_down", "Columns go down, red on black and black on red.")
            }
        }
    }
}

/// Returns the refusal for a card that was moved to its own pile and can go nowhere else. [R5]
const fn fits_nowhere() -> Refusal {
    Refusal::rule(
        "R5",
        "fits_nowhere",
        "That card has no place now: it is not the next on a foundation, and no open card of a tableau takes it.",
    )
}

/// Returns the refusal of a move of a tableau's top card to its own pile, if the card fits on no card and another
/// tableau is empty. [R7]
const fn fits_only_in_a_space() -> Refusal {
    Refusal::rule(
        "R7",
        "fits_only_in_a_space",
        "No open card takes that card, and an empty tableau takes only the card in hand or the top of the discard pile.",
    )
}
