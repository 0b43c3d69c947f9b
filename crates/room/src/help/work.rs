//! The computations behind help. Each computation is a pure function. The input is a question with all data that the
//! computation may use. The output is a finding. The shell runs each computation on a thread of its own, or in a
//! worker.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use catalog::{AdviceBudget, CatalogError, Judgement, SolvedPosition, TurningPoint, costliest, total_cost};
use protocol::{Advised, Choice, Judged};
use table::{Decision, FaceUp};

/// The maximum number of progress messages of an analysis.
const MOST_REPORTS: usize = 40;

/// A computation that helps a person.
pub enum Work {
    /// Advises a seat, from its own view.
    Advise {
        /// The game's id.
        game: &'static str,
        /// The decision.
        decision: Box<Decision>,
    },
    /// Finds the cost of a seat's decisions in a finished deal.
    Analyse {
        /// The game's id.
        game: &'static str,
        /// The number of the deal, from 0.
        deal: u32,
        /// The seat's decisions.
        decisions: Vec<Decision>,
        /// The deal, if it is a solitaire.
        face_up: Option<FaceUp>,
    },
    /// Finds whether a solitaire can be won, and how.
    SolvePosition(FaceUp),
    /// Finds where a solitaire was lost.
    FindTurningPoint(FaceUp),
}

/// The result of a computation.
pub enum Finding {
    /// The advised action.
    Advice(Advised),
    /// The cost of each decision of a deal.
    Analysis {
        /// The number of the deal, from 0.
        deal: u32,
        /// The seat's decisions. Forced ones are left out.
        decisions: Vec<Judged>,
        /// The sum of the costs.
        cost: f64,
        /// The number of decisions that were examined.
        done: u32,
        /// The number of all decisions.
        of: u32,
    },
    /// The verdict on a position, and the way to win.
    Solved(SolvedPosition),
    /// The point at which a deal was lost.
    TurningPoint(TurningPoint),
}

impl Work {
    /// Returns the time limit. A computation that reaches the limit is stopped. The finding is then the result so far.
    /// The limit is far above the time that the computation's budget of simulations or positions takes.
    pub fn ceiling(&self) -> Duration {
        match self {
            Work::Advise { .. } => Duration::from_secs(5),
            Work::Analyse { .. } => Duration::from_secs(60),
            Work::SolvePosition(_) | Work::FindTurningPoint(_) => Duration::from_secs(10),
        }
    }

    /// Does the work. Reports its progress (decisions done, number of decisions), and ends soon after `cancel` is set.
    /// `None` if it failed.
    pub fn run(self, progress: &mut dyn FnMut(u32, u32), cancel: &AtomicBool) -> Option<Finding> {
        let mut rest = self.begin();
        loop {
            match rest.step(progress, cancel) {
                WorkStep::More(more) => rest = more,
                WorkStep::Done(finding) => return finding,
            }
        }
    }

    /// Begins the work, for a shell that does other things between its steps.
    pub fn begin(self) -> BegunWork {
        BegunWork(match self {
            Work::Advise { game, decision } => WorkLeft::Advise { game, decision },
            Work::Analyse { game, deal, decisions, face_up: None } => {
                WorkLeft::Decisions(DecisionAnalysis { game, deal, decisions, judged: Vec::new(), done: 0 })
            }
            Work::Analyse { deal, decisions, face_up: Some(face_up), .. } => {
                WorkLeft::Solitaire { deal, decisions, face_up }
            }
            Work::SolvePosition(deal) => WorkLeft::SolvePosition(deal),
            Work::FindTurningPoint(deal) => WorkLeft::FindTurningPoint(deal),
        })
    }
}

/// Work that is done step by step: an analysis does one decision in each step, everything else takes one step.
pub struct BegunWork(WorkLeft);

enum WorkLeft {
    Advise {
        game: &'static str,
        decision: Box<Decision>,
    },
    Decisions(DecisionAnalysis),
    /// The analysis of a solitaire is one search.
    Solitaire {
        deal: u32,
        decisions: Vec<Decision>,
        face_up: FaceUp,
    },
    SolvePosition(FaceUp),
    FindTurningPoint(FaceUp),
}

/// The result of a step.
pub enum WorkStep {
    /// This work is left to do.
    More(BegunWork),
    /// The work is done; `None` if it failed.
    Done(Option<Finding>),
}

impl BegunWork {
    /// Does the next step. If `cancel` is set, this is the last step, and the finding is the result so far.
    pub fn step(self, progress: &mut dyn FnMut(u32, u32), cancel: &AtomicBool) -> WorkStep {
        self.next(progress, cancel).unwrap_or(WorkStep::Done(None))
    }

    fn next(self, progress: &mut dyn FnMut(u32, u32), cancel: &AtomicBool) -> Result<WorkStep, CatalogError> {
        let finding = match self.0 {
            WorkLeft::Advise { game, decision } => {
                Finding::Advice(advised(catalog::advise(game, &decision, AdviceBudget::USUAL, cancel)?))
            }
            WorkLeft::Decisions(mut analysis) => {
                if analysis.judge_next(progress, cancel)? {
                    return Ok(WorkStep::More(BegunWork(WorkLeft::Decisions(analysis))));
                }
                analysis.finding()
            }
            WorkLeft::Solitaire { deal, decisions, face_up } => {
                analysed_solitaire(deal, &decisions, face_up, progress, cancel)?
            }
            WorkLeft::SolvePosition(deal) => Finding::Solved(catalog::solve_position(deal, cancel)?),
            WorkLeft::FindTurningPoint(deal) => {
                Finding::TurningPoint(catalog::turning_point(deal, &mut |_| {}, cancel)?)
            }
        };
        Ok(WorkStep::Done(Some(finding)))
    }
}

/// An unfinished analysis of a seat's decisions.
struct DecisionAnalysis {
    game: &'static str,
    deal: u32,
    decisions: Vec<Decision>,
    /// The judgements, each with the number of its decision.
    judged: Vec<(usize, Judgement)>,
    /// The number of decisions that were examined.
    done: usize,
}

impl DecisionAnalysis {
    /// Judges the next decision. Returns whether there are more.
    fn judge_next(&mut self, progress: &mut dyn FnMut(u32, u32), cancel: &AtomicBool) -> Result<bool, CatalogError> {
        let of = self.decisions.len();
        let Some(decision) = self.decisions.get(self.done) else { return Ok(false) };
        let judged = catalog::judge(self.game, decision, AdviceBudget::USUAL, cancel)?;
        if cancel.load(Ordering::Relaxed) {
            return Ok(false);
        }
        self.judged.extend(judged.filter(Judgement::is_news).map(|judgement| (self.done, judgement)));
        self.done += 1;
        report(progress, self.done, of);
        Ok(self.done < of)
    }

    fn finding(self) -> Finding {
        analysis(self.deal, &self.decisions, self.judged, self.done)
    }
}

/// Reports the progress after another decision, at most [`MOST_REPORTS`] times in an analysis.
fn report(progress: &mut dyn FnMut(u32, u32), done: usize, of: usize) {
    let step = |done: usize| done * MOST_REPORTS / of.max(1);
    if done < of && step(done) != step(done.saturating_sub(1)) {
        progress(done as u32, of as u32);
    }
}

/// Returns the analysis of a solitaire: the cost of the decisions that were judged before the time limit.
fn analysed_solitaire(
    deal: u32,
    decisions: &[Decision],
    face_up: FaceUp,
    progress: &mut dyn FnMut(u32, u32),
    cancel: &AtomicBool,
) -> Result<Finding, CatalogError> {
    let of = decisions.len();
    let mut reported = 0;
    let mut known = |positions: usize| {
        // The number of known positions can jump. If a position can be won, then all positions before it can be won
        // too.
        (reported + 1..=positions).for_each(|done| report(progress, done, of + 1));
        reported = positions;
    };
    let found = catalog::judge_solitaire(face_up, decisions, &mut known, cancel)?;
    let done = if cancel.load(Ordering::Relaxed) { reported.min(of) } else { of };
    Ok(analysis(deal, decisions, found, done))
}

/// Returns the costs of the decisions in a deal, of which `done` were judged.
fn analysis(deal: u32, decisions: &[Decision], found: Vec<(usize, Judgement)>, done: usize) -> Finding {
    let of = decisions.len();
    let dear = costliest(&found.iter().map(|(_, judgement)| judgement).collect::<Vec<_>>());
    let cost = total_cost(found.iter().map(|(_, judgement)| judgement.cost.points));
    let judged = |(place, (index, found)): (usize, (usize, Judgement))| Judged {
        line: decisions[index].line as u32,
        after: decisions[index].after as u32,
        view: found.view,
        legal: found.legal,
        alike: found.alike,
        done: choice(found.done),
        cost: found.cost.points,
        error: found.cost.error,
        costliest: dear.contains(&place),
        outlook: found.outlook,
        advice: advised(found.advice),
    };
    let decisions = found.into_iter().enumerate().map(judged).collect();
    Finding::Analysis { deal, decisions, cost, done: done as u32, of: of as u32 }
}

/// Returns advice in the form in which people get it.
#[must_use]
pub fn advised(advice: catalog::Advice) -> Advised {
    Advised { choices: advice.choices.into_iter().map(choice).collect(), reasons: advice.reasons }
}

fn choice(choice: catalog::Choice) -> Choice {
    let expected = choice.expected;
    Choice {
        legal: choice.action.map(|_| choice.legal),
        points: expected.map(|expected| expected.points),
        error: expected.and_then(|expected| expected.error),
        equal: expected.is_some_and(|expected| expected.equal),
        rash: choice.rash,
        outlook: choice.outlook,
    }
}
