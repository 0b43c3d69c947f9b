//! How a sensible player plays.
use crate::{Action, RougeEtNoir, View};
use cards::Card;
use game::Rng;

pub(crate) fn suggest(_view: &View, legal: &[Action]) -> Action {
    legal[0]
}
pub(crate) fn rollout(deal: &RougeEtNoir, rng: &mut Rng) -> Action {
    let _: Option<Card> = None;
    deal.random(rng)
}
