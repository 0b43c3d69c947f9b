//! Means and shares with 95 % intervals.

use serde::Serialize;

/// The standard normal's two-sided 95 % point.
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

/// The mean of whole numbers, kept as exact sums: the order of adding changes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean {
    count: u64,
    sum: i128,
    squares: i128,
}

impl Mean {
    /// One more number.
    pub fn add(&mut self, number: i32) {
        self.count += 1;
        self.sum += i128::from(number);
        self.squares += i128::from(number).pow(2);
    }

    /// How many.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their sum.
    pub fn sum(&self) -> i64 {
        i64::try_from(self.sum).expect("points add up to a number of points")
    }

    /// The mean and its interval, by the normal approximation; `None` of fewer than two numbers.
    pub fn interval(&self) -> Option<Interval> {
        if self.count < 2 {
            return None;
        }
        let n = self.count as f64;
        let mean = self.sum as f64 / n;
        // n·Σx² − (Σx)² is exact in whole numbers: nothing cancels.
        let spread = (i128::from(self.count) * self.squares - self.sum.pow(2)) as f64;
        let error = Z * (spread / (n * n * (n - 1.0))).sqrt();
        Some(Interval { estimate: mean, low: mean - error, high: mean + error })
    }
}

/// How often something happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    count: u64,
    hits: u64,
}

impl Share {
    /// So many of so many.
    ///
    /// # Panics
    /// If there are more hits than cases.
    pub fn of(hits: u64, count: u64) -> Share {
        assert!(hits <= count, "a part is not more than the whole");
        Share { count, hits }
    }

    /// One more case.
    pub fn add(&mut self, hit: bool) {
        self.count += 1;
        self.hits += u64::from(hit);
    }

    /// How often it happened.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// The share and its interval (Wilson's: it stays within 0 and 1); `None` of no cases.
    pub fn interval(&self) -> Option<Interval> {
        if self.count == 0 {
            return None;
        }
        let n = self.count as f64;
        let p = self.hits as f64 / n;
        let centre = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let error = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        Some(Interval { estimate: p, low: (centre - error).max(0.0), high: (centre + error).min(1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_by_hand() {
        let mut mean = Mean::default();
        assert_eq!(mean.interval(), None);
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|number| mean.add(number));
        // The sample variance is 32/7, the standard error the root of 4/7.
        let interval = mean.interval().unwrap();
        assert_eq!(interval.estimate, 5.0);
        assert!((interval.high - (5.0 + 1.96 * (4.0f64 / 7.0).sqrt())).abs() < 1e-3);
        assert!((interval.low + interval.high - 10.0).abs() < 1e-9);
    }

    #[test]
    fn a_share_by_wilson() {
        let mut share = Share::default();
        assert_eq!(share.interval(), None);
        (0..10).for_each(|i| share.add(i < 8));
        // Wilson's interval of 8 in 10, as in any table of it: 0.4902 to 0.9433.
        let interval = share.interval().unwrap();
        assert!((interval.low - 0.4902).abs() < 1e-4 && (interval.high - 0.9433).abs() < 1e-4, "{interval:?}");
    }
}
