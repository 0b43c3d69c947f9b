//! `cardroom analyse FILE`: the cost of each decision. The command evaluates decisions as a table does, so it prints
//! the same figures.

mod report;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use cards::Seed;
use catalog::{AdviceBudget, Judgement, deals_face_up, decisions, entry, judge, judge_solitaire};
use clap::Args;
use game::Seat;
use indicatif::ProgressBar;
use serde_json::json;
use table::{Decision, FaceUp};

use self::report::Analysis;
use crate::failure::{Failure, print_line};
use crate::files::{Output, print_report, write_json};
use crate::progress::progress_bar;
use crate::record::lines::Lines;
use crate::words::{RecordLanguage, ThreadCount, read_seat, read_seed};

pub(crate) const EXAMPLES: &str = "\
Examples:
  cardroom analyse games.jsonl
  cardroom analyse games.jsonl --deal 0 --seat 2 --lang fr";

/// What is analysed, and what is written.
#[derive(Args)]
pub struct Arguments {
    /// File of records; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only this deal, from 0.
    #[arg(long, value_name = "N")]
    deal: Option<usize>,
    /// Only this seat.
    #[arg(long, value_name = "SEAT", value_parser = read_seat)]
    seat: Option<Seat>,
    /// Simulated deals for each decision [default: as many as the page].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    simulations: Option<u32>,
    /// Seed of the simulations, up to 64 hex digits; tables take 0.
    #[arg(short, long, value_name = "HEX", default_value = "0", value_parser = read_seed)]
    seed: Seed,
    #[command(flatten)]
    threads: ThreadCount,
    /// Write the analysis to this file, as JSON; - is standard output.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    language: RecordLanguage,
}

/// The decisions of a record. A thread that judges a decision removes it from the queue.
struct JudgingQueue {
    game: String,
    names: Vec<String>,
    decisions: Vec<Mutex<Option<Decision>>>,
    /// The deals of a solitaire, with all cards known. A solitaire is judged deal by deal, and not decision by
    /// decision.
    deals: Vec<FaceUp>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut lines = Lines::open(&arguments.file)?;
    let json = Output::of(&arguments.json)?;
    let mut records = Vec::new();
    // The length of the progress bar is not known before all records have been read, so it grows.
    let bar = progress_bar(0, "decisions");
    let mut good = true;
    for record in 0.. {
        let read = lines.next(|raw| {
            let decisions = decisions(raw, arguments.deal, arguments.seat)?;
            let decisions = decisions.into_iter().map(|decision| Mutex::new(Some(decision))).collect();
            let solitaire = entry(raw.game()).is_ok_and(|entry| entry.solved);
            let deals = if solitaire { deals_face_up(raw)? } else { Vec::new() };
            Ok(JudgingQueue { game: raw.game().to_owned(), names: raw.names()?, decisions, deals })
        })?;
        match read {
            None => break,
            Some(Ok(work)) => {
                bar.inc_length(work.decisions.len() as u64);
                let analysis = if work.deals.is_empty() {
                    analyse(arguments, record, work, arguments.threads.count(), &bar)
                } else {
                    analyse_solitaire(arguments, record, work, &bar)
                };
                bar.suspend(|| print_report(&analysis.words(), &[&arguments.json]))?;
                records.push(analysis.json());
            }
            Some(Err(fault)) => {
                bar.suspend(|| print_line(format_args!("{}: {fault}", lines.place())));
                good = false;
            }
        }
    }
    bar.finish_and_clear();
    let (simulations, seed) = (arguments.simulations, arguments.seed.reveal());
    let report =
        json!({ "format": "cardroom-analysis/1", "simulations": simulations, "seed": seed, "records": records });
    write_json(json, &report)?;
    if good { Ok(()) } else { Err(Failure::Told) }
}

fn analyse(
    arguments: &Arguments,
    record: u64,
    work: JudgingQueue,
    threads: NonZeroUsize,
    bar: &ProgressBar,
) -> Analysis {
    let cancel = AtomicBool::new(false);
    let look = |piece: u64| -> Option<(Decision, Judgement)> {
        let place = &work.decisions[usize::try_from(piece).expect("an index")];
        let decision = place.lock().expect("nothing panics with the lock held").take().expect("each is judged once");
        let thought = AdviceBudget { simulations: arguments.simulations, seed: arguments.seed };
        let judgement = judge(&work.game, &decision, thought, &cancel).expect("the record was of this game");
        judgement.map(|judgement| (decision, judgement))
    };
    let mut judged = Vec::new();
    let finished: Result<(), std::convert::Infallible> =
        arena::parallel_ordered(work.decisions.len() as u64, threads, look, |_, found| {
            bar.inc(1);
            judged.extend(found.filter(|(_, judgement)| judgement.is_news()));
            Ok(())
        });
    let Ok(()) = finished;
    Analysis::new(record, arguments.language.lang, work.game, work.names, judged)
}

fn analyse_solitaire(arguments: &Arguments, record: u64, work: JudgingQueue, bar: &ProgressBar) -> Analysis {
    let decisions = work.decisions.into_iter().filter_map(|place| place.into_inner().expect("nobody holds the lock"));
    let mut decisions: Vec<Decision> = decisions.collect();
    let mut judged = Vec::new();
    for (number, deal) in work.deals.into_iter().enumerate() {
        let of_deal: Vec<Decision> = decisions.extract_if(.., |decision| decision.deal == number).collect();
        if of_deal.is_empty() {
            continue;
        }
        let found = judge_solitaire(deal, &of_deal, &mut |_| {}, &AtomicBool::new(false));
        let found = found.expect("the record was of a solitaire");
        bar.inc(of_deal.len() as u64);
        let mut found = found.into_iter().peekable();
        for (index, decision) in of_deal.into_iter().enumerate() {
            let judgement = found.next_if(|(of, _)| *of == index);
            judged.extend(judgement.map(|(_, judgement)| (decision, judgement)));
        }
    }
    Analysis::new(record, arguments.language.lang, work.game, work.names, judged)
}
