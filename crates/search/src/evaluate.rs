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
use crate::pimc::{DOUBT, Endings, Field, Mean, Rash};
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
            Deals::Rules { worlds, .. } => Field::of(ask, sampler, (Rash::Tried, worlds.look), rng),
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

/// Evaluates a decision with about this many simulated deals. The result is the same for the same seed, on any machine. Points are relative
/// to `nothing`. `None` if there is nothing to choose, or the search was cancelled before there was a result.
///
/// `beside` is a choice that is measured in any case. It does not change the figures of the others.
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
    let sampler = G::sampler(ask.view);
    let mut rng = Rng::new(seed);
    let mut deals = Deals::judging(ask, &sampler, (judging, simulations), &mut rng);
    let mut field = deals.field(ask, &sampler, &mut rng);
    field.candidates.iter_mut().for_each(|candidate| candidate.alive = !candidate.rash);
    narrow(&mut deals, &mut field, ask, &sampler, simulations, &mut rng)?;
    field.candidates.iter_mut().filter(|candidate| candidate.rash).for_each(|candidate| candidate.alive = true);
    let finalists: Vec<Finalist<G>> = field.alive().map(|it| Finalist { action: it.action, rash: it.rash }).collect();
    let mut tried: Vec<Option<G::Action>> = finalists.iter().map(|finalist| finalist.action).collect();
    tried.extend(beside.filter(|action| !tried.contains(action)));
    let share = if finalists.len() < field.candidates.len() { 1.0 - NARROWING } else { 1.0 };
    let choices = finalists.iter().filter(|finalist| !finalist.rash).count();
    let worlds = (f64::from(simulations) * share / choices as f64) as usize;
    let values = play_final(&mut deals, ask, &sampler, &tried, (worlds.max(1), seed));
    if values[0].is_empty() {
        return None;
    }
    let points: Vec<f64> =
        values.iter().map(|values| tenths(Mean::of(values.iter().copied()).mean() - nothing)).collect();
    let best = best(&deals, &finalists, &values, &points);
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

/// Drops the weaker choices until the finalists are left. `None`: cancelled.
fn narrow<G: Playout + Worlds + Hint + Observe>(
    deals: &mut Deals<G>,
    field: &mut Field<G>,
    ask: &Ask<'_, G>,
    sampler: &G::Sampler,
    simulations: u32,
    rng: &mut Rng,
) -> Option<()> {
    // How many are left after each round.
    let halve = |left: &usize| (*left > FINALISTS).then(|| FINALISTS.max(left.div_ceil(2)));
    let sizes: Vec<usize> = std::iter::successors(halve(&field.choices()), halve).collect();
    let a_round = f64::from(simulations) * NARROWING / sizes.len() as f64;
    let mut values = Vec::new();
    for size in sizes {
        let mut spent = 0;
        // Each round sees at least one world.
        loop {
            let (world, dice) = (deals.draw(ask, sampler, rng), rng.bits());
            values.clear();
            for candidate in field.alive() {
                if ask.cancel.load(Ordering::Relaxed) {
                    return None;
                }
                values.push(deals.play(&world, ask, candidate.action, dice).0);
            }
            field.add_values(&values);
            spent += values.len();
            if spent as f64 >= a_round {
                break;
            }
        }
        field.keep_best(size - 1);
    }
    Some(())
}

/// The values of each choice in each world. All of them meet a world, or it does not count.
fn play_final<G: Playout + Worlds + Hint + Observe>(
    deals: &mut Deals<G>,
    ask: &Ask<'_, G>,
    sampler: &G::Sampler,
    tried: &[Option<G::Action>],
    (worlds, seed): (usize, u64),
) -> Vec<Vec<f64>> {
    let mut values = vec![Vec::new(); tried.len()];
    let mut of_world = Vec::new();
    for number in 0..worlds {
        let rng = &mut Rng::stream(seed, number as u64);
        let (world, dice) = (deals.draw(ask, sampler, rng), rng.bits());
        of_world.clear();
        for action in tried {
            if ask.cancel.load(Ordering::Relaxed) {
                return values;
            }
            of_world.push(deals.play(&world, ask, *action, dice).0);
        }
        values.iter_mut().zip(&of_world).for_each(|(all, value)| all.push(*value));
    }
    values
}

/// The place of the advised finalist.
fn best<G: Game>(deals: &Deals<G>, finalists: &[Finalist<G>], values: &[Vec<f64>], points: &[f64]) -> usize {
    match deals {
        // The first of equals: the rule player's choice, then in the order of the candidates.
        Deals::Rules { .. } => (0..finalists.len())
            .filter(|place| !finalists[*place].rash)
            .reduce(|a, b| if points[b] > points[a] { b } else { a })
            .expect("where everything is rash, nothing is"),
        // The net's favourite, unless another is better by more than the noise: as the champion chooses.
        Deals::Net { .. } => {
            let sure = |place: usize| {
                let gain = Mean::of(values[place].iter().zip(&values[0]).map(|(value, first)| value - first));
                gain.mean() - DOUBT * gain.error()
            };
            (1..finalists.len())
                .fold((0, 0.0), |most, place| if sure(place) > most.1 { (place, sure(place)) } else { most })
                .0
        }
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
    // No negative nothing.
    (points * 10.0).round() / 10.0 + 0.0
}
