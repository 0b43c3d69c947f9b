//! Means with their standard errors: a running mean (Welford), and the weighted mean of a pool of worlds.

#[derive(Clone, Copy, Default)]
pub(crate) struct Mean {
    n: u32,
    mean: f64,
    squares: f64,
}

impl Mean {
    pub(crate) fn add(&mut self, value: f64) {
        self.n += 1;
        let off = value - self.mean;
        self.mean += off / f64::from(self.n);
        self.squares += off * (value - self.mean);
    }

    pub(crate) fn n(&self) -> u32 {
        self.n
    }

    pub(crate) fn mean(&self) -> f64 {
        self.mean
    }

    /// Returns the standard error; infinite for fewer than two values.
    pub(crate) fn error(&self) -> f64 {
        if self.n < 2 {
            return f64::INFINITY;
        }
        (self.squares / f64::from(self.n - 1) / f64::from(self.n)).sqrt()
    }

    /// Returns the mean minus [`MARGIN_SE`] standard errors. A gain is clear if this is above 0.
    pub(crate) fn lower_bound(&self) -> f64 {
        self.mean - MARGIN_SE * self.error()
    }
}

/// The mean of the values of different worlds, weighted, with its standard error.
pub(crate) struct WeightedMean {
    pub(crate) mean: f64,
    /// Infinite for a single world.
    pub(crate) error: f64,
}

impl WeightedMean {
    /// The error comes from leaving out one world at a time (jackknife). So it includes the luck by which a likely world
    /// was sampled. For equal weights it is the usual standard error.
    pub(crate) fn of(weights: &[f64], values: impl Iterator<Item = f64> + Clone) -> WeightedMean {
        let (sum, worlds) = (weights.iter().sum::<f64>(), weights.len() as f64);
        let pairs = || weights.iter().zip(values.clone());
        let mean = pairs().map(|(weight, value)| weight * value).sum::<f64>() / sum;
        let change_without = |(weight, value): (&f64, f64)| weight * (mean - value) / (sum - weight);
        let centre = pairs().map(change_without).sum::<f64>() / worlds;
        let squares: f64 = pairs().map(change_without).map(|change| (change - centre) * (change - centre)).sum();
        let error = (squares * (worlds - 1.0) / worlds).sqrt();
        WeightedMean { mean, error: if error.is_nan() { f64::INFINITY } else { error } }
    }

    /// Returns the mean minus [`MARGIN_SE`] standard errors.
    pub(crate) fn lower_bound(&self) -> f64 {
        self.mean - MARGIN_SE * self.error
    }
}

/// The margin, in standard errors, by which another choice must be better than the first candidate to replace it.
const MARGIN_SE: f64 = 1.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    #[test]
    fn for_equal_weights_the_error_is_the_usual_one() {
        let values = [3.0, -1.0, 4.0, 1.0, -5.0];
        let mut mean = Mean::default();
        values.iter().for_each(|value| mean.add(*value));
        let weighted = WeightedMean::of(&[0.2; 5], values.into_iter());
        assert!(near(weighted.mean, mean.mean()) && near(weighted.error, mean.error()), "{}", weighted.error);
    }

    #[test]
    fn the_error_is_that_of_leaving_out_each_world_once() {
        let (weights, values): ([f64; 4], [f64; 4]) = ([5.0, 1.0, 2.0, 0.5], [1.0, 4.0, -2.0, 8.0]);
        let without = |left_out: usize| {
            let rest = || (0..4).filter(|place| *place != left_out);
            rest().map(|place| weights[place] * values[place]).sum::<f64>()
                / rest().map(|place| weights[place]).sum::<f64>()
        };
        let centre = (0..4).map(without).sum::<f64>() / 4.0;
        let error = ((0..4).map(|place| (without(place) - centre).powi(2)).sum::<f64>() * 3.0 / 4.0).sqrt();
        assert!(near(WeightedMean::of(&weights, values.into_iter()).error, error));
        assert!(WeightedMean::of(&[1.0], [2.0].into_iter()).error.is_infinite(), "a single world");
        assert!(
            WeightedMean::of(&[1.0, 1e-300], [2.0, 3.0].into_iter()).error.is_infinite(),
            "as good as a single one"
        );
    }
}
