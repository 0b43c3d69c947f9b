//! The results of a tournament as a table that is also Markdown.

use std::fmt::Write;

use ::arena::{EntrantResults, MarkResults, Measure, Quantiles, Results, SprtResult, Tested};
use comfy_table::presets;
use serde_json::{Map, Value};

use crate::simulate::report::{aligned, conduct, mean, share, short, table};
use crate::words::counted;

/// Returns the results of one tournament, with a line for each entrant.
pub(super) fn report(results: &Results) -> String {
    let mut table = table(presets::ASCII_MARKDOWN);
    let marks = results.entrants.first().map_or(&[][..], |entrant| &entrant.marks);
    table.set_header(header("bot", marks));
    for index in 0..results.entrants.len() {
        table.add_row(row(results, index));
    }
    let who = results.lineup.join(", ");
    let mut text = first_line(results.game, &results.options, &results.seed, &who);
    let mut line = |words: String| writeln!(text, "{words}").expect("a string grows");
    line(String::new());
    line(aligned(table, Some(0)));
    line(String::new());
    line(counts(results));
    if let Some(reduction) = results.entrants.first().and_then(|first| first.variance_reduction) {
        line(format!(
            "without shared cards, the interval of the first bot would take {reduction:.1} times the matches"
        ));
    }
    if let Some(tested) = &results.test {
        line(test(tested, results.sets));
    }
    for (bot, engine) in &results.engines {
        line(format!("{bot}: {}", conduct(engine)));
    }
    text
}

/// Returns a line for each tournament: the results of the first bot with each of its budgets.
pub(super) fn sweep(all: &[Results]) -> String {
    let mut table = table(presets::ASCII_MARKDOWN);
    let first = &all[0];
    let marks = first.entrants.first().map_or(&[][..], |entrant| &entrant.marks);
    table.set_header(header("first bot", marks).into_iter().chain(["sets".to_owned()]));
    for results in all {
        table.add_row(row(results, 0).into_iter().chain([results.sets.to_string()]));
    }
    let others = first.lineup[1..].join(", ");
    let who = format!("the first bot and {others}");
    let mut text = first_line(first.game, &first.options, &first.seed, &who);
    let mut line = |words: String| writeln!(text, "{words}").expect("a string grows");
    line(String::new());
    line(aligned(table, Some(0)));
    line(String::new());
    for results in all {
        if let Some(tested) = &results.test {
            line(format!("{}: {}", results.lineup[0], test(tested, results.sets)));
        }
    }
    text
}

pub(super) fn first_line(game: &str, options: &Map<String, Value>, seed: &str, who: &str) -> String {
    let options = serde_json::to_string(options).expect("options are an object");
    format!("{game} {options}, seed {}: {who}, in every rotation\n", short(seed))
}

fn header(first: &str, marks: &[MarkResults]) -> Vec<String> {
    let columns = [first, "gain a deal", "points a deal", "matches won"].map(str::to_owned);
    let marks = marks.iter().map(|mark| match mark.given {
        Some(among) => format!("{} (of {among})", mark.name),
        None => mark.name.to_owned(),
    });
    let rest = ["simulations: median, p99", "ms: median, p99", "rating"].map(str::to_owned);
    columns.into_iter().chain(marks).chain(rest).collect()
}

fn row(results: &Results, index: usize) -> Vec<String> {
    let entrant: &EntrantResults = &results.entrants[index];
    let cells =
        [entrant.bot.clone(), mean(entrant.gain_per_deal), mean(entrant.points_per_deal), share(entrant.win_share)];
    let marks = entrant.marks.iter().map(|mark| share(mark.share));
    let simulations = |all: Quantiles| format!("{}, {}", all.median, all.p99);
    let milliseconds = |all: Quantiles| format!("{:.2}, {:.2}", ms(all.median), ms(all.p99));
    let rest = [
        entrant.simulations.map_or("–".to_owned(), simulations),
        results.time[index].microseconds.map_or("–".to_owned(), milliseconds),
        entrant.rating.map_or("–".to_owned(), |of| format!("{:.1} ± {:.1}", of.rating, of.uncertainty)),
    ];
    cells.into_iter().chain(marks).chain(rest).collect()
}

fn ms(microseconds: u64) -> f64 {
    microseconds as f64 / 1_000.0
}

fn counts(results: &Results) -> String {
    let of = &results.tally;
    let all = [(results.sets, "set"), (of.matches, "match"), (of.deals, "deal"), (of.actions, "action")];
    let mut counts = all.map(|(n, noun)| counted(n, noun)).join(", ");
    for (n, noun, what) in [
        (of.thrown_in, "deal", "dealt again"),
        (of.given_up, "solitaire", "given up at the cap"),
        (of.broken_off, "match", "broken off at the cap"),
    ] {
        if n > 0 {
            write!(counts, "; {} {what}", counted(n, noun)).expect("a string grows");
        }
    }
    counts
}

fn test(tested: &Tested, sets: u64) -> String {
    let of = &tested.hypotheses;
    let unit = match of.measure {
        Measure::Gain => "points gained a deal",
        Measure::Wins => "of matches won",
    };
    let verdict = match tested.verdict {
        SprtResult::Low => format!("H0, {} {unit}, is accepted", of.low),
        SprtResult::High => format!("H1, {} {unit}, is accepted", of.high),
        SprtResult::Open => format!("open between {} and {} {unit}", of.low, of.high),
    };
    let [low, high] = tested.bounds;
    format!(
        "test: {verdict} after {} (log ratio {:.2}, bounds {low:.2} and {high:.2})",
        counted(sets, "set"),
        tested.log_ratio
    )
    .replace('-', "−")
}
