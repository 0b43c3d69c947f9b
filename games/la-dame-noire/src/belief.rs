//! Inferences about unseen cards from the bet and the course of trading.

use cards::CardSet;
use game::{Belief, Seat};

use crate::hint::{KNOWLEDGE, plan};
use crate::state::Phase;
use crate::{LaDameNoire, View};

/// The cost at and above which a plan gets only the least weight.
const NO_GOOD: f32 = 8.0;

/// The exponent of the quality of a plan. It was chosen from 8, 16 and 32 with `cardroom forecast`, seed c1.
const WEIGHT: u32 = 16;

impl Belief for LaDameNoire {
    /// [D3] Worlds are resampled, because the holder of the bet considers its cards good. docs/measurements/strength.md
    /// says how much this inference improves play.
    const CANDIDATES: u32 = 16;

    /// Weighs a world by the hand of the holder of the bet. The holder thought its hand good when it bet, and traded
    /// and stopped to improve the hand. So when the showdown begins, the holder's cards need fewer plays than thirteen
    /// random cards would. Weighing the other hands in the same way made forecasts worse.
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
