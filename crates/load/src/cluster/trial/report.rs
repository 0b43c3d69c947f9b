//! The report of a trial in Markdown, and the broken promises.

use std::fmt::Write;
use std::time::Duration;

use crate::measure::milliseconds;

/// The findings of a trial.
#[derive(Default)]
pub struct TrialReport {
    /// The text of the report, in Markdown.
    pub text: String,
    /// The broken promises: moves that were lost, or matches that did not go on. The list is empty if the trial
    /// succeeded.
    pub losses: Vec<String>,
}

impl TrialReport {
    pub(crate) fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    pub(crate) fn row(&mut self, cells: &[String]) {
        let _ = writeln!(self.text, "| {} |", cells.join(" | "));
    }

    /// Adds broken promises of one kind, if there are any.
    pub(crate) fn loss(&mut self, what: &str, all: &[String]) {
        // Five examples are enough to show the fault.
        self.losses.extend(all.iter().take(5).map(|one| format!("{what}: {one}")));
        if all.len() > 5 {
            self.losses.push(format!("{what}: {} more", all.len() - 5));
        }
    }

    /// Adds the report of another part of the trial.
    pub fn add(&mut self, part: TrialReport) {
        self.text.push_str(&part.text);
        self.text.push('\n');
        self.losses.extend(part.losses);
    }
}

/// Returns cells for times in seconds: their number, the median, the 99th percentile and the longest time.
pub(crate) fn spread(times: &[Duration]) -> [String; 4] {
    if times.is_empty() {
        return ["0", "–", "–", "–"].map(str::to_owned);
    }
    let mut times = times.to_vec();
    let [median, most, longest] = milliseconds(&mut times, [0.5, 0.99, 1.0]).map(|ms| format!("{:.2}", ms / 1000.0));
    [times.len().to_string(), median, most, longest]
}
