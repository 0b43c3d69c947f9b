//! The words of trick games.

use protocol::{Frame, TableEvent};
use serde::Deserialize;
use serde_json::Value;

use crate::{BoardWords, Value as In, WordLists, cards, cards_of, is_mine, signed, verb_of, view, waiting};

/// The words of the board.
pub struct TrickBoard;

#[derive(Deserialize)]
pub struct View {
    pub held: Vec<u8>,
    pub tricks: Vec<Trick>,
    pub on_table: bool,
    pub winning: Option<u8>,
    pub worth: i64,
    pub takers: Vec<u8>,
    pub points: Vec<i64>,
    pub next: Option<u8>,
    pub phase: Option<String>,
    pub broken: Option<bool>,
    pub taken: Option<Vec<i64>>,
    #[serde(default)]
    pub chosen: Vec<u8>,
}

#[derive(Deserialize)]
pub struct Trick {
    pub leader: u8,
    pub cards: Vec<String>,
    pub parts: Vec<i64>,
}

impl View {
    /// Returns the trick on the table.
    pub fn lying(&self) -> Option<&Trick> {
        self.tricks.last().filter(|_| self.on_table)
    }

    pub fn led(&self) -> Option<&str> {
        self.lying().and_then(|trick| trick.cards.first()).map(|card| &card[1..])
    }

    pub fn is_giving(&self) -> bool {
        self.phase.as_deref() == Some("giving")
    }

    /// Returns the points that each seat took in this deal, or its balance.
    pub fn counts(&self) -> &[i64] {
        self.taken.as_deref().unwrap_or(&self.points)
    }
}

impl BoardWords for TrickBoard {
    fn say(&self, seat: u8, event: &TableEvent, before: &Frame, after: &Frame, words: &WordLists) -> Vec<String> {
        let (was, now) = (view::<View>(before), view::<View>(after));
        let Some(card) = event.action.strip_prefix("play ") else {
            let (_, given) = verb_of(&event.action);
            let given: Vec<String> = given.split_whitespace().map(str::to_owned).collect();
            let key = if given.is_empty() || after.viewer == Some(seat) { "log.chooses" } else { "log.gives" };
            let given = cards::shorts(&given, words.language);
            return vec![words.of_seat(after, seat, key, &[("cards", In::Text(&given))])];
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
        let view: View = view(frame);
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
