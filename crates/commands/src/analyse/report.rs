//! An analysis as JSON and as text.

use cards::printable;
use catalog::{Choice, Judgement, Verdict, costliest, total_cost};
use game::Reason;
use protocol::Frame;
use serde_json::{Value, json};
use table::Decision;
use wording::{Language, Value as In, WordLists};

use crate::words::frame;

pub(crate) struct Analysis {
    /// The index of the record in the file, from 0.
    record: u64,
    game: String,
    names: Vec<String>,
    decisions: Vec<JudgedDecision>,
    words: WordLists,
}

/// A decision, with the words for its choices and reasons.
struct JudgedDecision {
    deal: usize,
    line: usize,
    seat: usize,
    /// True for the three costliest decisions of this seat in this deal. In a solitaire, true for the decision that
    /// lost the deal.
    costliest: bool,
    judgement: Judgement,
    done: String,
    choices: Vec<String>,
    reasons: Vec<String>,
}

impl JudgedDecision {
    fn new(decision: &Decision, judgement: Judgement, frame: &Frame, words: &WordLists) -> JudgedDecision {
        let named = |choice: &Choice| match &choice.legal {
            Value::Null => words.say("advice.not_now"),
            legal => wording::of(frame).choice(legal, frame, words),
        };
        let reason = |Reason { key, n, card }: &Reason| words.reason(key, *n, card.as_deref());
        JudgedDecision {
            deal: decision.deal,
            line: decision.line,
            seat: decision.question.seat.index(),
            costliest: false,
            done: named(&judgement.done),
            choices: judgement.advice.choices.iter().map(named).collect(),
            reasons: judgement.advice.reasons.iter().map(reason).collect(),
            judgement,
        }
    }

    /// Returns the decision for `--json`. `done` and `action` are null if the seat did not cut in. For a mistake on the
    /// seat's own turn, `legal` contains all legal actions. An action that is equivalent to a choice may be missing in
    /// `choices`; `alike` maps each such action to its choice.
    fn json(&self) -> Value {
        let Judgement { advice, done, cost, outlook, legal, alike, .. } = &self.judgement;
        let choice = |(choice, words): (&Choice, &String)| {
            let expected = choice.expected;
            json!({
                "action": choice.action,
                "words": words,
                "points": expected.map(|expected| expected.points),
                "error": expected.and_then(|expected| expected.error),
                "equal": expected.is_some_and(|expected| expected.equal),
                "rash": choice.rash,
                "simulations": expected.map(|expected| expected.simulations),
                "outlook": choice.outlook.map(word),
            })
        };
        let reason = |(Reason { key, n, card }, words): (&Reason, &String)| json!({ "key": key, "n": n, "card": card, "words": words });
        json!({
            "deal": self.deal,
            "line": self.line,
            "seat": self.seat,
            "done": done.action,
            "words": self.done,
            "cost": cost.points,
            "error": cost.error,
            "costliest": self.costliest,
            "outlook": outlook.map(word),
            "choices": advice.choices.iter().zip(&self.choices).map(choice).collect::<Vec<_>>(),
            "reasons": advice.reasons.iter().zip(&self.reasons).map(reason).collect::<Vec<_>>(),
            "legal": legal.iter().map(|one| &one["action"]).collect::<Vec<_>>(),
            "alike": alike,
        })
    }

    /// Returns a line with the action, its cost, and the best choice.
    fn line(&self, words: &WordLists) -> String {
        let (done, judgement) = (&self.done, &self.judgement);
        let advised = || words.advised(&self.choices[0], &self.reasons);
        if let Some(after) = judgement.done.outlook {
            let state = words.say(&format!("analysis.state.{}", word(after)));
            let keeps = words.with("analysis.keeps", &[("choice", In::Text(&self.choices[0]))]);
            let keeps = if self.choices.len() == 1 { String::new() } else { format!(" {keeps}") };
            format!("{done} ({state}).{keeps}")
        } else if judgement.is_best() {
            advised()
        } else if judgement.cost.points == 0.0 {
            format!("{done} ({}).", words.say("analysis.equal"))
        } else {
            let better = words.with("record.better", &[("choice", In::Text(&advised()))]);
            format!("{done} (± {:.1}). {better}", judgement.cost.error)
        }
    }
}

impl Analysis {
    pub(crate) fn new(
        record: u64,
        language: Language,
        game: String,
        names: Vec<String>,
        judged: Vec<(Decision, Judgement)>,
    ) -> Analysis {
        let board = catalog::entry(&game).expect("the record was of this game").board;
        let words = WordLists::new(language, Some(&game));
        let judged = judged.into_iter().map(|(decision, judgement)| {
            let frame = frame(&game, board, &names, decision.deal, judgement.view.clone());
            JudgedDecision::new(&decision, judgement, &frame, &words)
        });
        let mut decisions: Vec<JudgedDecision> = judged.collect();
        for of_deal in decisions.chunk_by_mut(|one, other| one.deal == other.deal) {
            for seat in 0..names.len() {
                let mut own: Vec<_> = of_deal.iter_mut().filter(|decision| decision.seat == seat).collect();
                let judgements: Vec<&Judgement> = own.iter().map(|decision| &decision.judgement).collect();
                costliest(&judgements).into_iter().for_each(|place| own[place].costliest = true);
            }
        }
        Analysis { record, game, names, decisions, words }
    }

    pub(crate) fn json(&self) -> Value {
        let seats = (0..self.names.len()).map(|seat| {
            let (decisions, best, cost) = self.sum(seat);
            json!({ "decisions": decisions, "best": best, "cost": cost })
        });
        json!({
            "record": self.record,
            "game": self.game,
            "names": self.names,
            "seats": seats.collect::<Vec<_>>(),
            "decisions": self.decisions.iter().map(JudgedDecision::json).collect::<Vec<_>>(),
        })
    }

    /// Returns three figures of a seat: the number of its decisions, the number of best choices, and the total cost of
    /// all other choices.
    fn sum(&self, seat: usize) -> (usize, usize, f64) {
        let own = self.decisions.iter().filter(|decision| decision.seat == seat);
        let own: Vec<&Judgement> = own.map(|decision| &decision.judgement).collect();
        let best = own.iter().filter(|judgement| judgement.is_best()).count();
        (own.len(), best, total_cost(own.iter().map(|judgement| judgement.cost.points)))
    }

    /// Returns a line for each decision, and then the totals. Decisions are numbered within their deal, and the
    /// costliest are marked.
    pub(crate) fn words(&self) -> String {
        let words = &self.words;
        let players: Vec<String> = (0..self.names.len()).map(|seat| self.name(seat)).collect();
        let (n, title) = (In::Number(self.record as i64), words.say("title"));
        let values = [("n", n), ("game", In::Text(&title)), ("players", In::Text(&players.join(", ")))];
        let mut text = words.with("record.head", &values) + "\n";
        let (mut deal, mut number) = (None, 0);
        for decision in &self.decisions {
            if deal != Some(decision.deal) {
                (deal, number) = (Some(decision.deal), 0);
                text += &format!("\n{}\n", words.count("game.deal", decision.deal as i64));
            }
            number += 1;
            let mark = if decision.costliest { '*' } else { ' ' };
            let cost = decision.judgement.cost.points;
            let cost = if cost > 0.0 { format!("−{cost:.1}") } else { String::new() };
            text += &format!("{mark}{number:>4} {cost:>6} {}: {}\n", self.name(decision.seat), decision.line(words));
        }
        text.push('\n');
        let solitaire = self.decisions.iter().any(|decision| decision.judgement.outlook.is_some());
        for seat in 0..self.names.len() {
            let (decisions, _, cost) = self.sum(seat);
            let values = [("n", In::Number(decisions as i64)), ("cost", In::Text(&format!("{cost:.1}")))];
            if decisions > 0 {
                let sentence = if solitaire { self.ending() } else { words.with("analysis.sum", &values) };
                text += &format!("{}: {sentence}\n", self.name(seat));
            }
        }
        text
    }

    /// Returns the words of the page for the decision that lost a solitaire.
    fn ending(&self) -> String {
        let after = |of: Verdict| move |decision: &JudgedDecision| decision.judgement.done.outlook == Some(of);
        let won = self.decisions.iter().rposition(after(Verdict::Winnable)).map_or(0, |at| at + 1);
        let lost = self.decisions.iter().position(after(Verdict::Lost)).map_or(0, |at| at + 1);
        let of = self.decisions.len();
        let key = match (won, lost) {
            (0, 0) => "analysis.nothing_known",
            (_, 0) if won == of => "analysis.all_won",
            (_, 0) => "analysis.known_to",
            (0, _) => "analysis.lost_by",
            _ if lost == won + 1 => "analysis.lost_at",
            _ => "analysis.lost_between",
        };
        let n = |n: usize| In::Number(n as i64);
        let at = if lost == 0 { won } else { lost };
        self.words.with(key, &[("n", n(at)), ("from", n(won + 1)), ("to", n(lost)), ("of", n(of))])
    }

    fn name(&self, seat: usize) -> String {
        format!("{seat} {}", printable(&self.names[seat]))
    }
}

fn word(outlook: Verdict) -> &'static str {
    match outlook {
        Verdict::Winnable => "winnable",
        Verdict::Lost => "lost",
        Verdict::Unknown => "unknown",
    }
}
