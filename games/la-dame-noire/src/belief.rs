//! Inferences from a bet, a trade and the end of trading about unseen cards.

use cards::CardSet;
use game::{Belief, Seat};

use crate::hint::{KNOWLEDGE, plan};
use crate::state::Phase;
use crate::{LaDameNoire, View};

/// A plan of this cost is as bad as any.
const NO_GOOD: f32 = 8.0;

/// How much a good plan counts: the power of its goodness. Found with `cardroom forecast`, seed c1, among 8, 16, 32.
const WEIGHT: u32 = 16;

impl Belief for LaDameNoire {
    /// [D3] Who holds the bet thinks well of its cards: docs/strength.md has what that is worth.
    const CANDIDATES: u32 = 16;

    /// The holder of the bet thought its hand good, and trades on and calls stop as suits it: when the showdown begins, its cards
    /// fall into fewer plays than any thirteen. That says most of all; to weigh the other hands in the same way made forecasts
    /// worse.
    fn likelihood(view: &View, world: &LaDameNoire) -> f32 {
        if view.phase != Phase::Showdown {
            return 1.0;
        }
        let Some(holder) = view.bet.map(|bet| bet.seat).filter(|holder| view.seat != Some(*holder)) else { return 1.0 };
        let hand = world.hands[holder.index()] | played(view, holder);
        // No logarithms: the same on every machine.
        let good = (1.0 - plan(&KNOWLEDGE, hand).cost / NO_GOOD).max(0.05);
        (0..WEIGHT).fold(1.0, |product, _| product * good)
    }
}

fn played(view: &View, seat: Seat) -> CardSet {
    let plays = view.tricks.iter().flat_map(|trick| &trick.plays).filter(|laid| laid.seat == seat);
    plays.flat_map(|laid| &laid.cards).map(|card| CardSet::only(*card)).fold(CardSet::EMPTY, |set, card| set | card)
}
