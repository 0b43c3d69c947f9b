//! Inferences from the others' turns about their unseen cards, and the test of a rash call.

use game::{Belief, Game, Rng, SeatSet, resampled_by};

use crate::hint::{last_round, rounds};
use crate::score::{CALL_LIMIT, FAILED_CALL};
use crate::{Action, Hand, Kael, Sampler, View};

/// Cards above this value are laid equally soon.
const HIGH: i32 = 10;

/// How likely an unseen card is still held, for each point of its value above the lowest, by the number of rounds played.
/// Fitted to the hands of rule players (deals numbered from 7,000,000): without it others were thought to hold half as
/// much again as they did.
const KEPT: [(f64, f32); 2] = [(2.0, 0.87), (3.5, 0.80)];
/// The same after more rounds.
const KEPT_LATER: f32 = 0.77;

/// By how much likelier each of these is for a close look: players that search keep more high cards than rule players do.
const KEPT_BY_SEARCH: f32 = 1.08;

/// How likely a caller has more than may be called with. [K18]
const MISTAKE: f32 = 0.1;

/// A call is made only if it succeeds in at least this number of the worlds that are looked at.
const SURE: f64 = 0.7;
/// How many worlds are looked at before a call is made.
const WORLDS: u32 = 100;

/// After that many rounds less will do, by that much a round: a deal in which nobody dares to call does not end. [K22]
const PATIENCE: (f64, f64) = (8.0, 0.03);

impl Belief for Kael {
    /// Players keep what is low: docs/strength.md has what knowing that is worth.
    const CANDIDATES: u32 = 16;

    /// Players lay what is high and keep what is low, but for those that have called with too much: nothing is known of
    /// what they want.
    fn likelihood(view: &View, world: &Kael) -> f32 {
        held(view, world, 1.0)
    }

    /// The same for players that search.
    fn closely(view: &View, world: &Kael) -> f32 {
        held(view, world, KEPT_BY_SEARCH)
    }
}

/// How likely the others hold what they hold in this world, if a card is so much likelier to be kept than rule players keep it.
fn held(view: &View, world: &Kael, likelier: f32) -> f32 {
    let me = view.seat.expect("beliefs are a seat's");
    let after = rounds(view);
    let kept = KEPT.iter().find(|(before, _)| after < *before).map_or(KEPT_LATER, |(_, kept)| *kept) * likelier;
    let careful = (world.playing - SeatSet::only(me)).filter(|seat| view.standing.mistakes[*seat] == 0);
    let mut likely = 1.0;
    for seat in careful {
        let hand = world.hands[seat.index()];
        // A card that it took from the pile is known to be there.
        for _ in 0..height(hand - view.known[seat]) {
            likely *= kept;
        }
        if view.caller == Some(seat) && hand.value() + view.caller_cut > CALL_LIMIT {
            likely *= MISTAKE;
        }
    }
    likely
}

/// The points of the cards above the lowest. No logarithms follow: the same on every machine.
fn height(cards: Hand) -> i32 {
    cards.kinds().map(|card| (card.value().min(HIGH) + 1) * cards.count(card) as i32).sum()
}

/// True if saying Kaël here is a mistake or promises too little, by playing the last round in worlds that are resampled by
/// this likelihood.
pub(crate) fn is_rash(view: &View, sampler: &Sampler, likelihood: fn(&View, &Kael) -> f32, rng: &mut Rng) -> bool {
    let me = view.seat.expect("who may call has a seat");
    if view.hand().value() > CALL_LIMIT {
        return true;
    }
    let mut good = 0;
    for _ in 0..WORLDS {
        let mut world: Kael = resampled_by(|world| likelihood(view, world), sampler, Kael::CANDIDATES, rng);
        world.apply(me, Action::Kael);
        last_round(&mut world, rng);
        good += u32::from(world.points()[me].is_some_and(|points| points < FAILED_CALL));
    }
    let impatient = (rounds(view) - PATIENCE.0).max(0.0) * PATIENCE.1;
    f64::from(good) < (SURE - impatient) * f64::from(WORLDS)
}
