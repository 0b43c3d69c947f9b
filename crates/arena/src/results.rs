//! The results of a tournament.

use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::engine::Conduct;
use crate::outcome::{MatchOutcome, MatchTally};
use crate::player::Entrant;
use crate::rating::{Rating, Ratings};
use crate::sprt::{Hypotheses, Measure, Sprt, SprtResult, Tested};
use crate::statistics::{Clusters, Interval};

/// The results of a tournament. If budgets are in simulations, everything except `time` is the same on any number of
/// threads.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    /// The game's id.
    pub game: &'static str,
    /// All its options.
    pub options: Map<String, Value>,
    /// The tournament's seed.
    pub seed: String,
    /// The bots by seat, before the rotation of the seats.
    pub lineup: Vec<String>,
    /// The number of sets.
    pub sets: u64,
    /// Matches, deals and actions; a set has as many matches as seats.
    #[serde(flatten)]
    pub tally: MatchTally,
    /// The results of each entrant. Intervals are 95 % intervals, with the sets as clusters.
    pub entrants: Vec<EntrantResults>,
    /// The result of the test, if there was one.
    pub test: Option<Tested>,
    /// The time of each entrant, in the same order.
    pub time: Vec<DecisionTimes>,
    /// The conduct of external engines, by their names in the lineup.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<(String, Conduct)>,
}

/// The results of one entrant.
#[derive(Clone, Debug, Serialize)]
pub struct EntrantResults {
    /// The bot.
    pub bot: String,
    /// The number of seats that the bot takes in each match.
    pub seats: usize,
    /// The number of wins, alone or with others. In a match, each seat of the bot counts separately.
    pub wins: u64,
    /// The share of matches won by a seat.
    pub win_share: Option<Interval>,
    /// The points of all deals.
    pub points: i64,
    /// Points a deal and seat, as the rules count them: in some games fewer are better.
    pub points_per_deal: Option<Interval>,
    /// The gain a deal of the bot's team relative to the mean of the other seats, in points of
    /// [`Game::value`](game::Game::value): more is better in every game.
    pub gain_per_deal: Option<Interval>,
    /// The factor by which duplicate sets save matches. If the entrants did not play the same cards, the same interval
    /// would need this many times as many matches.
    pub variance_reduction: Option<f64>,
    /// The game's own counts.
    pub marks: Vec<MarkResults>,
    /// The number of simulated deals for a decision with more than one legal action; `None` if the bot simulates none.
    pub simulations: Option<Quantiles>,
    /// The rating by the gain in each set. `None` if there is only one entrant.
    pub rating: Option<Rating>,
}

/// A mark that a game counts beside points.
#[derive(Clone, Debug, Serialize)]
pub struct MarkResults {
    /// The name of the mark.
    pub name: &'static str,
    /// The mark to whose cases the share refers; `None` if the share refers to all deals.
    pub given: Option<&'static str>,
    /// The number of cases with the mark.
    pub count: u64,
    /// The number of all cases.
    pub of: u64,
    /// The share of cases with the mark.
    pub share: Option<Interval>,
}

/// The effort for a decision with more than one legal action, rounded to three digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Quantiles {
    /// The number that half of the decisions did not exceed.
    pub median: u64,
    /// The number that 99 of 100 decisions did not exceed.
    pub p99: u64,
    /// The number of decisions.
    pub decisions: u64,
}

/// The time that an entrant took for decisions with more than one legal action, in microseconds.
#[derive(Clone, Debug, Serialize)]
pub struct DecisionTimes {
    /// The bot.
    pub bot: String,
    /// The quantiles, in microseconds.
    pub microseconds: Option<Quantiles>,
}

pub(crate) struct SetCounter {
    lineup: Vec<String>,
    /// The index of the entrant at each place of the lineup.
    who: Vec<usize>,
    marks: Vec<(&'static str, Option<usize>)>,
    entrants: Vec<EntrantTally>,
    ratings: Ratings,
    test: Option<(Measure, Sprt)>,
    sets: u64,
    all: MatchTally,
}

/// The counts of one entrant over all sets.
struct EntrantTally {
    name: String,
    wins: Clusters,
    points: Clusters,
    gains: Clusters,
    /// The gains with each match as a cluster. A comparison with `gains` measures the effect of duplicate sets.
    single_gains: Clusters,
    marks: Vec<Clusters>,
    simulations: Histogram<u64>,
    microseconds: Histogram<u64>,
}

/// For one entrant in one set or match, the sums and the numbers of cases.
#[derive(Clone)]
struct EntrantSums {
    wins: (i64, u64),
    points: (i64, u64),
    gains: (i64, u64),
    marks: Vec<(i64, u64)>,
}

impl EntrantSums {
    fn new(marks: usize) -> EntrantSums {
        EntrantSums { wins: (0, 0), points: (0, 0), gains: (0, 0), marks: vec![(0, 0); marks] }
    }
}

fn add(to: &mut (i64, u64), number: i64) {
    to.0 += number;
    to.1 += 1;
}

impl SetCounter {
    pub(crate) fn new(
        lineup: &[&Entrant],
        marks: Vec<(&'static str, Option<usize>)>,
        cap: u32,
        question: Option<Hypotheses>,
    ) -> SetCounter {
        let lineup: Vec<String> = lineup.iter().map(|entrant| entrant.name().to_owned()).collect();
        let mut names: Vec<&String> = Vec::new();
        let mut who = Vec::new();
        for name in &lineup {
            who.push(names.iter().position(|known| *known == name).unwrap_or(names.len()));
            if who.last() == Some(&names.len()) {
                names.push(name);
            }
        }
        let histogram = || Histogram::new(3).expect("three digits can be had");
        let tally = |name: &String| EntrantTally {
            name: name.clone(),
            wins: Clusters::default(),
            points: Clusters::default(),
            gains: Clusters::default(),
            single_gains: Clusters::default(),
            marks: vec![Clusters::default(); marks.len()],
            simulations: histogram(),
            microseconds: histogram(),
        };
        let entrants: Vec<EntrantTally> = names.into_iter().map(tally).collect();
        SetCounter {
            who,
            marks,
            ratings: Ratings::new(entrants.len()),
            entrants,
            test: question.map(|question| (question.measure, Sprt::new(question))),
            lineup,
            sets: 0,
            all: MatchTally::new(cap),
        }
    }

    pub(crate) fn sets(&self) -> u64 {
        self.sets
    }

    /// Returns the verdict of the test; open if there is no test.
    pub(crate) fn verdict(&self) -> SprtResult {
        self.test.as_ref().map_or(SprtResult::Open, |(_, sprt)| sprt.tested().verdict)
    }

    /// Adds a set. Outcome `r` belongs to the lineup rotated by `r` seats. Returns each entrant's gain in the set, and
    /// the number of its deals. The gain is in thousandths of a point, summed over these deals.
    pub(crate) fn add(&mut self, outcomes: &[MatchOutcome]) -> Vec<(i64, u64)> {
        let mut sums = vec![EntrantSums::new(self.marks.len()); self.entrants.len()];
        for (rotation, outcome) in outcomes.iter().enumerate() {
            self.add_match(rotation, outcome, &mut sums);
        }
        self.sets += 1;
        for (entrant, sums) in self.entrants.iter_mut().zip(&sums) {
            entrant.wins.add(sums.wins.0, sums.wins.1);
            entrant.points.add(sums.points.0, sums.points.1);
            entrant.gains.add(sums.gains.0, sums.gains.1);
            entrant.marks.iter_mut().zip(&sums.marks).for_each(|(all, mark)| all.add(mark.0, mark.1));
        }
        let gained: Vec<(i64, u64)> = sums.iter().map(|sums| sums.gains).collect();
        self.ratings.add(&gained);
        if let Some((measure, sprt)) = &mut self.test {
            let (sum, cases, unit) = match measure {
                Measure::Gain => (sums[0].gains.0, sums[0].gains.1, 1_000.0),
                Measure::Wins => (sums[0].wins.0, sums[0].wins.1, 1.0),
            };
            if cases > 0 {
                sprt.add(sum as f64 / unit / cases as f64);
            }
        }
        gained
    }

    fn add_match(&mut self, rotation: usize, outcome: &MatchOutcome, sums: &mut [EntrantSums]) {
        let seats = self.lineup.len();
        let who = |seat: usize| self.who[(seat + seats - rotation) % seats];
        self.all.add(outcome);
        let mut gains = vec![(0, 0); self.entrants.len()];
        for deal in outcome.deals.iter().filter(|deal| !deal.thrown_in) {
            for seat in 0..seats {
                // A seat that is out of the match plays no deal.
                let Some(points) = deal.points[seat] else { continue };
                let sums = &mut sums[who(seat)];
                add(&mut sums.points, points.into());
                add(&mut sums.gains, deal.gains[seat]);
                add(&mut gains[who(seat)], deal.gains[seat]);
                let has = |mark: usize| deal.marks[seat] >> mark & 1 == 1;
                for (mark, (sum, (_, among))) in sums.marks.iter_mut().zip(&self.marks).enumerate() {
                    if among.is_none_or(has) {
                        add(sum, has(mark).into());
                    }
                }
            }
        }
        for seat in 0..seats {
            let won = outcome.winners.as_ref().is_some_and(|winners| winners.iter().any(|w| w.index() == seat));
            add(&mut sums[who(seat)].wins, won.into());
        }
        for decision in &outcome.decisions {
            let entrant = &mut self.entrants[who(decision.seat.index())];
            record(&mut entrant.simulations, decision.simulations.into());
            record(&mut entrant.microseconds, microseconds(decision.took));
        }
        for (entrant, (sum, deals)) in self.entrants.iter_mut().zip(gains) {
            entrant.single_gains.add(sum, deals);
        }
    }

    /// Returns the results. `seed` is the seed of the tournament; `entrants` is the lineup as the user named it.
    pub(crate) fn results(
        &self,
        game: &'static str,
        options: Map<String, Value>,
        seed: String,
        entrants: &[Entrant],
    ) -> Results {
        let engines = entrants.iter().filter_map(|entrant| Some((entrant.name().to_owned(), entrant.conduct()?)));
        let pace = |tally: &EntrantTally| DecisionTimes {
            bot: tally.name.clone(),
            microseconds: quantiles(&tally.microseconds),
        };
        Results {
            game,
            options,
            seed,
            lineup: self.lineup.clone(),
            sets: self.sets,
            tally: self.all,
            entrants: self.entrants.iter().enumerate().map(|(index, tally)| self.entrant(index, tally)).collect(),
            test: self.test.as_ref().map(|(_, sprt)| sprt.tested()),
            time: self.entrants.iter().map(pace).collect(),
            engines: engines.collect(),
        }
    }

    fn entrant(&self, index: usize, tally: &EntrantTally) -> EntrantResults {
        let errors = tally.single_gains.error().zip(tally.gains.error()).filter(|(_, sets)| *sets > 0.0);
        let mark = |((name, given), clusters): (&(&'static str, Option<usize>), &Clusters)| MarkResults {
            name,
            given: given.map(|mark| self.marks[mark].0),
            count: clusters.sum().unsigned_abs(),
            of: clusters.cases(),
            share: clusters.share(),
        };
        EntrantResults {
            bot: tally.name.clone(),
            seats: self.who.iter().filter(|who| **who == index).count(),
            wins: tally.wins.sum().unsigned_abs(),
            win_share: tally.wins.share(),
            points: tally.points.sum(),
            points_per_deal: tally.points.interval(),
            gain_per_deal: tally.gains.interval().map(|thousandths| thousandths.scaled(1e-3)),
            variance_reduction: errors.map(|(single, sets)| (single / sets) * (single / sets)),
            marks: self.marks.iter().zip(&tally.marks).map(mark).collect(),
            simulations: Some(&tally.simulations).filter(|all| all.max() > 0).and_then(quantiles),
            rating: self.ratings.of(index),
        }
    }
}

fn record(all: &mut Histogram<u64>, number: u64) {
    all.record(number).expect("it grows with what it is given");
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn quantiles(all: &Histogram<u64>) -> Option<Quantiles> {
    let at = |quantile: f64| all.lowest_equivalent(all.value_at_quantile(quantile));
    (!all.is_empty()).then(|| Quantiles { median: at(0.5), p99: at(0.99), decisions: all.len() })
}
