//! A field of bots in which each bot plays against each other bot, with every division of the seats between the two.

use std::io;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{SimulateError, usage};
use crate::nash::nash_average;
use crate::player::{Entrant, TimeSource};
use crate::rating::{Rating, Ratings};
use crate::results::{Quantiles, Results};
use crate::statistics::{Interval, mean};
use crate::tournament::{Tournament, check_tournament, compete, seats_of};

/// The results of a field of bots. If budgets are in simulations, only the times depend on the number of threads.
#[derive(Clone, Debug, Serialize)]
pub struct MatrixResults {
    /// The game's id.
    pub game: String,
    /// All its options.
    pub options: Map<String, Value>,
    /// The seed of every tournament, so that all of them have the same cards.
    pub seed: String,
    /// The number of seats of a table.
    pub seats: usize,
    /// The number of sets of each tournament.
    pub sets: u64,
    /// The standings of the bots, in the order in which the bots were named.
    pub field: Vec<BotStanding>,
    /// The tournaments: for each pair of bots, one tournament for each division of the seats between the two.
    pub mixtures: Vec<Mixture>,
    /// For each row and column, the advantage of the row's bot over the column's bot at the same table, in points a
    /// deal. It is the mean over the mixtures of these two bots.
    pub advantage: Vec<Vec<Interval>>,
    /// The share of the advantages' sum of squares that one scale of strength explains. The share is 1 if all
    /// advantages equal the differences of [`BotStanding::strength`]. It is less if bots beat each other in a circle.
    pub explained: f64,
}

/// The standing of one bot in the matrix.
#[derive(Clone, Debug, Serialize)]
pub struct BotStanding {
    /// The bot.
    pub bot: String,
    /// The points a deal relative to the mean of the field. The strengths are fitted by least squares: their
    /// differences are as close as possible to the advantages.
    pub strength: Interval,
    /// The rating after all sets of the bot's mixtures. Sets of different pairs of bots alternate, so no rating depends
    /// on one opponent alone.
    pub rating: Rating,
    /// The bot's share in the field's Nash average: the mixed strategy of greatest entropy that no bot beats.
    pub nash: f64,
    /// The bot's average gain against the Nash average, in points a deal. It is at most 0, apart from rounding.
    pub against_nash: f64,
    /// The processor time of a decision with more than one legal action, in microseconds.
    pub microseconds: Option<Quantiles>,
}

/// One tournament of two bots.
#[derive(Clone, Debug, Serialize)]
pub struct Mixture {
    /// The bot.
    pub bot: String,
    /// The number of seats that the bot takes.
    pub seats: usize,
    /// The bot that takes all other seats.
    pub others: String,
    /// The points a deal that a seat of the bot gains relative to the mean of all other seats.
    pub gain: Option<Interval>,
    /// The share of matches that a seat of the bot wins.
    pub wins: Option<Interval>,
}

/// Returns the number of sets that all tournaments of a field have together.
///
/// # Errors
/// As [`hold_matrix`].
pub fn matrix_sets(template: &Tournament, field: &[Entrant]) -> Result<u64, SimulateError> {
    if field.len() < 2 {
        return Err(usage("a matrix needs two bots at least"));
    }
    for (place, entrant) in field.iter().enumerate() {
        if field[..place].iter().any(|other| other.name() == entrant.name()) {
            return Err(usage(format_args!("{} is named twice", entrant.name())));
        }
        check_tournament(&Tournament { lineup: vec![entrant.clone()], ..template.clone() })?;
    }
    let seats = seats_of(template)?;
    if seats < 2 {
        return Err(usage(format_args!("a matrix needs a table of two seats at least; {} has one", template.game)));
    }
    if template.sets < 2 {
        return Err(usage("a matrix needs two sets at least: one set alone says nothing of chance"));
    }
    if template.question.is_some() {
        return Err(usage("a matrix plays all its sets: no test ends it"));
    }
    Ok((field.len() * (field.len() - 1) / 2 * (seats - 1)) as u64 * template.sets)
}

/// Plays each pair of bots in every mixture: the first bot has one seat, then two seats, and so on. `template` is a
/// tournament without a lineup. `clock` measures processor time; `each` gets the number of sets so far.
///
/// # Errors
/// If the field has fewer than two bots or names a bot twice, if the table has only one seat, if the template has fewer
/// than two sets or a test, or if a tournament fails.
pub fn hold_matrix(
    template: &Tournament,
    field: &[Entrant],
    clock: &dyn TimeSource,
    each: &mut dyn FnMut(u64),
) -> Result<MatrixResults, SimulateError> {
    matrix_sets(template, field)?;
    let seats = seats_of(template)?;
    let mut matrix = Matrix { bots: field.len(), seats, pairs: Vec::new(), mixtures: Vec::new(), times: Vec::new() };
    matrix.times.resize(field.len(), None);
    let mut played = 0;
    let mut about = None;
    for row in 0..field.len() {
        for column in row + 1..field.len() {
            let mut pair = BotPair { row, column, mixtures: Vec::new() };
            for of_row in 1..seats {
                let mut lineup = vec![field[row].clone(); of_row];
                lineup.resize(seats, field[column].clone());
                let tournament = Tournament { lineup, ..template.clone() };
                let mut sets: Vec<[(i64, u64); 2]> = Vec::new();
                let results = compete(&tournament, false, clock, &mut |set| {
                    sets.push([set.gained[0], set.gained[1]]);
                    played += 1;
                    each(played);
                    Ok::<(), io::Error>(())
                })?;
                pair.mixtures.push(sets);
                matrix.add(&results, [row, column]);
                about = Some((results.options, results.seed));
            }
            matrix.pairs.push(pair);
        }
    }
    let (options, seed) = about.expect("a field has a pair");
    Ok(matrix.into_results(template, field, options, seed))
}

/// Two bots, by their indices in the field.
struct BotPair {
    row: usize,
    column: usize,
    /// For each mixture and set, each bot's gain and its number of deals.
    mixtures: Vec<Vec<[(i64, u64); 2]>>,
}

impl BotPair {
    /// Returns the advantage of a seat of the first bot in this set, in points a deal: the mean over the mixtures.
    ///
    /// A gain is relative to the mean of *all* other seats, including the bot's own other seats. So the difference
    /// between two bots' gains is too large by the factor `seats` / (`seats` − 1). The result is divided by this
    /// factor.
    fn advantage(&self, set: usize, seats: usize) -> f64 {
        let gain = |(sum, deals): (i64, u64)| sum as f64 / 1_000.0 / deals.max(1) as f64;
        let differences = self.mixtures.iter().map(|sets| gain(sets[set][0]) - gain(sets[set][1]));
        differences.sum::<f64>() / self.mixtures.len() as f64 * (seats - 1) as f64 / seats as f64
    }
}

struct Matrix {
    bots: usize,
    seats: usize,
    pairs: Vec<BotPair>,
    mixtures: Vec<Mixture>,
    /// The times of each bot, from the tournament in which it made the most decisions.
    times: Vec<Option<Quantiles>>,
}

impl Matrix {
    /// Adds a tournament of two bots, by their indices in the field.
    fn add(&mut self, results: &Results, places: [usize; 2]) {
        for (index, place) in places.into_iter().enumerate() {
            let (time, known) = (results.time[index].microseconds, &mut self.times[place]);
            let decisions = |time: Option<Quantiles>| time.map_or(0, |time| time.decisions);
            if decisions(time) > decisions(*known) {
                *known = time;
            }
            let entrant = &results.entrants[index];
            self.mixtures.push(Mixture {
                bot: entrant.bot.clone(),
                seats: entrant.seats,
                others: results.entrants[1 - index].bot.clone(),
                gain: entrant.gain_per_deal,
                wins: entrant.win_share,
            });
        }
    }

    /// Returns, for each row and column, the advantage of the row's bot over the column's bot in one set. Different
    /// sets are independent. The results within one set are not independent.
    fn advantages(&self, set: usize) -> Vec<Vec<f64>> {
        let mut advantage = vec![vec![0.0; self.bots]; self.bots];
        for pair in &self.pairs {
            let found = pair.advantage(set, self.seats);
            advantage[pair.row][pair.column] = found;
            advantage[pair.column][pair.row] = -found;
        }
        advantage
    }

    fn into_results(
        self,
        template: &Tournament,
        field: &[Entrant],
        options: Map<String, Value>,
        seed: String,
    ) -> MatrixResults {
        let by_set: Vec<Vec<Vec<f64>>> = (0..template.sets as usize).map(|set| self.advantages(set)).collect();
        let over_sets = |of: &dyn Fn(&[Vec<f64>]) -> f64| mean(&by_set.iter().map(|set| of(set)).collect::<Vec<_>>());
        let places = || 0..field.len();
        let advantage: Vec<Vec<Interval>> =
            places().map(|row| places().map(|column| over_sets(&|set| set[row][column])).collect()).collect();
        // The strength is the mean advantage over the field, the bot itself included: the least-squares solution.
        let strengths: Vec<Interval> =
            places().map(|bot| over_sets(&|set| set[bot].iter().sum::<f64>() / field.len() as f64)).collect();
        let means: Vec<Vec<f64>> =
            advantage.iter().map(|row| row.iter().map(|interval| interval.estimate).collect()).collect();
        let nash = nash_average(&means);
        let ratings = self.ratings();
        let standing = |place: usize| BotStanding {
            bot: field[place].name().to_owned(),
            strength: strengths[place],
            rating: ratings.of(place).expect("a field has two bots"),
            nash: nash[place],
            against_nash: means[place].iter().zip(&nash).map(|(advantage, share)| advantage * share).sum(),
            microseconds: self.times[place],
        };
        MatrixResults {
            game: template.game.clone(),
            options,
            seed,
            seats: self.seats,
            sets: template.sets,
            field: places().map(standing).collect(),
            explained: explained(&means, &strengths),
            advantage,
            mixtures: self.mixtures,
        }
    }

    /// Returns the ratings. Sets of different pairs of bots alternate, so no rating depends on one opponent alone.
    fn ratings(&self) -> Ratings {
        let mut ratings = Ratings::new(self.bots);
        let sets = self.pairs[0].mixtures[0].len();
        for set in 0..sets {
            for mixture in 0..self.seats - 1 {
                for pair in &self.pairs {
                    ratings.add_pair([pair.row, pair.column], pair.mixtures[mixture][set]);
                }
            }
        }
        ratings
    }
}

/// Returns the part of the advantages that differences of strength explain, as a share of the sum of squares.
fn explained(advantages: &[Vec<f64>], strengths: &[Interval]) -> f64 {
    let (mut all, mut left) = (0.0, 0.0);
    for (row, advantages) in advantages.iter().enumerate() {
        for (column, advantage) in advantages.iter().enumerate() {
            all += advantage * advantage;
            let unexplained = advantage - (strengths[row].estimate - strengths[column].estimate);
            left += unexplained * unexplained;
        }
    }
    if all > 0.0 { 1.0 - left / all } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a matrix of two seats a table: in each of eight sets one bot gains what the other loses.
    fn field(bots: usize, pairs: &[(usize, usize, i64)]) -> Matrix {
        let pair = |&(row, column, gain)| BotPair { row, column, mixtures: vec![vec![[(gain, 1), (-gain, 1)]; 8]] };
        let pairs = pairs.iter().map(pair).collect();
        Matrix { bots, seats: 2, pairs, mixtures: Vec::new(), times: Vec::new() }
    }

    /// Returns the mean of each row as the strength of a bot.
    fn strengths(advantages: &[Vec<f64>]) -> Vec<Interval> {
        advantages.iter().map(|row| mean(&[row.iter().sum::<f64>() / row.len() as f64; 2])).collect()
    }

    #[test]
    fn a_ladder_is_one_scale() {
        let matrix = field(3, &[(0, 1, -2_000), (0, 2, -5_000), (1, 2, -3_000)]);
        let advantages = matrix.advantages(7);
        assert_eq!(advantages, [[0.0, -2.0, -5.0], [2.0, 0.0, -3.0], [5.0, 3.0, 0.0]]);
        assert!((explained(&advantages, &strengths(&advantages)) - 1.0).abs() < 1e-12);
        let ratings = matrix.ratings();
        let [first, second, third] = [0, 1, 2].map(|bot| ratings.of(bot).unwrap().rating);
        assert!(first < second && second < third);
    }

    #[test]
    fn a_circle_is_no_scale() {
        let advantages = field(3, &[(0, 1, 1_000), (1, 2, 1_000), (0, 2, -1_000)]).advantages(0);
        assert!(explained(&advantages, &strengths(&advantages)).abs() < 1e-12);
    }

    #[test]
    fn mixtures_of_four_seats_count_alike() {
        // A seat of the first bot is 4 points better than a seat of the other. Relative to all other seats it gains 4
        // if the bot has one seat, 8/3 with two seats, and 4/3 with three.
        let thousandths = |gain: f64| ((gain * 10_000.0).round() as i64, 10);
        let gains = [(4.0, -4.0 / 3.0), (8.0 / 3.0, -8.0 / 3.0), (4.0 / 3.0, -4.0)];
        let mixtures = gains.map(|(own, others)| vec![[thousandths(own), thousandths(others)]]).to_vec();
        assert!((BotPair { row: 0, column: 1, mixtures }.advantage(0, 4) - 4.0).abs() < 1e-3);
    }
}
