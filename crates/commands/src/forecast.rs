//! `cardroom forecast GAME`: measures how well simulation predicts a deal.

mod plot;

use std::path::PathBuf;
use std::time::Duration;

use ::arena::{Calibration, CalibrationPlan, Matches, Run};
use clap::Args;
use comfy_table::presets;

use crate::failure::Failure;
use crate::files::{Output, print_report, write_json};
use crate::progress::progress_bar;
use crate::simulate::report::{aligned, share, table};
use crate::words::{MOST, RunArguments, counted, read_options};

/// What is predicted, and what is written.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    /// Event to predict for every seat: one that `simulate` counts, as "first out".
    #[arg(long, value_name = "MARK")]
    mark: String,
    /// Moment in a deal: as soon as a seat's view has this value in this field.
    #[arg(long, value_name = "FIELD=VALUE", value_parser = read_when)]
    when: (String, String),
    /// Number of matches.
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST))]
    matches: u64,
    /// Simulated deals for a forecast.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    simulations: u32,
    /// Candidates for each simulated deal; 1 takes the first.
    ///
    /// Of more, one is drawn by how likely it makes the actions of the others.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    candidates: u32,
    /// Bots of seats 0, 1, …; the last takes all further seats.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "rule")]
    bots: Vec<String>,
    /// Write the figures to this file, as JSON; - is standard output.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw predicted against observed frequencies.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn read_when(text: &str) -> Result<(String, String), String> {
    let (field, value) = text.split_once('=').ok_or("give a field of a view and its value, as phase=showdown")?;
    Ok((field.to_owned(), value.to_owned()))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let plan = CalibrationPlan {
        run: Run {
            game: arguments.run.game.clone(),
            options: read_options(&arguments.run.game, &arguments.run.rules.option)?,
            seats: arguments.run.seats,
            bots: arguments.bots.clone(),
            seed: arguments.run.seed,
            matches: Matches::Count(arguments.matches),
            threads: arguments.run.threads.count(),
            cap: ::arena::CAP,
            clock: Duration::from_secs(2),
            policies: Vec::new(),
        },
        mark: arguments.mark.clone(),
        when: arguments.when.clone(),
        simulations: arguments.simulations,
        candidates: arguments.candidates,
    };
    let (json, svg) = (Output::of(&arguments.json)?, Output::of(&arguments.svg)?);
    let bar = progress_bar(arguments.matches, "matches");
    let foretold = ::arena::calibrate(&plan, &mut |played| bar.set_position(played));
    bar.finish_and_clear();
    let foretold = foretold.map_err(|error| Failure::of_run(error, &None))?;
    write_json(json, &foretold)?;
    svg.map_or(Ok(()), |mut svg| svg.text(&plot::plot(&foretold)))?;
    print_report(&report(&foretold), &[&arguments.json, &arguments.svg])
}

fn report(foretold: &Calibration) -> String {
    let mut table = table(presets::NOTHING);
    table.set_header(["foretold", "forecasts", "mean", "happened"]);
    for (tenth, bin) in foretold.bins.iter().enumerate().filter(|(_, bin)| bin.forecasts > 0) {
        table.add_row([
            format!("{} to {} %", 10 * tenth, 10 * (tenth + 1)),
            bin.forecasts.to_string(),
            format!("{:.1} %", 100.0 * bin.mean),
            share(bin.happened),
        ]);
    }
    let Calibration { game, mark, deals, constant, .. } = foretold;
    let brier = foretold
        .brier
        .map_or("–".to_owned(), |score| format!("{:.4} ± {:.4}", score.estimate, score.high - score.estimate));
    format!(
        "{game}, {mark:?}: {}\n{}\nBrier score {brier}; the share alone, foretold every time, has \
         {constant:.4}\nintervals: 95 %\n",
        counted(*deals, "deal"),
        aligned(table, None)
    )
}
