//! Faults of a record, with their places.

use std::fmt;

/// The first fault of a record. Prints as `deal D, action A: why`; parts that do not apply are left out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{why}", place(*deal, *action))]
pub struct RecordFault {
    /// The deal, from 0.
    pub deal: Option<usize>,
    /// The index into the deal's `actions`.
    pub action: Option<usize>,
    /// English, one line without control characters.
    pub why: String,
}

/// Longer text is cut, so that a hostile line is not repeated in full.
const LONGEST: usize = 240;

impl RecordFault {
    /// A fault of the record as a whole.
    pub fn new(why: impl fmt::Display) -> RecordFault {
        let why = why.to_string();
        let mut words: String =
            why.chars().take(LONGEST).map(|c| if cards::is_control(c) { '\u{fffd}' } else { c }).collect();
        if words.len() < why.len() && why.chars().count() > LONGEST {
            words.push('…');
        }
        RecordFault { deal: None, action: None, why: words }
    }

    /// The same fault, of this deal.
    pub(super) fn in_deal(self, deal: usize) -> RecordFault {
        RecordFault { deal: Some(deal), ..self }
    }

    /// The same fault, of this action.
    pub(super) fn at_action(self, action: usize) -> RecordFault {
        RecordFault { action: Some(action), ..self }
    }

    /// The JSON error of a part, without its line and column, which count from that part.
    pub(super) fn of_part(part: &str, error: &serde_json::Error) -> RecordFault {
        RecordFault::new(format_args!("{part}: {}", without_place(error)))
    }
}

/// The words of an error without ` at line 1 column 7`.
pub(super) fn without_place(error: &serde_json::Error) -> String {
    let words = error.to_string();
    match words.rfind(" at line ") {
        Some(place) => words[..place].to_owned(),
        None => words,
    }
}

/// `deal D, action A: ` before the words, as far as it applies.
fn place(deal: Option<usize>, action: Option<usize>) -> String {
    match (deal, action) {
        (Some(deal), Some(action)) => format!("deal {deal}, action {action}: "),
        (Some(deal), None) => format!("deal {deal}: "),
        (None, _) => String::new(),
    }
}
