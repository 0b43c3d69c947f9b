//! `cardroom solve GAME`: finds which numbered deals can be won. [`solver`] gives the same results to other programs.

mod chart;
mod dominance;
mod latency;
mod lines;
mod merge;
mod one;
mod report;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use cards::printable;
use clap::{ArgGroup, Args, Subcommand};

use crate::failure::Failure;
use crate::files::{Output, print_report, write_json};
use crate::progress::progress_bar;
use crate::words::{HouseRules, ThreadCount, game, read_options, read_range};
use lines::{RunHead, Shard, written};

pub use lines::{SolvedDeal, Word};
pub use one::{SolveOptions, Solved, Solver, solver};

pub(crate) const EXAMPLES: &str = "\
Examples:
  cardroom solve rouge-et-noir --deal 17
  cardroom solve rouge-et-noir --deals 1..1000 -o solved.jsonl";

/// What is solved, and what is written.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(group = ArgGroup::new("which").required(true).args(["deal", "deals"]))]
pub struct Arguments {
    #[command(subcommand)]
    then: Option<SolveCommand>,
    /// Game.
    #[arg(required = true, value_parser = game())]
    game: Option<String>,
    /// Numbered deal to solve, with its solution.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    deal: Option<u64>,
    /// Numbered deals from A to B, both included.
    #[arg(long, value_name = "A..B", value_parser = read_range)]
    deals: Option<RangeInclusive<u64>>,
    #[command(flatten)]
    rules: HouseRules,
    /// Rate the deal, with N shuffles of the stock.
    ///
    /// The rating is the narrowest beam that wins, and how often a player wins who does not see the stock.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100", requires = "deal")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    #[arg(conflicts_with_all = ["deals", "blind", "out", "records", "csv", "json", "svg"])]
    difficulty: Option<u32>,
    /// Play without seeing the stock, and remember what was seen.
    #[arg(long)]
    blind: bool,
    /// Widest beam: wider ones find more and take longer.
    #[arg(long, value_name = "WIDTH", default_value_t = 32_768, value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    budget: u32,
    #[command(flatten)]
    threads: ThreadCount,
    /// Solve only the I-th of N equal parts; `solve merge` joins them.
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = Shard::read)]
    shard: Shard,
    #[command(flatten)]
    outputs: Outputs,
}

#[derive(Subcommand)]
enum SolveCommand {
    Merge(merge::Arguments),
    Dominance(dominance::Arguments),
    Latency(latency::Arguments),
}

/// The files for results.
#[derive(Args)]
struct Outputs {
    /// Write a line of JSON for each deal; - is standard output, here and below.
    ///
    /// If the file exists, a stopped run continues where it was.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the record of every won deal.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Write a table with a line for each deal.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the summary as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw a chart of time and beam width.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.then {
        Some(SolveCommand::Merge(arguments)) => return merge::run(arguments),
        Some(SolveCommand::Dominance(arguments)) => return dominance::run(arguments),
        Some(SolveCommand::Latency(arguments)) => return latency::run(arguments),
        None => {}
    }
    let game = arguments.game.as_deref().expect("clap asks for the game");
    let options = read_options(game, &arguments.rules.option)?;
    let deals = match (arguments.deal, &arguments.deals) {
        (Some(deal), _) => deal..=deal,
        (None, Some(deals)) => deals.clone(),
        (None, None) => unreachable!("clap asks for one of them"),
    };
    let head = RunHead {
        format: lines::FORMAT.to_owned(),
        game: game.to_owned(),
        options: options.clone(),
        deals: [*deals.start(), *deals.end()],
        shard: arguments.shard,
        blind: arguments.blind,
        budget: arguments.budget as usize,
    };
    let job = SolveOptions { options, blind: arguments.blind, budget: head.budget };
    if let (Some(deal), Some(reshuffles)) = (arguments.deal, arguments.difficulty) {
        let words = one::difficulty_words(deal, one::difficulty(game, &job, deal, reshuffles)?);
        return print_report(&words, &[]);
    }
    let solver = one::solver(game, &job)?;
    let ends = arguments.outputs.open_ends()?;
    let solution = Mutex::new(String::new());
    let solve = |number| {
        let solved = solver(number);
        if arguments.deal.is_some() {
            *solution.lock().expect("nothing panics with the lock held") = one::words(&solved);
        }
        solved
    };
    let lines = solve_all(&head, &solve, arguments.threads.count(), &arguments.outputs)?;
    let report = report::SolveReport::new(head, lines);
    let solution = solution.into_inner().expect("nothing panics with the lock held");
    print_report(&if solution.is_empty() { report.words() } else { solution }, &arguments.outputs.all())?;
    finish(ends, &report)
}

impl Outputs {
    fn all(&self) -> [&Option<PathBuf>; 5] {
        [&self.out, &self.records, &self.csv, &self.json, &self.svg]
    }

    /// Opens the outputs that are written at the end, so that an error is reported before the work begins.
    fn open_ends(&self) -> Result<[Option<Output>; 3], Failure> {
        Ok([Output::of(&self.csv)?, Output::of(&self.json)?, Output::of(&self.svg)?])
    }
}

fn finish([csv, json, svg]: [Option<Output>; 3], report: &report::SolveReport) -> Result<(), Failure> {
    csv.map_or(Ok(()), |mut csv| csv.text(&report.csv()))?;
    write_json(json, &report.json())?;
    svg.map_or(Ok(()), |mut svg| svg.text(&chart::chart(report)))
}

/// Solves the deals of the shard that are not in the output yet. Returns all lines.
fn solve_all(
    head: &RunHead,
    solver: &(dyn Fn(u64) -> Solved + Sync),
    threads: NonZeroUsize,
    outputs: &Outputs,
) -> Result<Vec<SolvedDeal>, Failure> {
    let numbers: Vec<u64> = head.numbers().collect();
    let (mut done, mut out) = match &outputs.out {
        Some(name) => {
            let (done, out) = resume(name, head, &numbers)?;
            (done, Some(out))
        }
        None => (Vec::new(), None),
    };
    let won = done.iter().filter(|line| line.is_won()).count();
    let mut records = outputs.records.as_deref().map(|name| records_after(name, won)).transpose()?;
    let bar = progress_bar(numbers.len() as u64, "deals");
    bar.set_position(done.len() as u64);
    let begun = done.len();
    arena::parallel_ordered(
        (numbers.len() - begun) as u64,
        threads,
        |piece| solver(numbers[begun + piece as usize]),
        |_, solved| {
            // The record is written before the line. If the run stops between the two, the line is missing, and the
            // next run writes both again.
            if let (Some(records), Some(record)) = (&mut records, &solved.record) {
                records.text(record)?;
            }
            out.as_mut().map_or(Ok(()), |out| out.text(&written(&solved.line)))?;
            done.push(solved.line);
            bar.set_position(done.len() as u64);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    Ok(done)
}

/// Opens the output of an earlier run to append after its last complete line. A new output begins with the header.
fn resume(name: &Path, head: &RunHead, numbers: &[u64]) -> Result<(Vec<SolvedDeal>, Output), Failure> {
    let wrong = |words: &str| Failure::usage(format_args!("{} {words}", printable(name)));
    let (mut lines, mut first) = (Vec::new(), true);
    let mut out = Output::behind(name, |text| {
        let text = str::from_utf8(text).unwrap_or_default();
        if std::mem::take(&mut first) {
            let is_same = RunHead::read(text).as_ref() == Some(head);
            return if is_same { Ok(true) } else { Err(wrong("holds another run: give another file, or remove it")) };
        }
        let line =
            serde_json::from_str(text).ok().filter(|line: &SolvedDeal| numbers.get(lines.len()) == Some(&line.deal));
        lines.push(line.ok_or_else(|| wrong(&format!("has in line {} what is not of this run", lines.len() + 2)))?);
        Ok(true)
    })?;
    if first {
        out.text(&written(head))?;
    }
    Ok((lines, out))
}

/// Opens the file of records to append to it. Only its first `won` records stay.
fn records_after(name: &Path, won: usize) -> Result<Output, Failure> {
    let mut there = 0;
    let out = Output::behind(name, |_| {
        there += 1;
        Ok(there <= won)
    })?;
    if there < won {
        let words = format_args!(
            "{} has fewer records than the output has won deals: give new files for both",
            printable(name)
        );
        return Err(Failure::usage(words));
    }
    Ok(out)
}
