//! Deals that agree with what the player knows.

use game::{Rng, Shuffles, Solve, Worlds};

use super::{Stairs, View};

/// A world with the unseen cards in some order, and the number of known cards at the beginning of that order.
pub struct Sampler {
    world: Stairs,
    known: usize,
}

impl Worlds for Stairs {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        let world = Stairs::guess(view);
        Sampler { known: usize::from(world.seen), world }
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> Stairs {
        let mut world = sampler.world.clone();
        world.shuffles = Shuffles::of_world(rng.bits());
        rng.shuffle(&mut world.order[sampler.known..]);
        world
    }
}
