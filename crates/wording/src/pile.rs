//! The words of games with a deck and an open pile, with claims out of turn and a call.

use protocol::{Frame, TableEvent};
use serde::Deserialize;
use serde_json::Value;

use crate::{BoardWords, Value as In, WordLists, action_of, cards, cards_of, is_mine, verb_of, view};

/// The words of the board.
pub struct PileBoard;

#[derive(Deserialize)]
pub struct View {
    pub standing: Standing,
    pub step: String,
    pub next: Option<u8>,
    pub held: Vec<u8>,
    pub known: Vec<Vec<String>>,
    pub deck: i64,
    pub pile: Vec<String>,
    pub run: i64,
    pub under: Option<usize>,
    pub missing: Option<i64>,
    pub fresh: Option<Fresh>,
    pub drawn: Vec<Option<String>>,
    pub caller: Option<u8>,
    pub remaining: Vec<u8>,
    pub value: Option<i64>,
    pub callable: bool,
    pub call_is_mistake: Option<bool>,
    pub call_eliminates: Option<bool>,
    pub outcome: Option<Outcome>,
}

#[derive(Deserialize)]
pub struct Standing {
    pub totals: Vec<i64>,
    pub mistakes: Vec<u8>,
    pub out: Vec<Option<u32>>,
}

#[derive(Deserialize)]
pub struct Fresh {
    pub laid: String,
}

#[derive(Deserialize)]
pub struct Outcome {
    pub caller: u8,
    pub count: String,
    pub values: Vec<Option<i64>>,
    pub points: Vec<Option<i64>>,
    pub totals: Vec<i64>,
    pub landed: Vec<u8>,
    pub eliminated: Vec<u8>,
}

impl View {
    pub fn taken(&self) -> Option<&String> {
        self.under.and_then(|at| self.pile.get(at))
    }
}

impl BoardWords for PileBoard {
    fn shuffled(&self, words: &WordLists) -> Vec<String> {
        vec![words.say("log.shuffle")]
    }

    fn say(&self, seat: u8, event: &TableEvent, before: &Frame, after: &Frame, words: &WordLists) -> Vec<String> {
        let (was, now) = (view::<View>(before), view::<View>(after));
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
        let view: View = view(frame);
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

/// Returns the words for laid cards: "10", "10 ×2", "the X".
pub fn cards_words(laid: &[&str], words: &WordLists) -> String {
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

/// Returns the words for a claim that the viewer can make now, in turn or out of turn, if there is one.
pub fn claim(frame: &Frame, words: &WordLists) -> Option<String> {
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

pub fn deed(action: &str, seat: u8, was: Option<&View>, now: (&View, &Frame), words: &WordLists) -> String {
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

/// Returns the lines about the outcome of the deal.
pub fn outcome_lines(frame: &Frame, outcome: &Outcome, words: &WordLists) -> Vec<String> {
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
