//! The expected gain of each choice. Advice, the analysis of a deal and `cardroom analyse` share this evaluation.
//!
//! First, sequential halving drops the weaker candidates. The remaining candidates are the finalists. All finalists are
//! simulated in the same worlds with the same random numbers, each world once. Their figures are the weighted means
//! over these worlds. So differences between finalists are paired. Without a pool the worlds are new, and luck that
//! helped a choice to become a finalist does not count.

use std::sync::atomic::Ordering;

use game::{Game, Hint, Observe, Playout, Rng, Worlds, sort_compactly};

use crate::candidates::{Candidates, Rash};
use crate::learned::NetPolicy;
use crate::mean::WeightedMean;
use crate::rollout::{Endings, RolloutPolicy};
use crate::weighted_worlds::{BeliefModel, WeightedWorlds};
use crate::{Ask, Bot};

/// The greatest number of finalists. Rash choices do not count.
pub const FINALISTS: usize = 6;

/// The fraction of the simulations that is used to find the finalists, if there are more choices than finalists.
const NARROWING: f64 = 1.0 / 3.0;

/// The share of its worlds that a pool must be worth ([`WeightedWorlds::flattened`]). Otherwise the figures of some
/// decisions would come from one or two worlds.
const LEAST_WORTH: f64 = 0.25;

/// Two choices are about equal if their difference is less than `CLEAR` of its standard errors.
const CLEAR: f64 = 2.0;

/// The way in which deals are simulated for an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judging {
    /// Rule players play on, as in [`Pimc`](crate::Pimc).
    Rules,
    /// Like `Rules`, but the game's full model of the other players weights the worlds ([`game::Belief::closely`]).
    RulesClosely,
    /// The game's net plays on and weights worlds, as in [`NetRollouts`](crate::NetRollouts). Only choices that the net
    /// prefers are candidates. If the net has not been loaded, this variant is the same as `Rules`.
    Net,
}

/// The estimated gain of a choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed<A> {
    /// The choice; `None` for "not now".
    pub action: Option<A>,
    /// True if the game calls the choice rash ([`game::Policy::is_rash`]). A rash choice is never the advised one, even
    /// if it has the most points.
    pub rash: bool,
    /// The gain of the seat that chooses: its points relative to the mean of the other seats' points, rounded to
    /// tenths. Texts use only the rounded figures, so that sums and differences are exact.
    pub points: f64,
    /// The points of the advised choice minus those of this choice, in tenths. Negative if this choice has more points.
    pub behind: f64,
    /// The standard error of the difference, world by world: 0 for the advised choice, infinite after a single world.
    /// It includes the luck of the pool: a search with another seed differs by about as much.
    pub error: f64,
    /// True if the choice and the advised one differ by at most two standard errors, or by 0 after rounding.
    pub equal: bool,
    /// The number of simulated deals.
    pub worlds: u32,
}

/// Evaluates a decision with about `simulations` simulated deals. The same seed gives the same result on any machine.
/// Subtracts `nothing` from all points. `None` if there is nothing to choose, or if the search was cancelled early.
///
/// Returns the finalists: the advised one first, then the others by their points. The advised finalist has the most
/// points among those that are not rash. With [`Judging::Net`], another finalist that is about equal can have more.
///
/// `beside` is the action that was taken in the game. It is evaluated even if it is not a finalist, and then has its
/// place among them: the first one if it has more points than all that are not rash. It does not change their points.
#[must_use]
pub fn evaluate<G: Playout + Worlds + Hint + Observe>(
    ask: &Ask<'_, G>,
    beside: Option<Option<G::Action>>,
    nothing: f64,
    (judging, simulations): (Judging, u32),
    seed: u64,
) -> Option<Vec<Weighed<G::Action>>> {
    if ask.must && ask.legal.len() < 2 {
        return None;
    }
    let mut rng = Rng::new(seed);
    let (mut deals, mut candidates) = SimulatedDeals::new(ask, (judging, simulations), &mut rng);
    candidates.0.iter_mut().for_each(|candidate| candidate.alive = !candidate.rash);
    deals.narrow(&mut candidates, simulations, &mut rng)?;
    candidates.0.iter_mut().filter(|candidate| candidate.rash).for_each(|candidate| candidate.alive = true);
    let finalists: Vec<Finalist<G>> =
        candidates.alive().map(|it| Finalist { action: it.action, rash: it.rash }).collect();
    let mut tried: Vec<Option<G::Action>> = finalists.iter().map(|finalist| finalist.action).collect();
    tried.extend(beside.filter(|action| !tried.contains(action)));
    let values = deals.play_final(&tried, seed);
    if values.weights.is_empty() {
        return None;
    }
    let points: Vec<f64> = (0..tried.len()).map(|place| tenths(values.mean(place).mean - nothing)).collect();
    let mut best = deals.best(&finalists, &values, &points);
    if let Some(of_beside) = points.get(finalists.len())
        && finalists.iter().zip(&points).all(|(finalist, points)| finalist.rash || points < of_beside)
    {
        best = finalists.len();
    }
    let weigh = |place: usize| {
        let gap = values.gain(best, place);
        let behind = tenths(points[best] - points[place]);
        let equal = behind == 0.0 || gap.mean.abs() <= CLEAR * gap.error;
        let error = if place == best { 0.0 } else { gap.error };
        let rash = finalists.get(place).is_some_and(|finalist| finalist.rash);
        let worlds = values.weights.len() as u32;
        Weighed { action: tried[place], rash, points: points[place], behind, error, equal, worlds }
    };
    let mut order: Vec<usize> = (0..tried.len()).filter(|place| *place != best).collect();
    sort_compactly(&mut order, |&a, &b| points[b].total_cmp(&points[a]));
    Some(std::iter::once(best).chain(order).map(weigh).collect())
}

struct Finalist<G: Game> {
    action: Option<G::Action>,
    rash: bool,
}

/// The values of the choices in the worlds of the final.
#[derive(Default)]
struct FinalValues {
    weights: Vec<f64>,
    /// The values in each world, in the order of the choices.
    by_world: Vec<Vec<f64>>,
}

impl FinalValues {
    fn mean(&self, place: usize) -> WeightedMean {
        WeightedMean::of(&self.weights, self.by_world.iter().map(|values| values[place]))
    }

    /// Returns the mean of what one choice gains over another, world by world.
    fn gain(&self, place: usize, over: usize) -> WeightedMean {
        WeightedMean::of(&self.weights, self.by_world.iter().map(|values| values[place] - values[over]))
    }
}

struct SimulatedDeals<'a, G: Worlds> {
    ask: &'a Ask<'a, G>,
    /// The number of worlds in the final.
    size: u32,
    worlds: WeightedWorlds<G>,
    policy: RolloutPolicy<G>,
}

impl<'a, G: Playout + Worlds + Hint + Observe> SimulatedDeals<'a, G> {
    fn new(
        ask: &'a Ask<'a, G>,
        (judging, simulations): (Judging, u32),
        rng: &mut Rng,
    ) -> (SimulatedDeals<'a, G>, Candidates<G>) {
        let sampler = G::sampler(ask.view);
        let mut net = (judging == Judging::Net).then(NetPolicy::of::<G>).flatten();
        let (model, pool) = match judging {
            Judging::RulesClosely => (BeliefModel::Full, G::CLOSE_POOL),
            Judging::Rules | Judging::Net => (BeliefModel::Fast, G::POOL),
        };
        let candidates = match &mut net {
            Some(net) => Candidates::by_net(net, ask, &sampler, 2, rng),
            None => Candidates::by_rules(ask, &sampler, (Rash::Tried, model), rng),
        };
        let choices = candidates.choices();
        let share = if choices > FINALISTS { 1.0 - NARROWING } else { 1.0 };
        // A pool has exactly the worlds of the final, so each of them is simulated once.
        let size = ((f64::from(simulations) * share / choices.min(FINALISTS) as f64) as u32).max(1);
        let worlds = match &mut net {
            Some(net) => WeightedWorlds::by_net(ask, sampler, size, net, rng),
            None => {
                let pool = if pool > 0 { size } else { 0 };
                WeightedWorlds::resampled(sampler, G::CANDIDATES, model).with_pool(ask.view, pool, rng)
            }
        };
        let policy = net.map_or(RolloutPolicy::Rules(Endings::Rule), RolloutPolicy::net);
        (SimulatedDeals { ask, size, worlds: worlds.flattened(LEAST_WORTH), policy }, candidates)
    }

    /// Returns the values of the choices in one world, in the order of the choices. `None` if the search was cancelled.
    fn values(&mut self, world: &G, choices: impl Iterator<Item = Option<G::Action>>, seed: u64) -> Option<Vec<f64>> {
        let mut values = Vec::new();
        for action in choices {
            if self.ask.cancel.load(Ordering::Relaxed) {
                return None;
            }
            values.push(self.policy.value(world, self.ask.seat, action, seed).0);
        }
        Some(values)
    }

    /// Drops the weaker choices until only the finalists are left. `None` if the search was cancelled.
    fn narrow(&mut self, candidates: &mut Candidates<G>, simulations: u32, rng: &mut Rng) -> Option<()> {
        // The number of choices that are left after each round.
        let halve = |left: &usize| (*left > FINALISTS).then(|| FINALISTS.max(left.div_ceil(2)));
        let sizes: Vec<usize> = std::iter::successors(halve(&candidates.choices()), halve).collect();
        let a_round = f64::from(simulations) * NARROWING / sizes.len() as f64;
        for size in sizes {
            let mut spent = 0;
            // Each round simulates at least one world.
            loop {
                let world = self.worlds.draw(self.ask.view, rng);
                let values = self.values(&world, candidates.alive().map(|candidate| candidate.action), rng.bits())?;
                candidates.add_values(&values);
                spent += values.len();
                if spent as f64 >= a_round {
                    break;
                }
            }
            candidates.drop_all_but(size - 1);
        }
        Some(())
    }

    /// Simulates the choices in each world of the pool. Without a pool, draws as many worlds. A world counts only if
    /// all choices were simulated in it.
    fn play_final(&mut self, choices: &[Option<G::Action>], seed: u64) -> FinalValues {
        let mut all = FinalValues::default();
        for number in 0..self.size {
            let rng = &mut Rng::stream(seed, number.into());
            let of_pool = self.worlds.pool.get(number as usize).cloned();
            let (world, weight) = of_pool.unwrap_or_else(|| (self.worlds.draw(self.ask.view, rng), 1.0));
            let Some(values) = self.values(&world, choices.iter().copied(), rng.bits()) else { break };
            all.weights.push(weight);
            all.by_world.push(values);
        }
        all
    }

    fn best(&self, finalists: &[Finalist<G>], values: &FinalValues, points: &[f64]) -> usize {
        let all = || 0..finalists.len();
        // If several choices have the most points, the earliest in the list is advised. The list begins with the rule
        // player's choice or the net's favourite, and the others have the order of the candidates.
        let most = all()
            .filter(|place| !finalists[*place].rash)
            .reduce(|a, b| if points[b] > points[a] { b } else { a })
            .expect("if every action is rash, none counts as rash");
        if let RolloutPolicy::Rules(_) = self.policy {
            return most;
        }
        // The net's favourite is advised, unless another choice is better by more than the noise. The level `champion`
        // chooses in the same way. But no choice may be clearly better than the advised one.
        let bound = |place| values.gain(place, 0).lower_bound();
        let surest = all().reduce(|a, b| if bound(b) > bound(a).max(0.0) { b } else { a });
        let surest = surest.expect("there are at least two");
        let is_clearly_better = |place| {
            let gain = values.gain(place, surest);
            gain.mean > CLEAR * gain.error
        };
        if all().any(is_clearly_better) { most } else { surest }
    }
}

/// A bot that plays the advice of [`evaluate`], so that the strength of the advice can be measured.
pub struct AdvisedBot {
    judging: Judging,
    simulations: u32,
    rng: Rng,
    spent: u32,
}

impl AdvisedBot {
    /// Creates a player with its own random numbers that simulates `simulations` deals for each decision.
    pub fn new(seed: u64, judging: Judging, simulations: u32) -> AdvisedBot {
        AdvisedBot { judging, simulations, rng: Rng::new(seed), spent: 0 }
    }
}

impl<G: Playout + Worlds + Hint + Observe> Bot<G> for AdvisedBot {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        let budget = (self.judging, self.simulations);
        let evaluation = evaluate(&ask, None, 0.0, budget, self.rng.bits());
        self.spent = evaluation.as_ref().map_or(0, |found| found.iter().map(|weighed| weighed.worlds).sum());
        match evaluation {
            Some(found) => found[0].action,
            None => G::suggest(ask.view, ask.legal, ask.must, &mut self.rng),
        }
    }

    fn spent(&self) -> u32 {
        self.spent
    }
}

fn tenths(points: f64) -> f64 {
    // Adding 0.0 turns −0.0 into 0.0.
    (points * 10.0).round() / 10.0 + 0.0
}
