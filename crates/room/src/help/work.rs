//! The computations behind help. They are pure: a question with everything that may be known for it goes in, a
//! finding comes out. The shell runs them on a thread of their own, or in a worker.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use catalog::{AdviceBudget, CatalogError, Judgement, SolvedPosition, TurningPoint, costliest, total_cost};
use game::Reason;
use protocol::{Advised, Choice, Judged};
use table::{Decision, FaceUp};

/// The most progress messages of an analysis.
const STEPS_TOLD: usize = 40;

/// Work for somebody.
pub enum Work {
    /// What a seat should do, from what it sees.
    Advise {
        /// The game's id.
        game: &'static str,
        /// The decision.
        decision: Box<Decision>,
    },
    /// What a seat's decisions in a finished deal cost.
    Analyse {
        /// The game's id.
        game: &'static str,
        /// Which deal, from 0.
        deal: u32,
        /// The seat's decisions.
        decisions: Vec<Decision>,
        /// The deal, if it is a solitaire.
        face_up: Option<FaceUp>,
    },
    /// Whether a solitaire can be won, and how.
    SolvePosition(FaceUp),
    /// Where a solitaire was lost.
    FindTurningPoint(FaceUp),
}

/// What was found.
pub enum Finding {
    /// What to do.
    Advice(Advised),
    /// What the decisions of a deal cost.
    Analysis {
        /// Which deal.
        deal: u32,
        /// The seat's decisions. Forced ones are left out.
        decisions: Vec<Judged>,
        /// What they cost together.
        cost: f64,
        /// How many decisions were looked at.
        done: u32,
        /// Of how many.
        of: u32,
    },
    /// Whether a position can be won, and how.
    Solved(SolvedPosition),
    /// Where a deal was lost.
    TurningPoint(TurningPoint),
}

impl Work {
    /// The time limit. Then it is stopped, and its finding is what it has by then. The limit is far above what its
    /// budget of simulations or positions takes.
    pub fn ceiling(&self) -> Duration {
        match self {
            Work::Advise { .. } => Duration::from_secs(5),
            Work::Analyse { .. } => Duration::from_secs(60),
            Work::SolvePosition(_) | Work::FindTurningPoint(_) => Duration::from_secs(10),
        }
    }

    /// Does the work. Reports its progress (decisions done, of how many), and ends soon after `cancel` is set. `None`
    /// if it failed.
    pub fn run(self, progress: &mut dyn FnMut(u32, u32), cancel: &AtomicBool) -> Option<Finding> {
        match self {
            Work::Advise { game, decision } => {
                let advice = catalog::advise(game, &decision, AdviceBudget::USUAL, cancel).ok()?;
                Some(Finding::Advice(told(advice)))
            }
            Work::Analyse { game, deal, decisions, face_up } => {
                analysed(game, deal, &decisions, face_up, progress, cancel).ok()
            }
            Work::SolvePosition(deal) => catalog::solve_position(deal, cancel).ok().map(Finding::Solved),
            Work::FindTurningPoint(deal) => {
                catalog::turning_point(deal, &mut |_| {}, cancel).ok().map(Finding::TurningPoint)
            }
        }
    }
}

/// Counts another decision, and reports some of them.
fn tell(progress: &mut dyn FnMut(u32, u32), done: usize, of: usize) {
    let step = |done: usize| done * STEPS_TOLD / of.max(1);
    if done < of && step(done) != step(done.saturating_sub(1)) {
        progress(done as u32, of as u32);
    }
}

/// What the decisions of a deal cost, as far as they were judged before the ceiling.
fn analysed(
    game: &str,
    deal: u32,
    decisions: &[Decision],
    face_up: Option<FaceUp>,
    progress: &mut dyn FnMut(u32, u32),
    cancel: &AtomicBool,
) -> Result<Finding, CatalogError> {
    let of = decisions.len();
    let mut done = 0;
    let mut found: Vec<(usize, Judgement)> = Vec::new();
    if let Some(face_up) = face_up {
        let mut told = 0;
        let mut known = |positions: usize| {
            // It jumps: all that lies before a won position is known, too.
            (told + 1..=positions).for_each(|done| tell(progress, done, of + 1));
            told = positions;
        };
        found = catalog::judge_solitaire(face_up, decisions, &mut known, cancel)?;
        done = if cancel.load(Ordering::Relaxed) { told.min(of) } else { of };
    } else {
        for (index, decision) in decisions.iter().enumerate() {
            let judged = catalog::judge(game, decision, AdviceBudget::USUAL, cancel)?;
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            done += 1;
            tell(progress, done, of);
            found.extend(judged.filter(Judgement::is_news).map(|judgement| (index, judgement)));
        }
    }
    let dear = costliest(&found.iter().map(|(_, judgement)| judgement).collect::<Vec<_>>());
    let cost = total_cost(found.iter().map(|(_, judgement)| judgement.cost.points));
    let judged = |(place, (index, found)): (usize, (usize, Judgement))| Judged {
        line: decisions[index].line as u32,
        view: found.view,
        legal: found.legal,
        done: choice(found.done),
        cost: found.cost.points,
        error: found.cost.error,
        costliest: dear.contains(&place),
        outlook: found.outlook,
        advice: told(found.advice),
    };
    let decisions = found.into_iter().enumerate().map(judged).collect();
    Ok(Finding::Analysis { deal, decisions, cost, done: done as u32, of: of as u32 })
}

fn told(advice: catalog::Advice) -> Advised {
    Advised {
        choices: advice.choices.into_iter().map(choice).collect(),
        reasons: advice.reasons.into_iter().map(reason).collect(),
    }
}

fn choice(choice: catalog::Choice) -> Choice {
    let expected = choice.expected;
    Choice {
        legal: choice.action.map(|_| choice.legal),
        words: choice.words,
        points: expected.map(|expected| expected.points),
        error: expected.and_then(|expected| expected.error),
        equal: expected.is_some_and(|expected| expected.equal),
        rash: choice.rash,
        outlook: choice.outlook,
    }
}

fn reason(reason: Reason) -> protocol::Reason {
    let Reason { key, n, card, words } = reason;
    protocol::Reason { key: key.to_owned(), n, card, words }
}
