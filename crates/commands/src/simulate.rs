//! `cardroom simulate GAME`: lets bots play matches.

pub(crate) mod report;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use arena::{Matches, Run};
use clap::{ArgGroup, Args};

use crate::failure::Failure;
use crate::files::{Output, print_report, write_json};
use crate::progress::progress_bar;
use crate::words::{MOST, RunArguments, read_options, read_range};

pub(crate) const EXAMPLES: &str = "\
Examples:
  cardroom simulate kael -n 1000 --bots expert,club
  cardroom simulate la-dame-noire -n 2 --option deals=1 -o games.jsonl";

/// What is played, and what is written.
#[derive(Args)]
#[command(group = ArgGroup::new("how many").required(true).args(["matches", "numbered"]))]
pub struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    /// Number of matches.
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST))]
    matches: Option<u64>,
    /// Numbered deals from A to B, for games of one seat.
    #[arg(long, value_name = "A..B", value_parser = read_range)]
    numbered: Option<RangeInclusive<u64>>,
    /// Bots of seats 0, 1, …; the last takes all further seats [default: rule].
    ///
    /// A bot is a level, or an engine of your own: cmd:"python3 mybot.py" (docs/bots/engines.md).
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', conflicts_with = "bot")]
    bots: Vec<String>,
    /// Bot of the next seat, in place of --bots. Can be repeated.
    #[arg(long, value_name = "NAME")]
    bot: Vec<String>,
    /// Most actions of a deal; a solitaire is then given up, a match broken off.
    #[arg(long, value_name = "N", default_value_t = arena::CAP, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    cap: u32,
    /// Most milliseconds for an answer of an engine of your own.
    #[arg(long, value_name = "MS", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    clock: u32,
    /// Write the records to this file; - is standard output.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the counts to this file, as JSON; - is standard output.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let run = read(arguments)?;
    arena::check(&run).map_err(Failure::usage)?;
    let mut records = Output::of(&arguments.out)?;
    let json = Output::of(&arguments.json)?;
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
    let summary = summary.map_err(|error| Failure::of_run(error, &arguments.out))?;
    records.map_or(Ok(()), |mut records| records.finish())?;
    write_json(json, &summary)?;
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
        game: arguments.run.game.clone(),
        options: read_options(&arguments.run.game, &arguments.run.rules.option)?,
        seats: arguments.run.seats,
        bots,
        seed: arguments.run.seed,
        matches,
        threads: arguments.run.threads.count(),
        cap: arguments.cap,
        clock: Duration::from_millis(u64::from(arguments.clock)),
        policies: Vec::new(),
    })
}
