//! Games around a deck and an open pile, with claims out of turn and a call: the seats in a list, deck and pile below.

use protocol::{Frame, TableEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use serde::Deserialize;
use serde_json::Value;

use super::{Board, Lifted, action_of, cards_of, is_mine, seats, verb_of};
use crate::canvas::{Canvas, CardSize, CardState, Press, width};
use crate::cards;
use crate::look;
use crate::words::{Value as In, WordLists, number};

pub(super) struct PileBoard;

#[derive(Deserialize)]
pub(super) struct View {
    standing: Standing,
    step: String,
    next: Option<u8>,
    held: Vec<u8>,
    known: Vec<Vec<String>>,
    deck: i64,
    pile: Vec<String>,
    run: i64,
    under: Option<usize>,
    missing: Option<i64>,
    fresh: Option<Fresh>,
    drawn: Vec<Option<String>>,
    caller: Option<u8>,
    remaining: Vec<u8>,
    value: Option<i64>,
    callable: bool,
    call_is_mistake: Option<bool>,
    call_eliminates: Option<bool>,
    outcome: Option<Outcome>,
}

#[derive(Deserialize)]
struct Standing {
    totals: Vec<i64>,
    mistakes: Vec<u8>,
    out: Vec<Option<u32>>,
}

#[derive(Deserialize)]
struct Fresh {
    laid: String,
}

#[derive(Deserialize)]
struct Outcome {
    caller: u8,
    count: String,
    values: Vec<Option<i64>>,
    points: Vec<Option<i64>>,
    totals: Vec<i64>,
    landed: Vec<u8>,
    eliminated: Vec<u8>,
}

impl View {
    fn of(frame: &Frame) -> View {
        View::deserialize(&frame.view).expect("the board was chosen because it can read the view")
    }

    fn taken(&self) -> Option<&String> {
        self.under.and_then(|at| self.pile.get(at))
    }
}

/// "10", "10 ×2", "the X".
fn cards_words(laid: &[&str], words: &WordLists) -> String {
    let Some(first) = laid.first() else { return String::new() };
    let mut short = cards::short(first, words.language);
    if ["X", "-1"].contains(first) {
        short = words.with("cards.the", &[("card", In::Text(&short))]);
    }
    if laid.len() == 1 {
        return short;
    }
    let n = i64::try_from(laid.len()).unwrap_or(0);
    words.with("cards.many", &[("card", In::Text(&short)), ("n", In::Number(n))])
}

impl Board for PileBoard {
    fn draw(&self, frame: &Frame, _: &Lifted, area: Rect, canvas: &mut Canvas<'_>) {
        let view = View::of(frame);
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

    fn shuffled(&self, words: &WordLists) -> Vec<String> {
        vec![words.say("log.shuffle")]
    }

    fn say(&self, seat: u8, event: &TableEvent, before: &Frame, after: &Frame, words: &WordLists) -> Vec<String> {
        let (was, now) = (View::of(before), View::of(after));
        let last = after.since.last() == Some(event);
        let did = deed(&event.action, seat, last.then_some(&was), (&now, after), words);
        let mut lines = vec![match &event.margin {
            Some(margin) => {
                let tenths = |ms: u32| format!("{}.{}", ms / 1000, ms / 100 % 10);
                let (after, of) = (tenths(margin.after_ms), tenths(margin.of_ms));
                words
                    .with("log.margin", &[("what", In::Text(&did)), ("after", In::Text(&after)), ("of", In::Text(&of))])
            }
            None => did,
        }];
        let (verb, _) = verb_of(&event.action);
        if last && now.run == 4 && ["lay", "good"].contains(&verb) {
            lines.push(words.say("log.square"));
        }
        if let (true, "show", Some(outcome)) = (last, verb, &now.outcome) {
            lines.extend(outcome_lines(after, outcome, words));
        }
        lines
    }

    fn awaited(&self, frame: &Frame, words: &WordLists) -> String {
        let view = View::of(frame);
        if let Some(claim) = claim(frame, words) {
            return claim;
        }
        let Some(next) = view.next else { return words.say("said.over") };
        if !is_mine(frame) {
            return words.about(&format!("said.{}", view.step), &words.seat(frame, next));
        }
        let own = frame.viewer.map_or(0, usize::from);
        if view.step == "play" && view.held[own] == 0 {
            return words.say(if view.callable { "said.empty" } else { "said.empty_draw" });
        }
        if view.step == "play" || view.step == "draw" {
            let step = words.say(if view.step == "play" { "step.lay" } else { "step.draw" });
            let how = match view.taken() {
                Some(card) if view.step == "draw" => {
                    words.with("step.draw.what", &[("card", In::Text(&cards::short(card, words.language)))])
                }
                None if view.step == "draw" => words.say("step.draw.deck"),
                _ => words.say("step.lay.what"),
            };
            return format!("{step}: {how}");
        }
        words.say(&format!("said.{}.you", view.step))
    }

    fn choice(&self, legal: &Value, _: &Frame, words: &WordLists) -> String {
        let named = cards_of(legal);
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        let cards = cards_words(&named, words);
        match (legal["kind"].as_str().unwrap_or_default(), legal["takes"].as_str()) {
            ("deal", _) => words.count("action.deal", legal["deal"].as_i64().unwrap_or(0)),
            ("lay", _) => words.with("choice.lay", &[("cards", In::Text(&cards))]),
            ("cut", _) => words.with("choice.cut", &[("cards", In::Text(&cards))]),
            ("draw", Some(card)) => {
                words.with("action.draw.pile", &[("card", In::Text(&cards::short(card, words.language)))])
            }
            ("draw", None) if action_of(legal) == "draw deck" => words.say("action.draw.deck"),
            ("draw", None) => words.say("action.draw.top"),
            (kind, _) => words.say(&format!("action.{kind}")),
        }
    }
}

/// A claim that the viewer can make now, on its turn or not.
fn claim(frame: &Frame, words: &WordLists) -> Option<String> {
    let is = |kind: &str| frame.legal.iter().find(|one| one["kind"].as_str() == Some(kind));
    let (one, key) = match (is("cut"), is("good")) {
        (Some(one), _) => (one, "claim.cut.alert"),
        (None, Some(one)) => (one, "claim.good.alert"),
        (None, None) => return None,
    };
    let named = cards_of(one);
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    Some(words.with(key, &[("cards", In::Text(&cards_words(&named, words)))]))
}

fn deed(action: &str, seat: u8, was: Option<&View>, now: (&View, &Frame), words: &WordLists) -> String {
    let mut parts = action.split(' ');
    let verb = parts.next().unwrap_or_default();
    let named: Vec<&str> = parts.collect();
    let (view, frame) = now;
    let drawn = view.drawn.get(usize::from(seat)).cloned().flatten();
    let card = |face: &str| cards::short(face, words.language);
    let say = |key: &str, values: &[(&str, In<'_>)]| words.of_seat(frame, seat, key, values);
    match verb {
        "deal" => say("log.deals", &[("n", In::Number(named.first().and_then(|n| n.parse().ok()).unwrap_or(0)))]),
        "lay" => {
            let key = if named.first() == Some(&"X") { "log.lays_x" } else { "log.lays" };
            say(key, &[("cards", In::Text(&cards_words(&named, words)))])
        }
        "draw" if action == "draw deck" => match drawn.filter(|_| was.is_some() && frame.viewer == Some(seat)) {
            Some(face) => words.with("log.draws.card", &[("card", In::Text(&card(&face)))]),
            None => say("log.draws", &[]),
        },
        "draw" => match was.and_then(View::taken).cloned().or(drawn) {
            Some(face) => say("log.takes", &[("card", In::Text(&card(&face)))]),
            None => say("log.takes_top", &[]),
        },
        "good" => {
            let laid = was.and_then(|was| was.fresh.as_ref()).map(|fresh| fresh.laid.clone());
            let laid = laid.or_else(|| view.pile.last().cloned()).unwrap_or_default();
            say("log.good", &[("card", In::Text(&card(&laid)))])
        }
        "cut" => say("log.cuts", &[("cards", In::Text(&cards_words(&named, words)))]),
        "kael" => say("log.kael", &[]),
        "show" => say("log.shows", &[]),
        _ => say("log.plain", &[("action", In::Text(action))]),
    }
}

/// The outcome of the deal, in words.
fn outcome_lines(frame: &Frame, outcome: &Outcome, words: &WordLists) -> Vec<String> {
    let value = outcome.values.get(usize::from(outcome.caller)).copied().flatten().unwrap_or(0);
    let key = format!("outcome.{}", outcome.count);
    let mut lines = vec![words.of_seat(frame, outcome.caller, &key, &[("n", In::Number(value))])];
    for (seats, key) in [(&outcome.landed, "outcome.landed"), (&outcome.eliminated, "outcome.eliminated")] {
        for &seat in seats {
            let total = outcome.totals[usize::from(seat)];
            lines.push(words.of_seat(frame, seat, key, &[("n", In::Number(total)), ("from", In::Number(total + 25))]));
        }
    }
    lines
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

/// The deck, the pile with what lies on top, and the card that can be taken.
fn middle(view: &View, size: CardSize, area: Rect, canvas: &mut Canvas<'_>) {
    let words = canvas.words;
    let (wide, high) = (size.width(), size.height());
    canvas.card((area.x, area.y), size, wide, None, CardState::default());
    canvas.press(Rect::new(area.x, area.y, wide, high), Press::Key('d'));
    canvas.text(area.x + wide + 1, area.y, 12, &words.say("board.deck"), look::muted());
    canvas.text(area.x + wide + 1, area.y + 1, 12, &number(view.deck), Style::new().fg(look::TEXT));
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

/// The window for claims, the call, the value of the own hand and what saying Kaël would cost.
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
        lines.push((words.count(key, value), Style::new().fg(look::TEXT)));
    }
    if let Some(held) = &frame.held {
        lines.push((words.with("said.held", &[("what", In::Text(held))]), look::muted()));
    }
    let mut y = area.y;
    for (line, style) in lines {
        y = canvas.wrapped(Rect::new(area.x, y, area.width, area.bottom().saturating_sub(y)), &line, style);
    }
}

/// The hands of the finished deal.
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
        let name = crate::canvas::clipped(&words.seat(frame, seat), 14);
        canvas.text(area.x, y, 15, &name, Style::new().fg(look::TEXT));
        canvas.text(area.x + 15, y, 5, &number(points), look::accent());
        let room = usize::from(area.width.saturating_sub(20)) / 5;
        canvas.tinies(area.x + 20, y, &hand[..hand.len().min(room)]);
        y += 1;
    }
}
