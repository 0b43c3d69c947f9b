//! An analysis as JSON and as text.

use std::fmt::Write;

use cards::{Seed, printable};
use catalog::{Choice, Judgement, Verdict, costliest, total_cost};
use game::Reason;
use serde::Serialize;
use serde_json::Value;
use table::Decision;

/// The output of `--json`.
#[derive(Serialize)]
pub(crate) struct AnalysisReport {
    format: &'static str,
    /// Simulated deals for each decision; null: the game's default.
    simulations: Option<u32>,
    seed: String,
    pub(crate) records: Vec<Analysis>,
}

/// A record.
#[derive(Serialize)]
pub(crate) struct Analysis {
    /// Which of the file, from 0.
    record: u64,
    game: String,
    names: Vec<String>,
    seats: Vec<SeatAnalysis>,
    decisions: Vec<JudgedDecision>,
}

/// The sums of a seat's decisions.
#[derive(Serialize)]
struct SeatAnalysis {
    decisions: usize,
    /// How many were the advised choice.
    best: usize,
    /// The cost of the others together.
    cost: f64,
}

/// A decision.
#[derive(Serialize)]
pub(crate) struct JudgedDecision {
    deal: usize,
    line: usize,
    seat: usize,
    /// The action that was taken. Null if the seat let a chance pass.
    done: Option<String>,
    words: String,
    cost: f64,
    error: f64,
    /// One of the three of this seat and deal that cost most; in a solitaire, the one that lost it.
    costliest: bool,
    /// The verdict on the position before it. For solitaires only.
    outlook: Option<&'static str>,
    choices: Vec<ReportedChoice>,
    reasons: Vec<ReasonLine>,
    /// Of a mistake on the seat's own turn: all legal actions, in notation.
    legal: Vec<Value>,
    /// Of `legal`, each that is not in `choices` but equal in play to one of them, with that one.
    alike: Vec<(String, String)>,
    #[serde(skip)]
    judgement: Judgement,
}

#[derive(Serialize)]
struct ReportedChoice {
    action: Option<String>,
    words: String,
    points: Option<f64>,
    error: Option<f64>,
    equal: bool,
    rash: bool,
    simulations: Option<u32>,
    outlook: Option<&'static str>,
}

#[derive(Serialize)]
struct ReasonLine {
    key: &'static str,
    n: Option<i32>,
    card: Option<String>,
    words: String,
}

impl AnalysisReport {
    pub(crate) fn new(simulations: Option<u32>, seed: Seed) -> AnalysisReport {
        AnalysisReport { format: "cardroom-analysis/1", simulations, seed: seed.reveal(), records: Vec::new() }
    }
}

impl JudgedDecision {
    pub(crate) fn new(decision: &Decision, judgement: Judgement) -> JudgedDecision {
        let Judgement { advice, done, cost, outlook, legal, alike, .. } = judgement.clone();
        JudgedDecision {
            deal: decision.deal,
            line: decision.line,
            seat: decision.question.seat.index(),
            done: done.action,
            words: done.words,
            cost: cost.points,
            error: cost.error,
            costliest: false,
            outlook: outlook.map(word),
            choices: advice.choices.into_iter().map(ReportedChoice::new).collect(),
            reasons: advice.reasons.into_iter().map(ReasonLine::new).collect(),
            legal: legal.into_iter().map(|mut one| one["action"].take()).collect(),
            alike,
            judgement,
        }
    }

    /// `plays the 3 of clubs (stays under, …)`
    fn advised(&self) -> String {
        let reasons: Vec<&str> = self.reasons.iter().map(|reason| reason.words.as_str()).collect();
        let words = &self.choices[0].words;
        if reasons.is_empty() { words.clone() } else { format!("{words}: {}", reasons.join(", ")) }
    }
}

impl ReportedChoice {
    fn new(choice: Choice) -> ReportedChoice {
        let expected = choice.expected;
        ReportedChoice {
            action: choice.action,
            words: choice.words,
            points: expected.map(|expected| expected.points),
            error: expected.and_then(|expected| expected.error),
            equal: expected.is_some_and(|expected| expected.equal),
            rash: choice.rash,
            simulations: expected.map(|expected| expected.simulations),
            outlook: choice.outlook.map(word),
        }
    }
}

impl ReasonLine {
    fn new(reason: Reason) -> ReasonLine {
        let Reason { key, n, card, words } = reason;
        ReasonLine { key, n, card, words }
    }
}

impl Analysis {
    pub(crate) fn new(record: u64, game: String, names: Vec<String>, judged: Vec<(Decision, Judgement)>) -> Analysis {
        let mut decisions: Vec<JudgedDecision> =
            judged.into_iter().map(|(decision, judgement)| JudgedDecision::new(&decision, judgement)).collect();
        let mut deals: Vec<usize> = decisions.iter().map(|decision| decision.deal).collect();
        deals.dedup();
        for deal in deals {
            for seat in 0..names.len() {
                let own: Vec<usize> = (0..decisions.len())
                    .filter(|&index| decisions[index].deal == deal && decisions[index].seat == seat)
                    .collect();
                let judgements: Vec<&Judgement> = own.iter().map(|&index| &decisions[index].judgement).collect();
                for place in costliest(&judgements) {
                    decisions[own[place]].costliest = true;
                }
            }
        }
        let seats = (0..names.len()).map(|seat| SeatAnalysis::of(seat, &decisions)).collect();
        Analysis { record, game, names, seats, decisions }
    }

    /// A line for each decision, the costliest marked, and the totals.
    pub(crate) fn words(&self) -> String {
        let mut text = format!("Record {}: {}.\n", self.record, self.game);
        let mut deal = None;
        for decision in &self.decisions {
            if deal != Some(decision.deal) {
                deal = Some(decision.deal);
                writeln!(text, "\nDeal {}.", decision.deal).expect("a string takes everything");
            }
            let mark = if decision.costliest { '*' } else { ' ' };
            let (line, name) = (decision.line, self.name(decision.seat));
            let words = &decision.words;
            let judgement = &decision.judgement;
            let rest = if let Some(after) = judgement.done.outlook {
                let after = word(after);
                match judgement.advice.choices.len() {
                    1 => format!("{after:>8} {name} {words}"),
                    _ => format!("{after:>8} {name} {words}. It could still be won: {}", decision.advised()),
                }
            } else if judgement.is_best() {
                format!("{:>6} {name} {}", "", decision.advised())
            } else if decision.cost == 0.0 {
                format!("{:>6} {name} {words} (about as good: {})", "", decision.advised())
            } else {
                let lost = format!("−{:.1}", decision.cost);
                format!("{lost:>6} {name} {words} (± {:.1}). Better: {}", decision.error, decision.advised())
            };
            writeln!(text, "{mark}{line:>4} {rest}.").expect("a string takes everything");
        }
        writeln!(text).expect("a string takes everything");
        for (seat, sum) in self.seats.iter().enumerate().filter(|(_, sum)| sum.decisions > 0) {
            let SeatAnalysis { decisions, best, cost } = sum;
            if self.decisions.iter().any(|decision| decision.outlook.is_some()) {
                writeln!(text, "{}: {decisions} decisions. {}", self.name(seat), self.ending())
                    .expect("a string takes everything");
                continue;
            }
            writeln!(text, "{}: {decisions} decisions, {best} the best, {cost:.1} points given away.", self.name(seat))
                .expect("a string takes everything");
        }
        text
    }

    /// The place at which a solitaire was lost.
    fn ending(&self) -> String {
        let last = |of: Verdict| self.decisions.iter().rfind(|d| d.judgement.done.outlook == Some(of)).map(|d| d.line);
        let first_lost = self.decisions.iter().find(|d| d.judgement.done.outlook == Some(Verdict::Lost));
        if let Some(losing) = self.decisions.iter().find(|d| d.judgement.loses()) {
            return format!("Line {} lost it.", losing.line);
        }
        match (last(Verdict::Winnable), first_lost) {
            (_, None) if last(Verdict::Unknown).is_none() => "It could be won to the end.".to_owned(),
            (Some(won), Some(lost)) => format!("It was lost after line {won}, at the latest in line {}.", lost.line),
            (Some(won), None) => format!("It could be won after line {won}; then nothing is known."),
            (None, Some(lost)) => format!("It was lost in line {} at the latest.", lost.line),
            (None, None) => "Nothing is known.".to_owned(),
        }
    }

    fn name(&self, seat: usize) -> String {
        format!("{seat} {}", printable(&self.names[seat]))
    }
}

impl SeatAnalysis {
    fn of(seat: usize, decisions: &[JudgedDecision]) -> SeatAnalysis {
        let own: Vec<&JudgedDecision> = decisions.iter().filter(|decision| decision.seat == seat).collect();
        SeatAnalysis {
            decisions: own.len(),
            best: own.iter().filter(|decision| decision.judgement.is_best()).count(),
            cost: total_cost(own.iter().map(|decision| decision.cost)),
        }
    }
}

fn word(outlook: Verdict) -> &'static str {
    match outlook {
        Verdict::Winnable => "winnable",
        Verdict::Lost => "lost",
        Verdict::Unknown => "unknown",
    }
}
