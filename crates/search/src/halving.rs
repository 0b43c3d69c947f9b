//! Sequential halving: all candidates meet on the same worlds, and after each of a few rounds the worse half is dropped.

use std::sync::atomic::Ordering;

use game::{Hint, Observe, Playout, Rng, Worlds};

use crate::Ask;
use crate::deals::Deals;
use crate::pimc::{Endings, Field};
use crate::shared::{SharedDecision, SharedSearch};

/// The search of a decision.
pub(crate) struct Halving<G: Worlds> {
    pub(crate) field: Field<G>,
    pub(crate) rng: Rng,
    /// Simulations until now, those of rash choices too.
    pub(crate) spent: u32,
    deals: Deals<G>,
    sampler: G::Sampler,
    rounds: u32,
    simulations: u32,
    /// From 1.
    round: u32,
    /// Simulations of choices until now.
    planned: u32,
    /// Worlds that were drawn and have not been met, each with its random numbers.
    drawn: Vec<(G, u64)>,
    /// What the playouts of the one drawn world took, where their endings are exact: of choices, and in all.
    took: (u32, u32),
}

impl<G: Worlds> Halving<G> {
    pub(crate) fn new(
        deals: Deals<G>,
        field: Field<G>,
        sampler: G::Sampler,
        (rounds, simulations): (u32, u32),
        rng: Rng,
    ) -> Halving<G> {
        let (drawn, took) = (Vec::new(), (0, 0));
        Halving { field, rng, spent: 0, deals, sampler, rounds, simulations, round: 1, planned: 0, drawn, took }
    }

    /// How many simulations of choices there are by the end of the round.
    fn until(&self) -> u64 {
        u64::from(self.simulations) * u64::from(self.round) / u64::from(self.rounds)
    }

    /// Whether a playout may count as several simulations. Then it is known only afterwards how many worlds a round has.
    fn is_exact(&self) -> bool {
        matches!(self.deals, Deals::Rules { endings: Endings::Exact, .. })
    }
}

impl<G: Playout + Worlds + Hint + Observe> SharedSearch<G> for Halving<G> {
    /// The worlds of a round: at least one.
    fn draw(&mut self, ask: &Ask<'_, G>, most: usize) {
        if self.round > self.rounds {
            return;
        }
        let missing = self.until().saturating_sub(self.planned.into());
        let worlds = missing.div_ceil(self.field.choices() as u64).max(1) as usize;
        let worlds = worlds.min(if self.is_exact() { 1 } else { most });
        for _ in 0..worlds {
            let world = self.deals.draw(ask, &self.sampler, &mut self.rng);
            let dice = if let Deals::Net { .. } = self.deals { 0 } else { self.rng.bits() };
            self.drawn.push((world, dice));
        }
    }

    fn drawn(&self) -> usize {
        self.drawn.len()
    }

    fn candidates(&self) -> usize {
        self.field.alive().count()
    }

    fn play(&mut self, ask: &Ask<'_, G>, world: usize, values: &mut Vec<f64>) -> bool {
        let Halving { deals, field, drawn, took, .. } = self;
        let (world, dice) = &drawn[world];
        *took = (0, 0);
        for candidate in field.alive() {
            if ask.cancel.load(Ordering::Relaxed) {
                return false;
            }
            let (value, simulations) = deals.play(world, ask, candidate.action, *dice);
            took.0 += if candidate.rash { 0 } else { simulations };
            took.1 += simulations;
            values.push(value);
        }
        true
    }

    fn meet(&mut self, values: &[f64]) {
        let (all, choices) = (self.candidates(), self.field.choices());
        values.chunks(all).for_each(|values| self.field.meet(values));
        let worlds = self.drawn.len() as u32;
        let took = if self.is_exact() { self.took } else { (worlds * choices as u32, worlds * all as u32) };
        self.planned += took.0;
        self.spent += took.1;
        self.drawn.clear();
        if u64::from(self.planned) >= self.until() {
            self.field.drop_half();
            self.round += 1;
        }
    }
}

impl<G: Playout + Worlds + Hint + Observe> SharedDecision<G> for Halving<G> {
    fn choice(&self) -> (Option<G::Action>, Rng) {
        (self.field.choice(), self.rng.clone())
    }
}
