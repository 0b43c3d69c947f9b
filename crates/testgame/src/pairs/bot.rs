//! A sensible player: it takes a trick as cheaply as possible, unless its partner is winning the trick.

use game::{Belief, Endgame, Explain, Game, Observe, Playout, Policy, Rng, Seat, Worlds};

use super::{Action, PACK, Pairs, SEATS, View, cards_of};
use crate::Card;

impl Playout for Pairs {}

/// No program learns this game, so it has no channels.
impl Observe for Pairs {
    type Draft = ();
}

impl Belief for Pairs {}
impl Endgame for Pairs {}
impl Explain for Pairs {}

impl Policy for Pairs {
    fn suggest(view: &View, _: &[Action], _: bool, rng: &mut Rng) -> Option<Action> {
        let seat = view.seat.expect("the viewer has a seat");
        let world = Pairs::sample(&Pairs::sampler(view), rng);
        world.rollout(seat, rng)
    }

    fn rollout(&self, seat: Seat, _: &mut Rng) -> Option<Action> {
        let hand = self.hands[seat.index()];
        let lowest = cards_of(hand).next().map(Action);
        match self.winning() {
            Some((winner, card)) if !Pairs::team(&self.rules, SEATS, seat).has(winner) => {
                cards_of(hand).find(|own| *own > card).map(Action).or(lowest)
            }
            Some(_) => lowest,
            None => (1..=PACK).rev().map(Card).find(|card| hand & (1 << card.0) != 0).map(Action),
        }
    }
}
