//! The expected gain of each choice. Advice, the analysis of a deal and `cardroom analyse` share this evaluation.
//!
//! First, sequential halving drops the weaker candidates. The remaining candidates are the finalists. All finalists are
//! simulated in the same new worlds with the same random numbers. Their figures are the means over these worlds. So
//! differences between finalists are paired. Luck that helped a choice to become a finalist does not count.

use std::sync::atomic::Ordering;

use game::{Game, Hint, Observe, Playout, Rng, Worlds, sort_compactly};

use crate::candidates::{Candidates, Rash};
use crate::learned::NetPolicy;
use crate::mean::Mean;
use crate::rollout::{Endings, RolloutPolicy};
use crate::weighted_worlds::{BeliefModel, WeightedWorlds};
use crate::{Ask, Bot};

/// The greatest number of finalists. Rash choices do not count.
pub const FINALISTS: usize = 6;

/// The fraction of the simulations that is used to find the finalists, if there are more choices than finalists.
const NARROWING: f64 = 1.0 / 3.0;

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

/// The estimated gains of the choices of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation<A> {
    /// The finalists: the advised one first, then the others by their points. The advised finalist has the most points
    /// among those that are not rash. With [`Judging::Net`], another finalist that is about equal can have more points.
    pub finalists: Vec<Weighed<A>>,
    /// The action that was taken in the game, evaluated in the same worlds. `None` if that action is a finalist.
    pub beside: Option<Weighed<A>>,
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
    /// The standard error of the difference world by world: 0 for the advised choice, infinite after a single world.
    pub error: f64,
    /// True if the choice and the advised one differ by at most two standard errors, or by 0 after rounding.
    pub equal: bool,
    /// The number of simulated deals.
    pub worlds: u32,
}

/// Evaluates a decision with about `simulations` simulated deals. The same seed gives the same result on any machine.
/// Subtracts `nothing` from all points. `None` if there is nothing to choose, or if the search was cancelled early.
///
/// `beside` is a choice that is evaluated in any case. It does not change the figures of the other choices.
#[must_use]
pub fn evaluate<G: Playout + Worlds + Hint + Observe>(
    ask: &Ask<'_, G>,
    beside: Option<Option<G::Action>>,
    nothing: f64,
    (judging, simulations): (Judging, u32),
    seed: u64,
) -> Option<Evaluation<G::Action>> {
    if ask.must && ask.legal.len() < 2 {
        return None;
    }
    let mut rng = Rng::new(seed);
    let mut deals = SimulatedDeals::new(ask, (judging, simulations), &mut rng);
    let mut candidates = deals.candidates(&mut rng);
    candidates.0.iter_mut().for_each(|candidate| candidate.alive = !candidate.rash);
    deals.narrow(&mut candidates, simulations, &mut rng)?;
    candidates.0.iter_mut().filter(|candidate| candidate.rash).for_each(|candidate| candidate.alive = true);
    let finalists: Vec<Finalist<G>> =
        candidates.alive().map(|it| Finalist { action: it.action, rash: it.rash }).collect();
    let mut tried: Vec<Option<G::Action>> = finalists.iter().map(|finalist| finalist.action).collect();
    tried.extend(beside.filter(|action| !tried.contains(action)));
    let share = if finalists.len() < candidates.0.len() { 1.0 - NARROWING } else { 1.0 };
    let choices = finalists.iter().filter(|finalist| !finalist.rash).count();
    let worlds = (f64::from(simulations) * share / choices as f64) as usize;
    let values = deals.play_final(&tried, worlds.max(1), seed);
    if values[0].is_empty() {
        return None;
    }
    let points: Vec<f64> =
        values.iter().map(|values| tenths(Mean::of(values.iter().copied()).mean() - nothing)).collect();
    let best = deals.best(&finalists, &values, &points);
    let weigh = |place: usize| {
        let gap = Mean::of(values[best].iter().zip(&values[place]).map(|(best, other)| best - other));
        let behind = tenths(points[best] - points[place]);
        let equal = behind == 0.0 || gap.mean().abs() <= CLEAR * gap.error();
        let error = if place == best { 0.0 } else { gap.error() };
        let rash = finalists.get(place).is_some_and(|finalist| finalist.rash);
        let worlds = values[place].len() as u32;
        Weighed { action: tried[place], rash, points: points[place], behind, error, equal, worlds }
    };
    let mut order: Vec<usize> = (0..finalists.len()).filter(|place| *place != best).collect();
    sort_compactly(&mut order, |&a, &b| points[b].total_cmp(&points[a]));
    let beside = (tried.len() > finalists.len()).then(|| weigh(finalists.len()));
    Some(Evaluation { finalists: std::iter::once(best).chain(order).map(weigh).collect(), beside })
}

struct Finalist<G: Game> {
    action: Option<G::Action>,
    rash: bool,
}

struct SimulatedDeals<'a, G: Worlds> {
    ask: &'a Ask<'a, G>,
    worlds: WeightedWorlds<G>,
    policy: RolloutPolicy<G>,
}

impl<'a, G: Playout + Worlds + Hint + Observe> SimulatedDeals<'a, G> {
    fn new(ask: &'a Ask<'a, G>, (judging, simulations): (Judging, u32), rng: &mut Rng) -> SimulatedDeals<'a, G> {
        let sampler = G::sampler(ask.view);
        if judging == Judging::Net
            && let Some(mut policy) = NetPolicy::of::<G>()
        {
            let worlds = WeightedWorlds::by_net(ask, sampler, simulations, &mut policy, rng);
            return SimulatedDeals { ask, worlds, policy: RolloutPolicy::net(policy) };
        }
        let (model, pool) = match judging {
            Judging::RulesClosely => (BeliefModel::Full, G::CLOSE_POOL),
            Judging::Rules | Judging::Net => (BeliefModel::Fast, G::POOL),
        };
        let worlds = WeightedWorlds::resampled(sampler, G::CANDIDATES, model);
        let worlds = worlds.with_pool(ask.view, pool.min(simulations), rng);
        SimulatedDeals { ask, worlds, policy: RolloutPolicy::Rules(Endings::Rule) }
    }

    fn candidates(&mut self, rng: &mut Rng) -> Candidates<G> {
        let WeightedWorlds { sampler, model, .. } = &self.worlds;
        match &mut self.policy {
            RolloutPolicy::Rules(_) => Candidates::by_rules(self.ask, sampler, (Rash::Tried, *model), rng),
            RolloutPolicy::Net { policy, .. } => Candidates::by_net(policy, self.ask, sampler, 2, rng),
        }
    }

    /// Returns the values of the choices in one world, in the order of the choices. `None` if the search was cancelled.
    fn values(
        &mut self,
        choices: impl Iterator<Item = Option<G::Action>>,
        rng: &mut Rng,
        values: &mut Vec<f64>,
    ) -> Option<()> {
        let (world, seed) = (self.worlds.draw(self.ask.view, rng), rng.bits());
        values.clear();
        for action in choices {
            if self.ask.cancel.load(Ordering::Relaxed) {
                return None;
            }
            values.push(self.policy.value(&world, self.ask.seat, action, seed).0);
        }
        Some(())
    }

    /// Drops the weaker choices until only the finalists are left. `None` if the search was cancelled.
    fn narrow(&mut self, candidates: &mut Candidates<G>, simulations: u32, rng: &mut Rng) -> Option<()> {
        // The number of choices that are left after each round.
        let halve = |left: &usize| (*left > FINALISTS).then(|| FINALISTS.max(left.div_ceil(2)));
        let sizes: Vec<usize> = std::iter::successors(halve(&candidates.choices()), halve).collect();
        let a_round = f64::from(simulations) * NARROWING / sizes.len() as f64;
        let mut values = Vec::new();
        for size in sizes {
            let mut spent = 0;
            // Each round simulates at least one world.
            loop {
                self.values(candidates.alive().map(|candidate| candidate.action), rng, &mut values)?;
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

    /// Returns the values of each choice in each world. A world counts only if all choices were simulated in it.
    fn play_final(&mut self, choices: &[Option<G::Action>], worlds: usize, seed: u64) -> Vec<Vec<f64>> {
        let mut all = vec![Vec::new(); choices.len()];
        let mut values = Vec::new();
        for number in 0..worlds {
            let rng = &mut Rng::stream(seed, number as u64);
            if self.values(choices.iter().copied(), rng, &mut values).is_none() {
                break;
            }
            all.iter_mut().zip(&values).for_each(|(all, value)| all.push(*value));
        }
        all
    }

    fn best(&self, finalists: &[Finalist<G>], values: &[Vec<f64>], points: &[f64]) -> usize {
        match self.policy {
            // If several choices have the most points, the earliest in the list is advised. The list begins with the
            // rule player's choice, and the others have the order of the candidates.
            RolloutPolicy::Rules(_) => (0..finalists.len())
                .filter(|place| !finalists[*place].rash)
                .reduce(|a, b| if points[b] > points[a] { b } else { a })
                .expect("if every action is rash, none counts as rash"),
            // The net's favourite is advised, unless another choice is better by more than the noise. The level
            // `champion` chooses in the same way.
            RolloutPolicy::Net { .. } => {
                let gain = |place: usize| {
                    let gains = values[place].iter().zip(&values[0]).map(|(value, first)| value - first);
                    Mean::of(gains).lower_bound()
                };
                (1..finalists.len())
                    .fold((0, 0.0), |most, place| if gain(place) > most.1 { (place, gain(place)) } else { most })
                    .0
            }
        }
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
        self.spent = evaluation.as_ref().map_or(0, |found| found.finalists.iter().map(|weighed| weighed.worlds).sum());
        match evaluation {
            Some(found) => found.finalists[0].action,
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
