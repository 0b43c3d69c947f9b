//! What is wrong with a record, and where.

use std::fmt;

/// The first fault of a record. Prints as `deal D, action A: why`; parts that do not apply are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
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
            why.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
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

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.deal, self.action) {
            (Some(deal), Some(action)) => write!(f, "deal {deal}, action {action}: {}", self.why),
            (Some(deal), None) => write!(f, "deal {deal}: {}", self.why),
            _ => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for RecordFault {}
