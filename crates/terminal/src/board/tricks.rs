//! The board of trick games: four cards around the middle, the value of the trick, and the seat that is winning it.

use protocol::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use wording::tricks::{TrickBoard, View};
use wording::{WordLists, number, signed};

use super::{Board, Lifted};
use crate::canvas::{Canvas, CardSize, CardState, clipped, dealer_mark, width};
use crate::look;

impl Board for TrickBoard {
    fn draw(&self, frame: &Frame, _: &Lifted, area: Rect, canvas: &mut Canvas<'_>) {
        let view: View = wording::view(frame);
        let size = if area.height >= 20 && area.width >= 60 { CardSize::Large } else { CardSize::Small };
        let (wide, high) = (size.width(), size.height());
        let n = u8::try_from(frame.seats.len()).unwrap_or(4);
        let own = frame.viewer.unwrap_or(0);
        let middle = area.x + area.width / 2;
        let top = area.y + area.height.saturating_sub(3 * high + 4) / 2;
        let rows = [top + 1 + 2 * high, top + 1 + high, top + 1, top + 1 + high];
        let aside = wide + 2;
        let columns = [middle - wide / 2, middle - wide / 2 - aside, middle - wide / 2, middle - wide / 2 + aside];
        let shown = view.tricks.last();
        for step in 0..n.min(4) {
            let seat = (own + step) % n;
            let place = usize::from(step);
            let name = Rect::new(area.x, [top + 1 + 3 * high, rows[1], top, rows[3]][place], area.width, 1);
            badge(frame, &view, seat, step, name, columns[place], wide, canvas);
            let Some(trick) = shown else { continue };
            let Some(card) = trick.cards.get(usize::from((seat + n - trick.leader) % n)) else { continue };
            let taker = if view.on_table { view.winning } else { view.takers.last().copied() };
            let state = CardState { barred: !view.on_table, marked: taker == Some(seat), ..CardState::default() };
            canvas.card((columns[place], rows[place]), size, wide, Some(card), state);
        }
        let below = Rect::new(area.x, top + 2 + 3 * high, area.width, 1);
        canvas.centred(below, &sum(frame, &view, canvas.words), Style::new().fg(look::BRASS));
    }
}

/// Draws a name beside the seat's card, with the number of cards that the seat holds and its points.
#[expect(clippy::too_many_arguments, reason = "a place on the table is many numbers")]
fn badge(frame: &Frame, view: &View, seat: u8, step: u8, row: Rect, column: u16, wide: u16, canvas: &mut Canvas<'_>) {
    let held = view.held.get(usize::from(seat)).copied().unwrap_or(0);
    let count = view.counts().get(usize::from(seat)).copied().unwrap_or(0);
    let mut note = if frame.viewer == Some(seat) { String::new() } else { format!("{held}× ") };
    note.push_str(&if view.taken.is_some() { number(count) } else { signed(count) });
    if view.is_giving() && view.chosen.contains(&seat) {
        note = canvas.words.say("chosen");
    }
    let mark = if frame.must.contains(&seat) { "▶ " } else { "" };
    let dealer = dealer_mark(frame, seat, canvas.words);
    let room = if step.is_multiple_of(2) { row.width } else { column.saturating_sub(row.x + 1) };
    let short =
        clipped(&format!("{mark}{}", canvas.words.seat(frame, seat)), usize::from(room.saturating_sub(width(&dealer))));
    let name = format!("{short}{dealer}");
    let style = if mark.is_empty() { look::plain() } else { look::accent() };
    match step {
        0 | 2 => {
            let both = format!("{name}  {note}");
            let x = (row.x + row.width / 2).saturating_sub(width(&both) / 2).max(row.x);
            let end = canvas.text(x, row.y, row.width, &name, style);
            canvas.text(end + 2, row.y, 20, &note, look::muted());
        }
        1 => {
            canvas.text((column - 1).saturating_sub(width(&name)), row.y, room, &name, style);
            canvas.text((column - 1).saturating_sub(width(&note)), row.y + 1, room, &note, look::muted());
        }
        _ => {
            canvas.text(column + wide + 1, row.y, row.right().saturating_sub(column + wide + 1), &name, style);
            canvas.text(column + wide + 1, row.y + 1, room, &note, look::muted());
        }
    }
}

/// Returns words that name the value of the current trick and the seat that is winning it. Between tricks, returns
/// words that name the seat that took the last trick.
fn sum(frame: &Frame, view: &View, words: &WordLists) -> String {
    let Some(trick) = view.lying() else {
        return view.takers.last().map_or_else(String::new, |&taker| words.of_seat(frame, taker, "log.takes", &[]));
    };
    let Some(winning) = view.winning else { return String::new() };
    let to = words.seat(frame, winning);
    if view.taken.is_some() {
        return format!("{} → {to}", words.count("points", view.worth));
    }
    let parts: Vec<String> = trick.parts.iter().filter(|part| **part != 0).map(|&part| signed(part)).collect();
    format!("{} = {} → {to}", parts.join(" "), signed(view.worth))
}
