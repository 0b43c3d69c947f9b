//! The boards: each draws one kind of view. A board reads what it needs from a view, and the first board that can read
//! a view draws it. So no game is named here, and a new game of a known kind has a board.

mod climb;
mod patience;
mod pile;
mod plain;
mod tricks;

use protocol::{Frame, TableEvent};
use ratatui::layout::Rect;
use serde::Deserialize;
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

/// The board that can read this view.
pub(crate) fn of(view: &Value) -> &'static dyn Board {
    if patience::View::deserialize(view).is_ok() {
        &patience::PatienceBoard
    } else if pile::View::deserialize(view).is_ok() {
        &pile::PileBoard
    } else if climb::View::deserialize(view).is_ok() {
        &climb::ClimbBoard
    } else if tricks::View::deserialize(view).is_ok() {
        &tricks::TrickBoard
    } else {
        &plain::PlainBoard
    }
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

/// The key for an action that is not chosen with cards: the same letters as on the page.
pub(crate) fn key_of(legal: &Value) -> Option<char> {
    let action = action_of(legal);
    let (verb, rest) = verb_of(action);
    let digit = |n: u32| char::from_digit(n % 10, 10);
    match (verb, rest) {
        ("pass", _) => Some('p'),
        ("stop", _) => Some('S'),
        ("keep", _) => Some('k'),
        ("kael", _) => Some('K'),
        ("good", _) => Some('g'),
        ("cut", _) => Some('c'),
        ("show", _) => Some('s'),
        ("turn" | "redeal", _) => Some(' '),
        ("draw", "deck") => Some('d'),
        ("draw", _) => Some('t'),
        ("hand", "discard") => Some('x'),
        ("bid", points) => points.parse::<u32>().ok().and_then(|points| digit(points / 10)),
        ("deal", cards) => cards.parse::<u32>().ok().and_then(digit),
        ("coup", seat) => seat.parse::<u32>().ok().and_then(|seat| digit(seat + 1)),
        _ => None,
    }
}

/// Returns true if play waits for the viewer.
pub(crate) fn is_mine(frame: &Frame) -> bool {
    frame.phase == game_phase::DEAL && frame.viewer.is_some_and(|seat| frame.must.contains(&seat))
}

/// "Waiting for Bo."
pub(crate) fn waiting(frame: &Frame, words: &WordLists) -> String {
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
