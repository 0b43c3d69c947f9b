//! The boards. Each board draws one kind of view, and the frame names the kind. So no game is named here, and a new
//! game whose views are of a known kind already has a board.

mod climb;
mod patience;
mod pile;
mod plain;
mod tricks;

use protocol::{BoardKind, Frame};
use ratatui::layout::Rect;
use serde::Deserialize;
use serde_json::Value;
pub(crate) use wording::{action_of, cards_of, is_mine, verb_of};

use crate::canvas::Canvas;

/// A board, which draws one kind of view. It knows no rules, because the frame contains the legal actions.
pub(crate) trait Board: wording::BoardWords {
    /// Draws everything but the viewer's own hand.
    fn draw(&self, frame: &Frame, lifted: &Lifted, area: Rect, canvas: &mut Canvas<'_>);

    /// Returns true if the cards of an action are written without blanks: `play 2c2d`.
    fn joins_cards(&self) -> bool {
        false
    }

    /// Returns the piles between which the cursor moves, in games whose cards are not in a hand.
    fn piles(&self) -> &'static [(char, &'static str)] {
        &[]
    }

    /// Returns true if the hand is sorted by rank until the player changes the order.
    fn sorts_by_rank(&self) -> bool {
        false
    }
}

/// The pile under the cursor of a solitaire, and the pile whose card is lifted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lifted {
    pub cursor: usize,
    pub pile: Option<&'static str>,
}

/// The board that is used until the first frame arrives.
pub(crate) const PLAIN: &dyn Board = &wording::plain::PlainBoard;

/// Returns the board of a frame. If the board cannot read the view, returns the plain board, which shows the view as a
/// list.
pub(crate) fn of(frame: &Frame) -> &'static dyn Board {
    match wording::kind(frame) {
        BoardKind::Patience => &wording::patience::PatienceBoard,
        BoardKind::Pile => &wording::pile::PileBoard,
        BoardKind::Climb => &wording::climb::ClimbBoard,
        BoardKind::Tricks => &wording::tricks::TrickBoard,
        BoardKind::Plain => PLAIN,
    }
}

/// Returns the viewer's own hand, in the order of the view.
pub(crate) fn hand(frame: &Frame) -> Vec<String> {
    let Some(seat) = frame.viewer else { return Vec::new() };
    let hands = &frame.view["hands"];
    hands.get(usize::from(seat)).and_then(|hand| Vec::deserialize(hand).ok()).unwrap_or_default()
}

/// Returns the key of an action that is not chosen with cards. The page uses the same key.
pub(crate) fn key_of(legal: &Value) -> Option<char> {
    legal["key"].as_str()?.chars().next()
}

/// Returns the seats in the order in which the list shows them. The viewer's own seat is last.
pub(crate) fn seats(frame: &Frame, clockwise: bool) -> Vec<u8> {
    let n = u8::try_from(frame.seats.len()).unwrap_or(u8::MAX).max(1);
    let own = frame.viewer.unwrap_or(n - 1);
    (1..=n).map(|step| if clockwise { (own + step) % n } else { (own + (2 * n - step)) % n }).collect()
}
