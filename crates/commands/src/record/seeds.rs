//! The lines of `record check` about the origin of seeds. docs/play/fairness.md explains what each kind of origin
//! proves.

use std::collections::BTreeMap;

use table::record::{Contributions, Raw, RecordFault};

use crate::words::counted;

/// The greatest number of matches that get a line each. If there are more matches, they get a summary. So the command
/// does not need more memory.
const DESCRIBED: u64 = 10;

/// The origin of the seed of one match.
pub(super) struct SeedMaking {
    has_seed: bool,
    /// The contributions of the seats; `None` if the players did not shuffle together.
    contributions: Option<Contributions>,
}

impl SeedMaking {
    /// Reads the origin from a record that has been checked.
    pub(super) fn of(raw: &Raw<'_>) -> Result<SeedMaking, RecordFault> {
        Ok(SeedMaking { has_seed: raw.seed()?.is_some(), contributions: raw.contributions()? })
    }

    fn words(&self) -> String {
        let Some(Contributions { seats, withheld }) = &self.contributions else {
            return String::from(if self.has_seed {
                "seed: chosen by the server, device or program that dealt, alone"
            } else {
                "no seed, so nothing says where the order of the cards came from"
            });
        };
        let parts: Vec<usize> = seats.iter().enumerate().filter(|(_, took)| **took).map(|(seat, _)| seat).collect();
        let mut words = match parts.len() {
            0 => String::from("seed: chosen by the server alone, as no seat contributed"),
            some => format!("seed: shuffled together, {some} of {} seats contributed ({})", seats.len(), list(&parts)),
        };
        if !parts.is_empty() && parts.len() < seats.len() {
            words += "; bots and the other seats contributed nothing";
        }
        for (attempt, seats) in withheld.iter().enumerate() {
            let by = if seats.len() == 1 { "seat" } else { "seats" };
            words += &format!("; attempt {attempt} void: {by} {} did not reveal", list(seats));
        }
        if !parts.is_empty() && !withheld.is_empty() {
            words += &format!("; so the cards could be chosen among at most {} shuffles", withheld.len() + 1);
        }
        if !self.has_seed {
            words += "; the seed is secret until the match ends";
        }
        words
    }
}

#[derive(Default)]
pub(super) struct SeedMakings {
    matches: u64,
    described: Vec<String>,
    alone: u64,
    unknown: u64,
    together: u64,
    /// The number of matches that were to be shuffled together, but to which no seat contributed.
    nobody: u64,
    seats: u64,
    contributed: u64,
    void: u64,
    /// The number of attempts that each seat made void.
    withheld: BTreeMap<usize, u64>,
}

impl SeedMakings {
    /// Adds a match. `place` says where its record is.
    pub(super) fn add(&mut self, place: &str, making: &SeedMaking) {
        self.matches += 1;
        if self.matches <= DESCRIBED {
            self.described.push(format!("{place}: {}", making.words()));
        }
        match &making.contributions {
            None if making.has_seed => self.alone += 1,
            None => self.unknown += 1,
            Some(Contributions { seats, withheld }) => {
                let contributed = seats.iter().filter(|took| **took).count() as u64;
                self.together += 1;
                self.nobody += u64::from(contributed == 0);
                self.seats += seats.len() as u64;
                self.contributed += contributed;
                self.void += withheld.len() as u64;
                for seat in withheld.iter().flatten() {
                    *self.withheld.entry(*seat).or_default() += 1;
                }
            }
        }
    }

    /// Returns a line for each match, or a line for each kind of origin if there are many matches.
    pub(super) fn into_lines(self) -> Vec<String> {
        if self.matches <= DESCRIBED {
            return self.described;
        }
        let mut lines = Vec::new();
        if self.alone > 0 {
            lines.push(format!(
                "{}: seed chosen by the server, device or program that dealt, alone",
                counted(self.alone, "record")
            ));
        }
        if self.unknown > 0 {
            lines.push(format!(
                "{}: no seed, so nothing says where the order of the cards came from",
                counted(self.unknown, "record")
            ));
        }
        if self.together > 0 {
            let mut words = format!(
                "{}: shuffled together, {} of {} seats contributed",
                counted(self.together, "record"),
                self.contributed,
                self.seats
            );
            if self.nobody > 0 {
                words += &format!("; in {} of them no seat, so the server chose alone", self.nobody);
            }
            if self.void > 0 {
                let seats: Vec<String> =
                    self.withheld.iter().map(|(seat, times)| format!("seat {seat}: {times}")).collect();
                words += &format!("; void attempts: {} ({})", self.void, seats.join(", "));
            }
            lines.push(words);
        }
        lines
    }
}

fn list(seats: &[usize]) -> String {
    seats.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three(has_seed: bool, seats: [bool; 3], withheld: &[&[usize]]) -> SeedMaking {
        let withheld = withheld.iter().map(|seats| seats.to_vec()).collect();
        SeedMaking { has_seed, contributions: Some(Contributions { seats: seats.to_vec(), withheld }) }
    }

    #[test]
    fn every_void_attempt_names_its_seats() {
        let words = three(true, [false, false, true], &[&[0], &[1]]).words();
        assert!(
            words.ends_with(
                "attempt 0 void: seat 0 did not reveal; attempt 1 void: seat 1 did not reveal; so the cards could be \
                 chosen among at most 3 shuffles"
            ),
            "{words}"
        );
        let words = three(true, [false, false, false], &[&[0, 1], &[2]]).words();
        let due = "seed: chosen by the server alone, as no seat contributed; attempt 0 void: seats 0, 1 did not reveal; \
                   attempt 1 void: seat 2 did not reveal";
        assert_eq!(words, due);
    }

    #[test]
    fn the_lines_do_not_grow_with_the_records() {
        let count = |records: u64| {
            let mut makings = SeedMakings::default();
            for line in 0..records {
                makings.add(&format!("f:{line}"), &three(true, [true; 3], &[&[1]]));
            }
            makings.into_lines().len() as u64
        };
        assert_eq!([0, 1, DESCRIBED, DESCRIBED + 1, 1_000].map(count), [0, 1, DESCRIBED, 1, 1]);
    }
}
