//! Deals that are decided before their last card.

use crate::{Game, Seat};

/// The companion of [`Game`] for deals that are decided before the last card is played. The seat that is to act may offer to end the
/// deal, if it knows that. If everybody accepts, the cards that are left are played by [`rest_action`](Rest::rest_action).
pub trait Rest: Game {
    /// Returns whether the owner of this view, whose turn it is, knows each seat's points: in every world that agrees
    /// with the view, whatever the others play, if it plays by [`rest_action`](Rest::rest_action) itself. `true` is
    /// proven, not sampled. Without such ends there is nothing to offer.
    fn is_decided(_view: &Self::View) -> bool {
        false
    }

    /// The action of `seat`, whose turn it is, after the others have accepted the offer of `by`: a legal one.
    ///
    /// # Panics
    /// If the deal is over.
    fn rest_action(&self, _by: Seat, seat: Seat) -> Self::Action {
        let mut legal = Vec::new();
        self.legal(seat, &mut legal);
        legal[0]
    }
}
