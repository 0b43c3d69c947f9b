//! A log entry as it is stored: the event, the margin of a claim, and the time of play. The margin includes the credit
//! for a slow connection. So a later reader need not know the connection.

use game::{parse_json, read_stored, read_value};
use protocol::Margin;
use serde::{Deserialize, Serialize};
use table::Entry;

/// An entry of a log in its stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    /// The time of the entry, in milliseconds since 1970.
    pub at_ms: i64,
    /// The seat that asked for the entry.
    pub seat: Option<u8>,
    /// The command that the entry carries out, unique for the table and the seat.
    pub cmd: Option<String>,
    /// The entry as JSON, made by [`written`].
    pub entry: String,
}

/// The JSON of an entry. The time of play is stored beside the event, because the table does not know this time.
#[derive(Serialize)]
struct Logged<'a> {
    #[serde(flatten)]
    entry: &'a Entry,
    #[serde(flatten)]
    beside: BesideEntry,
}

/// The parts beside the event.
#[derive(Serialize)]
struct BesideEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<Margin>,
    /// The time of play at the entry, for a table of one seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    played_ms: Option<u64>,
}

/// Returns the JSON of an entry.
pub fn written(entry: &Entry, margin: Option<Margin>, played_ms: Option<u64>) -> String {
    let beside = BesideEntry { margin, played_ms };
    serde_json::to_string(&Logged { entry, beside }).expect("an entry is text and numbers")
}

/// Reads a stored entry, with its margin if it has one. `None` if it cannot be read.
pub fn read(text: &str) -> Option<(Entry, Option<Margin>)> {
    let stored = parse_json(text).ok()?;
    Some((read_value(&stored).ok()?, read_stored(&stored["margin"]).ok()?))
}

/// Returns the time of play that is stored beside an entry.
pub fn played_ms(text: &str) -> Option<u64> {
    read_value(&parse_json(text).ok()?["played_ms"]).ok()?
}

/// Returns, for each claim in a deal, the number of its action in the deal, from 0, and its margin.
pub fn margins_of_deal(log: &[LogEntry], deal: u32) -> Vec<(usize, Margin)> {
    let mut margins = Vec::new();
    let (mut in_deal, mut action) = (0, 0);
    for logged in log {
        let Some((entry, margin)) = read(&logged.entry) else { continue };
        match entry {
            Entry::Next => (in_deal, action) = (in_deal + 1, 0),
            Entry::Act { .. } => {
                margins.extend(margin.filter(|_| in_deal == deal).map(|margin| (action, margin)));
                action += 1;
            }
            _ => {}
        }
    }
    margins
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(action: &str) -> Entry {
        Entry::Act { seat: game::Seat::new(1), action: action.to_owned() }
    }

    fn event(entry: String) -> LogEntry {
        LogEntry { at_ms: 0, seat: None, cmd: None, entry }
    }

    #[test]
    fn a_margin_is_found_again_with_its_action_and_its_deal() {
        let close = |after_ms| Some(Margin { after_ms, of_ms: 2000, lag_ms: 0 });
        let entries = [
            (act("lay 3"), None),
            (act("cut 3 3"), close(600)),
            (Entry::Next, None),
            (Entry::TookOver { seat: game::Seat::new(2), bot: None, why: table::Why::Away }, None),
            (act("draw deck"), None),
            (act("lay 3"), None),
            (act("good"), close(90)),
        ];
        let events: Vec<LogEntry> =
            entries.iter().map(|(entry, margin)| event(written(entry, *margin, None))).collect();
        assert_eq!(margins_of_deal(&events, 0), [(1, close(600).unwrap())]);
        assert_eq!(margins_of_deal(&events, 1), [(2, close(90).unwrap())]);
        assert_eq!(margins_of_deal(&events, 2), []);
        // A table can still read each entry, although other data are stored beside the event.
        for ((entry, _), event) in entries.iter().zip(&events) {
            assert_eq!(serde_json::from_str::<Entry>(&event.entry).expect("an entry"), *entry);
        }
    }

    #[test]
    fn an_entry_without_a_margin_is_stored_as_it_always_was() {
        let before = r#"{"kind":"act","seat":1,"action":"cut 3 3"}"#;
        assert_eq!(written(&act("cut 3 3"), None, None), before);
        assert_eq!(margins_of_deal(&[event(before.to_owned())], 0), []);
        let credited = written(&act("good"), Some(Margin { after_ms: 500, of_ms: 890, lag_ms: 90 }), None);
        assert!(credited.ends_with(r#""margin":{"after_ms":500,"of_ms":890,"lag_ms":90}}"#), "{credited}");
    }
}
