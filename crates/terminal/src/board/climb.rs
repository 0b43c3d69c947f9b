//! Climbing games with bets, trading and a coup: the seats in a list, the plays of the trick below.

use protocol::{Frame, TableEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use serde::Deserialize;
use serde_json::Value;

use super::{Board, Lifted, action_of, cards_of, is_mine, seats, verb_of};
use crate::canvas::{Canvas, CardSize, CardState, clipped};
use crate::cards;
use crate::look;
use crate::words::{Value as In, WordLists, number, signed};

pub(super) struct ClimbBoard;

#[derive(Deserialize)]
pub(super) struct View {
    phase: String,
    next: Option<u8>,
    held: Vec<u8>,
    bet: Option<Bet>,
    calls: Vec<Option<u32>>,
    exchanges: i64,
    put: Vec<u8>,
    put_cards: Vec<Option<String>>,
    trades: Vec<Trade>,
    tricks: Vec<Trick>,
    on_table: bool,
    top: Option<Laid>,
    worth: i64,
    passed: Vec<u8>,
    out: Vec<u8>,
    piles: Vec<i64>,
    coup: Option<u8>,
    choice: Option<CoupChoice>,
    points: Vec<i64>,
}

#[derive(Deserialize)]
struct Bet {
    seat: u8,
    points: i64,
}

#[derive(Deserialize)]
struct Trade {
    gave: String,
    received: String,
}

#[derive(Deserialize)]
struct Trick {
    plays: Vec<Laid>,
    to: Option<u8>,
    worth: i64,
}

#[derive(Deserialize)]
struct Laid {
    seat: u8,
    cards: Vec<String>,
    kind: String,
}

#[derive(Deserialize)]
struct CoupChoice {
    keep: i64,
    coups: Vec<CoupOn>,
}

#[derive(Deserialize)]
struct CoupOn {
    seat: u8,
    held: u8,
    pile: i64,
    if_last: i64,
    if_not: i64,
}

impl View {
    fn of(frame: &Frame) -> View {
        View::deserialize(&frame.view).expect("the board was chosen because it can read the view")
    }

    fn finished(&self) -> usize {
        self.tricks.iter().filter(|trick| trick.to.is_some()).count()
    }
}

/// Its cards in short: "5–J", "22-3-44".
fn shape(kind: &str, laid: &[String], words: &WordLists) -> String {
    let mut sorted = laid.to_vec();
    cards::sort(&mut sorted, true);
    let letter = |card: &String| cards::letter(card, words.language);
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else { return String::new() };
    match kind {
        "singleton" => cards::short(first, words.language),
        "quarto" => letter(first).repeat(4),
        "libra" => {
            let mut text = String::new();
            for (i, card) in sorted.iter().enumerate() {
                match i.checked_sub(1).map(|before| &sorted[before]) {
                    Some(before) if before[..1] != card[..1] => text.push('-'),
                    Some(_) if card.starts_with('T') => text.push('·'),
                    _ => {}
                }
                text.push_str(&letter(card));
            }
            text
        }
        _ => format!("{}–{}", letter(first), letter(last)),
    }
}

/// "Straight 4–8"; a single card is its own name.
fn name_of(kind: &str, laid: &[String], words: &WordLists) -> String {
    let shape = shape(kind, laid, words);
    if kind == "singleton" {
        return shape;
    }
    words.with("combination", &[("kind", In::Text(&words.say(&format!("kind.{kind}")))), ("cards", In::Text(&shape))])
}

/// In a sentence a single card is called by its name.
fn combination_words(kind: &str, laid: &[String], words: &WordLists) -> String {
    if kind == "singleton" { cards::the(&laid[0], words.language) } else { name_of(kind, laid, words) }
}

impl Board for ClimbBoard {
    fn joins_cards(&self) -> bool {
        true
    }

    fn sorts_by_rank(&self) -> bool {
        true
    }

    fn draw(&self, frame: &Frame, _: &Lifted, area: Rect, canvas: &mut Canvas<'_>) {
        let view = View::of(frame);
        let mut y = area.y;
        for seat in seats(frame, false) {
            let at = usize::from(seat);
            let end = canvas.seat(area.x + 1, y, 18, frame, seat);
            let x = end.max(area.x + 20);
            let held = canvas.words.count("coup.holds", i64::from(view.held[at]));
            canvas.text(x, y, 9, &held, look::muted());
            let pile = canvas.words.count("points", i64::from(view.piles[at]));
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

    fn say(&self, seat: u8, event: &TableEvent, before: &Frame, after: &Frame, words: &WordLists) -> Vec<String> {
        let (was, now) = (View::of(before), View::of(after));
        let mut lines = vec![deed(&event.action, seat, (&was, before), (&now, after), words)];
        if after.since.last() != Some(event) {
            return lines;
        }
        if was.phase == "bidding" && now.phase != "bidding" {
            lines.push(match &now.bet {
                Some(bet) => words.of_seat(after, bet.seat, "log.holds", &[("points", In::Number(bet.points))]),
                None => words.say("log.thrown_in"),
            });
        }
        if was.phase == "trading" && now.exchanges > was.exchanges {
            lines.push(exchange(after, &now, words));
            if now.phase != "trading" {
                lines.push(words.say("log.trading_over"));
            }
        }
        if now.out.len() > was.out.len() && event.action.starts_with("play") {
            let place = was.out.len() + 1;
            lines.push(words.of_seat(after, now.out[place - 1], &format!("log.out.{place}"), &[]));
        }
        if now.finished() > was.finished()
            && was.phase != "coup"
            && let Some((trick, to)) = now.tricks.get(was.finished()).and_then(|trick| Some((trick, trick.to?)))
        {
            let points = words.count("points", trick.worth);
            lines.push(words.of_seat(after, to, "log.takes", &[("points", In::Text(&points))]));
        }
        if let (true, Some(&last)) = (now.phase == "over" && was.phase != "over", now.out.get(3)) {
            lines.push(words.of_seat(after, last, "log.last", &[]));
        }
        lines
    }

    fn awaited(&self, frame: &Frame, words: &WordLists) -> String {
        let view = View::of(frame);
        let next = view.next.map(|seat| words.seat(frame, seat)).unwrap_or_default();
        let yours = is_mine(frame);
        match view.phase.as_str() {
            "bidding" if !yours => words.about("said.bids", &next),
            "bidding" => match &view.bet {
                Some(bet) => words.with("said.bid", &[("points", In::Number(bet.points))]),
                None => words.say("said.bid_first"),
            },
            "trading" if yours => words.about("said.put", &words.seat(frame, left_of(frame))),
            "trading" => {
                let names: Vec<String> = frame.must.iter().map(|&seat| words.seat(frame, seat)).collect();
                words.about("said.waits", &names.join(", "))
            }
            "showdown" => match (&view.top, yours) {
                (None, true) => words.say("said.lead"),
                (None, false) => words.about("said.leads", &next),
                (Some(_), false) => words.about("game.waiting", &next),
                (Some(top), true) => {
                    let plays = frame.legal.iter().any(|legal| !legal["power"].is_null());
                    let combination = name_of(&top.kind, &top.cards, words);
                    let key = if plays { "said.beat" } else { "said.cannot" };
                    words.with(key, &[("combination", In::Text(&combination))])
                }
            },
            "coup" if yours => words.say("said.coup.you"),
            "coup" => words.about("said.coup", &next),
            "thrown_in" => words.say("said.thrown_in"),
            _ => words.say("said.over"),
        }
    }

    fn choice(&self, legal: &Value, frame: &Frame, words: &WordLists) -> String {
        let named = cards_of(legal);
        if let Some(kind) = legal["kind"].as_str() {
            return words.with("play", &[("combination", In::Text(&combination_words(kind, &named, words)))]);
        }
        let action = action_of(legal);
        let (verb, rest) = verb_of(action);
        match verb {
            "bid" => words.with("bid", &[("points", In::Number(legal["bid"].as_i64().unwrap_or(0)))]),
            "trade" => words.with("choice.trade", &[("card", In::Text(&cards::the(rest, words.language)))]),
            "stop" => words.say("stop"),
            "keep" => words.say("choice.keep"),
            "coup" => words.about("coup.do", &words.seat(frame, rest.parse().unwrap_or(0))),
            _ => words.say("pass"),
        }
    }
}

/// The left neighbour, who gets the viewer's card: play goes the other way.
fn left_of(frame: &Frame) -> u8 {
    (frame.viewer.unwrap_or(0) + 3) % 4
}

fn deed(action: &str, seat: u8, was: (&View, &Frame), now: (&View, &Frame), words: &WordLists) -> String {
    let (verb, rest) = verb_of(action);
    let say = |key: &str, values: &[(&str, In<'_>)]| words.of_seat(now.1, seat, key, values);
    let worth = words.count("points", was.0.worth);
    match verb {
        "bid" => say("log.bids", &[("points", In::Number(rest.parse().unwrap_or(0)))]),
        "trade" => {
            let card = if rest.is_empty() { String::new() } else { cards::the(rest, words.language) };
            say("log.puts", &[("card", In::Text(&card))])
        }
        "stop" => say("log.stops", &[("n", In::Number(was.0.exchanges + 1))]),
        "keep" => say("log.keeps", &[("points", In::Text(&worth))]),
        "coup" => {
            let on = rest.parse().unwrap_or(0);
            let name = if now.1.viewer == Some(on) { words.say("seat.you.object") } else { words.seat(now.1, on) };
            say("log.coup", &[("points", In::Text(&worth)), ("on", In::Text(&name))])
        }
        "play" => {
            let mut plays = now.0.tricks.iter().flat_map(|trick| &trick.plays);
            let combination = match plays.find(|play| play.seat == seat && play.cards.concat() == rest) {
                Some(play) => combination_words(&play.kind, &play.cards, words),
                None => rest.to_owned(),
            };
            let key = if was.0.on_table { "log.plays" } else { "log.leads" };
            say(key, &[("combination", In::Text(&combination))])
        }
        _ => say("log.passes", &[]),
    }
}

fn exchange(frame: &Frame, view: &View, words: &WordLists) -> String {
    let n = ("n", In::Number(view.exchanges));
    match view.trades.last() {
        Some(trade) if frame.viewer.is_some() => {
            let giver = words.seat(frame, (frame.viewer.unwrap_or(0) + 1) % 4);
            let (gave, got) =
                (cards::short(&trade.gave, words.language), cards::short(&trade.received, words.language));
            words.with(
                "log.exchange.you",
                &[n, ("gave", In::Text(&gave)), ("got", In::Text(&got)), ("who", In::Text(&giver))],
            )
        }
        _ => words.with("log.exchange", &[n]),
    }
}

/// The tags of a seat: its bid, its pass, its place.
fn tag(view: &View, seat: u8, words: &WordLists) -> String {
    let mut tags = Vec::new();
    if let Some(place) = view.out.iter().position(|&out| out == seat) {
        tags.push(words.say(&format!("tag.place.{}", place + 1)));
    }
    match &view.bet {
        Some(bet) if bet.seat == seat => {
            tags.push(words.with("bet.of", &[("points", In::Number(bet.points))]));
        }
        _ if view.phase == "bidding" && view.calls[usize::from(seat)] == Some(0) => tags.push(words.say("tag.pass")),
        _ => {}
    }
    if view.phase == "trading" && view.put.contains(&seat) {
        tags.push(words.say("tag.ready"));
    }
    if view.phase == "showdown" && view.passed.contains(&seat) {
        tags.push(words.say("tag.pass"));
    }
    if view.coup == Some(seat) {
        tags.push(words.say("coup.mark"));
    }
    tags.join(", ")
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
        y = canvas.wrapped(below(y), &line, Style::new().fg(look::TEXT));
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
        canvas.text(area.x, y, area.width, &line, Style::new().fg(look::TEXT));
    }
}

/// The plays of the trick on the table, the newest at the end; or of the last one.
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
    // If there is room, the combination to beat is drawn as cards.
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
