//! The table that a run prints at its end.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use arena::{Conduct, Interval, Summary};
use comfy_table::{CellAlignment, Table, TableStyle, presets};

use crate::words::counted;

pub(crate) fn report(summary: &Summary, took: Duration, threads: NonZeroUsize) -> String {
    let mut table = table(presets::NOTHING);
    let marks = summary.seats.first().map_or(&[][..], |seat| &seat.marks);
    let columns = ["seat", "bot", "wins", "of matches", "points", "a deal", "total a match"];
    table.set_header(columns.into_iter().chain(marks.iter().map(|mark| mark.name)));
    for (number, seat) in summary.seats.iter().enumerate() {
        let cells = [
            number.to_string(),
            seat.bot.clone(),
            seat.wins.to_string(),
            share(seat.win_share),
            minus(seat.points.to_string()),
            mean(seat.points_per_deal),
            mean(seat.total_per_match),
        ];
        table.add_row(cells.into_iter().chain(seat.marks.iter().map(|mark| share(mark.share))));
    }
    let mut text = String::new();
    let options = serde_json::to_string(&summary.options).expect("options are an object");
    let mut line = |words: String| writeln!(text, "{words}").expect("a string grows");
    line(format!("{} {options}, seed {}", summary.game, short(&summary.seed)));
    line(aligned(table, Some(1)));
    for (number, seat) in summary.seats.iter().enumerate() {
        if let Some(engine) = &seat.engine {
            line(format!("seat {number}: {}", conduct(engine)));
        }
    }
    let of = &summary.tally;
    let counts = [(of.matches, "match"), (of.deals, "deal"), (of.actions, "action")];
    let mut counts = counts.map(|(n, noun)| counted(n, noun)).join(", ");
    if of.thrown_in > 0 {
        counts += &format!("; {} dealt again", counted(of.thrown_in, "deal"));
    }
    line(counts);
    line(format!(
        "cap of {} actions a deal reached: {} given up, {} broken off",
        of.cap,
        counted(of.given_up, "solitaire"),
        counted(of.broken_off, "match")
    ));
    let seconds = took.as_secs_f64();
    let deals = (summary.tally.deals + summary.tally.thrown_in) as f64 / seconds;
    let actions = summary.tally.actions as f64 / seconds;
    let threads = counted(threads.get() as u64, "thread");
    line(format!("{seconds:.2} s on {threads}: {deals:.0} deals/s, {actions:.0} actions/s"));
    line("intervals: 95 %".to_owned());
    text
}

pub(crate) fn table(style: TableStyle) -> Table {
    let mut table = Table::new();
    table.load_style(style);
    table
}

/// Returns the text of a table. All columns are aligned to the right, except the one at `left`.
pub(crate) fn aligned(mut table: Table, left: Option<usize>) -> String {
    for column in table.column_iter_mut().filter(|column| Some(column.index) != left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

/// Returns the words for the conduct of an engine: its mistakes, or that there were none.
pub(crate) fn conduct(engine: &Conduct) -> String {
    let Conduct { name, questions, replaced, late, illegal, unreadable, ended, ended_with } = engine;
    let name = if name.is_empty() { "the engine" } else { name };
    let mut text = format!("{name} was asked {}", counted(*questions, "time"));
    if engine.is_good() {
        return text + " and answered each time";
    }
    text += &format!("; the rule bot answered {} in its place", counted(*replaced, "time"));
    for (count, what) in [(late, "late answer"), (illegal, "illegal answer"), (unreadable, "unreadable line")] {
        if *count > 0 {
            text += &format!("; {}", counted(*count, what));
        }
    }
    if let Some(how) = ended_with {
        text += &format!("; its process ended {}, the first time it {how}", counted(*ended, "time"));
    }
    text
}

/// Returns a mean as `+5.31 ± 0.20`.
pub(crate) fn mean(interval: Option<Interval>) -> String {
    interval.map_or("–".to_owned(), |i| minus(format!("{:.2} ± {:.2}", i.estimate, i.high - i.estimate)))
}

/// Returns a share as `61.2 % (59.0–63.3)`.
pub(crate) fn share(interval: Option<Interval>) -> String {
    interval.map_or("–".to_owned(), |i| {
        let [estimate, low, high] = [i.estimate, i.low, i.high].map(|share| 100.0 * share);
        format!("{estimate:.1} % ({low:.1}–{high:.1})")
    })
}

/// Replaces the hyphen of a number by a minus sign.
pub(crate) fn minus(number: String) -> String {
    number.replace('-', "−")
}

/// Returns the seed without its leading zeros.
pub(crate) fn short(seed: &str) -> &str {
    match seed.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    }
}
