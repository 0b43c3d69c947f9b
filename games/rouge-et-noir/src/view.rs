//! The view of a deal: everything that a viewer may know.

use cards::{Card, Suit};
use game::{Game, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::state::Last;
use crate::tableau::card_of;
use crate::{Action, RougeEtNoir, Rules, Spot, Standing};

/// The view of one viewer: the open cards and, for the player, the cards of the stock that the player remembers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct View {
    /// The options (house rules).
    pub rules: Rules,
    /// The standing before this deal.
    pub standing: Standing,
    /// The viewer's seat, if it has one.
    pub seat: Option<Seat>,
    /// The top cards of the foundations: two each of clubs, diamonds, hearts, spades; the first is never the lower one.
    pub foundations: [[Card; 2]; 4],
    /// t1 to t8, each from the bottom to the top.
    pub tableaus: [Vec<Card>; 8],
    /// The card in hand.
    pub hand: Option<Card>,
    /// The discard pile, the top card last.
    pub discard: Vec<Card>,
    /// The number of cards in the stock.
    pub stock: u8,
    /// The cards of the stock that this viewer knows, the next one first: cards that were turned up before an undo, and
    /// all cards after a redeal.
    pub known: Vec<Card>,
    /// The number of redeals so far.
    pub redeals_used: u32,
    /// The number of redeals that are left; null if they are unlimited.
    pub redeals_left: Option<u8>,
    /// The number of cards on the foundations, 8 to 104, which are the points.
    pub points: u8,
    /// True if the deal is won.
    pub won: bool,
    /// True if the deal is over: it is won, or no action is legal.
    pub over: bool,
    /// True if stock, hand and discard pile are empty, so that the deal is as good as won: it can be finished by
    /// playing any legal `tN f` again and again.
    pub finishable: bool,
    /// The number of actions so far.
    pub moves: u32,
    /// The number of actions since a card was last turned up or the pile was redealt.
    pub since_turn: u32,
    /// The last move.
    pub last: Option<LastMove>,
}

/// The last action and its automatic consequences.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LastMove {
    /// The action.
    pub action: Action,
    /// The card that the action moved or turned up; null for `redeal`.
    pub card: Option<Card>,
    /// The tableaus that were filled automatically, under `at_once`.
    pub filled: Vec<Filling>,
}

/// A tableau that was filled automatically. [R9]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Filling {
    /// The tableau.
    pub tableau: Spot,
    /// The card that filled it.
    pub card: Card,
    /// The origin of the card.
    pub origin: Origin,
}

/// The origin of the card that filled an empty tableau. [R9]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The top of the discard pile.
    Discard,
    /// The card in hand.
    Hand,
    /// The next card of the stock.
    Stock,
}

impl RougeEtNoir {
    /// Returns the last action with the tableaus that were filled automatically after it. [R9]
    fn last_move(&self, last: Last) -> LastMove {
        // A tableau that has just been filled has only the card that filled it.
        let filled = Spot::all().zip(last.filled).filter_map(|(tableau, origin)| {
            let card = self.position.tableaus[tableau.index()].top()?;
            Some(Filling { tableau, card, origin: origin? })
        });
        LastMove { action: last.action, card: last.card, filled: filled.collect() }
    }
}

impl View {
    /// Returns the view of this viewer. The order of the stock is included only as far as the viewer knows it. [R13]
    pub(crate) fn of(deal: &RougeEtNoir, viewer: Viewer) -> View {
        let position = &deal.position;
        let at = |place: usize| deal.order[place];
        // A public viewer knows no card of the stock, the player knows those that it has seen, and a viewer of all
        // cards knows the whole stock.
        let known = match viewer {
            Viewer::Public => 0,
            Viewer::Seat(_) => deal.known(),
            Viewer::All => position.stock_len() as usize,
        };
        let top = |value, suit| card_of(value, suit);
        View {
            rules: deal.rules,
            standing: Standing { points: None },
            seat: viewer.seat(),
            foundations: Suit::ALL.map(|suit| {
                [position.foundations.first(suit), position.foundations.second(suit)].map(|v| top(v, suit))
            }),
            tableaus: position.tableaus.map(|tableau| tableau.cards().collect()),
            hand: position.hand(&deal.order),
            discard: position.discard().map(at).collect(),
            stock: position.stock_len() as u8,
            known: position.stock().take(known).map(at).collect(),
            redeals_used: deal.memory.redeals_used,
            redeals_left: position.redeals_left(),
            points: position.foundations.cards() as u8,
            won: position.is_won(),
            over: deal.turn().is_over(),
            finishable: position.talon_is_empty() && !position.is_won(),
            moves: deal.memory.moves,
            since_turn: deal.memory.since_turn,
            last: deal.memory.last.map(|last| deal.last_move(last)),
        }
    }
}
