//! Sequential halving. All candidates are simulated in the same worlds, and each of a few rounds drops the worse half.
//! So the luck of the cards cancels out in the differences, and close choices get most of the simulations.

use std::sync::atomic::Ordering;

use game::{Hint, Observe, Playout, Rng, Worlds};

use crate::Ask;
use crate::candidates::Candidates;
use crate::rollout::RolloutPolicy;
use crate::weighted_worlds::WeightedWorlds;

/// Simulates until the last round is over or the search is cancelled. Returns the number of simulations, including
/// those of rash actions. Each round simulates at least one world.
pub(crate) fn halve<G: Playout + Worlds + Hint + Observe>(
    candidates: &mut Candidates<G>,
    ask: &Ask<'_, G>,
    worlds: &WeightedWorlds<G>,
    policy: &mut RolloutPolicy<G>,
    (rounds, simulations): (u32, u32),
    rng: &mut Rng,
) -> u32 {
    let mut values = Vec::new();
    // Only simulations of choices count towards the plan. Simulations of rash actions are made in addition.
    let (mut spent, mut planned) = (0, 0);
    for round in 1..=rounds {
        let until = u64::from(simulations) * u64::from(round) / u64::from(rounds);
        loop {
            let world = worlds.draw(ask.view, rng);
            // A net makes no random choices, so it needs no seed.
            let seed = if let RolloutPolicy::Net { .. } = policy { 0 } else { rng.bits() };
            values.clear();
            let (mut of_world, mut of_rash) = (0, 0);
            for candidate in candidates.alive() {
                if ask.cancel.load(Ordering::Relaxed) {
                    return spent;
                }
                let (value, simulations) = policy.value(&world, ask.seat, candidate.action, seed);
                values.push(value);
                of_world += simulations;
                of_rash += if candidate.rash { simulations } else { 0 };
            }
            candidates.add_values(&values);
            spent += of_world;
            planned += of_world - of_rash;
            if u64::from(planned) >= until {
                break;
            }
        }
        candidates.drop_half();
    }
    spent
}
