//! `cardroom arena GAME`: which bot is better, and by how much.

mod chart;
mod clock;
mod report;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use ::arena::{DecisionBudget, Entrant, Hypotheses, Measure, Results, SimulateError, Tournament};
use cards::Seed;
use clap::Args;

use crate::failure::Failure;
use crate::output::Output;
use crate::progress::progress_bar;
use crate::words::{read_options, read_seed};

pub use clock::AlarmClock;

/// Let bots meet on the same cards, every bot on every seat, and say who is better.
#[derive(Args)]
pub struct Arguments {
    /// The game.
    game: String,
    /// The bots of seats 0, 1, …, before they rotate; the last sits on all further seats. A budget of its own is given
    /// after an @: expert@400, pimc@50ms. An engine of your own is a bot named cmd:"python3 mybot.py" (docs/engines.md).
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', conflicts_with = "bot", required_unless_present = "bot")]
    bots: Vec<String>,
    /// The same, one at a time.
    #[arg(long, value_name = "NAME")]
    bot: Vec<String>,
    /// How many sets at most. A set is one match seed, played once in every rotation of the bots.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    sets: u64,
    /// How many play: the game's usual number if left out.
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// A house rule, key=value; may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    option: Vec<String>,
    /// The tournament's seed, up to 64 hex digits.
    #[arg(long, value_name = "HEX", default_value = "0", value_parser = read_seed)]
    seed: Seed,
    /// What a decision may cost bots that search and have no budget of their own: simulations, or a time as 50ms. With
    /// simulations the same tournament plays the same everywhere.
    #[arg(long, value_name = "SIMS|MSms")]
    budget: Option<DecisionBudget>,
    /// Budgets of the first bot, one tournament each on the same cards: its strength against its budget.
    #[arg(long, value_name = "BUDGET,…", value_delimiter = ',')]
    sweep: Vec<DecisionBudget>,
    /// End as soon as it is known whether the first bot's measure is rather H0 or H1. Points gained a deal on the mean of
    /// the others: 0,2. Share of matches won: wins:0.25,0.4.
    #[arg(long, value_name = "[gain:|wins:]H0,H1", value_parser = read_question)]
    sprt: Option<(Measure, f64, f64)>,
    /// How often the test may be wrong, either way.
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    sprt_error: f64,
    /// How many threads: all cores if left out. With budgets in time, no more than there are idle cores.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// The most actions of a deal; a match that reaches it is broken off.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..))]
    cap: u32,
    /// How long an engine of your own may take for an answer, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    clock: u32,
    /// Write the records here; - is standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Write the results here, as JSON; - is standard output.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
    /// Draw strength against budget here.
    #[arg(long, value_name = "FILE", requires = "sweep")]
    svg: Option<String>,
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
    let tournaments = read(arguments)?;
    for tournament in &tournaments {
        ::arena::check_tournament(tournament).map_err(Failure::usage)?;
    }
    let mut records = arguments.out.as_deref().map(Output::open).transpose()?;
    let mut json = arguments.json.as_deref().map(Output::open).transpose()?;
    let mut svg = arguments.svg.as_deref().map(Output::open).transpose()?;
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
        let results = results.map_err(|error| match error {
            SimulateError::Usage(words) | SimulateError::Policy(words) => Failure::Usage(words),
            SimulateError::Write(error) => Failure::io(arguments.out.as_deref().unwrap_or("-"), &error),
        })?;
        bar.set_position(before + tournament.sets);
        all.push(results);
    }
    bar.finish_and_clear();
    let mut report = if arguments.sweep.is_empty() { report::report(&all[0]) } else { report::sweep(&all) };
    let threads = tournaments[0].threads;
    report +=
        &format!("{:.1} s on {threads} threads; intervals: 95 %, sets as clusters\n", began.elapsed().as_secs_f64());
    if let Some(records) = &mut records {
        records.finish()?;
    }
    if let Some(json) = &mut json {
        let text = match &all[..] {
            [results] if arguments.sweep.is_empty() => serde_json::to_string_pretty(results),
            all => serde_json::to_string_pretty(all),
        };
        json.text(&text.expect("results are text and numbers"))?;
    }
    if let Some(svg) = &mut svg {
        svg.text(&chart::chart(&all, &arguments.sweep))?;
    }
    // Where records go to standard output the report must not stand among them.
    if [&arguments.out, &arguments.json, &arguments.svg].into_iter().any(|name| name.as_deref() == Some("-")) {
        eprint!("{report}");
        Ok(())
    } else {
        write!(io::stdout(), "{report}").map_err(|error| Failure::io("standard output", &error))
    }
}

/// One tournament, or one for each budget of the first bot.
fn read(arguments: &Arguments) -> Result<Vec<Tournament>, Failure> {
    let names = [&arguments.bots[..], &arguments.bot[..]].concat();
    let threads = arguments.threads.or_else(|| std::thread::available_parallelism().ok());
    let error = arguments.sprt_error;
    let tournament = Tournament {
        game: arguments.game.clone(),
        options: read_options(&arguments.game, &arguments.option)?,
        seats: arguments.seats,
        lineup: Vec::new(),
        seed: arguments.seed,
        sets: arguments.sets,
        question: arguments.sprt.map(|(measure, low, high)| Hypotheses {
            measure,
            low,
            high,
            alpha: error,
            beta: error,
        }),
        threads: threads.unwrap_or(NonZeroUsize::MIN),
        cap: arguments.cap,
    };
    let lineup = |first: Option<DecisionBudget>| -> Result<Vec<Entrant>, Failure> {
        let budget = |place: usize| if place == 0 { first.or(arguments.budget) } else { arguments.budget };
        let clock = Duration::from_millis(u64::from(arguments.clock));
        let entrants = names.iter().enumerate().map(|(place, name)| Entrant::named(name, budget(place), clock));
        entrants.collect::<Result<_, _>>().map_err(Failure::usage)
    };
    if arguments.sweep.is_empty() {
        return Ok(vec![Tournament { lineup: lineup(None)?, ..tournament }]);
    }
    let swept = |budget: &DecisionBudget| -> Result<Tournament, Failure> {
        let lineup = lineup(Some(*budget))?;
        let first = lineup.first().map_or("", Entrant::name);
        if !first.ends_with(&format!("@{budget}")) {
            return Err(Failure::usage(format_args!("{first} has no budget that could be swept")));
        }
        Ok(Tournament { lineup, ..tournament.clone() })
    };
    arguments.sweep.iter().map(swept).collect()
}
