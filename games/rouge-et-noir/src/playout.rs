//! Fast random play.

use game::{Playout, Rng, Seat};

use crate::{Action, RougeEtNoir};

/// Draws from the legal actions with equal chances. Such a player moves cards to and fro, and a deal ends only when it
/// is won or no action is legal, so the caller needs a cap. With a cap of 5,000 actions two deals of three end before
/// it (half of them within 700), without a redeal one deal of four.
impl Playout for RougeEtNoir {
    fn random(&self, _: Seat, rng: &mut Rng) -> Option<Action> {
        // The actions are generated twice, because counting them is cheaper than storing them.
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
