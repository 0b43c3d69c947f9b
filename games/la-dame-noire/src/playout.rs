//! Random play at full speed.

use game::{Rng, Seat};

use crate::combination::random_play;
use crate::state::{Phase, SEATS};
use crate::{Action, LaDameNoire};

/// A seat that has just put a card calls stop with the chance 1 in this: a random player is offered the stop once a
/// round with chance 1/8, and then takes it or leaves it.
const STOP: u32 = 16;

/// One of how many chances the offer itself is.
pub(crate) const STOP_OFFERED: u32 = 8;
const _: () = assert!(STOP == 2 * STOP_OFFERED);

pub(crate) fn random(deal: &LaDameNoire, seat: Seat, rng: &mut Rng) -> Option<Action> {
    let public = &deal.public;
    match public.phase {
        Phase::Bidding => {
            let bets = public.bets();
            let choice = rng.below(bets.len() as u32 + 1) as usize;
            Some(bets.map(Action::Bid).chain([Action::Pass]).nth(choice).expect("one of the calls"))
        }
        Phase::Trading if deal.put[seat.index()].is_some() => {
            (public.put_last == Some(seat) && rng.below(STOP) == 0).then_some(Action::Stop)
        }
        Phase::Trading => {
            let hand = deal.hands[seat.index()];
            Some(Action::Trade(hand.nth(rng.below(hand.len()))))
        }
        Phase::Showdown => {
            let moves = deal.playable(seat);
            if moves.is_empty() {
                return Some(Action::Pass);
            }
            let choice = rng.below(moves.len() + u32::from(!public.top.is_nothing()));
            if choice == moves.len() {
                return Some(Action::Pass);
            }
            let hand = deal.hands[seat.index()];
            Some(Action::Play(random_play(hand, moves.nth(choice, hand), rng)))
        }
        Phase::Coup => Some(match rng.below(SEATS.into()) as u8 {
            0 => Action::Keep,
            step => Action::Coup(seat.after(step, SEATS)),
        }),
        Phase::ThrownIn | Phase::Over => unreachable!("nobody is asked when the deal is over"),
    }
}
