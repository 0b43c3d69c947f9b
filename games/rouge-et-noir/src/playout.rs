//! Fast random play.

use game::{Playout, Rng, Seat};

use crate::{Action, RougeEtNoir};

/// Uniform over the legal actions. Such a player wanders from tableau to tableau, and a deal ends only when it is won or
/// nothing is legal, so give a cap: with 5,000 actions two deals of three end before it (half of them within 700),
/// without a redeal one of four.
impl Playout for RougeEtNoir {
    fn random(&self, _: Seat, rng: &mut Rng) -> Option<Action> {
        // Twice: counting is cheaper than keeping.
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
