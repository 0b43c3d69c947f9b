//! The report: Markdown, and what was not as it was promised.

use std::fmt::Write;
use std::time::Duration;

use crate::measure::milliseconds;

/// The findings of a trial.
#[derive(Default)]
pub struct TrialReport {
    /// Markdown.
    pub text: String,
    /// The moves that were lost, or matches that never went on. Empty: everything was as it was promised.
    pub losses: Vec<String>,
}

impl TrialReport {
    pub(crate) fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    /// A row of a table.
    pub(crate) fn row(&mut self, cells: &[String]) {
        let _ = writeln!(self.text, "| {} |", cells.join(" | "));
    }

    /// Something that must not be.
    pub(crate) fn loss(&mut self, what: &str, all: &[String]) {
        // A few say enough of what is wrong.
        self.losses.extend(all.iter().take(5).map(|one| format!("{what}: {one}")));
        if all.len() > 5 {
            self.losses.push(format!("{what}: {} more", all.len() - 5));
        }
    }

    /// Adds another part.
    pub fn add(&mut self, part: TrialReport) {
        self.text.push_str(&part.text);
        self.text.push('\n');
        self.losses.extend(part.losses);
    }
}

/// Times in seconds: how many, the median, the 99th percentile and the longest, as cells.
pub(crate) fn spread(times: &[Duration]) -> [String; 4] {
    if times.is_empty() {
        return ["0", "–", "–", "–"].map(str::to_owned);
    }
    let mut times = times.to_vec();
    let [median, most, longest] = milliseconds(&mut times, [0.5, 0.99, 1.0]).map(|ms| format!("{:.2}", ms / 1000.0));
    [times.len().to_string(), median, most, longest]
}
