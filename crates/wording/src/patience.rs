//! The words of solitaires with columns, foundations, a stock and a discard pile.

use protocol::{Frame, TableEvent};
use serde::Deserialize;
use serde_json::Value;

use crate::{BoardWords, Value as In, WordLists, action_of, cards, verb_of, view};

/// The words of the board.
pub struct PatienceBoard;

#[derive(Deserialize)]
pub struct View {
    pub foundations: Vec<Vec<String>>,
    pub tableaus: Vec<Vec<String>>,
    pub hand: Option<String>,
    pub discard: Vec<String>,
    pub stock: i64,
    pub redeals_left: Option<i64>,
    pub points: i64,
    pub won: bool,
    pub over: bool,
    pub moves: i64,
    pub last: Option<LastMove>,
}

#[derive(Deserialize)]
pub struct LastMove {
    pub action: String,
    pub card: Option<String>,
    pub filled: Vec<Filling>,
}

#[derive(Deserialize)]
pub struct Filling {
    pub tableau: String,
    pub card: String,
}

impl BoardWords for PatienceBoard {
    fn say(&self, seat: u8, event: &TableEvent, _: &Frame, after: &Frame, words: &WordLists) -> Vec<String> {
        let last = view::<View>(after).last.filter(|last| last.action == event.action);
        let card = last.as_ref().and_then(|last| last.card.as_ref());
        let card = card.map(|card| cards::the(card, words.language)).unwrap_or_default();
        let (from, to) = verb_of(&event.action);
        let named = ("card", In::Text(&card));
        let mut lines = vec![match (from, to) {
            ("turn", _) => words.of_seat(after, seat, "log.turn", &[named]),
            ("redeal", _) => words.of_seat(after, seat, "log.redeal", &[]),
            (_, "f") => words.of_seat(after, seat, "log.foundation", &[named]),
            (_, "discard") => words.of_seat(after, seat, "log.discard", &[named]),
            (_, to) => {
                words.of_seat(after, seat, "log.move", &[named, ("tableau", In::Text(&tableau_name(to, words)))])
            }
        }];
        for filling in last.iter().flat_map(|last| &last.filled) {
            let card = cards::the(&filling.card, words.language);
            let tableau = tableau_name(&filling.tableau, words);
            lines.push(words.with("log.filled", &[("card", In::Text(&card)), ("tableau", In::Text(&tableau))]));
        }
        lines
    }

    fn awaited(&self, frame: &Frame, words: &WordLists) -> String {
        let view: View = view(frame);
        if view.won {
            return words.say("said.won");
        }
        if view.over {
            return words.count("said.lost", view.points);
        }
        format!("{} · {}", words.count("said.home", view.points), words.count("said.moves", view.moves))
    }

    fn choice(&self, legal: &Value, _: &Frame, words: &WordLists) -> String {
        let action = action_of(legal);
        let card = legal["card"].as_str().map(|card| cards::the(card, words.language)).unwrap_or_default();
        let named = ("card", In::Text(&card));
        match verb_of(action) {
            ("turn", _) => words.say("do.turn"),
            ("redeal", _) => words.say("do.redeal"),
            (_, "f") => words.with("choice.home", &[named]),
            (_, "discard") => words.with("choice.discard", &[named]),
            (_, to) => words.with("choice.move", &[named, ("tableau", In::Text(&tableau_name(to, words)))]),
        }
    }
}

/// Returns the name of a column: "column 3".
pub fn tableau_name(pile: &str, words: &WordLists) -> String {
    words.with("find.tableau", &[("tableau", In::Text(pile.trim_start_matches('t')))])
}

pub fn redeals(view: &View, words: &WordLists) -> String {
    match view.redeals_left {
        Some(0) => words.say("said.no_redeal"),
        Some(n) => words.count("said.redeals_left", n),
        None => words.say("said.redeals_without_end"),
    }
}
