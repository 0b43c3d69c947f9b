//! The boards: each draws one kind of view, which the frame names. So no game is named here, and a new game of a known kind has a
//! board.

mod climb;
mod patience;
mod pile;
mod plain;
mod tricks;

use protocol::{BoardKind, Frame, TableEvent};
use ratatui::layout::Rect;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::canvas::Canvas;
use crate::words::WordLists;

/// Draws one kind of view. It knows no rules: legal actions are in the frame.
pub(crate) trait Board: Sync {
    /// Draws everything but the viewer's own hand.
    fn draw(&self, frame: &Frame, lifted: &Lifted, area: Rect, canvas: &mut Canvas<'_>);

    /// The event of this seat, in words.
    fn say(&self, seat: u8, event: &TableEvent, before: &Frame, after: &Frame, words: &WordLists) -> Vec<String>;

    /// Cards were shuffled again, in words.
    fn shuffled(&self, _: &WordLists) -> Vec<String> {
        Vec::new()
    }

    /// The seat and action that play waits for, in words.
    fn awaited(&self, frame: &Frame, words: &WordLists) -> String;

    /// A legal action in words, before it is done.
    fn choice(&self, legal: &Value, frame: &Frame, words: &WordLists) -> String;

    /// Returns true if the cards of an action are written without blanks: `play 2c2d`.
    fn joins_cards(&self) -> bool {
        false
    }

    /// The piles that the cursor goes along, where the cards do not lie in a hand.
    fn piles(&self) -> &'static [(char, &'static str)] {
        &[]
    }

    /// Returns true if the hand is sorted by rank at first.
    fn sorts_by_rank(&self) -> bool {
        false
    }
}

/// The cursor of a solitaire, and the pile whose card is lifted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lifted {
    pub cursor: usize,
    pub pile: Option<&'static str>,
}

/// The board before there is a frame.
pub(crate) const PLAIN: &dyn Board = &plain::PlainBoard;

/// The board of a frame. A view that its board cannot read is drawn as a list.
pub(crate) fn of(frame: &Frame) -> &'static dyn Board {
    fn reads<T: DeserializeOwned>(view: &Value) -> bool {
        T::deserialize(view).is_ok()
    }
    let (board, reads): (&'static dyn Board, fn(&Value) -> bool) = match frame.board {
        BoardKind::Patience => (&patience::PatienceBoard, reads::<patience::View>),
        BoardKind::Pile => (&pile::PileBoard, reads::<pile::View>),
        BoardKind::Climb => (&climb::ClimbBoard, reads::<climb::View>),
        BoardKind::Tricks => (&tricks::TrickBoard, reads::<tricks::View>),
        BoardKind::Plain => return PLAIN,
    };
    if reads(&frame.view) { board } else { PLAIN }
}

/// The viewer's own hand, as it stands in the view.
pub(crate) fn hand(frame: &Frame) -> Vec<String> {
    let Some(seat) = frame.viewer else { return Vec::new() };
    let hands = &frame.view["hands"];
    hands.get(usize::from(seat)).and_then(|hand| Vec::deserialize(hand).ok()).unwrap_or_default()
}

/// The cards that a legal action takes from the hand.
pub(crate) fn cards_of(legal: &Value) -> Vec<String> {
    if let Some(card) = legal["card"].as_str() {
        return vec![card.to_owned()];
    }
    Vec::deserialize(&legal["cards"]).unwrap_or_default()
}

/// The notation of a legal action.
pub(crate) fn action_of(legal: &Value) -> &str {
    legal["action"].as_str().unwrap_or_default()
}

/// The first word of an action, and the rest of it.
pub(crate) fn verb_of(action: &str) -> (&str, &str) {
    action.split_once(' ').unwrap_or((action, ""))
}

/// The key for an action that is not chosen with cards: the same as on the page.
pub(crate) fn key_of(legal: &Value) -> Option<char> {
    legal["key"].as_str()?.chars().next()
}

/// Returns true if play waits for the viewer.
pub(crate) fn is_mine(frame: &Frame) -> bool {
    frame.phase == game_phase::DEAL && frame.viewer.is_some_and(|seat| frame.must.contains(&seat))
}

/// "Waiting for Bo." Empty if play waits for nobody.
pub(crate) fn waiting(frame: &Frame, words: &WordLists) -> String {
    if frame.must.is_empty() {
        return String::new();
    }
    let names: Vec<String> = frame.must.iter().map(|&seat| words.seat(frame, seat)).collect();
    words.about("game.waiting", &names.join(", "))
}

/// The seats in the order in which they are listed: the viewer's own last.
pub(crate) fn seats(frame: &Frame, clockwise: bool) -> Vec<u8> {
    let n = u8::try_from(frame.seats.len()).unwrap_or(u8::MAX).max(1);
    let own = frame.viewer.unwrap_or(n - 1);
    (1..=n).map(|step| if clockwise { (own + step) % n } else { (own + (2 * n - step)) % n }).collect()
}

pub(crate) mod game_phase {
    pub(crate) const DEAL: protocol::MatchPhase = protocol::MatchPhase::Deal;
}
