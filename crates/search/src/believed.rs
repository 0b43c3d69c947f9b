//! Worlds that what the others did speaks for, were they the net.

use std::sync::atomic::Ordering;

use game::{Belief, Observe, Rng, Worlds, resampled};

use crate::Ask;
use crate::learned::NetPolicy;

/// The most worlds that are weighed.
const POOL: u32 = 128;

/// How often a player chooses as no net would: any choice, each as likely.
const ODD: f64 = 0.05;

/// Worlds to search, drawn by how likely they make what the others did.
pub(crate) struct Believed<G> {
    worlds: Vec<G>,
    /// How likely the worlds up to each are together.
    up_to: Vec<f64>,
}

impl<G: Observe + Worlds + Belief> Believed<G> {
    /// Weighs a pool of worlds, no more than deals will be simulated: the others' choices are gone through in each of them. In a game that does not go through them
    /// ([`Belief::REPLAYS`]) there is no pool.
    pub(crate) fn new(
        ask: &Ask<'_, G>,
        sampler: &G::Sampler,
        simulations: u32,
        policy: &mut NetPolicy,
        rng: &mut Rng,
    ) -> Believed<G> {
        let mut believed = Believed { worlds: Vec::new(), up_to: Vec::new() };
        if !G::REPLAYS {
            return believed;
        }
        let (mut all, mut legal) = (0.0, Vec::new());
        for _ in 0..POOL.min(simulations) {
            if ask.cancel.load(Ordering::Relaxed) {
                break;
            }
            let world = G::sample(sampler, rng);
            let mut likely = 1.0;
            G::replay(ask.view, &world, &mut |deal, seat, action| {
                let chances = policy.chances(deal, seat, G::Draft::default(), true, &mut legal);
                let number = deal.number_of(seat, G::Draft::default(), &legal, action);
                let chance = chances.iter().find(|(other, _)| *other == number).map_or(0.0, |(_, chance)| *chance);
                likely *= ODD / chances.len() as f64 + (1.0 - ODD) * chance;
            });
            all += likely;
            believed.worlds.push(world);
            believed.up_to.push(all);
        }
        believed
    }

    /// Draws one.
    pub(crate) fn draw(&self, ask: &Ask<'_, G>, sampler: &G::Sampler, rng: &mut Rng) -> G {
        let Some(all) = self.up_to.last() else { return resampled(ask.view, sampler, G::CANDIDATES, rng) };
        let point = rng.unit() * all;
        let place = self.up_to.partition_point(|&up_to| up_to <= point);
        self.worlds[place.min(self.worlds.len() - 1)].clone()
    }
}
