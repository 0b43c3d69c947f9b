//! Inferences from the other players' turns about their unseen cards, and the check whether a call is too risky.

use game::{Belief, Game, Rng, SeatSet, resampled_by};

use crate::hint::{last_round, rounds};
use crate::score::{CALL_LIMIT, FAILED_CALL};
use crate::{Action, Hand, Kael, Sampler, View};

/// All cards above this value are assumed to be laid equally soon.
const HIGH: i32 = 10;

/// Factors on the likelihood that a player still holds an unseen card, each with the number of rounds up to which it is
/// valid. A factor applies once for each point of the card's value above −1. The factors were fitted to the hands of
/// rule players (deals 7,000,000 and up). Without them, the estimated hands were 1.5 times as high as the real ones.
const KEPT: [(f64, f32); 2] = [(2.0, 0.87), (3.5, 0.80)];
/// The factor for later rounds than those of [`KEPT`].
const KEPT_LATER: f32 = 0.77;

/// A multiplier for [`KEPT`] and [`KEPT_LATER`] in [`Belief::closely`], because players that search hold more high
/// cards than rule players.
const KEPT_BY_SEARCH: f32 = 1.08;

/// The likelihood that a caller had more than 5, which would be a mistake. [K18]
const MISTAKE: f32 = 0.1;

/// The share of sampled worlds in which a call must succeed if the player is to make it.
const SURE: f64 = 0.7;
/// The number of worlds that are sampled before a call.
const WORLDS: u32 = 100;

/// The round after which [`SURE`] falls, and the amount by which it falls in each later round. If it did not fall, a
/// deal in which nobody calls might never end. [K22]
const PATIENCE: (f64, f64) = (8.0, 0.03);

impl Belief for Kael {
    /// Worlds are resampled, because players hold on to low cards. docs/measurements/strength.md says how much this
    /// inference improves play.
    const CANDIDATES: u32 = 16;

    /// Assumes that players lay high cards and hold on to low ones. Players who have made a mistake are left out,
    /// because nothing is known about their aims.
    fn likelihood(view: &View, world: &Kael) -> f32 {
        held(view, world, 1.0)
    }

    /// Makes the same assumptions as `likelihood`, but about players that search.
    fn closely(view: &View, world: &Kael) -> f32 {
        held(view, world, KEPT_BY_SEARCH)
    }
}

/// Returns the likelihood of the other players' hands. `likelier` multiplies the factors of [`KEPT`].
fn held(view: &View, world: &Kael, likelier: f32) -> f32 {
    let me = view.seat.expect("beliefs are a seat's");
    let after = rounds(view);
    let kept = KEPT.iter().find(|(before, _)| after < *before).map_or(KEPT_LATER, |(_, kept)| *kept) * likelier;
    let careful = (world.playing - SeatSet::only(me)).filter(|seat| view.standing.mistakes[*seat] == 0);
    let mut likely = 1.0;
    for seat in careful {
        let hand = world.hands[seat.index()];
        // Cards that the seat took from the pile are known to be in its hand, so they have no factor.
        for _ in 0..height(hand - view.known[seat]) {
            likely *= kept;
        }
        if view.caller == Some(seat) && hand.value() + view.caller_cut > CALL_LIMIT {
            likely *= MISTAKE;
        }
    }
    likely
}

/// Returns the sum, over all cards, of the points of a card above −1. It is an integer, so that it is the same on every
/// machine.
fn height(cards: Hand) -> i32 {
    cards.kinds().map(|card| (card.value().min(HIGH) + 1) * cards.count(card) as i32).sum()
}

/// Returns true if a call is a mistake, or if it succeeds too rarely when the last round is played in sampled worlds.
/// The worlds are resampled by the given likelihood.
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
