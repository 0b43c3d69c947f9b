//! The board of games with a deck, an open pile, claims out of turn and a call. The seats are in a list, and the deck
//! and the pile are below the list.

use protocol::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use serde::Deserialize;
use wording::pile::{Outcome, PileBoard, View, outcome_lines};
use wording::{Value as In, cards, is_mine, number};

use super::{Board, Lifted, seats};
use crate::canvas::{Canvas, CardSize, CardState, Press, width};
use crate::look;

impl Board for PileBoard {
    fn draw(&self, frame: &Frame, _: &Lifted, area: Rect, canvas: &mut Canvas<'_>) {
        let view: View = wording::view(frame);
        let mut y = area.y;
        for seat in seats(frame, true) {
            row(frame, &view, seat, Rect::new(area.x, y, area.width, 1), canvas);
            y += 1;
        }
        if let Some(outcome) = &view.outcome {
            let rest = Rect::new(area.x + 1, y + 1, area.width.saturating_sub(2), area.bottom().saturating_sub(y + 1));
            count(frame, outcome, rest, canvas);
            return;
        }
        let room = area.bottom().saturating_sub(y);
        let size = if room >= 12 { CardSize::Large } else { CardSize::Small };
        let top = y + u16::from(room > size.height() + 3);
        middle(&view, size, Rect::new(area.x + 2, top, area.width.saturating_sub(3), size.height()), canvas);
        let below = top + size.height();
        let rest = Rect::new(area.x + 1, below, area.width.saturating_sub(2), area.bottom().saturating_sub(below));
        signs(frame, &view, rest, canvas);
    }
}

fn row(frame: &Frame, view: &View, seat: u8, area: Rect, canvas: &mut Canvas<'_>) {
    let at = usize::from(seat);
    let words = canvas.words;
    let end = canvas.seat(area.x + 1, area.y, 18, frame, seat);
    let x = end.max(area.x + 20);
    if view.standing.out.get(at).copied().flatten().is_some() {
        canvas.text(x, area.y, 20, &words.say("board.out"), look::muted());
        return;
    }
    let total = format!("{} / 100", number(view.standing.totals[at]));
    canvas.text(x, area.y, 10, &total, look::muted());
    let backs = "▮".repeat(usize::from(view.held[at]).min(10));
    let mut x = canvas.text(x + 11, area.y, 14, &format!("{} {backs}", view.held[at]), look::muted()) + 1;
    if frame.viewer != Some(seat) {
        for face in view.known[at].iter().take(usize::from(area.right().saturating_sub(x)) / 5) {
            x = canvas.tiny(x, area.y, face, CardState::default()) + 1;
        }
    }
    let mut marks = Vec::new();
    if view.caller == Some(seat) {
        marks.push(words.say("mark.called"));
    }
    if view.standing.mistakes[at] > 0 {
        marks.push(words.say("board.no_landings"));
    }
    canvas.text(x, area.y, area.right().saturating_sub(x), &marks.join(", "), look::accent());
}

/// Draws the deck, the pile with its top card, and the card that can be taken.
fn middle(view: &View, size: CardSize, area: Rect, canvas: &mut Canvas<'_>) {
    let words = canvas.words;
    let (wide, high) = (size.width(), size.height());
    canvas.card((area.x, area.y), size, wide, None, CardState::default());
    canvas.press(Rect::new(area.x, area.y, wide, high), Press::Key('d'));
    canvas.text(area.x + wide + 1, area.y, 12, &words.say("board.deck"), look::muted());
    canvas.text(area.x + wide + 1, area.y + 1, 12, &number(view.deck), look::plain());
    let mut x = area.x + wide + 10;
    let shown = usize::try_from(view.run.max(1)).unwrap_or(1).min(view.pile.len());
    for (i, face) in view.pile[view.pile.len() - shown..].iter().enumerate() {
        let top = i + 1 == shown;
        let state = CardState { marked: top, ..CardState::default() };
        canvas.card((x, area.y), size, if top { wide } else { 4 }, Some(face), state);
        canvas.press(Rect::new(x, area.y, wide, high), Press::Key('t'));
        x += if top { wide } else { 4 };
    }
    if view.run > 1 {
        canvas.text(x + 1, area.y + 1, 4, &format!("×{}", view.run), look::accent());
    }
    if let (Some(card), "draw") = (view.taken(), view.step.as_str()) {
        let label = words.say("board.under");
        canvas.text(x + 4, area.y, width(&label), &label, look::muted());
        let end = canvas.tiny(x + 4, area.y + 1, card, CardState::default());
        canvas.text(end + 1, area.y + 1, area.right().saturating_sub(end + 1), &words.say("pile.takes"), look::muted());
    }
}

/// Draws the window for claims, the call, the value of the viewer's hand and the cost of saying Kaël.
fn signs(frame: &Frame, view: &View, area: Rect, canvas: &mut Canvas<'_>) {
    let words = canvas.words;
    let mut lines: Vec<(String, Style)> = Vec::new();
    if let Some(window) = &frame.window {
        let part = usize::try_from(window.left_ms * 10 / window.ms.max(1)).unwrap_or(0).min(10);
        let missing = view.missing.zip(view.pile.last()).map(|(missing, card)| {
            let card = cards::short(card, words.language);
            words.with("window.missing", &[("n", In::Number(missing)), ("card", In::Text(&card))])
        });
        let bar = format!("{}{}", "═".repeat(part), "─".repeat(10 - part));
        let label = missing.unwrap_or_else(|| words.say("window.label"));
        lines.push((format!("{bar} {label}"), look::accent()));
    }
    if let Some(caller) = view.caller {
        let names: Vec<String> = view.remaining.iter().map(|&seat| words.seat(frame, seat)).collect();
        let mut line = words.of_seat(frame, caller, "ribbon.said", &[]);
        if !names.is_empty() {
            line.push_str(&format!(" {}", words.with("ribbon.left", &[("names", In::Text(&names.join(", ")))])));
        }
        lines.push((line, look::accent()));
    }
    if let Some(value) = view.value {
        let key = match (view.callable && is_mine(frame), view.call_is_mistake, view.call_eliminates) {
            (true, Some(true), Some(true)) => "board.call_eliminates",
            (true, Some(true), _) => "board.call_is_mistake",
            _ => "board.value",
        };
        lines.push((words.count(key, value), look::plain()));
    }
    if let Some(held) = &frame.held {
        lines.push((words.with("said.held", &[("what", In::Text(held))]), look::muted()));
    }
    let mut y = area.y;
    for (line, style) in lines {
        y = canvas.wrapped(Rect::new(area.x, y, area.width, area.bottom().saturating_sub(y)), &line, style);
    }
}

/// Draws the hands of the finished deal.
fn count(frame: &Frame, outcome: &Outcome, area: Rect, canvas: &mut Canvas<'_>) {
    let mut y = area.y;
    for line in outcome_lines(frame, outcome, canvas.words) {
        y = canvas.wrapped(Rect::new(area.x, y, area.width, area.bottom().saturating_sub(y)), &line, look::accent());
    }
    let words = canvas.words;
    for seat in seats(frame, true) {
        let at = usize::from(seat);
        let Some(points) = outcome.points.get(at).copied().flatten() else { continue };
        let hand: Vec<String> = Vec::deserialize(&frame.view["hands"][at]).unwrap_or_default();
        canvas.clipped(area.x, y, 14, &words.seat(frame, seat), look::plain());
        canvas.text(area.x + 15, y, 5, &number(points), look::accent());
        let room = usize::from(area.width.saturating_sub(20)) / 5;
        canvas.tinies(area.x + 20, y, &hand[..hand.len().min(room)]);
        y += 1;
    }
}
