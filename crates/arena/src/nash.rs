//! The Nash average of a field (Balduzzi and others, 2018, "Re-evaluating evaluation"). It rates each bot by its
//! results against the best mixture of the field's bots. A second copy of a bot in the field does not change the other
//! bots' results.

/// The number of rounds. Each reduces the temperature by the same factor.
const ROUNDS: usize = 60;
/// The number of steps in a round.
const STEPS: usize = 2_000;
/// The temperatures of the first and of the last round, as fractions of the largest advantage.
const HOT: f64 = 1.0;
const COLD: f64 = 2e-3;

/// Returns the shares of the bots in the equilibrium of greatest entropy of a zero-sum game. `advantage` is the
/// advantage of each row over each column.
///
/// At each temperature a player gives a soft answer to a mixture: shares in proportion to exp(advantage / temperature).
/// In a zero-sum game exactly one mixture is the soft answer to itself. As the temperature falls, this mixture
/// approaches the equilibrium of greatest entropy. Each step moves the shares towards the soft answer. The steps get
/// shorter as the temperature falls.
pub(crate) fn nash_average(advantage: &[Vec<f64>]) -> Vec<f64> {
    let bots = advantage.len();
    let largest = advantage.iter().flatten().fold(0.0f64, |largest, value| largest.max(value.abs()));
    let mut shares = vec![1.0 / bots as f64; bots];
    if largest == 0.0 {
        return shares;
    }
    let factor = libm::pow(COLD / HOT, 1.0 / (ROUNDS - 1) as f64);
    let mut temperature = HOT;
    for _ in 0..ROUNDS {
        let length = (temperature * 0.5).min(0.2);
        for _ in 0..STEPS {
            let answer = soft_answer(advantage, &shares, largest * temperature);
            shares.iter_mut().zip(answer).for_each(|(share, answer)| *share += length * (answer - *share));
        }
        temperature *= factor;
    }
    shares
}

fn soft_answer(advantage: &[Vec<f64>], shares: &[f64], temperature: f64) -> Vec<f64> {
    let value: Vec<f64> =
        advantage.iter().map(|row| row.iter().zip(shares).map(|(value, share)| value * share).sum()).collect();
    let best = value.iter().fold(f64::NEG_INFINITY, |best, value| best.max(*value));
    let weights: Vec<f64> = value.iter().map(|value| libm::exp((value - best) / temperature)).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], wanted: &[f64]) {
        assert!(
            found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 0.02),
            "{found:?}, not {wanted:?}"
        );
    }

    #[test]
    fn who_beats_all_is_all() {
        close(&nash_average(&[vec![0.0, 1.0, 5.0], vec![-1.0, 0.0, 2.0], vec![-5.0, -2.0, 0.0]]), &[1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_circle_is_shared_by_what_it_is_worth() {
        // Rock, paper, scissors, but a win of paper counts twice. In the equilibrium, each bot's share is proportional
        // to the weight of the win between the two other bots.
        let circle = [vec![0.0, 1.0, -2.0], vec![-1.0, 0.0, 1.0], vec![2.0, -1.0, 0.0]];
        close(&nash_average(&circle), &[0.25, 0.5, 0.25]);
    }

    #[test]
    fn a_copy_changes_nobody_elses_share() {
        let row = |a: f64, b: f64, c: f64| vec![a, a, b, c];
        let field = [row(0.0, 1.0, -1.0), row(0.0, 1.0, -1.0), row(-1.0, 0.0, 1.0), row(1.0, -1.0, 0.0)];
        close(&nash_average(&field), &[1.0 / 6.0, 1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0]);
    }

    /// Compares all bits: the result must be the same on every platform, because libm computes it.
    #[test]
    fn the_shares_are_the_same_on_every_platform() {
        let circle = [vec![0.0, 1.0, -2.0], vec![-1.0, 0.0, 1.0], vec![2.0, -1.0, 0.0]];
        let bits: Vec<u64> = nash_average(&circle).into_iter().map(f64::to_bits).collect();
        assert_eq!(bits, [4598234690015304484, 4602706376200549136, 4597946050493611345]);
    }

    #[test]
    fn equals_share_alike() {
        close(&nash_average(&[vec![0.0; 2], vec![0.0; 2]]), &[0.5, 0.5]);
    }
}
