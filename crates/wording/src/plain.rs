//! The words for games without a special board: actions in notation.

use protocol::{Frame, TableEvent};
use serde_json::Value;

use crate::{BoardWords, Value as In, WordLists, action_of, is_mine, waiting};

/// The words of the board.
pub struct PlainBoard;

impl BoardWords for PlainBoard {
    fn say(&self, seat: u8, event: &TableEvent, _: &Frame, after: &Frame, words: &WordLists) -> Vec<String> {
        vec![words.of_seat(after, seat, "log.plain", &[("action", In::Text(&event.action))])]
    }

    fn awaited(&self, frame: &Frame, words: &WordLists) -> String {
        if is_mine(frame) { words.say("game.your_turn") } else { waiting(frame, words) }
    }

    fn choice(&self, legal: &Value, _: &Frame, _: &WordLists) -> String {
        action_of(legal).to_owned()
    }
}
