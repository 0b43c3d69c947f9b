//! The board of climbing games with bets, trading and a coup. The seats are in a list, and the plays of the trick are
//! below the list.

use protocol::Frame;
use ratatui::layout::Rect;
use wording::climb::{ClimbBoard, View, exchange, left_of, name_of, tag};
use wording::{Value as In, number, signed};

use super::{Board, Lifted, seats};
use crate::canvas::{Canvas, CardSize, CardState, clipped};
use crate::look;

impl Board for ClimbBoard {
    fn joins_cards(&self) -> bool {
        true
    }

    fn sorts_by_rank(&self) -> bool {
        true
    }

    fn draw(&self, frame: &Frame, _: &Lifted, area: Rect, canvas: &mut Canvas<'_>) {
        let view: View = wording::view(frame);
        let mut y = area.y;
        for seat in seats(frame, false) {
            let at = usize::from(seat);
            let end = canvas.seat(area.x + 1, y, 18, frame, seat);
            let x = end.max(area.x + 20);
            let held = canvas.words.count("coup.holds", i64::from(view.held[at]));
            canvas.text(x, y, 9, &held, look::muted());
            let pile = canvas.words.count("points", view.piles[at]);
            canvas.text(x + 10, y, 9, &pile, look::muted());
            canvas.text(
                x + 20,
                y,
                area.right().saturating_sub(x + 20),
                &tag(&view, seat, canvas.words),
                look::accent(),
            );
            y += 1;
        }
        let rest = Rect::new(area.x + 1, y + 1, area.width.saturating_sub(2), area.bottom().saturating_sub(y + 1));
        match view.phase.as_str() {
            "bidding" => bidding(frame, &view, rest, canvas),
            "trading" => trading(frame, &view, rest, canvas),
            "coup" if view.choice.is_some() => coup(frame, &view, rest, canvas),
            "over" | "thrown_in" => count(frame, &view, rest, canvas),
            _ => trick(frame, &view, rest, canvas),
        }
    }
}

fn bidding(frame: &Frame, view: &View, area: Rect, canvas: &mut Canvas<'_>) {
    let words = canvas.words;
    let (stands, meaning) = match &view.bet {
        Some(bet) => (
            format!(
                "{}, {}",
                words.with("bet.of", &[("points", In::Number(bet.points))]),
                words.of_seat(frame, bet.seat, "bet.stands", &[])
            ),
            words.with("bet.meaning", &[("points", In::Number(bet.points))]),
        ),
        None => (words.say("bet.none"), words.say("bet.meaning.none")),
    };
    let y = canvas.wrapped(area, &stands, look::accent());
    let rest = Rect::new(area.x, y + 1, area.width, area.bottom().saturating_sub(y + 1));
    canvas.wrapped(rest, &meaning, look::muted());
}

fn trading(frame: &Frame, view: &View, area: Rect, canvas: &mut Canvas<'_>) {
    let words = canvas.words;
    let y = canvas.wrapped(area, &words.count("round", view.exchanges + 1), look::accent());
    let below = |y: u16| Rect::new(area.x, y, area.width, area.bottom().saturating_sub(y));
    let mut y = canvas.wrapped(below(y), &words.say("trading.how"), look::muted()) + 1;
    if let Some(own) = frame.viewer
        && let Some(card) = view.put_cards[usize::from(own)].clone()
    {
        let label = words.about("pile.give", &words.seat(frame, left_of(frame)));
        let x = canvas.text(area.x, y, area.width, &label, look::muted());
        canvas.tinies(x + 1, y, &[card]);
        y += 1;
    }
    if view.exchanges > 0 && frame.viewer.is_some() && !view.trades.is_empty() {
        canvas.wrapped(below(y), &exchange(frame, view, words), look::muted());
    }
}

fn coup(frame: &Frame, view: &View, area: Rect, canvas: &mut Canvas<'_>) {
    let Some(choice) = &view.choice else { return };
    let words = canvas.words;
    let mut y = canvas.wrapped(area, &words.count("coup.title", choice.keep), look::accent());
    let below = |y: u16| Rect::new(area.x, y, area.width, area.bottom().saturating_sub(y));
    y = canvas.wrapped(below(y), &words.say("coup.how"), look::muted());
    for on in &choice.coups {
        let name = words.seat(frame, on.seat);
        let if_last = words.with("coup.if_last", &[("points", In::Text(&signed(on.if_last)))]);
        let if_not = words.with("coup.if_not", &[("points", In::Text(&signed(on.if_not))), ("who", In::Text(&name))]);
        let holds = words.count("coup.holds", i64::from(on.held));
        let pile = words.count("coup.pile", on.pile);
        let line = format!("{name} ({holds}, {pile}): {if_last} {if_not}");
        y = canvas.wrapped(below(y), &line, look::plain());
    }
}

fn count(frame: &Frame, view: &View, area: Rect, canvas: &mut Canvas<'_>) {
    let words = canvas.words;
    let title = words.say(if view.phase == "over" { "count.deal" } else { "count.thrown_in" });
    let top = canvas.wrapped(area, &title, look::accent());
    if view.phase != "over" {
        return;
    }
    for (y, seat) in (top..).zip(seats(frame, false)) {
        let line = format!("{}  {}", words.seat(frame, seat), signed(view.points[usize::from(seat)]));
        canvas.text(area.x, y, area.width, &line, look::plain());
    }
}

/// Draws the plays of the current trick, or of the last trick if there is no current one. The newest play is at the
/// end.
fn trick(frame: &Frame, view: &View, area: Rect, canvas: &mut Canvas<'_>) {
    let Some(trick) = view.tricks.last() else { return };
    let words = canvas.words;
    let title = match trick.to {
        Some(to) if !view.on_table => {
            let key = if frame.viewer == Some(to) { "history.trick.you" } else { "history.trick" };
            words.with(key, &[("n", In::Number(trick.worth)), ("who", In::Text(&words.seat(frame, to)))])
        }
        _ => format!("{} {}", number(view.worth), words.count("trick.points", view.worth)),
    };
    canvas.text(area.x, area.y, area.width, &title, look::accent());
    // The combination that must be beaten is drawn as cards, if they fit into the area.
    let size = CardSize::Large;
    let lies = area.height >= 6 + size.height() && view.on_table;
    let fitting = usize::from(area.height.saturating_sub(if lies { 2 + size.height() } else { 1 }));
    let first = trick.plays.len().saturating_sub(fitting);
    for (i, play) in trick.plays[first..].iter().enumerate() {
        let y = area.y + 1 + u16::try_from(i).unwrap_or(0);
        let newest = first + i + 1 == trick.plays.len();
        let who = clipped(&words.seat(frame, play.seat), 14);
        let style = if newest && view.on_table { look::accent() } else { look::muted() };
        canvas.text(area.x, y, 15, &who, style);
        let x = canvas.text(area.x + 15, y, 18, &name_of(&play.kind, &play.cards, words), style);
        if play.cards.len() > 1 {
            let x = x.max(area.x + 31);
            let room = usize::from(area.right().saturating_sub(x)) / 5;
            canvas.tinies(x, y, &play.cards[..play.cards.len().min(room)]);
        }
        if newest && lies {
            for (i, face) in (0u16..).zip(&play.cards) {
                let last = usize::from(i) + 1 == play.cards.len();
                let at = (area.x + 1 + 4 * i, y + 2);
                canvas.card(at, size, if last { size.width() } else { 4 }, Some(face), CardState::default());
            }
        }
    }
}
