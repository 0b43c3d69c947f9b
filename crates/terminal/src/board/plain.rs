//! The board of a game without a special board: it shows the contents of the view as text. The game's actions are in
//! the list of moves.

use protocol::Frame;
use ratatui::layout::Rect;
use wording::plain::PlainBoard;

use super::{Board, Lifted};
use crate::canvas::Canvas;
use crate::look;

impl Board for PlainBoard {
    fn draw(&self, frame: &Frame, _: &Lifted, area: Rect, canvas: &mut Canvas<'_>) {
        let mut y = area.y;
        for (key, value) in frame.view.as_object().into_iter().flatten() {
            if y >= area.bottom() {
                return;
            }
            let x = canvas.text(area.x, y, area.width, &format!("{}: ", key.replace('_', " ")), look::muted());
            let rest = Rect::new(x, y, area.right().saturating_sub(x), 2.min(area.bottom() - y));
            y = canvas.wrapped(rest, &value.to_string().replace('"', ""), look::plain());
        }
    }
}
