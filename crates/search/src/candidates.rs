//! The candidates of a decision: the choices that a search compares, with their results so far.

use game::{Game, Hint, Observe, Policy, Rng, Worlds, sort_compactly};

use crate::learned::NetPolicy;
use crate::mean::Mean;
use crate::weighted_worlds::BeliefModel;
use crate::{Ask, Estimate};

/// The least probability of a candidate that the net proposes, as a fraction of the probability of the net's favourite.
const MIN_RELATIVE: f64 = 0.01;

/// The greatest number of candidates that the net proposes.
const MOST_OF_NET: usize = 6;

/// The treatment of rash actions ([`game::Policy::is_rash`]).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rash {
    LeftOut,
    Tried,
}

/// The candidates of a decision. The first candidate is the choice of the rule player or of the net. Every other
/// candidate is compared with the first. Rash actions come last.
pub(crate) struct Candidates<G: Game>(pub(crate) Vec<Candidate<G>>);

pub(crate) struct Candidate<G: Game> {
    pub(crate) action: Option<G::Action>,
    /// True if the candidate is rash: it is simulated to the end, but never chosen.
    pub(crate) rash: bool,
    /// True while the candidate is still simulated.
    pub(crate) alive: bool,
    points: Mean,
    /// The gain over the first candidate in the same worlds.
    gain: Mean,
}

impl<G: Game> Candidates<G> {
    /// Returns the rule player's choice, then the other legal actions in their order, then "not now".
    pub(crate) fn by_rules(
        ask: &Ask<'_, G>,
        sampler: &G::Sampler,
        (rash, model): (Rash, BeliefModel),
        rng: &mut Rng,
    ) -> Candidates<G>
    where
        G: Hint + Worlds,
    {
        let mut worth_a_search = ask.legal.to_vec();
        G::narrow(ask.view, &mut worth_a_search);
        let (mut barred, mut legal): (Vec<G::Action>, Vec<G::Action>) =
            worth_a_search.into_iter().partition(|action| match model {
                BeliefModel::Fast => G::is_rash(ask.view, *action, sampler, rng),
                BeliefModel::Full => G::is_rash_closely(ask.view, *action, sampler, rng),
            });
        // If every action is rash, none counts as rash.
        if legal.is_empty() {
            legal = std::mem::take(&mut barred);
        }
        if rash == Rash::LeftOut {
            barred.clear();
        }
        let first = G::suggest(ask.view, &legal, ask.must, rng);
        let not_now = (!ask.must).then_some(None);
        let others = legal.into_iter().map(Some).chain(not_now).filter(|action| *action != first);
        let choices = std::iter::once(first).chain(others).map(Candidate::new);
        let barred = barred.into_iter().map(|action| Candidate { rash: true, ..Candidate::new(Some(action)) });
        Candidates(choices.chain(barred).collect())
    }

    /// Returns the choices that the net prefers, its favourite first: at least `at_least` of them, unless the seat has
    /// fewer choices. Decisive actions ([`game::Policy::is_decisive`]) follow, even if the net does not prefer them.
    pub(crate) fn by_net(
        policy: &mut NetPolicy,
        ask: &Ask<'_, G>,
        sampler: &G::Sampler,
        at_least: usize,
        rng: &mut Rng,
    ) -> Candidates<G>
    where
        G: Observe + Policy + Worlds,
    {
        // Any deal that agrees with the view can be used, because the observation is the same in all of them.
        let world = G::sample(sampler, rng);
        let preferred = policy.preferred(&world, ask.seat, ask.must, MOST_OF_NET);
        let least = MIN_RELATIVE * preferred[0].1;
        let candidates = preferred.into_iter().enumerate();
        let candidates = candidates.filter(|(place, (_, chance))| *place < at_least || *chance >= least);
        let mut choices: Vec<Option<G::Action>> = candidates.map(|(_, (action, _))| action).collect();
        let decisive = ask.legal.iter().filter(|action| G::is_decisive(ask.view, **action)).copied().map(Some);
        let missing: Vec<_> = decisive.filter(|action| !choices.contains(action)).collect();
        choices.extend(missing);
        Candidates(choices.into_iter().map(Candidate::new).collect())
    }

    pub(crate) fn alive(&self) -> impl Iterator<Item = &Candidate<G>> {
        self.0.iter().filter(|candidate| candidate.alive)
    }

    /// Returns the number of candidates that can be chosen.
    pub(crate) fn choices(&self) -> usize {
        self.0.iter().filter(|candidate| candidate.is_choice()).count()
    }

    /// Adds the values of one world: one value for each candidate that is still simulated.
    pub(crate) fn add_values(&mut self, values: &[f64]) {
        for (candidate, value) in self.0.iter_mut().filter(|candidate| candidate.alive).zip(values) {
            candidate.points.add(*value);
            candidate.gain.add(*value - values[0]);
        }
    }

    /// Drops the worse half of the choices. The first candidate always stays, for comparison.
    pub(crate) fn drop_half(&mut self) {
        let others = self.0[1..].iter().filter(|candidate| candidate.is_choice()).count();
        self.drop_all_but(others.div_ceil(2));
    }

    /// Drops all choices except the first candidate and the best `others` of the remaining ones.
    pub(crate) fn drop_all_but(&mut self, others: usize) {
        let mut order: Vec<usize> = (1..self.0.len()).filter(|&index| self.0[index].is_choice()).collect();
        sort_compactly(&mut order, |&a, &b| self.0[b].gain.mean().total_cmp(&self.0[a].gain.mean()));
        for &index in order.iter().skip(others) {
            self.0[index].alive = false;
        }
    }

    /// Returns the action of the first candidate. If other candidates are better by more than the noise, returns the
    /// action of the candidate whose gain is certainly the greatest.
    pub(crate) fn best(&self) -> Option<G::Action> {
        let mut best = (&self.0[0], 0.0);
        for candidate in self.0[1..].iter().filter(|candidate| candidate.is_choice()) {
            let gain = candidate.gain.lower_bound();
            if gain > best.1 {
                best = (candidate, gain);
            }
        }
        best.0.action
    }

    /// Returns the results of all candidates that were simulated. The chosen one ([`best`](Candidates::best)) comes
    /// first; the others are sorted by their points.
    pub(crate) fn estimates(&self) -> Vec<Estimate<G::Action>> {
        let simulated = self.0.iter().filter(|candidate| candidate.points.n() > 0);
        let mut estimates: Vec<Estimate<G::Action>> = simulated
            .map(|Candidate { action, points, .. }| Estimate {
                action: *action,
                points: points.mean(),
                error: points.error(),
                simulations: points.n(),
            })
            .collect();
        let chosen = self.best();
        sort_compactly(&mut estimates, |a, b| {
            (b.action == chosen, b.points).partial_cmp(&(a.action == chosen, a.points)).expect("points are numbers")
        });
        estimates
    }
}

impl<G: Game> Candidate<G> {
    fn new(action: Option<G::Action>) -> Candidate<G> {
        Candidate { action, rash: false, alive: true, points: Mean::default(), gain: Mean::default() }
    }

    fn is_choice(&self) -> bool {
        self.alive && !self.rash
    }
}
