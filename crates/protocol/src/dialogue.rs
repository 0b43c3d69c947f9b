//! The questions to an engine and the check of its answers. This is a state machine without I/O, for engines at tables
//! and in the arena.

use std::time::Duration;

use serde_json::Value;

use crate::engine::{NOT_NOW, ToEngine};

/// The number of late answers in a row after which an engine counts as hanging.
const LATE_AT_MOST: u32 = 3;

/// The questions to one engine. At most one question is open at a time.
#[derive(Default)]
pub struct Dialogue {
    /// The number of the last question.
    asked: u64,
    open: Option<OpenQuestion>,
    /// The number of late answers in a row.
    late: u32,
}

struct OpenQuestion {
    must: bool,
    legal: Vec<String>,
    clock: Duration,
}

/// The result of the check of an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// A legal action.
    Action {
        /// The action in notation.
        action: String,
        /// `true` if play waits for the seat.
        must: bool,
    },
    /// The engine chooses "not now".
    NotNow,
    /// The action is not legal. The engine gets this message, and the rule player decides.
    Illegal {
        /// The message to the engine.
        complaint: ToEngine,
        /// `true` if play waits for the seat.
        must: bool,
    },
    /// The answer belongs to an earlier question. That question is closed, so its answer changes nothing.
    Old,
    /// There is no question with this number. The engine gets this message.
    Unknown(ToEngine),
}

/// A missed time limit.
#[derive(Clone, PartialEq, Debug)]
pub struct Late {
    /// The message to the engine.
    pub complaint: ToEngine,
    /// `true` if play waits for the seat.
    pub must: bool,
    /// The number of late answers in a row, including this one.
    pub in_a_row: u32,
    /// `true` if the engine counts as hanging.
    pub hangs: bool,
}

impl Dialogue {
    /// Asks for a decision among the legal actions, and drops any open question. If the engine need not act, adds `not
    /// now` to the actions.
    pub fn ask(&mut self, must: bool, mut legal: Vec<String>, view: Value, clock: Duration) -> ToEngine {
        if !must {
            legal.push(NOT_NOW.to_owned());
        }
        self.asked += 1;
        self.open = Some(OpenQuestion { must, legal: legal.clone(), clock });
        ToEngine::Ask { id: self.asked, must, legal, view, clock_ms: millis(clock) }
    }

    /// Checks an answer.
    pub fn answer(&mut self, id: u64, action: &str) -> Answer {
        if id > self.asked {
            let words = "No such question.".to_owned();
            return Answer::Unknown(ToEngine::Error { id: Some(id), key: "malformed".to_owned(), words });
        }
        if id < self.asked {
            return Answer::Old;
        }
        let Some(OpenQuestion { must, legal, .. }) = self.open.take() else { return Answer::Old };
        if !legal.iter().any(|text| text == action) {
            let shown: String = action.chars().take(40).collect();
            let words = format!("{shown:?} is not among \"legal\". The server chose for you.");
            return Answer::Illegal { complaint: self.complaint("illegal", words), must };
        }
        self.late = 0;
        match action {
            NOT_NOW if !must => Answer::NotNow,
            _ => Answer::Action { action: action.to_owned(), must },
        }
    }

    /// Closes the open question because its time is over. `None` if no question is open.
    pub fn late(&mut self) -> Option<Late> {
        let OpenQuestion { must, clock, .. } = self.open.take()?;
        self.late += 1;
        let words = format!("No answer within {} ms. The server chose for you.", millis(clock));
        let in_a_row = self.late;
        Some(Late { complaint: self.complaint("late", words), must, in_a_row, hangs: in_a_row >= LATE_AT_MOST })
    }

    /// Returns the number of the last question.
    pub fn number(&self) -> u64 {
        self.asked
    }

    fn complaint(&self, key: &str, words: String) -> ToEngine {
        ToEngine::Error { id: Some(self.asked), key: key.to_owned(), words }
    }
}

fn millis(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: Duration = Duration::from_millis(500);

    fn asked(dialogue: &mut Dialogue, must: bool) -> u64 {
        let question = dialogue.ask(must, vec!["play Qs".to_owned()], Value::Null, CLOCK);
        let ToEngine::Ask { id, legal, clock_ms, .. } = question else { panic!("not a question") };
        assert_eq!((legal.contains(&NOT_NOW.to_owned()), clock_ms), (!must, 500));
        id
    }

    #[test]
    fn an_answer_counts_once_and_only_to_the_open_question() {
        let mut dialogue = Dialogue::default();
        let first = asked(&mut dialogue, true);
        let second = asked(&mut dialogue, true);
        assert_eq!(dialogue.answer(first, "play Qs"), Answer::Old);
        let action = Answer::Action { action: "play Qs".to_owned(), must: true };
        assert_eq!(dialogue.answer(second, "play Qs"), action);
        assert_eq!(dialogue.answer(second, "play Qs"), Answer::Old);
        assert!(matches!(dialogue.answer(second + 1, "play Qs"), Answer::Unknown(_)));
    }

    #[test]
    fn not_now_is_an_answer_only_where_the_engine_need_not_act() {
        let mut dialogue = Dialogue::default();
        let id = asked(&mut dialogue, true);
        assert!(matches!(dialogue.answer(id, NOT_NOW), Answer::Illegal { must: true, .. }));
        let id = asked(&mut dialogue, false);
        assert_eq!(dialogue.answer(id, NOT_NOW), Answer::NotNow);
    }

    #[test]
    fn an_engine_that_is_late_three_times_in_a_row_hangs() {
        let mut dialogue = Dialogue::default();
        for round in 0..2 {
            for _ in 0..2 {
                asked(&mut dialogue, true);
                assert!(!dialogue.late().expect("open").hangs);
            }
            if round == 0 {
                let id = asked(&mut dialogue, true);
                dialogue.answer(id, "play Qs");
            }
        }
        assert_eq!(dialogue.late(), None, "nothing is open");
        asked(&mut dialogue, true);
        assert!(dialogue.late().expect("open").hangs);
    }
}
