//! Fast random play.

use game::{Playout, Rng, Seat};

use crate::{Action, RougeEtNoir};

/// Draws from the legal actions with equal chances. Such a player moves cards to and fro, and a deal ends only when it
/// is won or no action is legal. So the caller needs a cap. With a cap of 5,000 actions, two of three deals end before
/// the cap, half of these within 700 actions. Without a redeal, one of four deals ends before the cap.
impl Playout for RougeEtNoir {
    fn random(&self, _: Seat, rng: &mut Rng) -> Option<Action> {
        // The legal actions are generated twice, because counting them is cheaper than storing them.
        let mut count = 0;
        self.position.legal(&self.order, |_| count += 1);
        let mut left = rng.below(count);
        let mut chosen = None;
        self.position.legal(&self.order, |action| {
            if left == 0 && chosen.is_none() {
                chosen = Some(action);
            }
            left = left.wrapping_sub(1);
        });
        Some(chosen.expect("who is asked has a legal action"))
    }
}
