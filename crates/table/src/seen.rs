//! A table as a viewer sees it.

use game::{MatchPhase, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::PublicEvent;

/// JSON as text. It is written once for many readers, and parsed only by a reader that needs the value.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Json(Box<RawValue>);

impl Json {
    pub(crate) fn of(thing: &impl Serialize) -> Json {
        Json(serde_json::value::to_raw_value(thing).expect("views are text, numbers and lists"))
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// Parses the text, for a reader who needs the value.
    ///
    /// # Panics
    /// If the text is not JSON, which would be our bug.
    pub fn value(&self) -> Value {
        game::parse_json(self.0.get()).expect("it was written as JSON")
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        self.0.get() == other.0.get()
    }
}

/// A position of the current deal, as a viewer saw it when it was reached.
#[derive(Clone, PartialEq, Debug)]
pub struct HistoryStep {
    /// The events since the previous step.
    pub events: Vec<PublicEvent>,
    /// The viewer who sees the step.
    pub viewer: Viewer,
    /// The game's view.
    pub view: Json,
}

/// A table as one viewer sees it now.
#[derive(Clone, PartialEq, Debug)]
pub struct TableView {
    /// The phase of the match.
    pub phase: MatchPhase,
    /// The viewer's decision number; 0 without a seat.
    pub at: u32,
    /// The number of the current deal, from 0.
    pub deal: u32,
    /// The dealer.
    pub dealer: Seat,
    /// The game's view.
    pub view: Json,
    /// Seats that play waits for.
    pub must: SeatSet,
    /// The viewer's legal actions in byte order of the notation, each `{"action": …, …facts}`.
    pub legal: Vec<Json>,
    /// The totals before the current deal, or after the deal once it is finished.
    pub totals: Vec<i32>,
    /// The finished deals: dealer, points, totals.
    pub deals: Vec<(Seat, Vec<Option<i32>>, Vec<i32>)>,
    /// The winners, once the match is over.
    pub winners: Option<Vec<Seat>>,
    /// The number of actions that can be undone. At a practice table of several seats, these are the viewer's own
    /// actions, if the viewer has a seat.
    pub undo: u32,
    /// The number of actions that can be redone.
    pub redo: u32,
}
