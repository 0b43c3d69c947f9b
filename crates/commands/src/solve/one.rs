//! Solves one deal, or plays it blind, and writes its record.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use arena::{Interval, Share};
use cards::Seed;
use catalog::{Solitaire, VisitSolitaire};
use game::{Rng, Seat, Viewer, read_options};
use search::solve::{self, Blind, Budget, Difficulty, SolveResult, Thoughtful};
use serde_json::{Map, Value};
use table::{Match, MatchPhase};

use super::lines::{SolvedDeal, Word};
use crate::failure::Failure;

/// The options of a solver.
pub struct SolveOptions {
    /// The options of the game; those that are left out have their defaults.
    pub options: Map<String, Value>,
    /// True if the stock stays hidden.
    pub blind: bool,
    /// The width of the widest beam.
    pub budget: usize,
}

/// A solved deal with its record.
pub struct Solved {
    /// The result.
    pub line: SolvedDeal,
    /// The record, if the deal was won.
    pub record: Option<String>,
    /// The actions, if the deal was won.
    pub actions: Vec<String>,
}

/// A function that solves a numbered deal.
pub type Solver = Box<dyn Fn(u64) -> Solved + Send + Sync>;

/// Returns a solver for the deals of this game.
///
/// # Errors
/// If there is no such solitaire or option.
pub fn solver(game: &str, job: &SolveOptions) -> Result<Solver, Failure> {
    struct SolveLine<'a>(&'a SolveOptions);
    impl VisitSolitaire for SolveLine<'_> {
        type Output = Result<Solver, Failure>;
        fn visit<G: Solitaire>(self) -> Self::Output {
            let rules: G::Rules = read_options(&self.0.options).map_err(Failure::usage)?;
            let budget = Budget::usual().up_to(self.0.budget);
            Ok(if self.0.blind {
                Box::new(move |deal| play_blind::<G>(rules, deal))
            } else {
                Box::new(move |deal| solve_one::<G>(rules, deal, &budget))
            })
        }
    }
    catalog::visit_solitaire(game, SolveLine(job)).map_err(Failure::usage)?
}

fn begin<G: Solitaire>(rules: G::Rules, deal: u64, name: &str) -> Match<G> {
    Match::start(rules, vec![name.to_owned()], Seed::numbered(deal)).expect("a solitaire has one seat")
}

const SEAT: Seat = Seat::new(0);

fn solve_one<G: Solitaire>(rules: G::Rules, deal: u64, budget: &Budget) -> Solved {
    let mut current = begin::<G>(rules, deal, "solver");
    let began = Instant::now();
    let solution = solve::solve(&rules, current.deal(), budget, &AtomicBool::new(false));
    let ms = began.elapsed().as_secs_f64() * 1e3;
    let (verdict, actions) = match solution.result {
        SolveResult::Won(actions) => (Word::Won, actions),
        SolveResult::Lost => (Word::Lost, Vec::new()),
        SolveResult::Unknown => (Word::Unknown, Vec::new()),
    };
    for &action in &actions {
        current.play(SEAT, action);
    }
    solved(deal, verdict, &current, (solution.width, solution.nodes), ms)
}

/// The number of actions after which a blind player gives up.
const PATIENCE: u32 = 20_000;

fn play_blind<G: Solitaire>(rules: G::Rules, deal: u64) -> Solved {
    let mut current = begin::<G>(rules, deal, "blind");
    let mut player = Blind::<G>::new(Budget::usual().up_to(512));
    let mut rng = Rng::new(deal);
    let mut legal = Vec::new();
    let began = Instant::now();
    for _ in 0..PATIENCE {
        if current.phase() != MatchPhase::Deal {
            break;
        }
        legal.clear();
        current.deal().legal(SEAT, &mut legal);
        let view = current.deal().view(Viewer::Seat(SEAT));
        let action = player.choose(&view, &legal, &mut rng, &AtomicBool::new(false));
        current.play(SEAT, action);
    }
    let ms = began.elapsed().as_secs_f64() * 1e3;
    let won = current.winners().is_some_and(|winners| !winners.is_empty());
    solved(deal, if won { Word::Won } else { Word::Lost }, &current, (0, player.nodes()), ms)
}

fn solved<G: Solitaire>(deal: u64, verdict: Word, current: &Match<G>, (width, nodes): (usize, u64), ms: f64) -> Solved {
    let won = verdict == Word::Won;
    let actions: Vec<String> = if won { current.actions().map(|(_, a)| a.to_string()).collect() } else { Vec::new() };
    let line = SolvedDeal {
        deal,
        verdict,
        moves: actions.len() as u32,
        cards: actions.iter().filter(|action| action.contains(' ')).count() as u32,
        width,
        nodes,
        ms: (ms * 1e3).round() / 1e3,
    };
    Solved { line, record: won.then(|| current.record()), actions }
}

pub(super) fn difficulty(game: &str, job: &SolveOptions, deal: u64, reshuffles: u32) -> Result<Difficulty, Failure> {
    struct SolveDeal<'a>(&'a SolveOptions, u64, u32);
    impl VisitSolitaire for SolveDeal<'_> {
        type Output = Result<Difficulty, Failure>;
        fn visit<G: Solitaire>(self) -> Self::Output {
            let SolveDeal(job, deal, reshuffles) = self;
            let rules: G::Rules = read_options(&job.options).map_err(Failure::usage)?;
            let budget = Budget::usual().up_to(job.budget);
            let current = begin::<G>(rules, deal, "solver");
            let rated = solve::difficulty(&rules, current.deal(), (&budget, reshuffles), deal, &AtomicBool::new(false));
            Ok(rated.expect("nobody cancels it"))
        }
    }
    catalog::visit_solitaire(game, SolveDeal(job, deal, reshuffles)).map_err(Failure::usage)?
}

pub(super) fn difficulty_words(deal: u64, difficulty: Difficulty) -> String {
    let words = match difficulty.thoughtful {
        Thoughtful::Beam(0) => "a few positions of exhaustive search win it".to_owned(),
        Thoughtful::Beam(width) => format!("a beam of {width} wins it"),
        Thoughtful::Lost => "it cannot be won".to_owned(),
        Thoughtful::Unknown => "no beam of the budget wins it".to_owned(),
    };
    let mut text = format!("deal {deal}, all cards known: {words}\n");
    let Difficulty { won, of, .. } = difficulty;
    if let Some(Interval { estimate, low, high }) = Share::of(won.into(), of.into()).interval() {
        let [estimate, low, high] = [estimate, low, high].map(|share| share * 100.0);
        text += &format!(
            "the blind player wins {won} of {of} reshuffles of the stock: {estimate:.1} % (95 %: {low:.1} to {high:.1} %)\n"
        );
    }
    text
}

pub(super) fn words(solved: &Solved) -> String {
    let SolvedDeal { deal, verdict, moves, nodes, ms, .. } = &solved.line;
    let words = match verdict {
        Word::Won => format!("won in {moves} actions"),
        Word::Lost | Word::Unknown => verdict.text().to_owned(),
    };
    let rows = solved.actions.chunks(12).map(|row| format!("  {}\n", row.join(", ")));
    format!("deal {deal}: {words} ({nodes} positions, {ms:.1} ms)\n{}", rows.collect::<String>())
}
