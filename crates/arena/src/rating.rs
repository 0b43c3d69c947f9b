//! Ratings of the bots of a tournament.

use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// A rating by Weng and Lin's Bayesian approximation, with Plackett and Luce's model of ranks. Every bot begins with
/// the rating 25 and the uncertainty 25/3.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The estimate.
    pub rating: f64,
    /// The standard deviation of the estimate in the model.
    pub uncertainty: f64,
}

/// The ratings of a field, which are updated after each set.
pub(crate) struct Ratings(Vec<WengLinRating>);

impl Ratings {
    pub(crate) fn new(entrants: usize) -> Ratings {
        Ratings(vec![WengLinRating::new(); entrants])
    }

    /// Adds a set. `gained`: each entrant's gain, summed over the entrant's deals, and the number of these deals. A set
    /// counts as one event, even if it has many matches, because all entrants play the same cards.
    pub(crate) fn add(&mut self, gained: &[(i64, u64)]) {
        if gained.len() < 2 || gained.iter().any(|(_, deals)| *deals == 0) {
            return;
        }
        let teams: Vec<[WengLinRating; 1]> = self.0.iter().map(|rating| [*rating]).collect();
        let more =
            |a: &(i64, u64), b: &(i64, u64)| i128::from(a.0) * i128::from(b.1) > i128::from(b.0) * i128::from(a.1);
        let rank = |own| MultiTeamOutcome::new(1 + gained.iter().filter(|other| more(other, own)).count());
        let placed: Vec<_> = teams.iter().zip(gained).map(|(team, own)| (&team[..], rank(own))).collect();
        self.0 = weng_lin_multi_team(&placed, &WengLinConfig::new()).into_iter().map(|team| team[0]).collect();
    }

    /// Adds a set of two bots of the field, by their indices.
    pub(crate) fn add_pair(&mut self, pair: [usize; 2], gained: [(i64, u64); 2]) {
        let mut two = Ratings(pair.map(|place| self.0[place]).to_vec());
        two.add(&gained);
        for (place, rating) in pair.into_iter().zip(two.0) {
            self.0[place] = rating;
        }
    }

    /// Returns the rating of an entrant. `None` if there is only one entrant.
    pub(crate) fn of(&self, entrant: usize) -> Option<Rating> {
        (self.0.len() > 1).then(|| Rating { rating: self.0[entrant].rating, uncertainty: self.0[entrant].uncertainty })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gains_more_a_deal_rises() {
        let mut ratings = Ratings::new(3);
        for _ in 0..20 {
            // The gains a deal are 5, 3 and −4. Only they count, although the second entrant has the largest sum.
            ratings.add(&[(5_000, 1), (9_000, 3), (-8_000, 2)]);
        }
        let [first, second, third] = [0, 1, 2].map(|entrant| ratings.of(entrant).unwrap());
        assert!(first.rating > second.rating && second.rating > third.rating);
        assert!([first, second, third].iter().all(|rating| rating.uncertainty < 25.0 / 3.0));
    }

    #[test]
    fn equals_stay_equal_and_alone_there_is_no_rating() {
        let mut ratings = Ratings::new(2);
        ratings.add(&[(5_000, 2), (10_000, 4)]);
        assert!((ratings.of(0).unwrap().rating - ratings.of(1).unwrap().rating).abs() < 1e-9);
        let mut alone = Ratings::new(1);
        alone.add(&[(1, 1)]);
        assert_eq!(alone.of(0), None);
    }
}
