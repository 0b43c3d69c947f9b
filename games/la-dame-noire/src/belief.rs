//! Inferences from a bet, a trade and the end of trading about unseen cards.

use cards::CardSet;
use game::{Belief, Seat};

use crate::hint::{KNOWLEDGE, plan};
use crate::state::Phase;
use crate::{LaDameNoire, View};

/// The cost at which a plan counts as bad as any other.
const NO_GOOD: f32 = 8.0;

/// The power to which the goodness of a plan is raised. Chosen from 8, 16 and 32 with `cardroom forecast`, seed c1.
const WEIGHT: u32 = 16;

impl Belief for LaDameNoire {
    /// [D3] The holder of the bet thinks that its cards are good; docs/strength.md says what this knowledge is worth.
    const CANDIDATES: u32 = 16;

    /// Weighs the holder of the bet: it thought its hand good, and trades and calls stop as suits it. So when the
    /// showdown begins, its cards make fewer plays than thirteen random cards. This says the most; weighing the other
    /// hands in the same way made forecasts worse.
    fn likelihood(view: &View, world: &LaDameNoire) -> f32 {
        if view.phase != Phase::Showdown {
            return 1.0;
        }
        let Some(holder) = view.bet.map(|bet| bet.seat).filter(|holder| view.seat != Some(*holder)) else { return 1.0 };
        let hand = world.hands[holder.index()] | played(view, holder);
        // Without logarithms, the result is the same on every machine.
        let good = (1.0 - plan(&KNOWLEDGE, hand).cost / NO_GOOD).max(0.05);
        (0..WEIGHT).fold(1.0, |product, _| product * good)
    }
}

fn played(view: &View, seat: Seat) -> CardSet {
    let plays = view.tricks.iter().flat_map(|trick| &trick.plays).filter(|laid| laid.seat == seat);
    plays.flat_map(|laid| &laid.cards).map(|card| CardSet::only(*card)).fold(CardSet::EMPTY, |set, card| set | card)
}
