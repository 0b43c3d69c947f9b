//! One deal: solved, or played blind; and its record.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cards::Seed;
use catalog::{Solitaire, VisitSolitaire};
use game::{Rng, Seat, Viewer, read_options};
use serde_json::{Map, Value};
use solve::{Blind, Budget, Verdict};
use table::{Match, Phase};

use super::lines::{Line, Word};
use crate::failure::Failure;

/// How deals are solved.
pub(super) struct Job {
    pub(super) options: Map<String, Value>,
    pub(super) blind: bool,
    pub(super) budget: usize,
}

/// A deal that was solved.
pub(super) struct Solved {
    pub(super) line: Line,
    /// The record, if it was won.
    pub(super) record: Option<String>,
    /// The actions, if it was won.
    pub(super) actions: Vec<String>,
}

/// Solves a numbered deal.
pub(super) type Solver = Box<dyn Fn(u64) -> Solved + Sync>;

/// What solves deals of this game.
pub(super) fn solver(game: &str, job: &Job) -> Result<Solver, Failure> {
    struct Make<'a>(&'a Job);
    impl VisitSolitaire for Make<'_> {
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
    catalog::visit_solitaire(game, Make(job)).map_err(Failure::usage)?
}

fn begin<G: Solitaire>(rules: G::Rules, deal: u64, name: &str) -> Match<G> {
    Match::start(rules, vec![name.to_owned()], Seed::numbered(deal)).expect("a solitaire has one seat")
}

const SEAT: Seat = Seat::new(0);

fn solve_one<G: Solitaire>(rules: G::Rules, deal: u64, budget: &Budget) -> Solved {
    let mut course = begin::<G>(rules, deal, "solver");
    let began = Instant::now();
    let solution = solve::solve(&rules, course.deal(), budget, &AtomicBool::new(false));
    let ms = began.elapsed().as_secs_f64() * 1e3;
    let (verdict, actions) = match solution.verdict {
        Verdict::Won(actions) => (Word::Won, actions),
        Verdict::Lost => (Word::Lost, Vec::new()),
        Verdict::Unknown => (Word::Unknown, Vec::new()),
    };
    for &action in &actions {
        course.play(SEAT, action);
    }
    solved(deal, verdict, &course, (solution.width, solution.nodes), ms)
}

/// Actions after which a blind player gives up.
const PATIENCE: u32 = 20_000;

fn play_blind<G: Solitaire>(rules: G::Rules, deal: u64) -> Solved {
    let mut course = begin::<G>(rules, deal, "blind");
    let mut player = Blind::<G>::new(Budget::usual().up_to(512));
    let mut rng = Rng::new(deal);
    let mut legal = Vec::new();
    let began = Instant::now();
    for _ in 0..PATIENCE {
        if course.phase() != Phase::Deal {
            break;
        }
        legal.clear();
        course.deal().legal(SEAT, &mut legal);
        let view = course.deal().view(Viewer::Seat(SEAT));
        let action = player.choose(&view, &legal, &mut rng, &AtomicBool::new(false));
        course.play(SEAT, action);
    }
    let ms = began.elapsed().as_secs_f64() * 1e3;
    let won = course.winners().is_some_and(|winners| !winners.is_empty());
    solved(deal, if won { Word::Won } else { Word::Lost }, &course, (0, player.nodes()), ms)
}

fn solved<G: Solitaire>(deal: u64, verdict: Word, course: &Match<G>, (width, nodes): (usize, u64), ms: f64) -> Solved {
    let won = verdict == Word::Won;
    let actions: Vec<String> = if won { course.actions().map(|(_, a)| a.to_string()).collect() } else { Vec::new() };
    let line = Line {
        deal,
        verdict,
        moves: actions.len() as u32,
        cards: actions.iter().filter(|action| action.contains(' ')).count() as u32,
        width,
        nodes,
        ms: (ms * 1e3).round() / 1e3,
    };
    Solved { line, record: won.then(|| course.record()), actions }
}

/// Tells the solution of one deal.
pub(super) fn tell(deal: u64, solved: &Solved) -> Result<(), Failure> {
    let line = &solved.line;
    let words = match line.verdict {
        Word::Won => format!("deal {deal}: won in {} actions", line.moves),
        Word::Lost => format!("deal {deal}: lost"),
        Word::Unknown => format!("deal {deal}: unknown"),
    };
    let mut out = io::stdout().lock();
    let io = |error: io::Error| Failure::io("standard output", &error);
    writeln!(out, "{words} ({} positions, {:.1} ms)", line.nodes, line.ms).map_err(io)?;
    for row in solved.actions.chunks(12) {
        writeln!(out, "  {}", row.join(", ")).map_err(io)?;
    }
    Ok(())
}
