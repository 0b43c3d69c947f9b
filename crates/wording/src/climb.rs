//! The words of climbing games with bets, trading and a coup.

use protocol::{Frame, TableEvent};
use serde::Deserialize;
use serde_json::Value;

use crate::{BoardWords, Value as In, WordLists, action_of, cards, cards_of, is_mine, verb_of, view};

/// The words of the board.
pub struct ClimbBoard;

#[derive(Deserialize)]
pub struct View {
    pub phase: String,
    pub next: Option<u8>,
    pub held: Vec<u8>,
    pub bet: Option<Bet>,
    pub calls: Vec<Option<u32>>,
    pub exchanges: i64,
    pub put: Vec<u8>,
    pub put_cards: Vec<Option<String>>,
    pub trades: Vec<Trade>,
    pub tricks: Vec<Trick>,
    pub on_table: bool,
    pub top: Option<Laid>,
    pub worth: i64,
    pub passed: Vec<u8>,
    pub out: Vec<u8>,
    pub piles: Vec<i64>,
    pub coup: Option<u8>,
    pub choice: Option<CoupChoice>,
    pub points: Vec<i64>,
}

#[derive(Deserialize)]
pub struct Bet {
    pub seat: u8,
    pub points: i64,
}

#[derive(Deserialize)]
pub struct Trade {
    pub gave: String,
    pub received: String,
}

#[derive(Deserialize)]
pub struct Trick {
    pub plays: Vec<Laid>,
    pub to: Option<u8>,
    pub worth: i64,
}

#[derive(Deserialize)]
pub struct Laid {
    pub seat: u8,
    pub cards: Vec<String>,
    pub kind: String,
}

#[derive(Deserialize)]
pub struct CoupChoice {
    pub keep: i64,
    pub coups: Vec<CoupOn>,
}

#[derive(Deserialize)]
pub struct CoupOn {
    pub seat: u8,
    pub held: u8,
    pub pile: i64,
    pub if_last: i64,
    pub if_not: i64,
}

impl View {
    pub fn finished(&self) -> usize {
        self.tricks.iter().filter(|trick| trick.to.is_some()).count()
    }
}

impl BoardWords for ClimbBoard {
    fn say(&self, seat: u8, event: &TableEvent, before: &Frame, after: &Frame, words: &WordLists) -> Vec<String> {
        let (was, now) = (view::<View>(before), view::<View>(after));
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
        let view: View = view(frame);
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

/// Returns the short form of a combination's cards: "5–J", "22-3-44".
pub fn shape(kind: &str, laid: &[String], words: &WordLists) -> String {
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

/// Returns the name of a combination: "Straight 4–8". A single card has its own name.
pub fn name_of(kind: &str, laid: &[String], words: &WordLists) -> String {
    let shape = shape(kind, laid, words);
    if kind == "singleton" {
        return shape;
    }
    words.with("combination", &[("kind", In::Text(&words.say(&format!("kind.{kind}")))), ("cards", In::Text(&shape))])
}

/// Returns the words for a combination in a sentence. A single card has its full name.
pub fn combination_words(kind: &str, laid: &[String], words: &WordLists) -> String {
    if kind == "singleton" { cards::the(&laid[0], words.language) } else { name_of(kind, laid, words) }
}

/// Returns the viewer's left neighbour. In a trade, this seat gets a card of the viewer. Play goes to the right, so
/// this seat comes just before the viewer's in the order of play.
pub fn left_of(frame: &Frame) -> u8 {
    (frame.viewer.unwrap_or(0) + 3) % 4
}

pub fn deed(action: &str, seat: u8, was: (&View, &Frame), now: (&View, &Frame), words: &WordLists) -> String {
    let (verb, rest) = verb_of(action);
    let say = |key: &str, values: &[(&str, In<'_>)]| words.of_seat(now.1, seat, key, values);
    let worth = words.count("points", was.0.worth);
    match verb {
        "bid" => say("log.bids", &[("points", In::Number(rest.parse().unwrap_or(0)))]),
        "trade" => {
            let card = if rest.is_empty() { String::new() } else { cards::the(rest, words.language) };
            let key = if rest.is_empty() || now.1.viewer == Some(seat) { "log.puts" } else { "log.gives" };
            say(key, &[("card", In::Text(&card)), ("to", In::Text(&words.seat(now.1, (seat + 3) % 4)))])
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

pub fn exchange(frame: &Frame, view: &View, words: &WordLists) -> String {
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

/// Returns the tags of a seat: its bid, its pass, and its place in the order of going out.
pub fn tag(view: &View, seat: u8, words: &WordLists) -> String {
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
