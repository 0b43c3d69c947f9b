//! Sensible play and random play.

use game::{Belief, Endgame, Explain, Observe, Playout, Policy, Rng, Seat};

use super::state::StairsState;
use super::{Action, Stairs, View};

impl Belief for Stairs {}
impl Endgame for Stairs {}
impl Explain for Stairs {}

impl Observe for Stairs {
    type Draft = ();
}

impl Playout for Stairs {
    /// Returns a random legal action. All are equally likely.
    fn random(&self, _: Seat, rng: &mut Rng) -> Option<Action> {
        let mut legal = Vec::new();
        self.state.legal(self.rules.piles, |action| legal.push(action));
        Some(rng.pick(&legal))
    }
}

/// Chooses an action. If a card fits on the stairs, it goes there. Otherwise, a card in hand goes on the lowest top
/// card above it. If no top card is above it, it goes on an empty pile. If there is no empty pile, it goes on the
/// highest top card below it. With an empty hand, the next card is turned up.
fn choose(state: &StairsState, legal: &[Action]) -> Option<Action> {
    let rank = |action: &Action| match action {
        Action::Up(_) => 0,
        Action::Turn => 1,
        Action::Place(pile) => match state.pile(*pile).last() {
            Some(top) if *top > state.hand => 10 + *top,
            None => 30,
            Some(top) => 60 - *top,
        },
    };
    legal.iter().copied().min_by_key(rank)
}

impl Policy for Stairs {
    fn suggest(view: &View, legal: &[Action], _: bool, _: &mut Rng) -> Option<Action> {
        choose(&StairsState::of(view), legal)
    }

    fn rollout(&self, _: Seat, _: &mut Rng) -> Option<Action> {
        let mut legal = Vec::new();
        self.state.legal(self.rules.piles, |action| legal.push(action));
        choose(&self.state, &legal)
    }
}
