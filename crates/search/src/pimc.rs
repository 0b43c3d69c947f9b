//! Perfect-information Monte Carlo. The value of each candidate is averaged over deals that agree with the view, and
//! rule players play each deal to its end.
//!
//! Candidates meet on the same worlds, so that the luck of the cards cancels out in their differences. After each of
//! a few rounds the worse half is dropped (sequential halving), so that the simulations go to the close choices. The
//! bot deviates from the rule player's choice only if another choice was better by more than the noise.

use game::{Belief, Game, Hint, LONGEST_ROLLOUT, Observe, Playout, Rng, Seat, Turn, Worlds, rollout, sort_compactly};

use crate::deals::Deals;
use crate::halving::Halving;
use crate::likely::{LikelyWorlds, Scrutiny};
use crate::utility::utility;
use crate::{Ask, Bot, Estimate};

/// By how many standard errors another choice must be better than the rule player's or the net's.
pub(crate) const DOUBT: f64 = 1.0;

/// Searches with a fixed number of simulated deals a decision, the same on every machine and for any number of threads.
pub struct Pimc {
    rng: Rng,
    simulations: u32,
    endings: Endings,
    candidates: u32,
    pool: u32,
    look: Scrutiny,
    spent: u32,
}

/// How a simulated deal is played near its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endings {
    /// By rules of thumb to the last card.
    Rule,
    /// Each seat plays its best with all cards open ([`game::Endgame::play_out`]). It counts as the number of
    /// simulations that take the same time.
    Exact,
}

impl Pimc {
    /// A player with its own random numbers that simulates this number of deals for each decision.
    pub fn new(seed: u64, simulations: u32, endings: Endings) -> Pimc {
        Pimc { rng: Rng::new(seed), simulations, endings, candidates: 1, pool: 0, look: Scrutiny::Brief, spent: 0 }
    }

    /// The same player with worlds that are weighed by what the others did, as the game does that best.
    pub(crate) fn with_belief<G: Belief>(self) -> Pimc {
        Pimc { pool: G::POOL, ..self.resampling(G::CANDIDATES) }
    }

    /// The same, with a closer look at what the others did.
    pub(crate) fn looking_closely<G: Belief>(self) -> Pimc {
        Pimc { pool: G::CLOSE_POOL, look: Scrutiny::Close, ..self.resampling(G::CANDIDATES) }
    }

    /// The same player with worlds that are resampled from this many candidates, by how likely they make the others'
    /// actions ([`game::resampled`]).
    ///
    /// # Panics
    /// If there are no candidates.
    #[must_use]
    pub fn resampling(self, candidates: u32) -> Pimc {
        assert!(candidates > 0, "a world is drawn from at least one candidate");
        Pimc { candidates, ..self }
    }
}

impl<G: Playout + Worlds + Hint + Observe> Bot<G> for Pimc {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        match self.search(&ask, Rash::LeftOut) {
            Some(field) => field.choice(),
            None => G::suggest(ask.view, ask.legal, ask.must, &mut self.rng),
        }
    }

    /// Rash choices ([`game::Policy::is_rash`]) have points too, but never come first. Their simulations are extra,
    /// so that the choice is that of [`decide`](Bot::decide).
    fn consider(&mut self, ask: Ask<'_, G>) -> Vec<Estimate<G::Action>> {
        self.search(&ask, Rash::Tried).map(|field| field.estimates()).unwrap_or_default()
    }

    fn spent(&self) -> u32 {
        self.spent
    }
}

impl Pimc {
    /// `None` where there is nothing to choose. Without time no candidate has been simulated.
    fn search<G: Playout + Worlds + Hint + Observe>(&mut self, ask: &Ask<'_, G>, rash: Rash) -> Option<Field<G>> {
        self.spent = 0;
        if ask.must && ask.legal.len() < 2 {
            return None;
        }
        let mut rng = self.rng.clone();
        let sampler = G::sampler(ask.view);
        let field = Field::<G>::of(ask, &sampler, (rash, self.look), &mut rng);
        let rounds = match field.choices() {
            // Nothing is left to choose, but there is something to tell.
            1 if field.candidates.len() > 1 => 1,
            choices => choices.next_power_of_two().ilog2(),
        };
        let pool = self.pool.min(self.simulations);
        let worlds = LikelyWorlds::new(ask.view, &sampler, (pool, self.look), self.candidates, &mut rng);
        let deals = Deals::Rules { worlds, endings: self.endings };
        let mut halving = Halving::new(deals, field, sampler, (rounds, self.simulations), rng);
        halving.run(ask);
        (self.rng, self.spent) = (halving.rng, halving.spent);
        Some(halving.field)
    }
}

/// What becomes of rash actions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rash {
    LeftOut,
    Tried,
}

/// The candidates: the rule player's choice first, then the others in the order of the legal actions, then "not now".
/// Rash actions, which are not candidates, come last.
pub(crate) struct Field<G: Game> {
    pub(crate) candidates: Vec<Candidate<G>>,
}

pub(crate) struct Candidate<G: Game> {
    pub(crate) action: Option<G::Action>,
    /// Tried to the end, but never chosen.
    pub(crate) rash: bool,
    /// Still in the running.
    pub(crate) alive: bool,
    points: Mean,
    /// How much better it was than the rule player's choice on the same worlds.
    gain: Mean,
}

impl<G: Playout + Hint> Field<G> {
    pub(crate) fn of(ask: &Ask<'_, G>, sampler: &G::Sampler, (rash, look): (Rash, Scrutiny), rng: &mut Rng) -> Field<G>
    where
        G: Worlds,
    {
        let mut worth_a_search = ask.legal.to_vec();
        G::narrow(ask.view, &mut worth_a_search);
        let (mut barred, mut legal): (Vec<G::Action>, Vec<G::Action>) =
            worth_a_search.into_iter().partition(|action| match look {
                Scrutiny::Brief => G::is_rash(ask.view, *action, sampler, rng),
                Scrutiny::Close => G::is_rash_closely(ask.view, *action, sampler, rng),
            });
        // Where everything is rash, nothing is.
        if legal.is_empty() {
            legal = std::mem::take(&mut barred);
        }
        if rash == Rash::LeftOut {
            barred.clear();
        }
        let first = G::suggest(ask.view, &legal, ask.must, rng);
        let not_now = (!ask.must).then_some(None);
        let others = legal.into_iter().map(Some).chain(not_now).filter(|action| *action != first);
        let mut field = Field::of_actions(std::iter::once(first).chain(others));
        field
            .candidates
            .extend(barred.into_iter().map(|action| Candidate { rash: true, ..Candidate::new(Some(action)) }));
        field
    }
}

impl<G: Game> Field<G> {
    /// The first is the measure of the others.
    pub(crate) fn of_actions(actions: impl IntoIterator<Item = Option<G::Action>>) -> Field<G> {
        Field { candidates: actions.into_iter().map(Candidate::new).collect() }
    }

    /// Those still in the running.
    pub(crate) fn alive(&self) -> impl Iterator<Item = &Candidate<G>> {
        self.candidates.iter().filter(|candidate| candidate.alive)
    }

    /// How many of them can be chosen.
    pub(crate) fn choices(&self) -> usize {
        self.alive().filter(|candidate| !candidate.rash).count()
    }

    /// Adds the values of a world, one for each of them.
    pub(crate) fn add_values(&mut self, values: &[f64]) {
        for (candidate, value) in self.candidates.iter_mut().filter(|candidate| candidate.alive).zip(values) {
            candidate.points.add(*value);
            candidate.gain.add(*value - values[0]);
        }
    }

    /// Drops the worse half of the choices. The rule player's choice stays, for comparison.
    pub(crate) fn drop_half(&mut self) {
        let others = self.candidates[1..].iter().filter(|candidate| candidate.alive && !candidate.rash).count();
        self.keep_best(others.div_ceil(2));
    }

    /// Keeps this many of the choices beside the rule player's.
    pub(crate) fn keep_best(&mut self, others: usize) {
        let in_running = |candidate: &Candidate<G>| candidate.alive && !candidate.rash;
        let mut order: Vec<usize> =
            (1..self.candidates.len()).filter(|&index| in_running(&self.candidates[index])).collect();
        sort_compactly(&mut order, |&a, &b| {
            let (a, b) = (&self.candidates[a].gain, &self.candidates[b].gain);
            b.mean().total_cmp(&a.mean())
        });
        for &index in order.iter().skip(others) {
            self.candidates[index].alive = false;
        }
    }

    pub(crate) fn choice(&self) -> Option<G::Action> {
        let sure = |candidate: &Candidate<G>| candidate.gain.mean() - DOUBT * candidate.gain.error();
        let mut best = &self.candidates[0];
        let mut most = 0.0;
        for candidate in self.candidates[1..].iter().filter(|candidate| candidate.alive && !candidate.rash) {
            if sure(candidate) > most {
                (best, most) = (candidate, sure(candidate));
            }
        }
        best.action
    }

    pub(crate) fn estimates(&self) -> Vec<Estimate<G::Action>> {
        let mut estimates: Vec<Estimate<G::Action>> = self
            .candidates
            .iter()
            .filter(|candidate| candidate.points.n > 0)
            .map(|candidate| Estimate {
                action: candidate.action,
                points: candidate.points.mean(),
                error: candidate.points.error(),
                simulations: candidate.points.n,
            })
            .collect();
        let chosen = self.choice();
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
}

/// Makes a choice in this world and plays the rest of the deal. Returns the value to the seat, and the number of
/// simulations that it counts as.
pub(crate) fn play_on<G: Playout + Hint>(
    world: &G,
    seat: Seat,
    action: Option<G::Action>,
    endings: Endings,
    dice: u64,
) -> (f64, u32) {
    let mut deal = world.clone();
    let mut rng = Rng::new(dice);
    match action {
        Some(action) => deal.apply(seat, action),
        None => let_pass(&mut deal, seat, &mut rng),
    }
    let played_out = if endings == Endings::Exact { deal.play_out() } else { None };
    let took = played_out.unwrap_or_else(|| {
        rollout(&mut deal, &mut rng, LONGEST_ROLLOUT);
        1
    });
    (utility(&deal, seat), took)
}

/// What happens if `seat` does not cut in: a seat that is asked later may cut in, or play goes on. Seats that were
/// asked earlier have declined.
fn let_pass<G: Playout + Hint>(deal: &mut G, seat: Seat, rng: &mut Rng) {
    let Turn::Open { must, may } = deal.turn() else { return };
    let mut behind =
        may.from_seat(deal.first_asked(), game::MAX_SEATS as u8).skip_while(|other| *other != seat).skip(1);
    let cut = behind.find_map(|other| deal.rollout(other, rng).map(|action| (other, action)));
    let (actor, action) = cut.unwrap_or_else(|| {
        let first = must.first().expect("an open turn waits for somebody");
        (first, deal.rollout(first, rng).expect("a seat that must act has an action"))
    });
    deal.apply(actor, action);
}

/// A running mean with its standard error (Welford).
#[derive(Clone, Copy, Default)]
pub(crate) struct Mean {
    n: u32,
    mean: f64,
    squares: f64,
}

impl Mean {
    /// Of these values.
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Mean {
        let mut mean = Mean::default();
        values.for_each(|value| mean.add(value));
        mean
    }

    fn add(&mut self, value: f64) {
        self.n += 1;
        let off = value - self.mean;
        self.mean += off / f64::from(self.n);
        self.squares += off * (value - self.mean);
    }

    pub(crate) fn mean(&self) -> f64 {
        self.mean
    }

    /// A single value has no spread.
    pub(crate) fn error(&self) -> f64 {
        if self.n < 2 {
            return f64::INFINITY;
        }
        (self.squares / f64::from(self.n - 1) / f64::from(self.n)).sqrt()
    }
}
