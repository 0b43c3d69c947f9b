//! `cardroom arena GAME`: finds which bot is better, and by how much.

mod chart;
mod clock;
mod matrix;
mod report;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::arena::{DecisionBudget, Entrant, Hypotheses, Measure, Results, Tournament};
use cards::printable;
use clap::Args;

use crate::failure::Failure;
use crate::files::{Output, print_report, read_file, write_json};
use crate::progress::progress_bar;
use crate::words::{MOST, RunArguments, counted, read_options};

pub use clock::AlarmClock;

pub(crate) const EXAMPLES: &str = "\
Examples:
  cardroom arena hearts --bots expert,club -n 200
  cardroom arena kael --matrix club expert master";

/// What is played, and what is written.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    /// Bots of seats 0, 1, … before they rotate; the last takes all further seats.
    ///
    /// A bot is a level, a method, or an engine of your own: cmd:"python3 mybot.py" (docs/bots/engines.md). A budget of
    /// its own follows an @: expert@400, pimc@50ms.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', conflicts_with = "bot", required_unless_present_any = ["bot", "matrix"])]
    bots: Vec<String>,
    /// Bot of the next seat, in place of --bots. Can be repeated.
    #[arg(long, value_name = "NAME")]
    bot: Vec<String>,
    /// Let each two of these bots meet, and print a table of all pairs.
    #[arg(
        long, value_name = "NAME,…", value_delimiter = ',', num_args = 1..,
        conflicts_with_all = ["bots", "bot", "sweep", "sprt", "out"]
    )]
    matrix: Vec<String>,
    /// Most sets: a set is one deal of cards in every rotation of the bots.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MOST))]
    sets: u64,
    /// Budget of a decision: a number of simulations, or a time such as 50ms.
    ///
    /// For bots that search and have no budget of their own. With simulations the same tournament plays the same everywhere;
    /// with a time, give no more --threads than there are idle cores.
    #[arg(long, value_name = "SIMS|MSms")]
    budget: Option<DecisionBudget>,
    /// Budgets of the first bot: play a tournament with each, on the same cards.
    #[arg(long, value_name = "BUDGET,…", value_delimiter = ',')]
    sweep: Vec<DecisionBudget>,
    /// Stop as soon as a sequential test decides between H0 and H1.
    ///
    /// The test is about the first bot: points gained a deal above the mean of the others (0,2), or the share of matches
    /// won (wins:0.25,0.4).
    #[arg(long, value_name = "[gain:|wins:]H0,H1", value_parser = read_question)]
    sprt: Option<(Measure, f64, f64)>,
    /// Error rate of the test, in both directions.
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    sprt_error: f64,
    /// Use the net in this file, as `python/train/export.py` writes it.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Most actions of a deal; the match is then broken off.
    #[arg(long, value_name = "N", default_value_t = ::arena::CAP, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    cap: u32,
    /// Most milliseconds for an answer of an engine of your own.
    #[arg(long, value_name = "MS", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    clock: u32,
    /// Write the records to this file; - is standard output.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the results to this file, as JSON; - is standard output.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw strength against budget, or for --matrix against processor time.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn read_question(text: &str) -> Result<(Measure, f64, f64), String> {
    let (measure, numbers) = match text.split_once(':') {
        Some(("wins", numbers)) => (Measure::Wins, numbers),
        Some(("gain", numbers)) => (Measure::Gain, numbers),
        Some(_) => return Err("what is tested is gain or wins".to_owned()),
        None => (Measure::Gain, text),
    };
    let numbers = numbers.split_once(',').map(|(low, high)| (low.parse::<f64>(), high.parse::<f64>()));
    match numbers {
        Some((Ok(low), Ok(high))) if low < high && high.is_finite() && low.is_finite() => Ok((measure, low, high)),
        _ => Err("a test is given as 0,2, the smaller number first".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.svg.is_some() && arguments.sweep.is_empty() && arguments.matrix.is_empty() {
        return Err(Failure::usage("--svg draws what --sweep or --matrix plays: give one of them"));
    }
    if let Some(path) = &arguments.net {
        let loaded = catalog::load_net(&arguments.run.game, &read_file(path)?);
        loaded.map_err(|error| Failure::usage(format_args!("{}: {error}", printable(path))))?;
    }
    if !arguments.matrix.is_empty() {
        return run_matrix(arguments);
    }
    let tournaments = read(arguments)?;
    for tournament in &tournaments {
        ::arena::check_tournament(tournament).map_err(Failure::usage)?;
    }
    let mut records = Output::of(&arguments.out)?;
    let (json, svg) = (Output::of(&arguments.json)?, Output::of(&arguments.svg)?);
    let clock = AlarmClock::start();
    let bar = progress_bar(tournaments.iter().map(|tournament| tournament.sets).sum(), "sets");
    let began = Instant::now();
    let mut all: Vec<Results> = Vec::new();
    for tournament in &tournaments {
        let before = bar.position();
        let results = ::arena::compete(tournament, records.is_some(), &clock, &mut |played| {
            bar.set_position(before + played.sets);
            records.as_mut().map_or(Ok(()), |out| played.records.iter().try_for_each(|record| out.line(record)))
        });
        all.push(results.map_err(|error| Failure::of_run(error, &arguments.out))?);
        bar.set_position(before + tournament.sets);
    }
    bar.finish_and_clear();
    records.map_or(Ok(()), |mut records| records.finish())?;
    match &all[..] {
        [results] if arguments.sweep.is_empty() => write_json(json, results)?,
        all => write_json(json, &all)?,
    }
    svg.map_or(Ok(()), |mut svg| svg.text(&chart::sweep(&all, &arguments.sweep)))?;
    let report = if arguments.sweep.is_empty() { report::report(&all[0]) } else { report::sweep(&all) };
    print(arguments, report, began)
}

/// Prints a report, and the time that the command took.
fn print(arguments: &Arguments, report: String, began: Instant) -> Result<(), Failure> {
    let threads = counted(arguments.run.threads.count().get() as u64, "thread");
    let time = format!("{:.1} s on {threads}; intervals: 95 %, sets as clusters\n", began.elapsed().as_secs_f64());
    print_report(&(report + &time), &[&arguments.out, &arguments.json, &arguments.svg])
}

/// Plays a field of bots and prints the result.
fn run_matrix(arguments: &Arguments) -> Result<(), Failure> {
    let (template, entrants) = (template(arguments)?, entrants(arguments, &arguments.matrix, arguments.budget)?);
    ::arena::matrix_sets(&template, &entrants).map_err(Failure::usage)?;
    let (json, svg) = (Output::of(&arguments.json)?, Output::of(&arguments.svg)?);
    let began = Instant::now();
    let results = matrix::play(&template, &entrants)?;
    write_json(json, &results)?;
    svg.map_or(Ok(()), |mut svg| svg.text(&chart::field(&results)))?;
    print(arguments, matrix::report(&results), began)
}

/// Returns one tournament for each budget of the first bot, or a single one without such budgets.
fn read(arguments: &Arguments) -> Result<Vec<Tournament>, Failure> {
    let names = [&arguments.bots[..], &arguments.bot[..]].concat();
    let template = template(arguments)?;
    let lineup = |first: Option<DecisionBudget>| -> Result<Vec<Entrant>, Failure> {
        let (first_names, others) = names.split_at(names.len().min(1));
        let mut lineup = entrants(arguments, first_names, first.or(arguments.budget))?;
        lineup.extend(entrants(arguments, others, arguments.budget)?);
        Ok(lineup)
    };
    if arguments.sweep.is_empty() {
        return Ok(vec![Tournament { lineup: lineup(None)?, ..template }]);
    }
    let swept = |budget: &DecisionBudget| -> Result<Tournament, Failure> {
        let lineup = lineup(Some(*budget))?;
        let first = lineup.first().map_or("", Entrant::name);
        if !first.ends_with(&format!("@{budget}")) {
            return Err(Failure::usage(format_args!("{first} has no budget that could be swept")));
        }
        Ok(Tournament { lineup, ..template.clone() })
    };
    arguments.sweep.iter().map(swept).collect()
}

fn entrants(arguments: &Arguments, names: &[String], budget: Option<DecisionBudget>) -> Result<Vec<Entrant>, Failure> {
    let clock = Duration::from_millis(u64::from(arguments.clock));
    let entrants = names.iter().map(|name| Entrant::named(name, budget, clock));
    entrants.collect::<Result<_, _>>().map_err(Failure::usage)
}

/// Returns a tournament without its bots.
fn template(arguments: &Arguments) -> Result<Tournament, Failure> {
    let (alpha, beta) = (arguments.sprt_error, arguments.sprt_error);
    let question = |(measure, low, high)| Hypotheses { measure, low, high, alpha, beta };
    Ok(Tournament {
        game: arguments.run.game.clone(),
        options: read_options(&arguments.run.game, &arguments.run.rules.option)?,
        seats: arguments.run.seats,
        lineup: Vec::new(),
        seed: arguments.run.seed,
        sets: arguments.sets,
        question: arguments.sprt.map(question),
        threads: arguments.run.threads.count(),
        cap: arguments.cap,
    })
}
