//! Sequential halving: all candidates meet on the same worlds, and after each of a few rounds the worse half is dropped.

use std::sync::atomic::Ordering;

use game::{Hint, Observe, Playout, Rng, Worlds};

use crate::Ask;
use crate::deals::Deals;
use crate::pimc::Field;

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
}

impl<G: Worlds> Halving<G> {
    pub(crate) fn new(
        deals: Deals<G>,
        field: Field<G>,
        sampler: G::Sampler,
        (rounds, simulations): (u32, u32),
        rng: Rng,
    ) -> Halving<G> {
        Halving { field, rng, spent: 0, deals, sampler, rounds, simulations }
    }
}

impl<G: Playout + Worlds + Hint + Observe> Halving<G> {
    /// Searches until the last round is over, or the search is cancelled. Each round sees at least one world.
    pub(crate) fn run(&mut self, ask: &Ask<'_, G>) {
        let mut values = Vec::new();
        // Simulations of choices.
        let mut planned = 0;
        for round in 1..=self.rounds {
            let until = u64::from(self.simulations) * u64::from(round) / u64::from(self.rounds);
            loop {
                let world = self.deals.draw(ask, &self.sampler, &mut self.rng);
                let dice = if let Deals::Net { .. } = self.deals { 0 } else { self.rng.bits() };
                values.clear();
                let mut of_rash = 0;
                let mut took = 0;
                for candidate in self.field.alive() {
                    if ask.cancel.load(Ordering::Relaxed) {
                        return;
                    }
                    let (value, simulations) = self.deals.play(&world, ask, candidate.action, dice);
                    values.push(value);
                    took += simulations;
                    of_rash += if candidate.rash { simulations } else { 0 };
                }
                self.field.add_values(&values);
                self.spent += took;
                planned += took - of_rash;
                if u64::from(planned) >= until {
                    break;
                }
            }
            self.field.drop_half();
        }
    }
}
