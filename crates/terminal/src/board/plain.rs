//! A game that has no board here: what its view holds, as text. Its actions are in the list of moves.

use protocol::{Frame, TableEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use serde_json::Value;

use super::{Board, Lifted, action_of, is_mine, waiting};
use crate::canvas::Canvas;
use crate::look;
use crate::words::{Value as In, WordLists};

pub(super) struct PlainBoard;

impl Board for PlainBoard {
    fn draw(&self, frame: &Frame, _: &Lifted, area: Rect, canvas: &mut Canvas<'_>) {
        let mut y = area.y;
        for (key, value) in frame.view.as_object().into_iter().flatten() {
            if y >= area.bottom() {
                return;
            }
            let x = canvas.text(area.x, y, area.width, &format!("{}: ", key.replace('_', " ")), look::muted());
            let rest = Rect::new(x, y, area.right().saturating_sub(x), 2.min(area.bottom() - y));
            y = canvas.wrapped(rest, &value.to_string().replace('"', ""), Style::new().fg(look::TEXT));
        }
    }

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
