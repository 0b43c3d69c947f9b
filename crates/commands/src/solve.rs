//! `cardroom solve GAME`: which numbered deals can be won. [`solver`] does the same for other programs.

mod chart;
mod dominance;
mod latency;
mod lines;
mod merge;
mod one;
mod report;

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use clap::{ArgGroup, Args, Subcommand};

use crate::failure::Failure;
use crate::progress::progress_bar;
use crate::words::read_options;
use lines::{RunHead, Shard};

pub use lines::{SolvedDeal, Word};
pub use one::{SolveOptions, Solved, Solver, solver};

/// Solve numbered deals of a solitaire, with all cards known or as a player who does not see the stock.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(group = ArgGroup::new("which").required(true).args(["deal", "deals"]))]
pub struct Arguments {
    #[command(subcommand)]
    then: Option<SolveCommand>,
    /// The game.
    #[arg(required = true)]
    game: Option<String>,
    /// One numbered deal, with its solution.
    #[arg(long, value_name = "N")]
    deal: Option<u64>,
    /// Numbered deals from A to B, both included.
    #[arg(long, value_name = "A..B", value_parser = read_range)]
    deals: Option<RangeInclusive<u64>>,
    /// A house rule, key=value; may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    option: Vec<String>,
    /// Rate the deal: the narrowest beam that wins, and how often the blind player wins if the stock is shuffled
    /// again N times.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100", requires = "deal")]
    #[arg(conflicts_with_all = ["deals", "blind", "out", "records", "csv", "json", "svg"])]
    difficulty: Option<u32>,
    /// Play without seeing the stock; what was seen is remembered.
    #[arg(long)]
    blind: bool,
    /// The widest beam: wider ones find more and take longer. Nothing here depends on time.
    #[arg(long, value_name = "WIDTH", default_value_t = 32_768)]
    budget: usize,
    /// The number of threads; default: all cores.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Only the I-th of N equal parts of the deals; `solve merge` joins them.
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

/// Where results go.
#[derive(Args)]
struct Outputs {
    /// A line of JSON for each deal. If the file exists, a stopped run continues where it was.
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Every won deal as a record.
    #[arg(long, value_name = "FILE")]
    records: Option<String>,
    /// A table with a line for each deal.
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
    /// The summary as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
    /// A chart of time and beam width.
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

fn read_range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last && last < u64::MAX => Ok(first..=last),
        _ => Err("numbered deals are given as 1..2000, the smaller number first".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.then {
        Some(SolveCommand::Merge(arguments)) => return merge::run(arguments),
        Some(SolveCommand::Dominance(arguments)) => return dominance::run(arguments),
        Some(SolveCommand::Latency(arguments)) => return latency::run(arguments),
        None => {}
    }
    let game = arguments.game.as_deref().expect("clap asks for the game");
    let options = read_options(game, &arguments.option)?;
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
        budget: arguments.budget,
    };
    let job = SolveOptions { options, blind: arguments.blind, budget: arguments.budget };
    if let (Some(deal), Some(reshuffles)) = (arguments.deal, arguments.difficulty) {
        return one::tell_difficulty(deal, one::difficulty(game, &job, deal, reshuffles)?);
    }
    let solver = one::solver(game, &job)?;
    if let Some(deal) = arguments.deal {
        let solved = solver(deal);
        one::tell(deal, &solved)?;
        if arguments.outputs.out.is_none() {
            let report = report::SolveReport::new(head, vec![solved.line.clone()]);
            return finish(&arguments.outputs, &report, solved.record.as_deref());
        }
    }
    let threads = arguments.threads.or_else(|| std::thread::available_parallelism().ok());
    let lines = solve_all(&head, &*solver, threads.unwrap_or(NonZeroUsize::MIN), &arguments.outputs)?;
    let report = report::SolveReport::new(head, lines);
    if arguments.deal.is_none() {
        report.tell()?;
    }
    finish(&arguments.outputs, &report, None)
}

/// Writes the outputs of the end. `record`: if a single deal was solved.
fn finish(outputs: &Outputs, report: &report::SolveReport, record: Option<&str>) -> Result<(), Failure> {
    let write = |name: &Option<String>, text: &dyn Fn() -> String| match name {
        Some(name) => std::fs::write(name, text()).map_err(|error| Failure::io(name, &error)),
        None => Ok(()),
    };
    if let (Some(_), Some(record)) = (&outputs.records, record) {
        write(&outputs.records, &|| format!("{record}\n"))?;
    }
    write(&outputs.csv, &|| report.csv())?;
    write(&outputs.json, &|| report.json())?;
    write(&outputs.svg, &|| chart::chart(report))
}

/// Solves the deals of the shard that are not in the output yet, and returns all lines.
fn solve_all(
    head: &RunHead,
    solver: &(dyn Fn(u64) -> Solved + Sync),
    threads: NonZeroUsize,
    outputs: &Outputs,
) -> Result<Vec<SolvedDeal>, Failure> {
    let numbers: Vec<u64> = head.numbers().collect();
    let (mut done, mut out) = match &outputs.out {
        Some(name) => {
            let (done, file) = resume(name, head, &numbers)?;
            (done, Some((name, file)))
        }
        None => (Vec::new(), None),
    };
    let won = done.iter().filter(|line| line.is_won()).count();
    let mut records = match &outputs.records {
        Some(name) => Some((name, records_after(name, won)?)),
        None => None,
    };
    let bar = progress_bar(numbers.len() as u64, "deals");
    bar.set_position(done.len() as u64);
    let begun = done.len();
    arena::parallel_ordered(
        (numbers.len() - begun) as u64,
        threads,
        |piece| solver(numbers[begun + piece as usize]),
        |_, solved| {
            // The record first: a run that is stopped in between loses a line, and writes both again.
            if let (Some((name, file)), Some(record)) = (&mut records, &solved.record) {
                writeln!(file, "{record}").and_then(|()| file.flush()).map_err(|error| Failure::io(name, &error))?;
            }
            if let Some((name, file)) = &mut out {
                writeln!(file, "{}", solved.line.write())
                    .and_then(|()| file.flush())
                    .map_err(|error| Failure::io(name, &error))?;
            }
            done.push(solved.line);
            bar.set_position(done.len() as u64);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    Ok(done)
}

/// Opens the output behind its last complete line; a new file begins with its head.
fn resume(name: &str, head: &RunHead, numbers: &[u64]) -> Result<(Vec<SolvedDeal>, BufWriter<File>), Failure> {
    let io = |error: io::Error| Failure::io(name, &error);
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(name).map_err(io)?;
    let mut lines = Vec::new();
    let mut end = 0;
    let mut reader = BufReader::new(&file);
    let mut text = String::new();
    let mut first = true;
    while reader.read_line(&mut text).map_err(io)? > 0 && text.ends_with('\n') {
        if first {
            if RunHead::read(&text).as_ref() != Some(head) {
                return Err(Failure::usage(format_args!("{name} holds another run: give another file, or remove it")));
            }
            first = false;
        } else {
            match SolvedDeal::read(&text) {
                Some(line) if numbers.get(lines.len()) == Some(&line.deal) => lines.push(line),
                _ => return Err(Failure::usage(format_args!("{name}: line {} is not of this run", lines.len() + 2))),
            }
        }
        end += text.len() as u64;
        text.clear();
    }
    file.set_len(end).map_err(io)?;
    file.seek(SeekFrom::Start(end)).map_err(io)?;
    let mut writer = BufWriter::new(file);
    if first {
        writeln!(writer, "{}", head.write()).map_err(io)?;
    }
    Ok((lines, writer))
}

/// Opens the file of records after those of the won deals.
fn records_after(name: &str, won: usize) -> Result<BufWriter<File>, Failure> {
    let io = |error: io::Error| Failure::io(name, &error);
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(name).map_err(io)?;
    let mut end = 0;
    let mut reader = BufReader::new(&file);
    let mut text = String::new();
    for _ in 0..won {
        text.clear();
        if reader.read_line(&mut text).map_err(io)? == 0 || !text.ends_with('\n') {
            let words =
                format_args!("{name} has fewer records than the output has won deals: delete both and start again");
            return Err(Failure::usage(words));
        }
        end += text.len() as u64;
    }
    file.set_len(end).map_err(io)?;
    file.seek(SeekFrom::Start(end)).map_err(io)?;
    Ok(BufWriter::new(file))
}
