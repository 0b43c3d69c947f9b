//! Deals that are decided before their last card.

use crate::{Game, Seat};

/// The companion of [`Game`] for deals that are decided early. A seat that knows this may offer, in its turn, to end
/// the deal. If all accept, [`rest_action`](Rest::rest_action) plays the cards that are left.
pub trait Rest: Game {
    /// Returns whether the owner of this view knows the final points of every seat. It is the owner's turn. If the
    /// owner plays by [`rest_action`](Rest::rest_action), the points must be the same in every world that agrees with
    /// the view, whatever the others play. A `true` is proven, not sampled. By default no deal is decided.
    fn is_decided(_view: &Self::View) -> bool {
        false
    }

    /// Returns the legal action of `seat`, whose turn it is, after the others have accepted the offer of `by`.
    ///
    /// # Panics
    /// If the deal is over.
    fn rest_action(&self, _by: Seat, seat: Seat) -> Self::Action {
        let mut legal = Vec::new();
        self.legal(seat, &mut legal);
        legal[0]
    }
}
