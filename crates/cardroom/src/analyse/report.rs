//! An analysis, as JSON and in words.

use std::fmt::Write;

use cards::Seed;
use catalog::{Choice, Cost, Judgement, costliest};
use game::Reason;
use serde::Serialize;
use table::Decision;

/// What `--json` writes.
#[derive(Serialize)]
pub(crate) struct Report {
    format: &'static str,
    /// Simulated deals a decision; null: as many as the game takes by itself.
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
    decisions: Vec<Judged>,
}

/// What a seat's decisions came to.
#[derive(Serialize)]
struct SeatAnalysis {
    decisions: usize,
    /// How many were what would have been advised.
    best: usize,
    /// What the others cost together.
    cost: f64,
}

/// A decision.
#[derive(Serialize)]
pub(crate) struct Judged {
    deal: usize,
    line: usize,
    seat: usize,
    /// What was done; null: the chance was let pass.
    done: Option<String>,
    words: String,
    cost: f64,
    error: f64,
    /// One of the three of this seat and deal that cost most.
    costliest: bool,
    choices: Vec<Chosen>,
    reasons: Vec<Why>,
    #[serde(skip)]
    exact: Cost,
}

#[derive(Serialize)]
struct Chosen {
    action: Option<String>,
    words: String,
    points: Option<f64>,
    error: Option<f64>,
    simulations: Option<u32>,
}

#[derive(Serialize)]
struct Why {
    key: &'static str,
    n: Option<i32>,
    card: Option<String>,
    words: String,
}

impl Report {
    pub(crate) fn new(simulations: Option<u32>, seed: Seed) -> Report {
        Report { format: "cardroom-analysis/1", simulations, seed: seed.reveal(), records: Vec::new() }
    }
}

impl Judged {
    pub(crate) fn new(decision: &Decision, judgement: Judgement) -> Judged {
        let Judgement { advice, done, cost, .. } = judgement;
        Judged {
            deal: decision.deal,
            line: decision.line,
            seat: decision.question.seat.index(),
            done: done.action,
            words: done.words,
            cost: rounded(cost.points),
            error: rounded(cost.error),
            costliest: false,
            choices: advice.choices.into_iter().map(Chosen::new).collect(),
            reasons: advice.reasons.into_iter().map(Why::new).collect(),
            exact: cost,
        }
    }

    fn is_best(&self) -> bool {
        self.done == self.choices[0].action
    }

    /// `plays the 3 of clubs (stays under, …)`
    fn advised(&self) -> String {
        let reasons: Vec<&str> = self.reasons.iter().map(|reason| reason.words.as_str()).collect();
        let words = &self.choices[0].words;
        if reasons.is_empty() { words.clone() } else { format!("{words}: {}", reasons.join(", ")) }
    }
}

impl Chosen {
    fn new(choice: Choice) -> Chosen {
        let expected = choice.expected;
        Chosen {
            action: choice.action,
            words: choice.words,
            points: expected.map(|expected| rounded(expected.points)),
            error: expected.and_then(|expected| expected.error).map(rounded),
            simulations: expected.map(|expected| expected.simulations),
        }
    }
}

impl Why {
    fn new(reason: Reason) -> Why {
        let Reason { key, n, card, words } = reason;
        Why { key, n, card, words }
    }
}

impl Analysis {
    pub(crate) fn new(record: u64, game: String, names: Vec<String>, mut decisions: Vec<Judged>) -> Analysis {
        let mut deals: Vec<usize> = decisions.iter().map(|decision| decision.deal).collect();
        deals.dedup();
        for deal in deals {
            for seat in 0..names.len() {
                let own: Vec<usize> = (0..decisions.len())
                    .filter(|&index| decisions[index].deal == deal && decisions[index].seat == seat)
                    .collect();
                let costs: Vec<Cost> = own.iter().map(|&index| decisions[index].exact).collect();
                for place in costliest(&costs) {
                    decisions[own[place]].costliest = true;
                }
            }
        }
        let seats = (0..names.len()).map(|seat| SeatAnalysis::of(seat, &decisions)).collect();
        Analysis { record, game, names, seats, decisions }
    }

    /// A line a decision, the costliest marked, and what they came to.
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
            let rest = if decision.is_best() {
                format!("{:>6} {name} {}", "", decision.advised())
            } else {
                let (cost, error) = (decision.exact.points, decision.exact.error);
                let lost = format!("−{cost:.1}");
                match lost.as_str() {
                    "−0.0" => format!("{:>6} {name} {words}", ""),
                    _ => format!("{lost:>6} {name} {words} (± {error:.1}). Better: {}", decision.advised()),
                }
            };
            writeln!(text, "{mark}{line:>4} {rest}.").expect("a string takes everything");
        }
        writeln!(text).expect("a string takes everything");
        for (seat, sum) in self.seats.iter().enumerate().filter(|(_, sum)| sum.decisions > 0) {
            let SeatAnalysis { decisions, best, cost } = sum;
            writeln!(text, "{}: {decisions} decisions, {best} the best, {cost:.1} points given away.", self.name(seat))
                .expect("a string takes everything");
        }
        text
    }

    fn name(&self, seat: usize) -> String {
        let name: String = self.names[seat].chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        format!("{seat} {name}")
    }
}

impl SeatAnalysis {
    fn of(seat: usize, decisions: &[Judged]) -> SeatAnalysis {
        let own: Vec<&Judged> = decisions.iter().filter(|decision| decision.seat == seat).collect();
        SeatAnalysis {
            decisions: own.len(),
            best: own.iter().filter(|decision| decision.is_best()).count(),
            cost: rounded(own.iter().map(|decision| decision.exact.points).sum()),
        }
    }
}

/// Thousandths are more than anybody can know.
fn rounded(points: f64) -> f64 {
    (points * 1000.0).round() / 1000.0
}
