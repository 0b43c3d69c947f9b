//! Solitaires with columns, foundations, a stock and a discard pile.

use protocol::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use wording::number;
use wording::patience::{PatienceBoard, View, redeals};

use super::{Board, Lifted};
use crate::canvas::{Canvas, CardSize, CardState, Press};
use crate::look;

/// The piles from which a card can be lifted, each with its key, which is the same as on the page.
const PILES: [(char, &str); 10] = [
    ('a', "t1"),
    ('s', "t2"),
    ('d', "t3"),
    ('f', "t4"),
    ('g', "t5"),
    ('h', "t6"),
    ('j', "t7"),
    ('k', "t8"),
    ('e', "hand"),
    ('w', "discard"),
];

impl Board for PatienceBoard {
    fn piles(&self) -> &'static [(char, &'static str)] {
        &PILES
    }

    fn draw(&self, frame: &Frame, lifted: &Lifted, area: Rect, canvas: &mut Canvas<'_>) {
        let view: View = wording::view(frame);
        let column = (area.width / 8).clamp(6, 10);
        if area.height >= 24 && column >= 8 {
            return draw_large(&view, lifted, column, area, canvas);
        }
        for (i, top) in (0u16..).zip(view.foundations.iter().flatten()) {
            canvas.tiny(area.x + 1 + column * i, area.y, top, CardState::default());
        }
        piles(&view, lifted, Rect::new(area.x, area.y + 1, area.width, 1), canvas);
        for (i, cards) in (0u16..).zip(&view.tableaus) {
            let place = Rect::new(area.x + 1 + column * i, area.y + 3, column, area.height.saturating_sub(3));
            tableau(usize::from(i), cards, lifted, place, canvas);
        }
    }
}

fn state_of(pile: &str, lifted: &Lifted) -> CardState {
    let cursor = PILES.get(lifted.cursor).is_some_and(|(_, id)| *id == pile);
    CardState { chosen: lifted.pile == Some(pile), marked: cursor, barred: false }
}

/// Draws the board with larger cards, for screens with enough room.
fn draw_large(view: &View, lifted: &Lifted, column: u16, area: Rect, canvas: &mut Canvas<'_>) {
    let (wide, high) = (CardSize::Small.width(), CardSize::Small.height());
    for (i, top) in (0u16..).zip(view.foundations.iter().flatten()) {
        canvas.card((area.x + 1 + column * i, area.y), CardSize::Small, wide, Some(top), CardState::default());
    }
    let y = area.y + high;
    let words = canvas.words;
    let (hand, discard) = (view.hand.as_deref(), view.discard.last().map(String::as_str));
    let discarded = words.count("pile.discard", view.discard.len() as i64);
    let spots = [
        (0, "stock", None, view.stock == 0, words.count("pile.stock", view.stock)),
        (2, "hand", hand, hand.is_none(), format!("e {}", words.say("pile.hand"))),
        (4, "discard", discard, discard.is_none(), format!("w {discarded}")),
    ];
    for (place, pile, face, is_empty, label) in spots {
        let x = area.x + 1 + column * place;
        let state = state_of(pile, lifted);
        if !is_empty {
            canvas.card((x, y), CardSize::Small, wide, face, state);
        }
        let room = if pile == "discard" { area.right().saturating_sub(x) } else { 2 * column - 1 };
        let style = if state.marked { look::accent() } else { look::muted() };
        canvas.clipped(x, y + high, room, &label, style);
        let press = if pile == "stock" { Press::Key(' ') } else { Press::Pile(pile) };
        canvas.press(Rect::new(x, y, wide, high + 1), press);
    }
    let left = redeals(view, words);
    canvas.text(area.x + 1, y + high + 1, area.width, &left, look::muted());
    let top = y + high + 2;
    for (i, cards) in view.tableaus.iter().enumerate() {
        let x = area.x + 1 + column * i as u16;
        let room = area.bottom().saturating_sub(top);
        let needed = u16::try_from(cards.len()).unwrap_or(u16::MAX).saturating_add(3);
        let place = Rect::new(x, top, column, room);
        if needed > room || cards.is_empty() {
            tableau(i, cards, lifted, place, canvas);
            continue;
        }
        let (key, pile) = PILES[i];
        let state = state_of(pile, lifted);
        canvas.press(place, Press::Pile(pile));
        canvas.text(x, top, 3, &format!(" {key}"), if state.marked { look::accent() } else { look::muted() });
        for (row, face) in (0u16..).zip(cards) {
            let last = usize::from(row) + 1 == cards.len();
            // Only one row of a covered card is visible, so its rank and suit are drawn in that row.
            if last {
                canvas.card((x, top + 1 + row), CardSize::Small, wide, Some(face), state);
            } else {
                canvas.tiny(x, top + 1 + row, face, CardState::default());
            }
        }
    }
}

/// Draws the stock, the card in hand and the discard pile.
fn piles(view: &View, lifted: &Lifted, row: Rect, canvas: &mut Canvas<'_>) {
    let words = canvas.words;
    let x = canvas.text(row.x + 1, row.y, 22, &words.count("pile.stock", view.stock), look::muted());
    canvas.press(Rect::new(row.x, row.y, x - row.x, 1), Press::Key(' '));
    for (pile, key, face) in [("hand", 'e', view.hand.as_ref()), ("discard", 'w', view.discard.last())] {
        let x0 = if pile == "hand" { row.x + 20 } else { row.x + 32 };
        let state = state_of(pile, lifted);
        let x = canvas.text(x0.max(x + 1), row.y, 2, &format!("{key} "), look::muted());
        let end = match face {
            Some(face) => canvas.tiny(x, row.y, face, state),
            None => canvas.text(x, row.y, 4, if state.marked { "[  ]" } else { " -- " }, look::muted()),
        };
        if pile == "discard" && !view.discard.is_empty() {
            let n = i64::try_from(view.discard.len()).unwrap_or(0);
            canvas.text(end + 1, row.y, 5, &format!("({})", number(n)), look::muted());
        }
        canvas.press(Rect::new(x0, row.y, 9, 1), Press::Pile(pile));
    }
    let left = redeals(view, words);
    canvas.text(row.x + 1, row.y + 1, row.width, &left, look::muted());
}

/// Draws the cards of a column from top to bottom, the last one in full. If not all of them fit, a number stands for
/// the first ones.
fn tableau(at: usize, faces: &[String], lifted: &Lifted, area: Rect, canvas: &mut Canvas<'_>) {
    let (key, pile) = PILES[at];
    let state = state_of(pile, lifted);
    let title = if state.marked { look::accent().add_modifier(Modifier::REVERSED) } else { look::muted() };
    canvas.text(area.x, area.y, area.width - 1, &format!(" {key}  "), title);
    canvas.press(area, Press::Pile(pile));
    let room = usize::from(area.height.saturating_sub(1));
    let hidden = faces.len().saturating_sub(room);
    let hidden = if hidden > 0 { hidden + 1 } else { 0 };
    let mut y = area.y + 1;
    if hidden > 0 {
        canvas.text(area.x, y, 5, &format!(" +{hidden} "), look::muted());
        y += 1;
    }
    if faces.is_empty() {
        canvas.text(area.x, y, 4, " -- ", look::muted());
    }
    for (i, face) in faces.iter().enumerate().skip(hidden) {
        let last = i + 1 == faces.len();
        canvas.tiny(area.x, y, face, if last { state } else { CardState::default() });
        y += 1;
    }
}
