//! A running mean with its standard error (Welford).

#[derive(Clone, Copy, Default)]
pub(crate) struct Mean {
    n: u32,
    mean: f64,
    squares: f64,
}

impl Mean {
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Mean {
        let mut mean = Mean::default();
        values.for_each(|value| mean.add(value));
        mean
    }

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

/// The margin, in standard errors, by which another choice must be better than the first candidate to replace it.
const MARGIN_SE: f64 = 1.0;
