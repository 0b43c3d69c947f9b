//! Trick games: four cards around the middle, what they are worth, who takes them.

use protocol::{Frame, TableEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use serde::Deserialize;
use serde_json::Value;

use super::{Board, Lifted, cards_of, is_mine, waiting};
use crate::canvas::{Canvas, CardSize, CardState, clipped, width};
use crate::look;
use crate::words::{Value as In, WordLists, signed};
use crate::{cards, words};

pub(super) struct TrickBoard;

#[derive(Deserialize)]
pub(super) struct View {
    held: Vec<u8>,
    tricks: Vec<Trick>,
    on_table: bool,
    winning: Option<u8>,
    worth: i64,
    takers: Vec<u8>,
    points: Vec<i64>,
    next: Option<u8>,
    phase: Option<String>,
    broken: Option<bool>,
    taken: Option<Vec<i64>>,
    #[serde(default)]
    chosen: Vec<u8>,
}

#[derive(Deserialize)]
struct Trick {
    leader: u8,
    cards: Vec<String>,
    parts: Vec<i64>,
}

impl View {
    fn of(frame: &Frame) -> View {
        View::deserialize(&frame.view).expect("the board was chosen because it can read the view")
    }

    /// The trick on the table.
    fn lying(&self) -> Option<&Trick> {
        self.tricks.last().filter(|_| self.on_table)
    }

    fn led(&self) -> Option<&str> {
        self.lying().and_then(|trick| trick.cards.first()).map(|card| &card[1..])
    }

    fn is_giving(&self) -> bool {
        self.phase.as_deref() == Some("giving")
    }

    /// The points that each seat took in this deal, or its balance.
    fn counts(&self) -> &[i64] {
        self.taken.as_deref().unwrap_or(&self.points)
    }
}

impl Board for TrickBoard {
    fn draw(&self, frame: &Frame, _: &Lifted, area: Rect, canvas: &mut Canvas<'_>) {
        let view = View::of(frame);
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

    fn say(&self, seat: u8, event: &TableEvent, before: &Frame, after: &Frame, words: &WordLists) -> Vec<String> {
        let (was, now) = (View::of(before), View::of(after));
        let Some(card) = event.action.strip_prefix("play ") else {
            return vec![words.of_seat(after, seat, "log.chooses", &[])];
        };
        let key = if was.on_table && before.deal == after.deal { "log.plays" } else { "log.leads" };
        let mut lines = vec![words.of_seat(after, seat, key, &[("card", In::Text(&cards::the(card, words.language)))])];
        if let (Some(&taker), true) = (now.takers.last(), now.takers.len() > was.takers.len()) {
            let taker_of = usize::from(taker);
            let gained = now.counts()[taker_of] - was.counts()[taker_of];
            let values = [("n", In::Number(gained)), ("worth", In::Text(&signed(gained)))];
            lines.push(words.of_seat(after, taker, "log.takes_for", &values));
        }
        lines
    }

    fn awaited(&self, frame: &Frame, words: &WordLists) -> String {
        let view = View::of(frame);
        if !is_mine(frame) {
            return if view.next.is_none() && !view.is_giving() {
                words.say("said.done")
            } else {
                waiting(frame, words)
            };
        }
        if view.is_giving() {
            return match frame.legal.first().and_then(|legal| legal["to"].as_u64()) {
                Some(to) => words.about("give.first", &words.seat(frame, u8::try_from(to).unwrap_or(0))),
                None => words.say("said.give"),
            };
        }
        let key = match view.led() {
            None if view.tricks.is_empty() && words.has("said.open") => "said.open".to_owned(),
            None if view.broken == Some(false) => "said.lead.unbroken".to_owned(),
            None => "said.lead".to_owned(),
            Some(led) if frame.legal.iter().flat_map(cards_of).any(|card| &card[1..] == led) => {
                format!("said.follow.{led}")
            }
            Some(_) if view.tricks.len() == 1 && words.has("said.free.first") => "said.free.first".to_owned(),
            Some(led) => format!("said.free.{led}"),
        };
        words.say(&key)
    }

    fn choice(&self, legal: &Value, _: &Frame, words: &WordLists) -> String {
        let mut named = cards_of(legal);
        if let [card] = named.as_slice() {
            return words.with("play", &[("card", In::Text(&cards::the(card, words.language)))]);
        }
        cards::sort(&mut named, false);
        words.with("choice.give", &[("cards", In::Text(&cards::shorts(&named, words.language)))])
    }
}

/// A name with what the seat holds and has, beside its card.
#[expect(clippy::too_many_arguments, reason = "a place on the table is many numbers")]
fn badge(frame: &Frame, view: &View, seat: u8, step: u8, row: Rect, column: u16, wide: u16, canvas: &mut Canvas<'_>) {
    let held = view.held.get(usize::from(seat)).copied().unwrap_or(0);
    let count = view.counts().get(usize::from(seat)).copied().unwrap_or(0);
    let mut note = if frame.viewer == Some(seat) { String::new() } else { format!("{held}× ") };
    note.push_str(&if view.taken.is_some() { words::number(count) } else { signed(count) });
    if view.is_giving() && view.chosen.contains(&seat) {
        note = canvas.words.say("chosen");
    }
    let mark = if frame.must.contains(&seat) { "▶ " } else { "" };
    let dealer =
        if frame.dealer == seat { format!(" ({})", canvas.words.say("seat.dealer_sign")) } else { String::new() };
    let room = if step.is_multiple_of(2) { row.width } else { column.saturating_sub(row.x + 1) };
    let name = clipped(&format!("{mark}{}{dealer}", canvas.words.seat(frame, seat)), usize::from(room));
    let style = if mark.is_empty() { Style::new().fg(look::TEXT) } else { look::accent() };
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

/// The value of the trick with the seat that takes it as it lies; or the seat that took the last one.
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
