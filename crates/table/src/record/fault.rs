//! Faults of a record, with their places.

use std::fmt;

/// The first fault of a record. It is printed as `deal D, action A: why`, without the parts that do not apply.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{why}", place(*deal, *action))]
pub struct RecordFault {
    /// The deal, from 0.
    pub deal: Option<usize>,
    /// The index into the deal's `actions`.
    pub action: Option<usize>,
    /// The fault in English, on one line without control characters.
    pub why: String,
}

/// The longest text of a fault. Longer text is cut, so that a malicious line is not repeated in full.
const LONGEST: usize = 240;

impl RecordFault {
    /// Makes a fault of the record as a whole.
    pub fn new(why: impl fmt::Display) -> RecordFault {
        RecordFault::of(&why.to_string())
    }

    fn of(why: &str) -> RecordFault {
        let mut words: String =
            why.chars().take(LONGEST).map(|c| if cards::is_control(c) { '\u{fffd}' } else { c }).collect();
        if words.len() < why.len() && why.chars().count() > LONGEST {
            words.push('…');
        }
        RecordFault { deal: None, action: None, why: words }
    }

    pub(super) fn in_deal(self, deal: usize) -> RecordFault {
        RecordFault { deal: Some(deal), ..self }
    }

    pub(super) fn at_action(self, action: usize) -> RecordFault {
        RecordFault { action: Some(action), ..self }
    }

    /// Makes a fault from the JSON error of a part of a record. The line and column are left out, because they count
    /// from the beginning of the part.
    pub(super) fn of_part(part: &str, error: &serde_json::Error) -> RecordFault {
        RecordFault::new(format_args!("{part}: {}", without_place(error)))
    }
}

/// Returns the words of an error without ` at line 1 column 7`.
pub(super) fn without_place(error: &serde_json::Error) -> String {
    let words = error.to_string();
    match words.rfind(" at line ") {
        Some(place) => words[..place].to_owned(),
        None => words,
    }
}

/// Returns `deal D, action A: ` for the place of a fault, without the parts that do not apply.
fn place(deal: Option<usize>, action: Option<usize>) -> String {
    match (deal, action) {
        (Some(deal), Some(action)) => format!("deal {deal}, action {action}: "),
        (Some(deal), None) => format!("deal {deal}: "),
        (None, _) => String::new(),
    }
}
