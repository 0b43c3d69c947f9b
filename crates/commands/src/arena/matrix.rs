//! `cardroom arena GAME --matrix A,B,C`: a field of bots in which each bot plays against each other bot, with every
//! division of the seats between the two.

use std::fmt::Write as _;

use ::arena::{Entrant, Interval, MatrixResults, Mixture, Tournament, hold_matrix, matrix_sets};

use comfy_table::presets;

use super::clock::AlarmClock;
use super::report::first_line;
use crate::failure::Failure;
use crate::progress::progress_bar;
use crate::simulate::report::{aligned, mean, share, table};

pub(super) fn play(template: &Tournament, field: &[Entrant]) -> Result<MatrixResults, Failure> {
    let bar = progress_bar(matrix_sets(template, field).map_err(Failure::usage)?, "sets");
    let clock = AlarmClock::of_processor();
    let results = hold_matrix(template, field, &clock, &mut |sets| bar.set_position(sets)).map_err(Failure::usage)?;
    bar.finish_and_clear();
    Ok(results)
}

/// Returns the field, the payoff table and the mixtures, as tables that are also Markdown.
pub(super) fn report(results: &MatrixResults) -> String {
    let bots = results.field.iter().map(|standing| standing.bot.as_str()).collect::<Vec<_>>().join(", ");
    let who = format!("each two of {bots}, in every mixture");
    let mut text = first_line(&results.game, &results.options, &results.seed, &who);
    let mut line = |words: &str| writeln!(text, "{words}").expect("a string grows");
    line(
        "\nThe field. Strength: points a deal on the field's mean. Nash: the share in the mixture that nobody beats.\n",
    );
    line(&field(results));
    line("\nPoints a deal by which a seat of the row stands better than one of the column at the same table.\n");
    line(&advantages(results));
    line("\nMixtures: what a seat gains a deal on the mean of all others.\n");
    line(&mixtures(results));
    line(&format!(
        "\nsets a mixture: {}; strength explains {:.1} % of the advantages (as sums of squares)",
        results.sets,
        results.explained * 100.0
    ));
    text
}

fn field(results: &MatrixResults) -> String {
    let mut table = table(presets::ASCII_MARKDOWN);
    table.set_header(["bot", "strength", "rating", "Nash", "against Nash", "CPU ms: median, p99"]);
    let mut order: Vec<_> = results.field.iter().collect();
    order.sort_by(|a, b| b.strength.estimate.total_cmp(&a.strength.estimate));
    for standing in order {
        let time = standing.microseconds.map_or("–".to_owned(), |time| {
            format!("{:.3}, {:.3}", time.median as f64 / 1_000.0, time.p99 as f64 / 1_000.0)
        });
        table.add_row([
            standing.bot.clone(),
            mean(Some(standing.strength)),
            format!("{:.1} ± {:.1}", standing.rating.rating, standing.rating.uncertainty),
            format!("{:.0} %", standing.nash * 100.0),
            signed(standing.against_nash),
            time,
        ]);
    }
    aligned(table, Some(0))
}

fn advantages(results: &MatrixResults) -> String {
    let mut table = table(presets::ASCII_MARKDOWN);
    let bots = || results.field.iter().map(|standing| standing.bot.clone());
    table.set_header(std::iter::once("row on column".to_owned()).chain(bots()));
    for (place, (bot, row)) in bots().zip(&results.advantage).enumerate() {
        let cell = |(column, advantage): (usize, &Interval)| {
            if column == place { "–".to_owned() } else { mean(Some(*advantage)) }
        };
        table.add_row(std::iter::once(bot).chain(row.iter().enumerate().map(cell)));
    }
    aligned(table, Some(0))
}

fn mixtures(results: &MatrixResults) -> String {
    let mut table = table(presets::ASCII_MARKDOWN);
    table.set_header(["bot", "seats", "all others", "gain a deal", "matches won"]);
    for Mixture { bot, seats, others, gain, wins } in &results.mixtures {
        table.add_row([bot.clone(), seats.to_string(), others.clone(), mean(*gain), share(*wins)]);
    }
    aligned(table, Some(0))
}

fn signed(number: f64) -> String {
    // A small number is printed as 0, not as −0.00.
    let number = if number.abs() < 0.005 { 0.0 } else { number };
    format!("{number:+.2}").replace('-', "−")
}
