//! An analysis as JSON and as text.

use cards::{Seed, printable};
use catalog::{Choice, Judgement, Verdict, costliest, total_cost};
use game::Reason;
use protocol::BoardKind;
use serde::Serialize;
use serde_json::Value;
use table::Decision;
use wording::{Language, Value as In, WordLists};

use crate::words::frame;

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
    #[serde(skip)]
    language: RecordWords,
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

/// A record's words, and what they need of the game.
pub(crate) struct RecordWords {
    words: WordLists,
    board: BoardKind,
}

impl JudgedDecision {
    fn new(decision: &Decision, judgement: Judgement, of: &Analysis) -> JudgedDecision {
        let Judgement { advice, done, cost, outlook, legal, alike, view, .. } = judgement.clone();
        let RecordWords { words, board } = &of.language;
        let frame = frame(&of.game, *board, &of.names, decision.deal, view);
        let named = |choice: &Choice| match choice.legal {
            Value::Null => words.say("advice.not_now"),
            ref legal => wording::of(&frame).choice(legal, &frame, words),
        };
        let reason = |Reason { key, n, card }: Reason| {
            let words = words.reason(key, n, card.as_deref());
            ReasonLine { key, n, card, words }
        };
        JudgedDecision {
            deal: decision.deal,
            line: decision.line,
            seat: decision.question.seat.index(),
            words: named(&done),
            done: done.action,
            cost: cost.points,
            error: cost.error,
            costliest: false,
            outlook: outlook.map(word),
            choices: advice.choices.into_iter().map(|choice| ReportedChoice::new(named(&choice), choice)).collect(),
            reasons: advice.reasons.into_iter().map(reason).collect(),
            legal: legal.into_iter().map(|mut one| one["action"].take()).collect(),
            alike,
            judgement,
        }
    }

    /// `Play the 3 of clubs: stays under, ….`
    fn advised(&self, words: &WordLists) -> String {
        let reasons: Vec<&str> = self.reasons.iter().map(|reason| reason.words.as_str()).collect();
        let choice = ("choice", In::Text(&self.choices[0].words));
        match reasons.is_empty() {
            true => words.with("advice.plain", &[choice]),
            false => words.with("advice.sentence", &[choice, ("reasons", In::Text(&reasons.join(", ")))]),
        }
    }

    /// What was done, with its cost, and what was better.
    fn line(&self, words: &WordLists) -> String {
        let (done, judgement) = (&self.words, &self.judgement);
        let say = |key: &str| words.say(key);
        if let Some(after) = judgement.done.outlook {
            let state = say(&format!("analysis.state.{}", word(after)));
            return match judgement.advice.choices.len() {
                1 => format!("{done} ({state})."),
                _ => format!(
                    "{done} ({state}). {}",
                    words.with("analysis.keeps", &[("choice", In::Text(&self.choices[0].words))])
                ),
            };
        }
        if judgement.is_best() {
            self.advised(words)
        } else if self.cost == 0.0 {
            format!("{done} ({}).", say("analysis.equal"))
        } else {
            let better = words.with("record.better", &[("choice", In::Text(&self.advised(words)))]);
            format!("{done} (± {:.1}). {better}", self.error)
        }
    }
}

impl ReportedChoice {
    fn new(words: String, choice: Choice) -> ReportedChoice {
        let expected = choice.expected;
        ReportedChoice {
            action: choice.action,
            words,
            points: expected.map(|expected| expected.points),
            error: expected.and_then(|expected| expected.error),
            equal: expected.is_some_and(|expected| expected.equal),
            rash: choice.rash,
            simulations: expected.map(|expected| expected.simulations),
            outlook: choice.outlook.map(word),
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
        let language = RecordWords { words: WordLists::new(language, Some(&game)), board };
        let mut analysis = Analysis { record, game, names, seats: Vec::new(), decisions: Vec::new(), language };
        let judged =
            judged.into_iter().map(|(decision, judgement)| JudgedDecision::new(&decision, judgement, &analysis));
        let mut decisions: Vec<JudgedDecision> = judged.collect();
        let mut deals: Vec<usize> = decisions.iter().map(|decision| decision.deal).collect();
        deals.dedup();
        for deal in deals {
            for seat in 0..analysis.names.len() {
                let own: Vec<usize> = (0..decisions.len())
                    .filter(|&index| decisions[index].deal == deal && decisions[index].seat == seat)
                    .collect();
                let judgements: Vec<&Judgement> = own.iter().map(|&index| &decisions[index].judgement).collect();
                for place in costliest(&judgements) {
                    decisions[own[place]].costliest = true;
                }
            }
        }
        analysis.seats = (0..analysis.names.len()).map(|seat| SeatAnalysis::of(seat, &decisions)).collect();
        analysis.decisions = decisions;
        analysis
    }

    /// A line for each decision, numbered within its deal, the costliest marked, and the totals.
    pub(crate) fn words(&self) -> String {
        let RecordWords { words, .. } = &self.language;
        let players: Vec<String> = (0..self.names.len()).map(|seat| self.name(seat)).collect();
        let (n, title) = (i64::try_from(self.record).unwrap_or(i64::MAX), words.say("title"));
        let values = [("n", In::Number(n)), ("game", In::Text(&title)), ("players", In::Text(&players.join(", ")))];
        let mut text = words.with("record.head", &values) + "\n";
        let (mut deal, mut number) = (None, 0);
        for decision in &self.decisions {
            if deal != Some(decision.deal) {
                (deal, number) = (Some(decision.deal), 0);
                text += &format!("\n{}\n", words.count("game.deal", decision.deal as i64));
            }
            number += 1;
            let mark = if decision.costliest { '*' } else { ' ' };
            let cost = if decision.cost > 0.0 { format!("−{:.1}", decision.cost) } else { String::new() };
            text += &format!("{mark}{number:>4} {cost:>6} {}: {}\n", self.name(decision.seat), decision.line(words));
        }
        text.push('\n');
        let solitaire = self.decisions.iter().any(|decision| decision.outlook.is_some());
        for (seat, sum) in self.seats.iter().enumerate().filter(|(_, sum)| sum.decisions > 0) {
            let cost = format!("{:.1}", sum.cost);
            let values = [("n", In::Number(sum.decisions as i64)), ("cost", In::Text(&cost))];
            let sentence = if solitaire { self.ending() } else { words.with("analysis.sum", &values) };
            text += &format!("{}: {sentence}\n", self.name(seat));
        }
        text
    }

    /// The decision that lost a solitaire, as the page says it.
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
        self.language.words.with(key, &[("n", n(at)), ("from", n(won + 1)), ("to", n(lost)), ("of", n(of))])
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
