//! `cardroom simulate GAME`: bots play matches.

pub(crate) mod report;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use arena::{Matches, Run, SimulateError};
use cards::Seed;
use clap::{ArgGroup, Args};

use crate::failure::Failure;
use crate::files::{Output, print_report};
use crate::progress::progress_bar;
use crate::words::{MOST, ThreadCount, read_options, read_range, read_seed};

/// Let bots play matches; write records and count.
#[derive(Args)]
#[command(group = ArgGroup::new("how many").required(true).args(["matches", "numbered"]))]
pub struct Arguments {
    /// The game.
    game: String,
    /// How many matches.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST))]
    matches: Option<u64>,
    /// Numbered deals instead, from A to B, both played: for games of one seat.
    #[arg(long, value_name = "A..B", value_parser = read_range)]
    numbered: Option<RangeInclusive<u64>>,
    /// The number of players; default: that of the game.
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// The bots of seats 0, 1, …; the last sits on all further seats. An engine of your own is a bot named
    /// cmd:"python3 mybot.py" (docs/engines.md).
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', conflicts_with = "bot")]
    bots: Vec<String>,
    /// The same, one at a time.
    #[arg(long, value_name = "NAME")]
    bot: Vec<String>,
    /// A house rule, key=value; may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    option: Vec<String>,
    /// The run's seed, up to 64 hex digits: same seed, same output.
    #[arg(long, value_name = "HEX", default_value = "0", value_parser = read_seed)]
    seed: Seed,
    #[command(flatten)]
    threads: ThreadCount,
    /// The most actions of a deal. A solitaire that reaches it is given up, another match broken off.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..))]
    cap: u32,
    /// How long an engine of your own may take for an answer, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    clock: u32,
    /// Write the records here; - is standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write what was counted here, as JSON; - is standard output.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let run = read(arguments)?;
    arena::check(&run).map_err(Failure::usage)?;
    let mut records = Output::of(&arguments.out)?;
    let mut json = Output::of(&arguments.json)?;
    let bar = progress_bar(run.matches.count(), "matches");
    let began = Instant::now();
    let summary = arena::simulate(&run, records.is_some(), &mut |played| {
        bar.set_position(played.matches);
        match (&mut records, played.record) {
            (Some(records), Some(record)) => records.line(record),
            _ => Ok(()),
        }
    });
    let took = began.elapsed();
    bar.finish_and_clear();
    let summary = summary.map_err(|error| match error {
        SimulateError::Usage(words) | SimulateError::Policy(words) => Failure::Usage(words),
        SimulateError::Write(error) => Failure::io(arguments.out.as_deref().unwrap_or("-".as_ref()), &error),
    })?;
    if let Some(records) = &mut records {
        records.finish()?;
    }
    if let Some(json) = &mut json {
        let text = serde_json::to_string_pretty(&summary).expect("a summary is text and numbers");
        json.text(&text)?;
    }
    let report = report::report(&summary, took, run.threads);
    print_report(&report, &[&arguments.out, &arguments.json])
}

fn read(arguments: &Arguments) -> Result<Run, Failure> {
    let matches = match (arguments.matches, &arguments.numbered) {
        (Some(count), _) => Matches::Count(count),
        (None, Some(range)) => Matches::Numbered(range.clone()),
        (None, None) => unreachable!("clap asks for one of them"),
    };
    let mut bots = [&arguments.bots[..], &arguments.bot[..]].concat();
    if bots.is_empty() {
        bots.push("rule".to_owned());
    }
    Ok(Run {
        game: arguments.game.clone(),
        options: read_options(&arguments.game, &arguments.option)?,
        seats: arguments.seats,
        bots,
        seed: arguments.seed,
        matches,
        threads: arguments.threads.count(),
        cap: arguments.cap,
        clock: Duration::from_millis(u64::from(arguments.clock)),
        policies: Vec::new(),
    })
}
