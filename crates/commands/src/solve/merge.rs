//! `cardroom solve merge`: joins the outputs of all shards into the output of one run.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use cards::printable;
use clap::Args;

use super::lines::{RunHead, Shard, SolvedDeal, written};
use super::{Outputs, finish, report::SolveReport};
use crate::failure::Failure;
use crate::files::{Output, open, print_report, read_line};

/// Join the outputs of all parts of a run.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of --out of all parts; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Files of --records of the parts, in the same order.
    #[arg(long, value_name = "FILE")]
    from_records: Vec<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let shards = arguments.files.iter().map(|name| read(name)).collect::<Result<Vec<_>, _>>()?;
    let mut head = shards[0].0.clone();
    head.shard = Shard::WHOLE;
    let mut lines = BTreeMap::new();
    for ((its, deals), name) in shards.iter().zip(&arguments.files) {
        if (RunHead { shard: Shard::WHOLE, ..its.clone() }) != head {
            return Err(Failure::usage(format_args!(
                "{} is of another run than {}",
                printable(name),
                printable(&arguments.files[0])
            )));
        }
        for line in deals {
            if lines.insert(line.deal, line.clone()).is_some() {
                return Err(Failure::usage(format_args!("{} has deal {} once more", printable(name), line.deal)));
            }
        }
    }
    if let Some(missing) = head.numbers().find(|deal| !lines.contains_key(deal)) {
        return Err(Failure::usage(format_args!("deal {missing} is in none of the files")));
    }
    let lines: Vec<SolvedDeal> = lines.into_values().collect();
    let ends = arguments.outputs.open_ends()?;
    if let Some(mut out) = Output::of(&arguments.outputs.out)? {
        let all: Vec<String> = [written(&head)].into_iter().chain(lines.iter().map(written)).collect();
        out.text(&all.join("\n"))?;
    }
    merge_records(arguments, &shards)?;
    let report = SolveReport::new(head, lines);
    print_report(&report.words(), &arguments.outputs.all())?;
    finish(ends, &report)
}

fn merge_records(arguments: &Arguments, shards: &[(RunHead, Vec<SolvedDeal>)]) -> Result<(), Failure> {
    let Some(mut out) = Output::of(&arguments.outputs.records)? else { return Ok(()) };
    if arguments.from_records.len() != shards.len() {
        return Err(Failure::usage("give a --from-records for each file, in the same order"));
    }
    // The records of each file are in the order of the deals. So the next deal is always the first unread record of
    // some file.
    let mut next: BTreeMap<u64, usize> = BTreeMap::new();
    let mut readers = Vec::new();
    let mut deals: Vec<_> = Vec::new();
    for (place, ((_, lines), name)) in shards.iter().zip(&arguments.from_records).enumerate() {
        readers.push(open(name)?);
        let mut won = lines.iter().filter(|line| line.is_won()).map(|line| line.deal);
        if let Some(deal) = won.next() {
            next.insert(deal, place);
        }
        deals.push(won);
    }
    let mut line = Vec::new();
    while let Some((_, place)) = next.pop_first() {
        let from = &arguments.from_records[place];
        if !read_line(&mut readers[place], &mut line).map_err(|error| Failure::io(from, &error))? {
            let words = format_args!("{} has fewer records than its output has won deals", printable(from));
            return Err(Failure::usage(words));
        }
        out.text(str::from_utf8(&line).map_err(|error| Failure::io(from, &io::Error::other(error)))?)?;
        if let Some(deal) = deals[place].next() {
            next.insert(deal, place);
        }
    }
    Ok(())
}

fn read(name: &Path) -> Result<(RunHead, Vec<SolvedDeal>), Failure> {
    let wrong =
        |line: usize| Failure::usage(format_args!("{}: line {line} is not the output of a run", printable(name)));
    let (mut reader, mut line, mut deals) = (open(name)?, Vec::new(), Vec::new());
    let mut next = || -> Result<Option<String>, Failure> {
        let there = read_line(&mut reader, &mut line).map_err(|error| Failure::io(name, &error))?;
        Ok(there.then(|| String::from_utf8_lossy(&line).into_owned()))
    };
    let head = next()?.and_then(|text| RunHead::read(&text)).ok_or_else(|| wrong(1))?;
    while let Some(text) = next()? {
        deals.push(serde_json::from_str(&text).map_err(|_| wrong(deals.len() + 2))?);
    }
    Ok((head, deals))
}
