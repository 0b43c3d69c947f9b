//! How a sensible player plays.

use game::{Rng, Seat};

use crate::{Action, LaDameNoire, Phase, View};

pub(crate) fn suggest(view: &View, must: bool) -> Option<Action> {
    match view.phase {
        Phase::Bidding => Some(Action::Pass),
        Phase::Trading if !must => view.may_stop.then_some(Action::Stop),
        Phase::Trading => view.hand().first().map(Action::Trade),
        Phase::Coup => Some(Action::Keep),
        _ => {
            let hand = view.hand();
            let moves = crate::combination::Moves::of(hand).above(view.public().top, hand);
            if moves.is_empty() {
                return Some(Action::Pass);
            }
            Some(Action::Play(crate::combination::random_play(hand, moves.nth(0, hand), &mut Rng::new(1))))
        }
    }
}

pub(crate) fn rollout(deal: &LaDameNoire, seat: Seat, rng: &mut Rng) -> Option<Action> {
    crate::playout::random(deal, seat, rng)
}
