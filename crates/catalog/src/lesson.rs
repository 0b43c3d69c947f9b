//! A guided first deal: the record of one deal and its explained decisions. The page has the texts.

use game::{Seat, Show, Viewer, read_json};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use table::record::Raw;
use table::{AnyTable, Intent, Json, Refusal, Replay, Setup};

use crate::{CatalogError, check, entry, open, replay};

/// The reason why a lesson cannot have faults.
const CHECKED: &str = "a test checks every lesson";

/// A guided first deal, read from the `lesson.json` in a game's folder:
///
/// ```json
/// {"record": {…}, "seat": 2, "steps": [{"at": 6, "key": "duck", "rule": "S5", "also": ["play 3h"],
///   "others": [{"key": "queen", "actions": ["play Qs"]}]}]}
/// ```
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// A record with its seed. Its first deal is finished and has no second shuffle (K8).
    #[serde(deserialize_with = "read_text")]
    record: String,
    /// The learner's seat.
    seat: Seat,
    /// The explained decisions, in order.
    steps: Vec<Explained>,
}

fn read_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Value::deserialize(deserializer).map(|value| value.to_string())
}

/// An explained decision of the learner.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explained {
    /// The number of actions in the deal before the decision.
    pub at: usize,
    /// The key of the decision's texts: `learn.<key>`, and longer keys that begin with it.
    pub key: String,
    /// The rule that explains the decision.
    pub rule: Option<String>,
    /// Actions that are as good as the one in the record.
    #[serde(default)]
    pub also: Vec<String>,
    /// Actions for which the lesson has a special answer.
    #[serde(default)]
    pub others: Vec<AnswerWords>,
}

/// The lesson's answer to some actions. The key of its text is `learn.<key of the step>.<key>`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerWords {
    /// The key of the text.
    pub key: String,
    /// The actions in notation.
    pub actions: Vec<String>,
}

/// The right action and the legal actions in an explained decision.
pub struct ExplainedDecision {
    /// The right action: the one in the record.
    pub action: String,
    /// The legal actions in byte order, each `{"action": …, …facts}`.
    pub legal: Vec<Value>,
}

/// Returns the guided first deal of a game; `None` if it has none.
///
/// # Errors
/// If there is no such game.
///
/// ```
/// let lesson = catalog::lesson("hearts")?.expect("hearts has one");
/// let first = lesson.decision(0).expect("a lesson has decisions");
/// assert!(first.legal.iter().any(|legal| legal["action"] == first.action.as_str()));
/// # Ok::<(), catalog::CatalogError>(())
/// ```
pub fn lesson(game: &str) -> Result<Option<Lesson>, CatalogError> {
    let text = with_game!(game, G => G::LESSON)?;
    Ok(text.map(|text| read_json(text).expect("a test reads every lesson")))
}

impl Lesson {
    /// Returns the learner's seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the explained decisions.
    pub fn steps(&self) -> &[Explained] {
        &self.steps
    }

    /// Returns the record, one line of JSON.
    pub fn record(&self) -> &str {
        &self.record
    }

    /// Returns the deal as the learner sees it.
    pub fn replay(&self) -> Replay {
        let raw = self.raw();
        check(&raw).expect(CHECKED);
        replay(&raw, 0, Viewer::Seat(self.seat)).expect(CHECKED).expect("its first deal is finished")
    }

    /// Returns the explained decision of a step; `None` if there is no such step.
    pub fn decision(&self, step: usize) -> Option<ExplainedDecision> {
        let at = self.steps.get(step)?.at;
        let legal = self.table(at).position(Viewer::Seat(self.seat)).legal;
        let (_, action) = self.actions().swap_remove(at);
        Some(ExplainedDecision { action, legal: legal.iter().map(Json::value).collect() })
    }

    /// Returns the reason why the learner may not take this action in a step; `None` if it is legal or there is no such
    /// step.
    pub fn why(&self, step: usize, action: &str) -> Option<Refusal> {
        let at = self.steps.get(step)?.at;
        self.table(at).why(self.seat, action)
    }

    /// Returns the table after the first `at` actions.
    fn table(&self, at: usize) -> Box<dyn AnyTable> {
        let raw = self.raw();
        let setup = Setup {
            game: entry(raw.game()).expect(CHECKED).id,
            rules: raw.rules(),
            options: raw.options().expect(CHECKED),
            names: raw.names().expect(CHECKED),
            seed: raw.seed().expect(CHECKED).expect("a lesson has its seed").parse().expect(CHECKED),
            number: None,
        };
        let mut table = open(setup).expect(CHECKED);
        for (seat, action) in &self.actions()[..at] {
            let accepted = table.check(Intent::act(*seat, action)).expect("the record was checked");
            table.apply(accepted);
        }
        table
    }

    fn raw(&self) -> Raw<'_> {
        Raw::read(self.record()).expect("a test reads every lesson")
    }

    fn actions(&self) -> Vec<(Seat, String)> {
        self.raw().actions(0).expect(CHECKED)
    }
}
