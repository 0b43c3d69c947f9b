//! Runs of many matches (the arena, simulations, the solver), and the command line.

use std::any::Any;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::Duration;

use ::arena::{
    DecisionBudget, Entrant, ExternalPolicy, Hypotheses, Matches, Measure, PlayedMatch, PlayedSet, Questions, Run,
    Tournament,
};
use cards::Seed;
use clap::Parser;
use commands::AlarmClock;
use commands::solve::{SolveOptions, SolvedDeal, Word};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::call::{Control, TICK, detached, panicked};
use crate::error::value;

/// The request of a run, as python/cardroom/_runs.py writes it.
#[derive(Deserialize)]
struct Request {
    game: String,
    options: Map<String, Value>,
    seats: Option<u8>,
    bots: Vec<String>,
    seed: String,
    /// The number of sets or of matches.
    count: u64,
    /// The first and the last numbered deal; `None` if the matches follow from the run's seed.
    numbered: Option<(u64, u64)>,
    budget: Option<String>,
    /// The measure, H0, H1, and the error rate of the test.
    sprt: Option<(String, f64, f64, f64)>,
    threads: usize,
    cap: u32,
    clock_ms: u32,
}

/// A Python callable that plays: its name among the bots, the callable itself, and whether it wants action rows.
type NamedCallable = (String, Py<PyAny>, bool);

/// A Python callable that plays. python/cardroom/_runs.py has wrapped it.
#[derive(Debug)]
struct Callable {
    call: Py<PyAny>,
    wants_rows: bool,
    spec: ::arena::envs::Spec,
    control: Arc<Control>,
}

impl ExternalPolicy for Callable {
    fn wants_rows(&self) -> bool {
        self.wants_rows
    }

    fn choose(&self, questions: Questions) -> Result<Vec<i32>, String> {
        let Control { stop, asking, raised } = &*self.control;
        asking.fetch_add(1, Ordering::SeqCst);
        // After a stop the interpreter may be about to end, so the callable is not called any more.
        let answer = match stop.load(Ordering::SeqCst) {
            true => Err("stopped".to_owned()),
            false => Python::attach(|py| self.ask(py, questions)).map_err(|error| {
                let words = error.to_string();
                *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                words
            }),
        };
        asking.fetch_sub(1, Ordering::SeqCst);
        answer
    }
}

impl Callable {
    fn ask(&self, py: Python<'_>, questions: Questions) -> PyResult<Vec<i32>> {
        let Questions { observation, mask, seat, rows } = questions;
        let count = seat.len();
        let observation = PyArray1::from_vec(py, observation).reshape([count, self.spec.width])?;
        let mask = PyArray1::from_vec(py, mask).reshape([count, self.spec.actions])?;
        let seat = PyArray1::from_vec(py, seat);
        let rows = match rows {
            Some(rows) => {
                let wide = self.spec.row_width;
                let all = PyArray1::from_vec(py, rows.rows);
                let all = all.reshape([rows.numbers.len(), wide])?;
                Some((all, PyArray1::from_vec(py, rows.numbers), PyArray1::from_vec(py, rows.offsets)))
            }
            None => None,
        };
        let answer = self.call.bind(py).call1((observation, mask, seat, rows))?;
        let answer: PyReadonlyArray1<'_, i32> = answer.extract()?;
        Ok(answer.as_slice()?.to_vec())
    }
}

struct RunReport {
    control: Arc<Control>,
    records: Vec<String>,
    progress: Sender<u64>,
}

impl RunReport {
    /// Reports that `done` matches or sets have finished. Fails if the run has to stop.
    fn add(&self, done: u64) -> io::Result<()> {
        _ = self.progress.send(done);
        if self.control.stop.load(Ordering::SeqCst) { Err(io::Error::other("stopped")) } else { Ok(()) }
    }
}

/// Runs `run`, and returns its result and its records. An exception of a callable takes precedence over other errors.
/// After a stop, this function waits half a second. If `run` has not ended by then, this function gives up `run`'s
/// thread and current matches, but never while a callable is running.
fn play<T: Send + 'static, E: ToString + Send + 'static>(
    py: Python<'_>,
    control: &Arc<Control>,
    each: Option<&Py<PyAny>>,
    run: impl FnOnce(&mut RunReport) -> Result<T, E> + Send + 'static,
) -> PyResult<(T, Vec<String>)> {
    let (shared, (alive, end)) = (control.clone(), channel::<()>());
    let ended = control.run(py, each, move |progress| {
        let worker = thread::spawn(move || {
            let _alive = alive;
            let mut report = RunReport { control: shared, records: Vec::new(), progress };
            (run(&mut report), report.records)
        });
        let mut ticks = 0;
        while end.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            ticks += u32::from(control.stop.load(Ordering::SeqCst));
            if ticks > 10 && control.asking.load(Ordering::SeqCst) == 0 {
                return Err(Box::new("stopped") as Box<dyn Any + Send>);
            }
        }
        worker.join()
    })?;
    let (result, records) = ended.map_err(panicked)?;
    let raised = control.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    Ok((result.map_err(|error| raised.unwrap_or_else(|| value(error)))?, records))
}

/// Returns the number of threads, which is at most the number of pieces of work.
fn threads(wanted: usize, pieces: u64) -> NonZeroUsize {
    let wanted = NonZeroUsize::new(wanted).or_else(|| std::thread::available_parallelism().ok());
    wanted.unwrap_or(NonZeroUsize::MIN).min(NonZeroUsize::new(pieces as usize).unwrap_or(NonZeroUsize::MIN))
}

fn policies(
    game: &str,
    named: Vec<NamedCallable>,
    control: &Arc<Control>,
) -> PyResult<Vec<(String, Arc<dyn ExternalPolicy>)>> {
    let spec = ::arena::envs::spec(game).map_err(crate::error::raise)?;
    let policy = |(name, call, wants_rows)| {
        let callable = Callable { call, wants_rows, spec: spec.clone(), control: control.clone() };
        (name, Arc::new(callable) as Arc<dyn ExternalPolicy>)
    };
    Ok(named.into_iter().map(policy).collect())
}

/// Reads the request of a tournament. Also returns the state that the tournament shares with its Python callables.
fn read_tournament(request: &str, named: Vec<NamedCallable>) -> PyResult<(Tournament, Arc<Control>)> {
    let request: Request = serde_json::from_str(request).map_err(value)?;
    let control = Arc::default();
    let policies = policies(&request.game, named, &control)?;
    let budget: Option<DecisionBudget> = request.budget.map(|text| text.parse().map_err(value)).transpose()?;
    let clock = Duration::from_millis(request.clock_ms.into());
    let entrant = |name: &String| match policies.iter().find(|(known, _)| known == name) {
        Some((name, policy)) => Ok(Entrant::policy(name, policy.clone())),
        None => Entrant::named(name, budget, clock).map_err(value),
    };
    let question = |(measure, low, high, error): (String, f64, f64, f64)| {
        let measure = match measure.as_str() {
            "gain" => Measure::Gain,
            "wins" => Measure::Wins,
            _ => return Err(value("what is tested is gain or wins")),
        };
        Ok(Hypotheses { measure, low, high, alpha: error, beta: error })
    };
    let tournament = Tournament {
        lineup: request.bots.iter().map(entrant).collect::<PyResult<_>>()?,
        question: request.sprt.map(question).transpose()?,
        seed: Seed::padded(&request.seed).map_err(value)?,
        threads: threads(request.threads, request.count.saturating_mul(8)),
        game: request.game,
        options: request.options,
        seats: request.seats,
        sets: request.count,
        cap: request.cap,
    };
    Ok((tournament, control))
}

/// Holds a tournament. Returns its results as JSON, and its records.
#[pyfunction]
pub(crate) fn arena(
    py: Python<'_>,
    request: &str,
    named: Vec<NamedCallable>,
    records: bool,
    each: Option<Py<PyAny>>,
) -> PyResult<(String, Vec<String>)> {
    let (tournament, control) = read_tournament(request, named)?;
    let (results, records) = play(py, &control, each.as_ref(), move |report| {
        ::arena::compete(&tournament, records, &AlarmClock::start(), &mut |played: PlayedSet<'_>| {
            report.records.extend_from_slice(played.records);
            report.add(played.sets)
        })
    })?;
    Ok((serde_json::to_string(&results).map_err(value)?, records))
}

/// Plays the sets from `part.0` to `part.1` (exclusive) of a tournament. Returns the results, for `arena_join`, and the
/// records.
#[pyfunction]
pub(crate) fn arena_part<'py>(
    py: Python<'py>,
    request: &str,
    named: Vec<NamedCallable>,
    part: (u64, u64),
    records: bool,
) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
    let (tournament, control) = read_tournament(request, named)?;
    let (part, records) = play(py, &control, None, move |report| {
        ::arena::compete_part(&tournament, part.0..part.1, records, &AlarmClock::start(), &mut |played| {
            report.records.extend_from_slice(played.records);
            report.add(played.sets)
        })
    })?;
    Ok((PyBytes::new(py, &part), records))
}

/// Joins the results of a tournament that was played in parts. Returns them as JSON.
#[pyfunction]
pub(crate) fn arena_join(
    py: Python<'_>,
    request: &str,
    named: Vec<NamedCallable>,
    parts: Vec<Vec<u8>>,
) -> PyResult<String> {
    let (tournament, _) = read_tournament(request, named)?;
    let results = detached(py, || ::arena::join_sets(&tournament, &parts))?.map_err(value)?;
    serde_json::to_string(&results).map_err(value)
}

/// Reads the request of a run. Also returns the state that the run shares with its Python callables.
fn read_run(request: &str, named: Vec<NamedCallable>) -> PyResult<(Run, Arc<Control>)> {
    let request: Request = serde_json::from_str(request).map_err(value)?;
    let control = Arc::default();
    let run = Run {
        policies: policies(&request.game, named, &control)?,
        game: request.game,
        options: request.options,
        seats: request.seats,
        bots: request.bots,
        seed: Seed::padded(&request.seed).map_err(value)?,
        matches: match request.numbered {
            Some((first, last)) => Matches::Numbered(first..=last),
            None => Matches::Count(request.count),
        },
        threads: threads(request.threads, request.count),
        cap: request.cap,
        clock: Duration::from_millis(request.clock_ms.into()),
    };
    Ok((run, control))
}

/// Plays matches. Returns their summary as JSON, and their records.
#[pyfunction]
pub(crate) fn simulate(
    py: Python<'_>,
    request: &str,
    named: Vec<NamedCallable>,
    records: bool,
    each: Option<Py<PyAny>>,
) -> PyResult<(String, Vec<String>)> {
    let (run, control) = read_run(request, named)?;
    let (summary, records) = play(py, &control, each.as_ref(), move |report| {
        ::arena::simulate(&run, records, &mut |played: PlayedMatch<'_>| {
            report.records.extend(played.record.map(str::to_owned));
            report.add(played.matches)
        })
    })?;
    Ok((serde_json::to_string(&summary).map_err(value)?, records))
}

/// Plays the matches from `part.0` to `part.1` (exclusive) of a run. Returns the results, for `simulate_join`, and the
/// records.
#[pyfunction]
pub(crate) fn simulate_part<'py>(
    py: Python<'py>,
    request: &str,
    named: Vec<NamedCallable>,
    part: (u64, u64),
    records: bool,
) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
    let (run, control) = read_run(request, named)?;
    let (part, records) = play(py, &control, None, move |report| {
        ::arena::simulate_part(&run, part.0..part.1, records, &mut |played| {
            report.records.extend(played.record.map(str::to_owned));
            report.add(played.matches)
        })
    })?;
    Ok((PyBytes::new(py, &part), records))
}

/// Joins the results of a run that was played in parts. Returns their summary as JSON.
#[pyfunction]
pub(crate) fn simulate_join(
    py: Python<'_>,
    request: &str,
    named: Vec<NamedCallable>,
    parts: Vec<Vec<u8>>,
) -> PyResult<String> {
    let (run, _) = read_run(request, named)?;
    let summary = detached(py, || ::arena::join_simulated(&run, &parts))?.map_err(value)?;
    serde_json::to_string(&summary).map_err(value)
}

/// The columns by name, and for each deal its record and its actions.
type Solutions<'py> = (Bound<'py, PyDict>, Vec<Option<String>>, Vec<Vec<String>>);

/// Solves numbered deals. Returns columns as NumPy arrays, and for each deal its record and, if it was won, its
/// actions.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python calls it by keywords")]
#[pyo3(signature = (game, options, deals, blind, budget, threads, each))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    game: &str,
    options: &str,
    deals: (u64, u64),
    blind: bool,
    budget: usize,
    threads: usize,
    each: Option<Py<PyAny>>,
) -> PyResult<Solutions<'py>> {
    let (first, last) = deals;
    let options = crate::game::read_options(options)?;
    let options = catalog::options(game, &options).map_err(value)?;
    let count = last - first + 1;
    let solver = commands::solve::solver(game, &SolveOptions { options, blind, budget }).map_err(value)?;
    let ((lines, records, actions), _) = play(py, &Arc::default(), each.as_ref(), move |report| {
        let (mut lines, mut records, mut actions) = (Vec::new(), Vec::new(), Vec::new());
        let solve = |piece| solver(first + piece);
        let ended = ::arena::parallel_ordered(count, self::threads(threads, count), solve, |_, solved| {
            lines.push(solved.line);
            records.push(solved.record);
            actions.push(solved.actions);
            report.add(lines.len() as u64)
        });
        ended.map(|()| (lines, records, actions))
    })?;
    let columns = PyDict::new(py);
    let verdict = |line: &SolvedDeal| match line.verdict {
        Word::Lost => 0,
        Word::Won => 1,
        Word::Unknown => -1,
    };
    columns.set_item("deal", column(py, &lines, |line| line.deal))?;
    columns.set_item("won", column(py, &lines, |line| verdict(line) as i8))?;
    columns.set_item("moves", column(py, &lines, |line| line.moves))?;
    columns.set_item("cards", column(py, &lines, |line| line.cards))?;
    columns.set_item("width", column(py, &lines, |line| line.width as u64))?;
    columns.set_item("nodes", column(py, &lines, |line| line.nodes))?;
    columns.set_item("ms", column(py, &lines, |line| line.ms))?;
    Ok((columns, records, actions))
}

fn column<'py, T: numpy::Element>(
    py: Python<'py>,
    lines: &[SolvedDeal],
    of: impl Fn(&SolvedDeal) -> T,
) -> Bound<'py, PyArray1<T>> {
    lines.iter().map(of).collect::<Vec<T>>().into_pyarray(py)
}

/// The command line of `cardroom` with the subcommands that need no server.
#[derive(Parser)]
#[command(name = "python -m cardroom", version)]
struct Arguments {
    #[command(subcommand)]
    command: commands::CliCommand,
}

/// Carries out a command line; returns the exit status.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<String>) -> u8 {
    py.detach(|| match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments.command.run().map_or_else(|failure| failure.print(), |()| 0),
        Err(error) => commands::report_usage(&error),
    })
}

/// Panics on another thread, so that a test can check that a bug becomes an exception.
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>) -> PyResult<()> {
    let panic = |_: &mut RunReport| -> Result<(), String> { panic!("asked for") };
    play(py, &Arc::default(), None, panic).map(|_| ())
}
