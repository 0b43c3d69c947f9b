//! A net that looks ahead: what each candidate brings, averaged over deals that agree with the view, each played on by the net
//! in all seats.
//!
//! It is [`Pimc`](crate::Pimc) with a better player in it. In a world each seat still chooses from what it observes itself, so
//! nobody plays as if the cards lay open.

use std::sync::atomic::Ordering;

use game::{Belief, LONGEST_ROLLOUT, Observe, Playout, Rng, Seat, Worlds, play_by, resampled};
use net::UNIT;

use crate::learned::Policy;
use crate::pimc::Field;
use crate::utility::utility;
use crate::{Ask, Bot, Estimate};

/// How far behind the net's favourite a candidate may be, in [`UNIT`]s: about a hundredth of its chance.
const MARGIN: f64 = 4.6;

/// The most candidates.
const MOST: usize = 6;

/// Searches with a fixed number of simulated deals a decision.
pub struct NetRollouts {
    policy: Policy,
    rng: Rng,
    simulations: u32,
    spent: u32,
}

impl NetRollouts {
    /// The player of a game that has a net, which simulates this number of deals for each decision.
    pub fn new<G: Observe>(seed: u64, simulations: u32) -> Option<NetRollouts> {
        Some(NetRollouts { policy: Policy::of::<G>()?, rng: Rng::new(seed), simulations, spent: 0 })
    }

    /// What may be chosen, the net's favourite first.
    fn field<G: Observe + Worlds>(&mut self, ask: &Ask<'_, G>, sampler: &G::Sampler) -> Field<G> {
        // Any deal that looks like this from the seat: the observation is the same in all of them.
        let world = G::sample(sampler, &mut self.rng);
        let not_now = (!ask.must).then_some(None);
        let choices: Vec<_> = ask.legal.iter().copied().map(Some).chain(not_now).collect();
        let favourite = self.policy.choose(&world, ask.seat, ask.must, &mut Vec::new());
        let mut worth = self.policy.worth(&world, ask.seat, &choices);
        worth.sort_by_key(|(action, worth)| (*action != favourite, std::cmp::Reverse(*worth)));
        let least = worth[0].1 - (MARGIN * f64::from(UNIT)) as i32;
        Field::of_actions(worth.into_iter().filter(|(_, worth)| *worth >= least).take(MOST).map(|(action, _)| action))
    }

    /// `None` where there is nothing to choose.
    fn search<G: Playout + Worlds + Belief + Observe>(&mut self, ask: &Ask<'_, G>) -> Option<Field<G>> {
        self.spent = 0;
        if ask.must && ask.legal.len() < 2 {
            return None;
        }
        let sampler = G::sampler(ask.view);
        let mut field = self.field(ask, &sampler);
        let rounds = field.candidates.len().next_power_of_two().ilog2();
        let (mut planned, mut values, mut legal) = (0, Vec::new(), Vec::new());
        for round in 1..=rounds {
            let until = u64::from(self.simulations) * u64::from(round) / u64::from(rounds);
            // Each round sees at least one world.
            loop {
                if ask.cancel.load(Ordering::Relaxed) {
                    return Some(field);
                }
                let world: G = resampled(ask.view, &sampler, G::CANDIDATES, &mut self.rng);
                let policy = &mut self.policy;
                let play = |action| (play_on(&world, ask.seat, action, policy, &mut legal), 1);
                let met = field.meet(play, ask.cancel, &mut values);
                planned += met.choices;
                self.spent += met.choices;
                if u64::from(planned) >= until {
                    break;
                }
            }
            field.drop_half();
        }
        Some(field)
    }
}

impl<G: Playout + Worlds + Belief + Observe> Bot<G> for NetRollouts {
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

/// Makes a choice in this world and lets the net play the deal on: what it is worth to the seat.
fn play_on<G: Playout + Observe>(
    world: &G,
    seat: Seat,
    action: Option<G::Action>,
    policy: &mut Policy,
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
