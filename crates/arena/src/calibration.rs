//! A measurement of how well simulation predicts a deal. At one point of the deal, each seat estimates the chance of a
//! mark ([`Show::MARKS`](game::Show::MARKS)). Each estimate is compared with the result of the deal.

use std::io;

use catalog::{CardGame, Visit, visit};
use game::{Rng, Seat, Viewer, read_options};
use serde::Serialize;
use serde_json::Value;

use crate::contest::{Contest, DealObserver};
use crate::error::usage;
use crate::parallel::parallel_ordered;
use crate::simulate::CheckedRun;
use crate::statistics::{Clusters, Interval, Share};
use crate::{Entrant, Run, SimulateError};

/// The number of bins of the reliability table. Each bin is a tenth wide.
const BINS: usize = 10;

/// A calibration: the matches whose results are predicted, and the number of simulations.
#[derive(Clone, Debug)]
pub struct CalibrationPlan {
    /// The matches, and the bots that play them.
    pub run: Run,
    /// The mark, by its name.
    pub mark: String,
    /// The moment of the forecast in a deal, as a field and a value. The moment is the first position in which this
    /// field of a seat's view has this value. For example, `phase=showdown` is the first lead of La Dame Noire.
    pub when: (String, String),
    /// The number of simulated deals for each seat's forecast.
    pub simulations: u32,
    /// The number of candidate worlds from which each simulated world is chosen. Candidates are weighted by the
    /// likelihood of the other seats' actions. With 1 candidate every world is accepted.
    pub candidates: u32,
}

/// The quality of the forecasts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Calibration {
    /// The game's id.
    pub game: &'static str,
    /// The mark.
    pub mark: String,
    /// The number of deals that reached the moment of the forecast.
    pub deals: u64,
    /// The Brier score: the mean squared difference between each forecast and the result (0 or 1). For the confidence
    /// interval, each deal is a cluster.
    pub brier: Option<Interval>,
    /// The score of a constant forecast, which always predicts the share of cases that had the mark.
    pub constant: f64,
    /// The forecasts by tenths: from 0 to 10 %, and so on.
    pub bins: Vec<Bin>,
}

/// A group of forecasts of similar probability.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Bin {
    /// The number of forecasts.
    pub forecasts: u64,
    /// The mean of the forecasts.
    pub mean: f64,
    /// For the forecasts in this bin, the share of cases in which the seat really had the mark.
    pub happened: Option<Interval>,
}

/// Plays the matches, and makes every seat's forecasts in each deal. `each` gets the number of matches played so far.
///
/// # Errors
/// If there is no such game, bot, option, mark or field of a view.
pub fn calibrate(plan: &CalibrationPlan, each: &mut dyn FnMut(u64)) -> Result<Calibration, SimulateError> {
    visit(&plan.run.game, Calibrate { plan, each })?
}

struct Calibrate<'a> {
    plan: &'a CalibrationPlan,
    each: &'a mut dyn FnMut(u64),
}

impl Visit for Calibrate<'_> {
    type Output = Result<Calibration, SimulateError>;

    fn visit<G: CardGame>(self) -> Self::Output {
        let CalibrationPlan { run, mark: name, when, simulations, candidates } = self.plan;
        let mark = G::MARKS.iter().position(|mark| mark == name).ok_or_else(|| {
            let marks = if G::MARKS.is_empty() { "none".to_owned() } else { G::MARKS.join(", ") };
            usage(format_args!("{} has no mark {name:?}; its marks are: {marks}", G::ID))
        })?;
        let checked = CheckedRun::of(run)?;
        let rules = read_options(&run.options).map_err(usage)?;
        let entrants: Vec<&Entrant> = checked.entrants.iter().collect();
        check_field::<G>(&rules, entrants.len(), &when.0)?;
        entrants.iter().try_for_each(|entrant| entrant.start())?;
        let contest = Contest::<G> { rules, entrants: &entrants, cap: run.cap, wants_record: false, clock: None };
        let play = |index: u64| {
            let (seed, number) = run.matches.seed(run.seed, index);
            // No player uses these random numbers: they belong to a seat that does not exist.
            let rng = Rng::new(run.seed.of_bot(number, u8::MAX));
            let (simulations, candidates, open, done) = (*simulations, *candidates, None, Vec::new());
            let mut watch = Watcher { mark, when, simulations, candidates, rng, open, done };
            let played = contest.watched(seed, |seat| run.seed.of_bot(number, seat), &mut watch);
            played.expect("the number of seats was checked");
            watch.done
        };
        let mut sums = CalibrationSums::default();
        parallel_ordered(run.matches.count(), run.threads, play, |index, deals: Vec<CountedDeal>| {
            deals.iter().for_each(|deal| sums.add(deal, *simulations));
            (self.each)(index + 1);
            Ok::<(), io::Error>(())
        })?;
        if sums.deals == 0 {
            let (field, value) = when;
            return Err(usage(format_args!("in no deal did a view say {field}={value}")));
        }
        Ok(sums.calibration(G::ID, name, *simulations))
    }
}

/// Checks that views have the field. If they did not, the run would never make a forecast.
fn check_field<G: CardGame>(rules: &G::Rules, seats: usize, field: &str) -> Result<(), SimulateError> {
    let names = vec![String::new(); seats];
    let current = table::Match::<G>::start(*rules, names, cards::Seed::numbered(1)).map_err(usage)?;
    let view = serde_json::to_value(current.deal().view(Viewer::Seat(Seat::new(0)))).expect("a view is data");
    if view.get(field).is_none() {
        let id = G::ID;
        return Err(usage(format_args!("a view of {id} has no field {field:?}: see games/{id}/web/types.gen.ts")));
    }
    Ok(())
}

struct CountedDeal {
    /// For each viewer and seat, the number of simulated deals in which the seat had the mark.
    hits: Vec<u32>,
    /// For each seat, true if the real deal had the mark.
    happened: Vec<bool>,
}

/// Makes forecasts once in each deal, and records the results.
struct Watcher<'a> {
    mark: usize,
    when: &'a (String, String),
    simulations: u32,
    candidates: u32,
    rng: Rng,
    /// The forecasts of the current deal.
    open: Option<Vec<u32>>,
    done: Vec<CountedDeal>,
}

impl<G: CardGame> DealObserver<G> for Watcher<'_> {
    fn before(&mut self, deal: &G, seats: u8) {
        if self.open.is_some() {
            return;
        }
        let view = serde_json::to_value(deal.view(Viewer::Seat(Seat::new(0)))).expect("a view is data");
        let (field, value) = self.when;
        let is = match view.get(field) {
            Some(Value::String(text)) => text == value,
            Some(other) => value.parse().is_ok_and(|value: Value| value == *other),
            None => false,
        };
        if is {
            self.open = Some(self.forecasts(deal, seats));
        }
    }

    fn on_score(&mut self, deal: &G, seats: u8) {
        if let Some(hits) = self.open.take() {
            let happened = Seat::all(seats).map(|seat| deal.mark(self.mark, seat)).collect();
            self.done.push(CountedDeal { hits, happened });
        }
    }
}

impl Watcher<'_> {
    /// Returns each seat's forecasts about all seats, made from that seat's own view alone.
    fn forecasts<G: CardGame>(&mut self, deal: &G, seats: u8) -> Vec<u32> {
        let mut hits = Vec::new();
        for viewer in Seat::all(seats) {
            let view = deal.view(Viewer::Seat(viewer));
            let sampler = G::sampler(&view);
            let from = hits.len();
            hits.resize(from + usize::from(seats), 0);
            for _ in 0..self.simulations {
                let mut world: G = game::resampled(&view, &sampler, self.candidates, &mut self.rng);
                game::rollout(&mut world, &mut self.rng, game::LONGEST_ROLLOUT);
                for seat in Seat::all(seats) {
                    hits[from + seat.index()] += u32::from(world.turn().is_over() && world.mark(self.mark, seat));
                }
            }
        }
        hits
    }
}

/// The sums of a calibration, in whole numbers, so that the order of adding does not matter.
#[derive(Default)]
struct CalibrationSums {
    deals: u64,
    squares: Clusters,
    happened: Share,
    bins: [(u64, Share); BINS],
}

impl CalibrationSums {
    fn add(&mut self, deal: &CountedDeal, simulations: u32) {
        self.deals += 1;
        let mut squares = 0;
        for (hits, happened) in deal.hits.iter().zip(deal.happened.iter().cycle()) {
            let off = i64::from(*hits) - if *happened { i64::from(simulations) } else { 0 };
            squares += off * off;
            self.happened.add(*happened);
            let bin = (*hits as usize * BINS / simulations as usize).min(BINS - 1);
            self.bins[bin].0 += u64::from(*hits);
            self.bins[bin].1.add(*happened);
        }
        self.squares.add(squares, deal.hits.len() as u64);
    }

    fn calibration(&self, game: &'static str, mark: &str, simulations: u32) -> Calibration {
        let simulations = f64::from(simulations);
        let share = self.happened.interval().map_or(0.0, |share| share.estimate);
        Calibration {
            game,
            mark: mark.to_owned(),
            deals: self.deals,
            brier: self.squares.interval().map(|mean| mean.scaled(1.0 / (simulations * simulations))),
            constant: share * (1.0 - share),
            bins: (self.bins.iter())
                .map(|(hits, happened)| Bin {
                    forecasts: happened.count(),
                    mean: *hits as f64 / simulations / (happened.count().max(1)) as f64,
                    happened: happened.interval(),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_knows_scores_nothing_and_who_guesses_what_a_guess_costs() {
        let mut sums = CalibrationSums::default();
        for _ in 0..2 {
            sums.add(&CountedDeal { hits: vec![10, 0], happened: vec![true, false] }, 10);
        }
        let sure = sums.calibration("kael", "called", 10);
        assert_eq!(sure.brier.unwrap().estimate, 0.0);
        assert_eq!(sure.constant, 0.25);
        assert_eq!((sure.bins[0].forecasts, sure.bins[9].forecasts), (2, 2));
        let mut sums = CalibrationSums::default();
        for happened in [true, false, false, false] {
            sums.add(&CountedDeal { hits: vec![5], happened: vec![happened] }, 20);
        }
        let constant = sums.calibration("kael", "called", 20);
        assert_eq!(constant.brier.unwrap().estimate, 0.1875);
        assert_eq!(constant.constant, 0.1875);
        assert_eq!((constant.bins[2].mean, constant.bins[2].happened.unwrap().estimate), (0.25, 0.25));
    }
}
