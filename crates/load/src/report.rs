//! The results of all rounds: medians, with the lowest and the highest values, and ratios.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::flush::Flush;
use crate::measure::{Round, Scale};

/// All rounds of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoadReport {
    /// The wanted scale.
    pub scale: Scale,
    /// A description of the machine.
    pub machine: String,
    /// The times to flush the disk that contains cardroom's data.
    pub flush: Flush,
    /// The rounds of this build.
    pub cardroom: Vec<Round>,
    /// The rounds of the build with which it is compared; empty if there is no such build.
    pub other: Vec<Round>,
}

/// Returns the median of some numbers. If there is an even number of them, returns the mean of the two in the middle.
///
/// # Panics
/// If there are no numbers.
pub fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

/// A row of the report: its name, its value, and the target.
type ReportRow = (&'static str, fn(&Round) -> Option<f64>, &'static str);

const ROWS: [ReportRow; 13] = [
    ("moves/s, fast", |round| Some(round.fast.moves_per_s), "≥ 0.95 ×"),
    ("CPU a move, fast, µs", |round| Some(round.fast.cpu_us), "≤ 1.05 ×"),
    ("p50 from send to frame, fast, ms", |round| Some(round.fast.p50_ms), ""),
    ("p99 from send to frame, fast, ms", |round| Some(round.fast.p99_ms), ""),
    ("players' core, fast, %", |round| Some(round.fast.players * 100.0), ""),
    ("moves/s, calm", |round| Some(round.calm.moves_per_s), ""),
    ("CPU a move, calm, µs", |round| Some(round.calm.cpu_us), "≤ 1.05 ×"),
    ("p50 from send to frame, calm, ms", |round| Some(round.calm.p50_ms), ""),
    ("p99 from send to frame, calm, ms", |round| Some(round.calm.p99_ms), ""),
    ("memory of an idle connection, KiB", |round| round.idle.map(|idle| idle.kib), "≤ 1.05 ×, ≤ 12 KiB"),
    (
        "p50 of an answer while a champion thinks, ms",
        |round| round.champions.map(|champions| champions.p50_ms),
        "≤ 50 ms",
    ),
    ("p99 of an answer while a champion thinks, ms", |round| round.champions.map(|champions| champions.p99_ms), ""),
    ("server's cores while champions think, %", |round| round.champions.map(|champions| champions.cores * 100.0), ""),
];

impl LoadReport {
    /// Returns a table in Markdown. Each figure is the median of the rounds, with the least and the greatest in
    /// brackets. A ratio is the median of the ratios of the rounds.
    pub fn markdown(&self) -> String {
        let Scale { tables, counted_s, rate, idle, champions, .. } = self.scale;
        let rounds = self.cardroom.len();
        let mut text = format!(
            "{rounds} rounds; {tables} tables, {} sockets; {counted_s} s counted a phase; fast: as fast as it goes, calm: \
             {rate} moves/s; {idle} idle connections; {champions} tables with champions. {} A flush of cardroom's disk: p50 {} ms, p99 {} ms.\n\n",
            tables * 4,
            self.machine,
            number(self.flush.p50_ms),
            number(self.flush.p99_ms)
        );
        text.push_str("| | cardroom, durable | the other build | ratio | target |\n|---|--:|--:|--:|--:|\n");
        for (name, of, target) in &ROWS {
            let all = |rounds: &[Round]| rounds.iter().filter_map(of).collect::<Vec<f64>>();
            let (ours, theirs) = (all(&self.cardroom), all(&self.other));
            let ratios: Vec<f64> = ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect();
            let ratio = if ratios.is_empty() { "–".to_owned() } else { format!("{:.2} ×", median(&ratios)) };
            let _ = writeln!(text, "| {name} | {} | {} | {ratio} | {target} |", spread(&ours), spread(&theirs));
        }
        text
    }
}

fn spread(numbers: &[f64]) -> String {
    if numbers.is_empty() {
        return "–".to_owned();
    }
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    format!("{} ({}–{})", number(median(numbers)), number(least), number(most))
}

fn number(n: f64) -> String {
    match n.abs() {
        100.0.. => format!("{n:.0}"),
        10.0.. => format!("{n:.1}"),
        _ => format!("{n:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Idle, Measured};

    #[test]
    fn the_middle_of_numbers() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn ratios_are_of_rounds_side_by_side() {
        let phase =
            |moves_per_s| Measured { moves: 9, moves_per_s, cpu_us: 100.0, p50_ms: 1.0, p99_ms: 2.5, players: 0.5 };
        let round = |fast| Round {
            fast: phase(fast),
            calm: phase(250.0),
            idle: Some(Idle { connections: 8, kib: 9.0 }),
            champions: None,
        };
        let report = LoadReport {
            scale: Scale { tables: 2, warm_s: 1.0, counted_s: 1.0, rate: 250.0, idle: 8, champions: 0 },
            machine: "A machine.".to_owned(),
            flush: Flush { p50_ms: 0.5, p99_ms: 2.0 },
            cardroom: vec![round(3000.0), round(4000.0), round(1000.0)],
            other: vec![round(1000.0), round(1000.0), round(1000.0)],
        };
        let text = report.markdown();
        assert!(text.contains("A machine. A flush of cardroom's disk: p50 0.50 ms, p99 2.00 ms."), "{text}");
        assert!(text.contains("| moves/s, fast | 3000 (1000–4000) | 1000 (1000–1000) | 3.00 × | ≥ 0.95 × |"), "{text}");
        assert!(text.contains("| memory of an idle connection, KiB | 9.00 (9.00–9.00) |"), "{text}");
        assert!(text.contains("| | cardroom, durable | the other build | ratio | target |"), "{text}");
        let alone = LoadReport { other: Vec::new(), ..report };
        assert!(alone.markdown().contains("| 3000 (1000–4000) | – | – | ≥ 0.95 × |"));
    }
}
