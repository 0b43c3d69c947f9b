//! Search with a net. The value of each candidate is averaged over deals that agree with the view, and the net plays
//! each deal to its end for all seats. The deals are weighted by how likely the net makes the others' plays in them.
//!
//! It is [`Pimc`](crate::Pimc) with a better player. Within a world each seat still chooses from its own observation,
//! so nobody plays as if the cards lay open.

use game::{Hint, LONGEST_ROLLOUT, Observe, Playout, Rng, Seat, Worlds, play_by};

use crate::believed::Believed;
use crate::deals::Deals;
use crate::halving::Halving;
use crate::learned::NetPolicy;
use crate::pimc::Field;
use crate::utility::utility;
use crate::{Ask, Bot, Estimate};

/// The least chance that a candidate may have with the net, in parts of its favourite's.
const LEAST: f64 = 0.01;

/// The most candidates.
const MOST: usize = 6;

/// Searches with a fixed number of simulated deals a decision.
pub struct NetRollouts {
    policy: NetPolicy,
    rng: Rng,
    simulations: u32,
    spent: u32,
}

impl NetRollouts {
    /// The player of a game that has a net, which simulates this number of deals for each decision.
    pub fn new<G: Observe>(seed: u64, simulations: u32) -> Option<NetRollouts> {
        Some(NetRollouts { policy: NetPolicy::of::<G>()?, rng: Rng::new(seed), simulations, spent: 0 })
    }

    /// `None` where there is nothing to choose.
    fn search<G: Playout + Worlds + Hint + Observe>(&mut self, ask: &Ask<'_, G>) -> Option<Field<G>> {
        self.spent = 0;
        if ask.must && ask.legal.len() < 2 {
            return None;
        }
        let (mut policy, mut rng) = (Box::new(self.policy.clone()), self.rng.clone());
        let sampler = G::sampler(ask.view);
        let field = field(&mut policy, ask, &sampler, 1, &mut rng);
        let choices = field.candidates.len();
        let pool = if choices > 1 { self.simulations } else { 0 };
        let worlds = Believed::new(ask, &sampler, pool, &mut policy, &mut rng);
        let deals = Deals::Net { policy, worlds, legal: Vec::new() };
        let rounds = choices.next_power_of_two().ilog2();
        let mut halving = Halving::new(deals, field, sampler, (rounds, self.simulations), rng);
        halving.run(ask);
        (self.rng, self.spent) = (halving.rng, halving.spent);
        Some(halving.field)
    }
}

impl<G: Playout + Worlds + Hint + Observe> Bot<G> for NetRollouts {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        match self.search(&ask) {
            Some(field) => field.choice(),
            None => ask.legal.first().copied(),
        }
    }

    fn consider(&mut self, ask: Ask<'_, G>) -> Vec<Estimate<G::Action>> {
        self.search(&ask).map(|field| field.estimates()).unwrap_or_default()
    }

    fn spent(&self) -> u32 {
        self.spent
    }
}

/// The candidates, the net's favourite first: what it likes, and at least this many if there are so many.
pub(crate) fn field<G: Observe + Worlds>(
    policy: &mut NetPolicy,
    ask: &Ask<'_, G>,
    sampler: &G::Sampler,
    at_least: usize,
    rng: &mut Rng,
) -> Field<G> {
    // Any deal that looks like this from the seat: the observation is the same in all of them.
    let world = G::sample(sampler, rng);
    let liked = policy.liked(&world, ask.seat, ask.must, MOST);
    let least = LEAST * liked[0].1;
    let field = liked.into_iter().enumerate().filter(|(place, (_, chance))| *place < at_least || *chance >= least);
    Field::of_actions(field.map(|(_, (action, _))| action))
}

/// Makes a choice in this world and lets the net play the rest of the deal. Returns the value to the seat.
pub(crate) fn play_on<G: Playout + Observe>(
    world: &G,
    seat: Seat,
    action: Option<G::Action>,
    policy: &mut NetPolicy,
    legal: &mut Vec<G::Action>,
) -> f64 {
    let mut deal = world.clone();
    // Who lets its chance pass at this position is not asked again before somebody has acted.
    let mut passes = action.is_none();
    if let Some(action) = action {
        deal.apply(seat, action);
    }
    play_by(&mut deal, LONGEST_ROLLOUT, |deal, asked, must| {
        if passes && asked == seat && !must {
            return None;
        }
        let answer = policy.choose(deal, asked, must, legal);
        passes &= answer.is_none();
        answer
    });
    utility(&deal, seat)
}
