//! Random play at full speed.

use game::{Playout, Rng, Seat};

use crate::combination::random_play;
use crate::state::{Phase, SEATS};
use crate::{Action, LaDameNoire};

/// The inverse of the chance that a seat which has just put a card calls stop. A random player considers stop once in a
/// round, with chance 1/8, and then calls it with chance 1/2.
const STOP: u32 = 16;

/// The inverse of the chance that a random player considers stop.
pub(crate) const STOP_OFFERED: u32 = 8;
const _: () = assert!(STOP == 2 * STOP_OFFERED);

/// Makes random choices. In the auction, all calls have equal chances. In trading, a seat that must put a card puts any
/// card of its hand with equal chances. Directly after that, and only then, the seat calls stop with chance 1/16 if
/// stop is allowed. In the showdown, the combinations *by rank* and the pass (if possible) have equal chances, and then
/// the suits of the combination have equal chances. So a pass is as likely as each combination, and three sevens do not
/// triple the chance of a seven. The four choices of the coup have equal chances.
impl Playout for LaDameNoire {
    fn random(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let public = &self.public;
        match public.phase {
            Phase::Bidding => {
                let bets = public.bets();
                let choice = rng.below(bets.len() as u32 + 1) as usize;
                Some(bets.map(Action::Bid).chain([Action::Pass]).nth(choice).expect("one of the calls"))
            }
            Phase::Trading if self.put[seat.index()].is_some() => {
                (public.put_last == Some(seat) && rng.below(STOP) == 0).then_some(Action::Stop)
            }
            Phase::Trading => {
                let hand = self.hands[seat.index()];
                Some(Action::Trade(hand.nth(rng.below(hand.len()))))
            }
            Phase::Showdown => {
                let moves = self.playable(seat);
                if moves.is_empty() {
                    return Some(Action::Pass);
                }
                let choice = rng.below(moves.len() + u32::from(!public.top.is_nothing()));
                if choice == moves.len() {
                    return Some(Action::Pass);
                }
                let hand = self.hands[seat.index()];
                Some(Action::Play(random_play(hand, moves.nth(choice, hand), rng)))
            }
            Phase::Coup => Some(match rng.below(SEATS.into()) as u8 {
                0 => Action::Keep,
                step => Action::Coup(seat.after(step, SEATS)),
            }),
            Phase::ThrownIn | Phase::Over => unreachable!("nobody is asked when the deal is over"),
        }
    }

    fn first_asked(&self) -> Seat {
        match self.public.phase {
            Phase::Trading => self.standing.dealer.after(1, SEATS),
            _ => self.public.next,
        }
    }

    /// In trading, all seats put their cards face down. [D6]
    fn is_sealed(&self) -> bool {
        matches!(self.public.phase, Phase::Trading)
    }
}
