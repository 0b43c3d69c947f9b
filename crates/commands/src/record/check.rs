//! `cardroom record check FILE…`

use std::io::{self, Write};

use clap::Args;
use table::record::Counts;

use super::lines::Lines;
use crate::failure::{Failure, tell};

/// Verify every word of records: seeds and shuffles, each action, points, totals, winners.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of records, one match in each line; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut good = true;
    let (mut records, mut counts) = (0u64, Counts::default());
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
            let checked = match lines.next(catalog::check) {
                Ok(Some(checked)) => checked,
                Ok(None) => break,
                // The other files are still worth a look.
                Err(failure) => {
                    failure.report();
                    good = false;
                    break;
                }
            };
            match checked {
                Ok(record) => {
                    records += 1;
                    counts.deals += record.deals;
                    counts.actions += record.actions;
                }
                Err(fault) => {
                    tell(format_args!("{}: {fault}", lines.place()));
                    good = false;
                }
            }
        }
    }
    if !good {
        return Err(Failure::Told);
    }
    let Counts { deals, actions } = counts;
    writeln!(io::stdout(), "{records} records, {deals} deals, {actions} actions: no fault")
        .map_err(|error| Failure::io("standard output", &error))
}
