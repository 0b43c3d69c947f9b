//! The screen of a table: the head, the board, the hand and the possible actions, with the score and the log beside
//! them.

use protocol::{Frame, MatchPhase, Stage};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::board::{key_of, seats};
use crate::canvas::{Canvas, CardSize, CardState, Press, clipped, width, wrap};
use crate::look::{self, Look};
use crate::parts::key_sign;
use crate::popup::Popup;
use crate::rest;
use crate::table::TableScreen;
use wording::{Value as In, WordLists, number};

/// The smallest screen on which a table is readable.
const SMALLEST: (u16, u16) = (60, 20);

struct ScreenAreas {
    head: Rect,
    board: Rect,
    banner: Rect,
    actions: Rect,
    hand: Rect,
    foot: Rect,
    side: Rect,
    size: CardSize,
}

impl ScreenAreas {
    fn of(area: Rect, cards: usize, has_hand: bool) -> ScreenAreas {
        let n = u16::try_from(cards).unwrap_or(u16::MAX);
        let large = area.height >= 36 && n.saturating_mul(5) < area.width;
        let size = if large { CardSize::Large } else { CardSize::Small };
        // The row above the hand is empty unless cards are chosen, because chosen cards are drawn one row higher.
        let hand = if has_hand { size.height() + 1 } else { 0 };
        let side = if area.width >= 100 { 36 } else { 26 };
        let low = area.height - 1 - hand;
        let row = |y: u16, height: u16| Rect::new(area.x, area.y + y, area.width, height);
        ScreenAreas {
            head: row(0, 1),
            board: Rect::new(area.x, area.y + 1, area.width - side, low - 4),
            side: Rect::new(area.right() - side, area.y + 1, side, low - 4),
            banner: row(low - 3, 1),
            actions: row(low - 2, 2),
            hand: row(low, hand),
            foot: row(area.height - 1, 1),
            size,
        }
    }
}

/// Draws a table. Returns the areas that react to the mouse.
pub(crate) fn table(table: &TableScreen, look: Look, buffer: &mut Buffer) -> Vec<(Rect, Press)> {
    drawn(&table.words, look, buffer, |area, canvas| {
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let [width, height] = [SMALLEST.0, SMALLEST.1].map(|cells| In::Number(cells.into()));
            let words = table.words.with("terminal.small", &[("width", width), ("height", height)]);
            canvas.wrapped(area, &words, look::on_felt());
        } else if let Some(frame) = &table.frame {
            deal(table, frame, area, canvas);
        } else {
            gathering(table, area, canvas);
        }
        if let Some(popup) = &table.popup {
            over(popup, area, canvas);
        }
    })
}

/// Draws a popup without a table behind it, such as the list of games.
pub(crate) fn alone(popup: &Popup, words: &WordLists, look: Look, buffer: &mut Buffer) -> Vec<(Rect, Press)> {
    drawn(words, look, buffer, |area, canvas| over(popup, area, canvas))
}

fn drawn(
    words: &WordLists,
    look: Look,
    buffer: &mut Buffer,
    draw: impl FnOnce(Rect, &mut Canvas<'_>),
) -> Vec<(Rect, Press)> {
    let mut presses = Vec::new();
    let area = buffer.area;
    buffer.set_style(area, look::on_felt());
    draw(area, &mut Canvas { buffer, presses: &mut presses, words, look });
    look.reduce(buffer);
    presses
}

fn deal(table: &TableScreen, frame: &Frame, area: Rect, canvas: &mut Canvas<'_>) {
    let board = table.board();
    let has_hand = board.piles().is_empty() && frame.viewer.is_some();
    let places = ScreenAreas::of(area, table.hand.cards.len(), has_hand);
    head(table, frame, places.head, canvas);
    board.draw(frame, &table.lifted, places.board, canvas);
    side(table, frame, places.side, canvas);
    let warning = look::warning().add_modifier(Modifier::BOLD);
    let (said, style) = match &table.notice {
        _ if table.lost => (table.words.say("game.lost_line"), warning),
        Some(notice) if table.is_asked() && !frame.legal.is_empty() => (format!("▶ {notice}"), warning),
        Some(notice) => (notice.clone(), warning),
        None => {
            // An offer to end the deal replaces the words about the turn.
            let offer = rest::said(frame, table.people.as_deref(), &table.words);
            let is_asked = rest::is_asked(frame, table.people.as_deref());
            let is_ours = if offer.is_some() { is_asked } else { table.is_asked() };
            let words = offer.unwrap_or_else(|| board.awaited(frame, &table.words));
            if is_ours { (format!("▶ {words}"), look::accent()) } else { (words, look::muted()) }
        }
    };
    canvas.clipped(places.banner.x + 1, places.banner.y, area.width - 2, &said, style);
    actions(table, frame, places.actions, canvas);
    if has_hand {
        hand(table, frame, places.size, places.hand, canvas);
    }
    foot(table, places.foot, canvas);
}

fn head(table: &TableScreen, frame: &Frame, row: Rect, canvas: &mut Canvas<'_>) {
    let words = &table.words;
    canvas.buffer.set_style(row, look::plain().bg(look::SURFACE).add_modifier(Modifier::BOLD));
    let n = i64::from(frame.deal) + 1;
    let nth = match (frame.options.get("deals").and_then(serde_json::Value::as_i64), frame.number) {
        (Some(of), _) => words.with("game.deal_of", &[("n", In::Number(n)), ("of", In::Number(of))]),
        (None, Some(deal)) => words.with("game.number", &[("number", In::Text(&deal.to_string()))]),
        (None, None) => words.count("game.deal", n),
    };
    let mut text = format!(" {} · {nth}", words.say("title"));
    if frame.assist {
        text.push_str(&format!(" · {}", words.say("help.assisted")));
    }
    if frame.viewer.is_none() {
        text.push_str(&format!(" · {}", words.say("game.watching")));
    }
    canvas.text(row.x, row.y, row.width, &text, Style::new());
    if let Some(clock) = &frame.clock
        && let Some(left) = frame.viewer.and_then(|seat| clock.left_ms.get(usize::from(seat)).copied().flatten())
    {
        let time = format!("{} {} ", words.say("clock.own"), words.count("settings.seconds", (left / 1000).into()));
        canvas.text(row.right().saturating_sub(width(&time)), row.y, row.width, &time, look::accent());
    }
}

/// Draws the actions that need no card of the hand, with their keys. Also draws the action that the Enter key does with
/// the picked cards.
fn actions(table: &TableScreen, frame: &Frame, area: Rect, canvas: &mut Canvas<'_>) {
    let board = table.board();
    let (mut x, mut y) = (area.x + 1, area.y);
    if let Some(line) = &table.line {
        let most = usize::from(area.width).saturating_sub(4);
        let shown: String = line.chars().rev().take(most).collect::<Vec<char>>().into_iter().rev().collect();
        let bold = look::plain().add_modifier(Modifier::BOLD);
        canvas.text(area.x + 1, area.y, area.width - 2, &format!(":{shown}_"), bold);
        let n = i64::try_from(frame.legal.len()).unwrap_or(i64::MAX);
        let key = if frame.legal.is_empty() { "line.wait" } else { "line.hint" };
        canvas.text(area.x + 1, area.y + 1, area.width - 2, &table.words.count(key, n), look::muted());
        return;
    }
    let fitting = table.hand.fitting(&frame.legal);
    let choice = |one| board.choice(one, frame, &table.words);
    let keyed = frame.legal.iter().filter_map(|one| Some((one, key_of(one)?)));
    let mut entries: Vec<(String, String, Press)> =
        keyed.map(|(one, key)| (key_sign(key), choice(one), Press::Key(key))).collect();
    if let &[one] = fitting.as_slice()
        && key_of(one).is_none()
    {
        entries.insert(0, ("⏎".to_owned(), choice(one), Press::Enter));
    }
    // If the viewer has to answer an offer, the answers come first in the row.
    let people = table.people.as_deref();
    let choices = rest::choices(frame, people).filter(|choice| !choice.is_idle());
    let asked = choices.map(|choice| (choice.key.to_string(), choice.say(&table.words), Press::Key(choice.key)));
    let at = if rest::is_asked(frame, people) { 0 } else { entries.len() };
    entries.splice(at..at, asked);
    if frame.undo > 0 {
        entries.push(("u".to_owned(), table.words.say("game.undo"), Press::Key('u')));
    }
    if frame.redo > 0 {
        entries.push(("U".to_owned(), table.words.say("game.redo"), Press::Key('U')));
    }
    if frame.phase != MatchPhase::Deal {
        entries.push(("⏎".to_owned(), table.words.say("game.show_score"), Press::Enter));
    }
    for (key, words, press) in entries {
        let wide = width(&key) + width(&words) + 3;
        if x + wide > area.right() && x > area.x + 1 {
            (x, y) = (area.x + 1, y + 1);
        }
        if y >= area.bottom() {
            return;
        }
        canvas.press(Rect::new(x, y, wide.min(area.right() - x), 1), press);
        let sign = format!("[{key}]");
        let end = canvas.text(x, y, 5, &sign, look::accent());
        x = canvas.text(end + 1, y, area.right().saturating_sub(end + 1), &words, look::plain()) + 2;
    }
}

fn hand(table: &TableScreen, frame: &Frame, size: CardSize, area: Rect, canvas: &mut Canvas<'_>) {
    let n = u16::try_from(table.hand.cards.len()).unwrap_or(u16::MAX);
    if n == 0 {
        return;
    }
    let wide = size.width();
    let step = if n == 1 { wide } else { ((area.width - 2 - wide) / (n - 1)).min(wide) }.max(1);
    let all = step * (n - 1) + wide;
    let x0 = area.x + (area.width.saturating_sub(all)) / 2;
    let mine = !frame.legal.is_empty();
    for (at, face) in table.hand.cards.iter().enumerate() {
        let chosen = table.hand.chosen.contains(&at);
        let state = CardState {
            chosen,
            marked: at == table.hand.cursor && mine,
            barred: mine && !table.hand.is_playable(face, &frame.legal),
        };
        let i = u16::try_from(at).unwrap_or(0);
        let (x, y) = (x0 + i * step, area.y + u16::from(!chosen));
        let free = if i + 1 == n { wide } else { step };
        canvas.card((x, y), size, free, Some(face), state);
        canvas.press(Rect::new(x, y, free, size.height()), Press::Card(at));
    }
}

fn foot(table: &TableScreen, row: Rect, canvas: &mut Canvas<'_>) {
    let parts = [
        ("?", "terminal.keys"),
        ("m", "terminal.moves"),
        ("l", "log.title"),
        (":", "keys.line"),
        ("Esc", "terminal.menu"),
    ];
    let usual = parts.map(|(key, words)| format!("[{key}] {}", table.words.say(words))).join("  ");
    let text = table.foot.clone().unwrap_or(usual);
    canvas.clipped(row.x + 1, row.y, row.width - 2, &text, look::muted());
    canvas.press(row, Press::Key('?'));
}

/// Draws the score and the log.
fn side(table: &TableScreen, frame: &Frame, area: Rect, canvas: &mut Canvas<'_>) {
    let words = &table.words;
    canvas.buffer.set_style(area, Style::new().bg(look::SURFACE));
    let (x, wide) = (area.x + 1, area.width - 2);
    let mut y = area.y;
    if frame.seats.len() > 1 {
        canvas.text(x, y, wide, &words.say("score.title"), look::accent());
        y += 1;
        let own = frame.viewer.unwrap_or(0);
        let mut order = seats(frame, true);
        let own_last = order.last() == Some(&own);
        order.rotate_right(usize::from(own_last));
        for seat in order {
            let total = number(i64::from(frame.totals.get(usize::from(seat)).copied().unwrap_or(0)));
            let mut name = words.seat(frame, seat);
            let info = frame.seats.get(usize::from(seat));
            if let Some(info) = info.filter(|info| !info.partners.is_empty()) {
                let with = |&partner: &u8| match frame.viewer == Some(partner) {
                    true => words.say("seat.partners.you"),
                    false => words.about("seat.partners", &words.seat(frame, partner)),
                };
                name = format!("{name} {}", info.partners.iter().map(with).collect::<Vec<_>>().join(", "));
            }
            if let Some(info) = info.filter(|info| info.bot.is_none() && !info.here) {
                let key = if info.stand_in.is_some() { "seat.stand_in" } else { "seat.away" };
                name = format!("{name}, {}", words.say(key));
            }
            let style = if frame.must.contains(&seat) { look::accent() } else { look::plain() };
            canvas.clipped(x, y, wide.saturating_sub(7), &name, style);
            canvas.text(area.right().saturating_sub(1 + width(&total)), y, 8, &total, style);
            y += 1;
            if y + 4 > area.bottom() {
                break;
            }
        }
        y += 1;
    }
    canvas.text(x, y, wide, &words.say("log.title"), look::accent());
    y += 1;
    let room = usize::from(area.bottom().saturating_sub(y));
    let mut lines: Vec<(String, bool)> = Vec::new();
    for (i, (_, line)) in table.log.iter().enumerate().rev() {
        let wrapped = wrap(line, usize::from(wide));
        if lines.len() + wrapped.len() > room {
            break;
        }
        lines.extend(wrapped.into_iter().rev().map(|line| (line, i + 1 == table.log.len())));
    }
    for (line, newest) in lines.into_iter().rev() {
        canvas.text(x, y, wide, &line, if newest { look::plain() } else { look::muted() });
        y += 1;
    }
}

/// Draws the table before the match begins: the seats and their players.
fn gathering(table: &TableScreen, area: Rect, canvas: &mut Canvas<'_>) {
    let words = &table.words;
    let Some(people) = table.people.as_ref().filter(|people| people.stage == Stage::Gathering) else {
        let text = words.say(if table.lost { "game.lost_line" } else { "game.connecting" });
        canvas.centred(Rect::new(area.x, area.y + area.height / 2, area.width, 1), &text, look::on_felt());
        return;
    };
    canvas.text(area.x + 2, area.y + 1, area.width - 4, &words.say("title"), look::accent());
    canvas.text(area.x + 2, area.y + 2, area.width - 4, &words.say("waiting.title"), look::plain());
    let mut y = area.y + 4;
    for (seat, info) in people.seats.iter().enumerate() {
        let mine = people.you.map(usize::from) == Some(seat);
        let name = match (mine, info.name.is_empty()) {
            (true, _) => words.say("seat.you"),
            (false, true) => words.say("seat.nobody"),
            (false, false) => info.name.clone(),
        };
        let mut line = format!("[{}] {name}", seat + 1);
        if people.host.map(usize::from) == Some(seat) {
            line.push_str(&format!(" · {}", words.say("people.host")));
        }
        if let Some(level) = &info.bot {
            line.push_str(&format!(" · {}", words.say(&format!("level.{level}"))));
        } else if !info.name.is_empty() && !info.here {
            line.push_str(&format!(" · {}", words.say("seat.away")));
        }
        let press = u8::try_from(seat).map_or('1', |seat| char::from(b'1' + seat));
        canvas.press(Rect::new(area.x + 2, y, area.width - 4, 1), Press::Key(press));
        canvas.text(area.x + 2, y, area.width - 4, &line, if mine { look::accent() } else { look::plain() });
        y += 1;
    }
    let what = match (people.hosting, people.you) {
        (true, _) => format!("[b] {}", words.say("waiting.begin")),
        (false, Some(_)) => words.say("waiting.for_host"),
        (false, None) => words.say("waiting.look_on"),
    };
    canvas.text(area.x + 2, y + 1, area.width - 4, &what, look::muted());
    if let Some(notice) = &table.notice {
        canvas.text(area.x + 2, y + 3, area.width - 4, notice, look::warning());
    }
    foot(table, Rect::new(area.x, area.bottom() - 1, area.width, 1), canvas);
}

/// Draws a popup over the table, in the middle of the screen.
fn over(popup: &Popup, area: Rect, canvas: &mut Canvas<'_>) {
    // A screen that is too small for a framed popup shows only the table. The table then shows a message about the
    // size.
    if area.width < 24 || area.height < 5 {
        return;
    }
    let most = usize::from(area.width.saturating_sub(8)).min(72);
    let fitted = |line: &String| if usize::from(width(line)) <= most { vec![line.clone()] } else { wrap(line, most) };
    let lines: Vec<String> = popup.lines.iter().flat_map(fitted).collect();
    let items: Vec<String> = popup.items.iter().map(|(words, _)| clipped(words, most - 2)).collect();
    let widest = lines.iter().chain(&items).chain([&popup.title]).map(|line| width(line)).max().unwrap_or(0) + 2;
    let wide = (widest + 4).clamp(24, area.width);
    let rows = lines.len() + items.len() + usize::from(!lines.is_empty() && !items.is_empty());
    let high = u16::try_from(rows + 2).unwrap_or(u16::MAX).min(area.height);
    let rect = Rect::new(area.x + (area.width - wide) / 2, area.y + (area.height - high) / 2, wide, high);
    canvas.presses.clear();
    let style = look::plain().bg(look::SURFACE);
    for y in rect.top()..rect.bottom() {
        canvas.text(rect.x, y, wide, &" ".repeat(usize::from(wide)), style.remove_modifier(Modifier::all()));
    }
    let flat = "─".repeat(usize::from(wide - 2));
    let edge = style.fg(look::BRASS);
    canvas.text(rect.x, rect.y, wide, &format!("╭{flat}╮"), edge);
    canvas.text(rect.x + 2, rect.y, wide - 4, &format!(" {} ", popup.title), look::accent().bg(look::SURFACE));
    for y in rect.y + 1..rect.bottom() - 1 {
        canvas.text(rect.x, y, 1, "│", edge);
        canvas.text(rect.right() - 1, y, 1, "│", edge);
    }
    canvas.text(rect.x, rect.bottom() - 1, wide, &format!("╰{flat}╯"), edge);
    let inner = Rect::new(rect.x + 2, rect.y + 1, wide - 4, high - 2);
    let rooms = usize::from(inner.height);
    let for_items = items.len().min(rooms.saturating_sub(lines.len().min(rooms / 2) + usize::from(!lines.is_empty())));
    let for_lines = rooms - for_items - usize::from(for_items > 0 && !lines.is_empty());
    let from = popup.scroll.min(lines.len().saturating_sub(for_lines));
    let mut y = inner.y;
    for line in lines.iter().skip(from).take(for_lines) {
        canvas.text(inner.x, y, inner.width, line, style);
        y += 1;
    }
    if !items.is_empty() && !lines.is_empty() {
        y += 1;
    }
    // The list is scrolled so that the cursor is visible.
    let first = (popup.cursor + 1).saturating_sub(for_items);
    for (i, item) in items.iter().enumerate().skip(first).take(for_items) {
        let at = i == popup.cursor;
        let row = format!("{} {item}", if at { "▶" } else { " " });
        let style = if at { look::accent().bg(look::SURFACE) } else { style };
        canvas.text(inner.x, y, inner.width, &row, style);
        canvas.press(Rect::new(inner.x, y, inner.width, 1), Press::Item(i));
        y += 1;
    }
}
