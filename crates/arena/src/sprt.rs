//! The sequential probability ratio test, which ends a run as soon as the result is decided.

use serde::Serialize;

/// The fewest sets before a verdict. With fewer sets the estimate of the spread is too poor. With 10 sets the test
/// erred in 52 of 600 runs, but only 30 errors are allowed.
const FEWEST_SETS: u64 = 30;

/// The figure that the test examines after each set, measured for the first bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The points gained a deal relative to the mean of the other seats; more is better in every game.
    Gain,
    /// The share of matches won, 0 to 1.
    Wins,
}

/// The question of a test: is the first bot's [`Measure`] closer to `low` or to `high`?
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Hypotheses {
    /// The tested figure.
    pub measure: Measure,
    /// The value of H0, in the measure's unit.
    pub low: f64,
    /// The value of H1, in the measure's unit, greater than `low`.
    pub high: f64,
    /// The greatest probability of accepting H1 if H0 holds.
    pub alpha: f64,
    /// The greatest probability of accepting H0 if H1 holds.
    pub beta: f64,
}

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtResult {
    /// H0 is accepted.
    Low,
    /// H1 is accepted.
    High,
    /// The number of sets did not suffice.
    Open,
}

/// A test and its result.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Tested {
    /// The question.
    #[serde(flatten)]
    pub hypotheses: Hypotheses,
    /// The logarithm of the likelihood ratio of H1 to H0.
    pub log_ratio: f64,
    /// The bounds: H0 is accepted at or below the first, H1 at or above the second.
    pub bounds: [f64; 2],
    /// The answer.
    pub verdict: SprtResult,
}

/// A running test.
///
/// The test assumes that the means of sets have a normal distribution with the variance observed so far. Chess engines
/// are measured by the same generalised test: log ratio = n · (high − low) · (mean − (high + low) / 2) / variance.
pub(crate) struct Sprt {
    hypotheses: Hypotheses,
    sets: u64,
    mean: f64,
    squares: f64,
}

impl Sprt {
    pub(crate) fn new(hypotheses: Hypotheses) -> Sprt {
        Sprt { hypotheses, sets: 0, mean: 0.0, squares: 0.0 }
    }

    /// Adds the mean of one more set.
    pub(crate) fn add(&mut self, value: f64) {
        self.sets += 1;
        let off = value - self.mean;
        self.mean += off / self.sets as f64;
        self.squares += off * (value - self.mean);
    }

    pub(crate) fn tested(&self) -> Tested {
        let Hypotheses { low, high, alpha, beta, .. } = self.hypotheses;
        let bounds = [libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha)];
        // If all sets are equal, the variance is 0, and the ratio would be infinite. So the variance gets a minimum.
        // Then equal sets also lead to a verdict.
        let variance = (self.squares / self.sets.saturating_sub(1).max(1) as f64).max(1e-9);
        let log_ratio = self.sets as f64 * (high - low) * (self.mean - (high + low) / 2.0) / variance;
        let verdict = match log_ratio {
            _ if self.sets < FEWEST_SETS => SprtResult::Open,
            ratio if ratio <= bounds[0] => SprtResult::Low,
            ratio if ratio >= bounds[1] => SprtResult::High,
            _ => SprtResult::Open,
        };
        Tested { hypotheses: self.hypotheses, log_ratio, bounds, verdict }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    const QUESTION: Hypotheses = Hypotheses { measure: Measure::Gain, low: 0.0, high: 1.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn the_ratio_by_hand() {
        let mut sprt = Sprt::new(QUESTION);
        [1.0, 3.0].repeat(15).into_iter().for_each(|value| sprt.add(value));
        // The mean is 2 and the variance 30/29, so the log ratio is 30 · 1 · (2 − 0.5) · 29/30.
        let tested = sprt.tested();
        assert!((tested.log_ratio - 43.5).abs() < 1e-9);
        assert!((tested.bounds[1] - 19f64.ln()).abs() < 1e-12 && (tested.bounds[0] + 19f64.ln()).abs() < 1e-12);
        assert_eq!(tested.verdict, SprtResult::High);
    }

    #[test]
    fn a_handful_of_sets_decides_nothing() {
        let mut sprt = Sprt::new(QUESTION);
        (1..FEWEST_SETS).for_each(|_| sprt.add(50.0));
        assert_eq!(sprt.tested().verdict, SprtResult::Open);
        sprt.add(50.0);
        assert_eq!(sprt.tested().verdict, SprtResult::High);
    }

    /// Runs the test until it reaches a verdict, on random numbers with this mean and a standard deviation of 4.
    fn verdict(mean: f64, seed: u64) -> (SprtResult, u64) {
        let mut rng = Rng::new(seed);
        let mut sprt = Sprt::new(QUESTION);
        for sets in 1..100_000 {
            // The sum of 12 numbers from 0 to 1 has the mean 6 and the standard deviation 1.
            let normal: f64 = (0..12).map(|_| (rng.bits() >> 11) as f64 / (1u64 << 53) as f64).sum::<f64>() - 6.0;
            sprt.add(mean + 4.0 * normal);
            let verdict = sprt.tested().verdict;
            if verdict != SprtResult::Open {
                return (verdict, sets);
            }
        }
        panic!("it never ends");
    }

    #[test]
    fn it_errs_about_as_often_as_allowed() {
        for (mean, wrong) in [(0.0, SprtResult::High), (1.0, SprtResult::Low)] {
            let runs: Vec<(SprtResult, u64)> = (0..600).map(|seed| verdict(mean, seed)).collect();
            let errors = runs.iter().filter(|(verdict, _)| *verdict == wrong).count();
            // 5 % of 600 runs is 30. The limit is 4 standard deviations higher: 51.
            assert!(errors <= 51, "{errors} of 600 with mean {mean}");
            let sets = runs.iter().map(|(_, sets)| sets).sum::<u64>() / 600;
            // A test with a fixed number of sets would need 173 sets: ((1.645 + 1.645) · 4)².
            assert!(sets < 120, "{sets} sets on the mean");
        }
    }
}
