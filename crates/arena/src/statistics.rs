//! Means and shares with 95 % intervals.

use serde::Serialize;

/// The two-sided 95 % quantile of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Converts the interval to another unit.
    #[must_use]
    pub fn scaled(self, by: f64) -> Interval {
        Interval { estimate: self.estimate * by, low: self.low * by, high: self.high * by }
    }
}

/// The share of cases in which something happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    count: u64,
    hits: u64,
}

impl Share {
    /// Creates the share of `hits` out of `count`.
    ///
    /// # Panics
    /// If there are more hits than cases.
    pub fn of(hits: u64, count: u64) -> Share {
        assert!(hits <= count, "a part is not more than the whole");
        Share { count, hits }
    }

    /// Adds a case.
    pub fn add(&mut self, hit: bool) {
        self.count += 1;
        self.hits += u64::from(hit);
    }

    /// Returns the number of cases.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the number of cases in which the event happened.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// Returns the share and its interval (Wilson's, which stays within 0 and 1); `None` without cases.
    pub fn interval(&self) -> Option<Interval> {
        if self.count == 0 {
            return None;
        }
        let n = self.count as f64;
        Some(wilson(self.hits as f64 / n, n))
    }
}

/// Returns Wilson's interval of a share `p` of `n` cases.
fn wilson(p: f64, n: f64) -> Interval {
    let centre = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let error = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { estimate: p, low: (centre - error).max(0.0), high: (centre + error).min(1.0) }
}

/// The mean of cases in clusters, such as the deals of a duplicate set. Cases within a cluster depend on each other.
/// Only the clusters are independent. The sums are exact, so the order of adding does not matter.
///
/// Each of the `m` clusters has a sum `y` over `n` cases. The mean is R = Σy / Σn. Its standard error, by
/// linearisation, is the square root of m / (m − 1) · Σ(y − R·n)² / (Σn)².
#[derive(Clone, Copy, Debug, Default)]
pub struct Clusters {
    clusters: u64,
    sum: i128,
    cases: i128,
    squares: i128,
    crossed: i128,
    cases_squared: i128,
}

impl Clusters {
    /// Adds a cluster of `cases` cases whose sum is `sum`. A cluster without cases changes nothing.
    pub fn add(&mut self, sum: i64, cases: u64) {
        if cases == 0 {
            return;
        }
        let (sum, cases) = (i128::from(sum), i128::from(cases));
        self.clusters += 1;
        self.sum += sum;
        self.cases += cases;
        self.squares += sum * sum;
        self.crossed += sum * cases;
        self.cases_squared += cases * cases;
    }

    /// Returns the sum of all cases.
    pub fn sum(&self) -> i64 {
        i64::try_from(self.sum).expect("points add up to a number of points")
    }

    /// Returns the number of cases.
    pub fn cases(&self) -> u64 {
        u64::try_from(self.cases).expect("cases are counted up")
    }

    /// Returns the mean of the cases; `None` without cases.
    pub fn mean(&self) -> Option<f64> {
        (self.cases > 0).then(|| self.sum as f64 / self.cases as f64)
    }

    /// Returns the standard error of the mean; `None` with fewer than two clusters.
    pub fn error(&self) -> Option<f64> {
        if self.clusters < 2 {
            return None;
        }
        let (mean, cases, clusters) = (self.mean()?, self.cases as f64, self.clusters as f64);
        // Computes Σ(y − R·n)² with R = Σy / Σn, times (Σn)². The result is exact, because points are so small that the
        // whole numbers do not overflow.
        let exact = || {
            let first = self.cases.checked_mul(self.cases)?.checked_mul(self.squares)?;
            let second = self.sum.checked_mul(self.cases)?.checked_mul(2)?.checked_mul(self.crossed)?;
            let third = self.sum.checked_mul(self.sum)?.checked_mul(self.cases_squared)?;
            Some(first.checked_sub(second)?.checked_add(third)? as f64 / (cases * cases))
        };
        let rounded =
            || self.squares as f64 - 2.0 * mean * self.crossed as f64 + mean * mean * self.cases_squared as f64;
        let spread = exact().unwrap_or_else(rounded).max(0.0);
        Some((clusters / (clusters - 1.0) * spread).sqrt() / cases)
    }

    /// Returns the mean and its interval, by the normal approximation; `None` with fewer than two clusters.
    pub fn interval(&self) -> Option<Interval> {
        let (mean, error) = (self.mean()?, Z * self.error()?);
        Some(Interval { estimate: mean, low: mean - error, high: mean + error })
    }

    /// Returns Wilson's interval of a share, where each case is 0 or 1. The formula assumes independent cases. So the
    /// function computes how many independent cases would have the same standard error. If the share is 0 or 1, the
    /// standard error is 0. Then each cluster counts as one case.
    pub fn share(&self) -> Option<Interval> {
        let (p, error) = (self.mean()?, self.error()?);
        let independent = if error > 0.0 { p * (1.0 - p) / (error * error) } else { self.clusters as f64 };
        Some(wilson(p, independent))
    }
}

/// Returns the mean of independent numbers and its normal interval, which is NaN with fewer than two numbers.
pub(crate) fn mean(numbers: &[f64]) -> Interval {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let spread = numbers.iter().map(|number| (number - mean) * (number - mean)).sum::<f64>();
    let error = Z * (spread / (count - 1.0) / count).sqrt();
    Interval { estimate: mean, low: mean - error, high: mean + error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_by_hand() {
        // Each cluster has one case.
        let mut mean = Clusters::default();
        assert_eq!(mean.interval(), None);
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|number| mean.add(number, 1));
        // The sample variance is 32/7, so the standard error is the square root of 4/7.
        let interval = mean.interval().unwrap();
        assert_eq!(interval.estimate, 5.0);
        assert!((interval.high - (5.0 + 1.96 * (4.0f64 / 7.0).sqrt())).abs() < 1e-3);
        assert!((interval.low + interval.high - 10.0).abs() < 1e-9);
    }

    #[test]
    fn clusters_by_hand() {
        let mut clusters = Clusters::default();
        clusters.add(6, 2);
        assert_eq!((clusters.mean(), clusters.interval()), (Some(3.0), None));
        clusters.add(5, 4);
        clusters.add(13, 6);
        clusters.add(0, 0);
        // R = 24/12 = 2. The deviations of the clusters are 6 − 4, 5 − 8 and 13 − 12. So the variance is 3/2 · (4 + 9 +
        // 1) / 144.
        assert_eq!((clusters.sum(), clusters.cases(), clusters.mean()), (24, 12, Some(2.0)));
        assert!((clusters.error().unwrap() - (1.5f64 * 14.0 / 144.0).sqrt()).abs() < 1e-12);
        let interval = clusters.interval().unwrap();
        assert!((interval.high - (2.0 + 1.96 * (21.0f64 / 144.0).sqrt())).abs() < 1e-4);
    }

    #[test]
    fn a_seat_s_luck_falls_out_of_a_set() {
        // In each deal one seat has the good cards (10 points), and the other seat has the bad cards (−10 points). On
        // both seats the player is better by 1 point.
        let (mut sets, mut single) = (Clusters::default(), Clusters::default());
        for luck in [10, -10, 10, 10, -10] {
            sets.add((1 + luck) + (1 - luck), 2);
            single.add(1 + luck, 1);
            single.add(1 - luck, 1);
        }
        assert_eq!((sets.mean(), sets.error()), (Some(1.0), Some(0.0)));
        assert!(single.error().unwrap() > 3.0);
    }

    #[test]
    fn a_share_of_clusters() {
        let (mut alone, mut clusters) = (Share::default(), Clusters::default());
        (0..10).for_each(|i| alone.add(i < 8));
        (0..10).for_each(|i| clusters.add(i64::from(i < 8), 1));
        let (alone, single) = (alone.interval().unwrap(), clusters.share().unwrap());
        // The intervals are equal except for the factor m / (m − 1) in the variance.
        assert!((alone.low - single.low).abs() < 0.02 && (alone.high - single.high).abs() < 0.02);
        // With the same share, dependent cases give a wider interval.
        let mut pairs = Clusters::default();
        (0..10).for_each(|i| pairs.add(2 * i64::from(i < 8), 2));
        let pairs = pairs.share().unwrap();
        assert!((pairs.low - single.low).abs() < 1e-12 && (pairs.high - single.high).abs() < 1e-12);
        let mut always = Clusters::default();
        (0..10).for_each(|_| always.add(4, 4));
        let always = always.share().unwrap();
        // Wilson's interval of 10 in 10 begins at 1 / (1 + 1.96² / 10).
        assert!((always.low - 1.0 / (1.0 + Z * Z / 10.0)).abs() < 1e-12 && (always.high - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_share_by_wilson() {
        let mut share = Share::default();
        assert_eq!(share.interval(), None);
        (0..10).for_each(|i| share.add(i < 8));
        // Wilson's interval of 8 in 10, as published tables show it: 0.4902 to 0.9433.
        let interval = share.interval().unwrap();
        assert!((interval.low - 0.4902).abs() < 1e-4 && (interval.high - 0.9433).abs() < 1e-4, "{interval:?}");
    }
}
