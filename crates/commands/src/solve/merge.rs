//! `cardroom solve merge`: joins the outputs of all shards into the output of one run.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

use clap::Args;

use super::lines::{RunHead, Shard, SolvedDeal};
use super::{Outputs, finish, report::SolveReport};
use crate::failure::Failure;

/// Join the outputs of all shards of a run.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The --out files of all shards.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The --records files of the shards, in the same order.
    #[arg(long, value_name = "FILE")]
    from_records: Vec<String>,
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
            return Err(Failure::usage(format_args!("{name} is of another run than {}", arguments.files[0])));
        }
        for line in deals {
            if lines.insert(line.deal, line.clone()).is_some() {
                return Err(Failure::usage(format_args!("{name} has deal {} once more", line.deal)));
            }
        }
    }
    if let Some(missing) = head.numbers().find(|deal| !lines.contains_key(deal)) {
        return Err(Failure::usage(format_args!("deal {missing} is in none of the files")));
    }
    let lines: Vec<SolvedDeal> = lines.into_values().collect();
    if let Some(name) = &arguments.outputs.out {
        let mut out = create(name)?;
        let io = |error| Failure::io(name, &error);
        writeln!(out, "{}", head.write()).map_err(io)?;
        for line in &lines {
            writeln!(out, "{}", line.write()).map_err(io)?;
        }
        out.flush().map_err(io)?;
    }
    merge_records(arguments, &shards)?;
    let report = SolveReport::new(head, lines);
    report.tell()?;
    finish(&arguments.outputs, &report, None)
}

fn merge_records(arguments: &Arguments, shards: &[(RunHead, Vec<SolvedDeal>)]) -> Result<(), Failure> {
    let Some(name) = &arguments.outputs.records else { return Ok(()) };
    if arguments.from_records.len() != shards.len() {
        return Err(Failure::usage("give a --from-records for each file, in the same order"));
    }
    // Each file has the records of its won deals in order: the next deal is always at the head of one of them.
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
    let mut out = create(name)?;
    let mut text = String::new();
    while let Some((_, place)) = next.pop_first() {
        let from = &arguments.from_records[place];
        text.clear();
        if readers[place].read_line(&mut text).map_err(|error| Failure::io(from, &error))? == 0 {
            return Err(Failure::usage(format_args!("{from} has fewer records than its output has won deals")));
        }
        out.write_all(text.as_bytes()).map_err(|error| Failure::io(name, &error))?;
        if let Some(deal) = deals[place].next() {
            next.insert(deal, place);
        }
    }
    out.flush().map_err(|error| Failure::io(name, &error))
}

fn open(name: &str) -> Result<BufReader<File>, Failure> {
    Ok(BufReader::new(File::open(name).map_err(|error| Failure::io(name, &error))?))
}

fn create(name: &str) -> Result<BufWriter<File>, Failure> {
    Ok(BufWriter::new(File::create(name).map_err(|error| Failure::io(name, &error))?))
}

fn read(name: &str) -> Result<(RunHead, Vec<SolvedDeal>), Failure> {
    let wrong = |line: usize| Failure::usage(format_args!("{name}: line {line} is not the output of a run"));
    let mut lines = open(name)?.lines();
    let io = |error: io::Error| Failure::io(name, &error);
    let head = lines.next().transpose().map_err(io)?.and_then(|text| RunHead::read(&text)).ok_or_else(|| wrong(1))?;
    let mut deals = Vec::new();
    for (place, text) in lines.enumerate() {
        deals.push(SolvedDeal::read(&text.map_err(io)?).ok_or_else(|| wrong(place + 2))?);
    }
    Ok((head, deals))
}
