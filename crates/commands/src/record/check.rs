//! `cardroom record check FILE…`

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use table::record::Counts;

use super::lines::Lines;
use super::seeds::{SeedMaking, SeedMakings};
use crate::failure::{Failure, print_line};
use crate::words::counted;

/// Verify records: shuffles, actions, points, winners.
///
/// If no record has a fault, a line of counts is printed, and then, on standard error, who made the seeds: the server or
/// device alone, or which seats together, and who made an attempt void.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of records, a match in each line; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut good = true;
    let (mut records, mut counts, mut seeds) = (0u64, Counts::default(), SeedMakings::default());
    for name in &arguments.files {
        let mut lines = match Lines::open(name) {
            Ok(lines) => lines,
            Err(failure) => {
                failure.report();
                good = false;
                continue;
            }
        };
        loop {
            let checked = match lines.next(|raw| Ok((catalog::check(raw)?, SeedMaking::of(raw)?))) {
                Ok(Some(checked)) => checked,
                Ok(None) => break,
                // The command still checks the other files.
                Err(failure) => {
                    failure.report();
                    good = false;
                    break;
                }
            };
            match checked {
                Ok((record, seed)) => {
                    records += 1;
                    seeds.add(&lines.place(), &seed);
                    counts.deals += record.deals;
                    counts.actions += record.actions;
                }
                Err(fault) => {
                    print_line(format_args!("{}: {fault}", lines.place()));
                    good = false;
                }
            }
        }
    }
    if !good {
        return Err(Failure::Told);
    }
    let Counts { deals, actions } = counts;
    let counts = [(records, "record"), (deals, "deal"), (actions, "action")].map(|(n, noun)| counted(n, noun));
    writeln!(io::stdout(), "{}: no fault", counts.join(", "))
        .map_err(|error| Failure::io("standard output", &error))?;
    // Programs read the only line of standard output, so these lines go to standard error.
    for line in seeds.into_lines() {
        print_line(format_args!("{line}"));
    }
    Ok(())
}
