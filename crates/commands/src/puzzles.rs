//! `cardroom puzzles`: finds puzzles in matches of bots, and judges them anew.

use std::fs::{self, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::Duration;

use cards::{Seed, printable};
use catalog::{CatalogError, MinedPuzzle, PuzzleFile, PuzzleHead};
use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::files::{print_report, read_file};
use crate::progress::progress_bar;
use crate::words::{MOST, ThreadCount, counted, game, read_seed};

pub(crate) const EXAMPLES: &str = "\
Examples:
  cardroom puzzles mine kael --matches 500 --out kael.puzzles
  cardroom puzzles check kael.puzzles";

/// The arguments of `cardroom puzzles`.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: PuzzlesCommand,
}

#[derive(Subcommand)]
enum PuzzlesCommand {
    Mine(Mine),
    Check(Check),
}

/// Search matches of bots for puzzles.
///
/// A puzzle is a decision whose best choice beats the others by four standard errors, and does so again with ten
/// times as many other deals. In a solitaire it is the only action that can still win.
#[derive(Args)]
struct Mine {
    /// Game.
    #[arg(value_parser = game())]
    game: String,
    /// Number of matches; the first deal of each is searched.
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST))]
    matches: u64,
    /// Write the puzzles to this file.
    ///
    /// If the file exists, a stopped run continues where it was.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Simulated deals for each decision [default: as many as the page].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    simulations: Option<u32>,
    /// Seed, up to 64 hex digits: same seed, same output.
    #[arg(short, long, value_name = "HEX", default_value = "0", value_parser = read_seed)]
    seed: Seed,
    /// Name of the judge in the file [default: the commit of this program].
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    #[command(flatten)]
    threads: ThreadCount,
}

/// Judge the puzzles of a file anew.
///
/// Each decision is evaluated with other simulated deals, as many as when it was mined.
#[derive(Args)]
struct Check {
    /// File of puzzles.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Seed of the simulations, up to 64 hex digits.
    #[arg(short, long, value_name = "HEX", default_value = "0", value_parser = read_seed)]
    seed: Seed,
    #[command(flatten)]
    threads: ThreadCount,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        PuzzlesCommand::Mine(arguments) => mine(arguments),
        PuzzlesCommand::Check(arguments) => check(arguments),
    }
}

fn mine(arguments: &Mine) -> Result<(), Failure> {
    let Mine { game, matches, out, simulations, seed, judge, threads } = arguments;
    let simulations = simulations.map_or_else(|| catalog::advice_simulations(game), Ok).map_err(Failure::usage)?;
    let commit = option_env!("CARDROOM_COMMIT").unwrap_or(env!("CARGO_PKG_VERSION"));
    let head = PuzzleHead::new(game, judge.as_deref().unwrap_or(commit), simulations, *seed).map_err(Failure::usage)?;
    let io = |error: io::Error| Failure::io(out, &error);
    let (mut file, mut next, before) = resume(arguments, &head)?;
    let begun = next;
    let bar = progress_bar(*matches, "matches");
    bar.set_position(begun);
    let (began, mut found) = (processor_time(), 0u32);
    arena::parallel_ordered(
        matches.saturating_sub(begun),
        threads.count(),
        |piece| arena::mine_puzzle(&head, begun + piece),
        |piece, puzzle| {
            if let Some(puzzle) = puzzle.map_err(Failure::usage)? {
                file.write_all(&puzzle.write(next)).map_err(io)?;
                next = puzzle.index + 1;
                found += 1;
            }
            bar.set_position(begun + piece + 1);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    let hours = (processor_time() - began).as_secs_f64() / 3_600.0;
    let searched = counted(matches.saturating_sub(begun), "match");
    let rate = f64::from(found) / hours;
    let report = format!(
        "{}: {} in {searched}, {rate:.0} in an hour of a core; {} in the file\n",
        game,
        counted(found.into(), "puzzle"),
        before as u64 + u64::from(found),
    );
    print_report(&report, &[])
}

/// Opens the file to append puzzles to it. Returns also the number of the next match to search, and the number of
/// puzzles in the file. What a stopped run left unfinished is cut off.
fn resume(Mine { out, .. }: &Mine, head: &PuzzleHead) -> Result<(fs::File, u64, usize), Failure> {
    let io = |error: io::Error| Failure::io(out, &error);
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(out).map_err(io)?;
    if file.metadata().map_err(io)?.len() == 0 {
        file.write_all(&head.write()).map_err(io)?;
        return Ok((file, 0, 0));
    }
    let (known, end) = PuzzleFile::read_whole_puzzles(&read_file(out)?).map_err(|error| damaged(out, &error))?;
    if known.head != *head {
        let words = "holds puzzles of another run: give another file, or remove it";
        return Err(Failure::usage(format_args!("{} {words}", printable(out))));
    }
    file.set_len(end as u64).map_err(io)?;
    file.seek(SeekFrom::End(0)).map_err(io)?;
    let next = known.puzzles.last().map_or(0, |last| last.index + 1);
    Ok((file, next, known.puzzles.len()))
}

fn check(Check { file: name, seed, threads }: &Check) -> Result<(), Failure> {
    let wrong = |error: CatalogError| damaged(name, &error);
    let file = PuzzleFile::read(&read_file(name)?).map_err(wrong)?;
    let (bar, mut overturned) = (progress_bar(file.puzzles.len() as u64, "puzzles"), Vec::new());
    arena::parallel_ordered(
        file.puzzles.len() as u64,
        threads.count(),
        |piece| arena::is_upheld(&file, &file.puzzles[piece as usize], seed.of_bot(piece, 0)),
        |piece, upheld| {
            bar.inc(1);
            if !upheld.map_err(wrong)? {
                overturned.push(&file.puzzles[piece as usize]);
            }
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    print_report(&report(&file, &overturned), &[])
}

fn report(file: &PuzzleFile, overturned: &[&MinedPuzzle]) -> String {
    let (all, wrong) = (file.puzzles.len(), overturned.len());
    let share = 100.0 * wrong as f64 / all.max(1) as f64;
    let of = counted(all as u64, "answer");
    let mut words = format!("{}: {wrong} of {of} overturned ({share:.1} %)\n", file.head.game);
    for puzzle in overturned {
        words += &format!("  match {}, seat {}\n", puzzle.index, puzzle.seat);
    }
    words
}

fn damaged(name: &std::path::Path, error: &CatalogError) -> Failure {
    Failure::Failed(format!("{}: {error}", printable(name)))
}

/// Returns the processor time of this program.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}
