//! The report of a run.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use arena::{Interval, Share};
use serde_json::{Value, json};

use super::lines::{RunHead, SolvedDeal, Word};
use crate::words::counted;

pub(super) struct SolveReport {
    pub(super) head: RunHead,
    pub(super) lines: Vec<SolvedDeal>,
}

impl SolveReport {
    pub(super) fn new(head: RunHead, lines: Vec<SolvedDeal>) -> SolveReport {
        SolveReport { head, lines }
    }

    fn count(&self, word: Word) -> usize {
        self.lines.iter().filter(|line| line.verdict == word).count()
    }

    /// Returns the share of winnable deals, and an interval for it. For the lower end, unresolved deals count as lost.
    /// For the upper end, they count as won. So the interval is correct for all possible results of these deals.
    fn winnable(&self) -> Option<(Interval, Interval)> {
        let share = |wins: usize| {
            let mut share = Share::default();
            (0..self.lines.len()).for_each(|i| share.add(i < wins));
            share.interval()
        };
        let won = self.count(Word::Won);
        Some((share(won)?, share(won + self.count(Word::Unknown))?))
    }

    /// Returns the sorted values of a property of the won deals.
    fn of_won<T: PartialOrd>(&self, what: impl Fn(&SolvedDeal) -> T) -> Vec<T> {
        let mut values: Vec<T> = self.lines.iter().filter(|line| line.is_won()).map(what).collect();
        values.sort_by(|a, b| a.partial_cmp(b).expect("no value is no number"));
        values
    }

    /// Returns the number of deals that each beam won.
    pub(super) fn widths(&self) -> BTreeMap<usize, usize> {
        let mut widths = BTreeMap::new();
        for line in self.lines.iter().filter(|line| line.is_won()) {
            *widths.entry(line.width).or_default() += 1;
        }
        widths
    }

    /// Returns the sorted times of all deals, in milliseconds.
    pub(super) fn times(&self) -> Vec<f64> {
        let mut times: Vec<f64> = self.lines.iter().map(|line| line.ms).collect();
        times.sort_by(f64::total_cmp);
        times
    }

    pub(super) fn words(&self) -> String {
        let mut text = String::new();
        let [first, last] = self.head.deals;
        let who = if self.head.blind { "played blind" } else { "solved with all cards known" };
        let options: Vec<String> = self.head.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let _ = writeln!(text, "{}, {}: deals {first} to {last}, {who}", self.head.game, options.join(" "));
        let [won, lost, unknown] = [Word::Won, Word::Lost, Word::Unknown].map(|word| self.count(word));
        let lost_word = if self.head.blind { "not won" } else { "proven lost" };
        let _ = writeln!(
            text,
            "{}: {won} won, {lost} {lost_word}, {unknown} unknown",
            counted(self.lines.len() as u64, "deal")
        );
        if let Some((low, high)) = self.winnable() {
            let digits = self.lines.len().max(1).ilog10() as usize / 2;
            let _ = writeln!(
                text,
                "winnable {:.digits$} % (95 %: {:.digits$} to {:.digits$} %, unknown deals widen the interval)",
                low.estimate * 100.0,
                low.low * 100.0,
                high.high * 100.0
            );
        }
        let times = self.times();
        if !times.is_empty() {
            let at = |p| quantile(&times, p);
            let _ = writeln!(
                text,
                "ms a deal: median {:.2}, mean {:.2}, 99 % {:.2}, 99.9 % {:.2}, most {:.2}",
                at(0.5),
                times.iter().sum::<f64>() / times.len() as f64,
                at(0.99),
                at(0.999),
                at(1.0)
            );
        }
        let moves = self.of_won(|line| line.moves);
        let cards = self.of_won(|line| line.cards);
        if !moves.is_empty() {
            let _ = writeln!(
                text,
                "actions of a won line: median {}, from {} to {}; of them single-card moves: median {}",
                quantile(&moves, 0.5),
                moves[0],
                quantile(&moves, 1.0),
                quantile(&cards, 0.5)
            );
        }
        if !self.head.blind {
            for (width, count) in self.widths() {
                let by = if width == 0 { "exhaustive search".to_owned() } else { format!("beam {width}") };
                let _ = writeln!(text, "  {by}: {count}");
            }
        }
        text
    }

    pub(super) fn csv(&self) -> String {
        let mut text = "deal,verdict,moves,cards,width,nodes,ms\n".to_owned();
        for line in &self.lines {
            let SolvedDeal { deal, verdict, moves, cards, width, nodes, ms } = line;
            let _ = writeln!(text, "{deal},{},{moves},{cards},{width},{nodes},{ms}", verdict.text());
        }
        text
    }

    pub(super) fn json(&self) -> Value {
        let interval = |i: Interval| json!({ "estimate": i.estimate, "low": i.low, "high": i.high });
        let times = self.times();
        let moves = self.of_won(|line| line.moves);
        let cards = self.of_won(|line| line.cards);
        let spread = |p: f64| (!times.is_empty()).then(|| quantile(&times, p));
        let widths: serde_json::Map<String, Value> =
            self.widths().into_iter().map(|(width, count)| (width.to_string(), json!(count))).collect();
        json!({
            "run": self.head,
            "deals": self.lines.len(),
            "won": self.count(Word::Won),
            "lost": self.count(Word::Lost),
            "unknown": self.count(Word::Unknown),
            "winnable_if_unknown_lost": self.winnable().map(|(low, _)| interval(low)),
            "winnable_if_unknown_won": self.winnable().map(|(_, high)| interval(high)),
            "moves_median": (!moves.is_empty()).then(|| quantile(&moves, 0.5)),
            "cards_median": (!cards.is_empty()).then(|| quantile(&cards, 0.5)),
            "nodes": self.lines.iter().map(|line| line.nodes).sum::<u64>(),
            "widths": widths,
            "ms": { "median": spread(0.5), "p99": spread(0.99), "p99_9": spread(0.999), "max": spread(1.0) },
        })
    }
}

/// Returns the quantile: the value that this part of the sorted values does not exceed.
pub(super) fn quantile<T: Copy>(sorted: &[T], part: f64) -> T {
    let place = (part * sorted.len() as f64).ceil() as usize;
    sorted[place.clamp(1, sorted.len()) - 1]
}
