//! The expected gain of each choice. Advice, the analysis of a deal and `cardroom analyse` share this evaluation.
//!
//! First the field is narrowed by sequential halving. Then the finalists meet on new worlds: each of them on all
//! worlds, with the same random numbers. Their figures are the means over these worlds. So differences between
//! figures are paired, and the luck that brought a choice into the final does not count.

use std::sync::atomic::Ordering;

use game::{Game, Hint, Observe, Playout, Rng, Worlds, sort_compactly};

use crate::believed::Believed;
use crate::deals::Deals;
use crate::learned::NetPolicy;
use crate::likely::{LikelyWorlds, Scrutiny};
use crate::pimc::{DOUBT, Edition, Endings, Field, Mean, Rash};
use crate::shared::{SharedSearch, run};
use crate::{Ask, Bot, Level, net_rollouts};

/// How many choices reach the final, not counting rash ones.
pub const FINALISTS: usize = 6;

/// The part of the simulations for narrowing, if there are more choices.
const NARROWING: f64 = 1.0 / 3.0;

/// Choices whose difference is below this many of its standard errors are about equal.
const CLEAR: f64 = 2.0;

/// How deals are simulated for an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judging {
    /// Rule players play on, as in [`Pimc`](crate::Pimc).
    Rules,
    /// The same, on worlds that are weighed by a closer look ([`game::Belief::closely`]).
    RulesClosely,
    /// The game's net plays on and weighs worlds, as in [`NetRollouts`](crate::NetRollouts). Only what the net likes is a candidate.
    /// `Rules` if the net is not there.
    Net,
}

impl Judging {
    /// That of the strongest level of a game, whose champion plays by this method.
    pub fn of_champion(champion: Option<Level>) -> Judging {
        match champion {
            Some(Level::NetRollouts(_)) => Judging::Net,
            Some(Level::Close(_)) => Judging::RulesClosely,
            _ => Judging::Rules,
        }
    }
}

impl<G: Playout + Worlds + Hint + Observe> Deals<G> {
    fn judging(
        ask: &Ask<'_, G>,
        sampler: &G::Sampler,
        (judging, simulations): (Judging, u32),
        rng: &mut Rng,
    ) -> Deals<G> {
        if judging == Judging::Net
            && let Some(mut policy) = NetPolicy::of::<G>()
        {
            let worlds = Believed::new(ask, sampler, simulations, &mut policy, rng);
            return Deals::Net { policy: Box::new(policy), worlds, legal: Vec::new() };
        }
        let (look, pool) = match judging {
            Judging::RulesClosely => (Scrutiny::Close, G::CLOSE_POOL),
            Judging::Rules | Judging::Net => (Scrutiny::Brief, G::POOL),
        };
        let worlds = LikelyWorlds::new(ask.view, sampler, (pool.min(simulations), look), G::CANDIDATES, rng);
        Deals::Rules { worlds, endings: Endings::Rule }
    }

    /// All candidates, the player's own choice first.
    fn field(&mut self, ask: &Ask<'_, G>, sampler: &G::Sampler, rng: &mut Rng) -> Field<G> {
        match self {
            Deals::Rules { worlds, .. } => Field::of(ask, sampler, (Rash::Tried, Edition::Today, worlds.look), rng),
            Deals::Net { policy, .. } => net_rollouts::field(policy, ask, sampler, 2, rng),
        }
    }
}

/// What the choices of a decision bring.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation<A> {
    /// The finalists: first the advised one, then the others by their points. The advised one has the most points of those that
    /// are not rash; with [`Judging::Net`] others that are about equal to it may have more.
    pub finalists: Vec<Weighed<A>>,
    /// The action that was taken, measured on the same worlds. `None` if it is a finalist.
    pub beside: Option<Weighed<A>>,
}

/// What a choice brings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed<A> {
    /// The choice; `None` for "not now".
    pub action: Option<A>,
    /// Whether the game calls it rash ([`game::Policy::is_rash`]). Then it is not the best, even if it has the most
    /// points.
    pub rash: bool,
    /// The gain of the seat that chooses, in points against the mean of the others', rounded to tenths. All
    /// statements use the rounded figures, so that sums and differences are exact.
    pub points: f64,
    /// How far it is behind the advised one, also in tenths: the difference of their points. Negative if it is ahead.
    pub behind: f64,
    /// The standard error of the difference, world by world: 0 for the advised one, infinite after a single world.
    pub error: f64,
    /// Whether it is about equal to the advised one: the difference is at most two standard errors, or rounds to nothing.
    pub equal: bool,
    /// In how many simulated deals.
    pub worlds: u32,
}

/// An evaluation that is under way.
pub struct Evaluating<G: Worlds> {
    deals: Deals<G>,
    sampler: G::Sampler,
    beside: Option<Option<G::Action>>,
    nothing: f64,
    simulations: u32,
    seed: u64,
    stage: EvaluationStage<G>,
    /// Worlds that were drawn and have not been met, each with its random numbers.
    drawn: Vec<(G, u64)>,
}

enum EvaluationStage<G: Game> {
    Narrowing(Narrowing<G>),
    Final(Final<G>),
}

/// The field is narrowed to the finalists.
struct Narrowing<G: Game> {
    field: Field<G>,
    rng: Rng,
    /// How many are left after each round, the next round last.
    sizes: Vec<usize>,
    /// The simulations of a round.
    a_round: f64,
    /// Those of this round until now.
    spent: u32,
}

/// The finalists meet on new worlds.
struct Final<G: Game> {
    /// The finalists, and then the action that is measured beside them.
    tried: Vec<Option<G::Action>>,
    /// Which finalists are rash.
    rash: Vec<bool>,
    /// How many worlds there are.
    planned: usize,
    /// What each of `tried` brought in each world.
    values: Vec<Vec<f64>>,
}

impl<G: Playout + Worlds + Hint + Observe> Evaluating<G> {
    /// Begins to evaluate a decision with about this many simulated deals. The result is the same for the same seed, on any machine.
    /// Points are relative to `nothing`. `None` if there is nothing to choose.
    ///
    /// `beside` is a choice that is measured in any case. It does not change the figures of the others.
    #[must_use]
    pub fn begin(
        ask: &Ask<'_, G>,
        beside: Option<Option<G::Action>>,
        nothing: f64,
        (judging, simulations): (Judging, u32),
        seed: u64,
    ) -> Option<Evaluating<G>> {
        if ask.must && ask.legal.len() < 2 {
            return None;
        }
        let sampler = G::sampler(ask.view);
        let mut rng = Rng::new(seed);
        let mut deals = Deals::judging(ask, &sampler, (judging, simulations), &mut rng);
        let mut field = deals.field(ask, &sampler, &mut rng);
        field.candidates.iter_mut().for_each(|candidate| candidate.alive = !candidate.rash);
        let mut left = field.choices();
        let mut sizes = Vec::new();
        while left > FINALISTS {
            left = FINALISTS.max(left.div_ceil(2));
            sizes.insert(0, left);
        }
        let a_round = f64::from(simulations) * NARROWING / sizes.len() as f64;
        let stage = EvaluationStage::Narrowing(Narrowing { field, rng, sizes, a_round, spent: 0 });
        let mut begun = Evaluating { deals, sampler, beside, nothing, simulations, seed, stage, drawn: Vec::new() };
        begun.go_on();
        Some(begun)
    }

    /// Goes through all of it, until it is cancelled. `None` if that was before there was a result.
    #[must_use]
    pub fn run(mut self, ask: &Ask<'_, G>) -> Option<Evaluation<G::Action>> {
        run(&mut self, ask);
        self.evaluation()
    }

    /// Once the field is narrow enough, the final begins.
    fn go_on(&mut self) {
        let EvaluationStage::Narrowing(Narrowing { field, sizes, .. }) = &mut self.stage else { return };
        if !sizes.is_empty() {
            return;
        }
        field.candidates.iter_mut().filter(|candidate| candidate.rash).for_each(|candidate| candidate.alive = true);
        let mut tried: Vec<Option<G::Action>> = field.alive().map(|candidate| candidate.action).collect();
        let rash: Vec<bool> = field.alive().map(|candidate| candidate.rash).collect();
        let (all, finalists) = (field.candidates.len(), tried.len());
        let choices = rash.iter().filter(|rash| !**rash).count();
        tried.extend(self.beside.filter(|action| !tried.contains(action)));
        let share = if finalists < all { 1.0 - NARROWING } else { 1.0 };
        let planned = (f64::from(self.simulations) * share / choices as f64) as usize;
        let values = vec![Vec::new(); tried.len()];
        self.stage = EvaluationStage::Final(Final { tried, rash, planned: planned.max(1), values });
    }

    /// What was found; `None` if no world was met in the final.
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation<G::Action>> {
        let EvaluationStage::Final(Final { tried, rash, values, .. }) = &self.stage else { return None };
        if values[0].is_empty() {
            return None;
        }
        let finalists = rash.len();
        let points: Vec<f64> =
            values.iter().map(|values| tenths(Mean::of(values.iter().copied()).mean() - self.nothing)).collect();
        let best = self.best(rash, values, &points);
        let weigh = |place: usize| {
            let gap = Mean::of(values[best].iter().zip(&values[place]).map(|(best, other)| best - other));
            let behind = tenths(points[best] - points[place]);
            let equal = behind == 0.0 || gap.mean().abs() <= CLEAR * gap.error();
            let error = if place == best { 0.0 } else { gap.error() };
            let rash = rash.get(place).copied().unwrap_or_default();
            let worlds = values[place].len() as u32;
            Weighed { action: tried[place], rash, points: points[place], behind, error, equal, worlds }
        };
        let mut order: Vec<usize> = (0..finalists).filter(|place| *place != best).collect();
        sort_compactly(&mut order, |&a, &b| points[b].total_cmp(&points[a]));
        let finalists_weighed = std::iter::once(best).chain(order).map(weigh).collect();
        Some(Evaluation { finalists: finalists_weighed, beside: (tried.len() > finalists).then(|| weigh(finalists)) })
    }

    /// The place of the advised finalist.
    fn best(&self, rash: &[bool], values: &[Vec<f64>], points: &[f64]) -> usize {
        match self.deals {
            // The first of equals: the rule player's choice, then in the order of the candidates.
            Deals::Rules { .. } => (0..rash.len())
                .filter(|place| !rash[*place])
                .reduce(|a, b| if points[b] > points[a] { b } else { a })
                .expect("where everything is rash, nothing is"),
            // The net's favourite, unless another is better by more than the noise: as the champion chooses.
            Deals::Net { .. } => {
                let sure = |place: usize| {
                    let gain = Mean::of(values[place].iter().zip(&values[0]).map(|(value, first)| value - first));
                    gain.mean() - DOUBT * gain.error()
                };
                (1..rash.len())
                    .fold((0, 0.0), |most, place| if sure(place) > most.1 { (place, sure(place)) } else { most })
                    .0
            }
        }
    }
}

impl<G: Playout + Worlds + Hint + Observe> SharedSearch<G> for Evaluating<G> {
    fn draw(&mut self, ask: &Ask<'_, G>, most: usize) {
        let Evaluating { deals, sampler, seed, stage, drawn, .. } = self;
        let draw = |rng: &mut Rng| {
            let world = deals.draw(ask, sampler, rng);
            (world, rng.bits())
        };
        match stage {
            EvaluationStage::Narrowing(Narrowing { field, rng, a_round, spent, .. }) => {
                // Each round sees at least one world.
                let missing = (*a_round - f64::from(*spent)) / field.choices() as f64;
                let worlds = (missing.ceil() as usize).max(1).min(most);
                drawn.extend((0..worlds).map(|_| draw(rng)));
            }
            EvaluationStage::Final(Final { planned, values, .. }) => {
                let met = values[0].len();
                let numbers = met..(*planned).min(met.saturating_add(most));
                drawn.extend(numbers.map(|number| draw(&mut Rng::stream(*seed, number as u64))));
            }
        }
    }

    fn drawn(&self) -> usize {
        self.drawn.len()
    }

    fn candidates(&self) -> usize {
        match &self.stage {
            EvaluationStage::Narrowing(Narrowing { field, .. }) => field.choices(),
            EvaluationStage::Final(Final { tried, .. }) => tried.len(),
        }
    }

    fn play(&mut self, ask: &Ask<'_, G>, world: usize, values: &mut Vec<f64>) -> bool {
        let Evaluating { deals, stage, drawn, .. } = self;
        let (world, dice) = &drawn[world];
        let mut play = |action| {
            let goes_on = !ask.cancel.load(Ordering::Relaxed);
            if goes_on {
                values.push(deals.play(world, ask, action, *dice).0);
            }
            goes_on
        };
        match stage {
            EvaluationStage::Narrowing(Narrowing { field, .. }) => {
                field.alive().all(|candidate| play(candidate.action))
            }
            // All of them meet a world, or it does not count.
            EvaluationStage::Final(Final { tried, .. }) => tried.iter().all(|action| play(*action)),
        }
    }

    fn meet(&mut self, values: &[f64]) {
        self.drawn.clear();
        match &mut self.stage {
            EvaluationStage::Narrowing(Narrowing { field, sizes, a_round, spent, .. }) => {
                values.chunks(field.choices()).for_each(|values| field.meet(values));
                *spent += values.len() as u32;
                if f64::from(*spent) >= *a_round {
                    field.keep_best(sizes.pop().expect("a round has a size") - 1);
                    *spent = 0;
                }
            }
            EvaluationStage::Final(Final { tried, values: all, .. }) => {
                for values in values.chunks(tried.len()) {
                    all.iter_mut().zip(values).for_each(|(all, value)| all.push(*value));
                }
            }
        }
        self.go_on();
    }
}

/// Follows the advice that an evaluation gives, so that its strength can be measured.
pub struct AdvisedBot {
    judging: Judging,
    simulations: u32,
    rng: Rng,
    spent: u32,
}

impl AdvisedBot {
    /// A player with its own random numbers that takes this number of simulated deals for each decision.
    pub fn new(seed: u64, judging: Judging, simulations: u32) -> AdvisedBot {
        AdvisedBot { judging, simulations, rng: Rng::new(seed), spent: 0 }
    }
}

impl<G: Playout + Worlds + Hint + Observe> Bot<G> for AdvisedBot {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        let budget = (self.judging, self.simulations);
        let evaluation = Evaluating::begin(&ask, None, 0.0, budget, self.rng.bits()).and_then(|begun| begun.run(&ask));
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
    // No negative nothing.
    (points * 10.0).round() / 10.0 + 0.0
}
