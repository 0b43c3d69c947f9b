//! Knowledge about good play, which bots share and rules do not need.

use crate::{Belief, Endgame, Explain, Game, Rng, Seat, Worlds};

/// Returns a random answer of a seat that the turn names. All legal actions are equally likely. For a seat in `may`,
/// "not now" is as likely as an action.
pub fn random_answer<G: Game>(deal: &G, seat: Seat, rng: &mut Rng) -> Option<G::Action> {
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    one_of(&legal, deal.turn().must().has(seat), rng)
}

fn one_of<A: Copy>(legal: &[A], must: bool, rng: &mut Rng) -> Option<A> {
    let answers = legal.len() + usize::from(!must);
    legal.get(rng.below(answers as u32) as usize).copied()
}

/// The companion of [`Game`] that plays by rules of thumb. A game whose `impl` block is empty is played at random.
pub trait Policy: Game {
    /// Returns a sensible action of the view's owner. `legal` holds its legal actions and is not empty. With `must`,
    /// the seat has to act. Otherwise `None` means "not now".
    fn suggest(_view: &Self::View, legal: &[Self::Action], must: bool, rng: &mut Rng) -> Option<Self::Action> {
        one_of(legal, must, rng)
    }

    /// Returns the rule player's action on a complete deal, for rollouts. The function has to be fast, and to use only
    /// what the seat knows. The seat is the first in `must` of [`Game::turn`], or any seat in `may`.
    fn rollout(&self, seat: Seat, rng: &mut Rng) -> Option<Self::Action> {
        random_answer(self, seat, rng)
    }

    /// Removes legal actions that are not worth a search, but never the rule player's choice. A game implements it for
    /// decisions with more actions than a search can try often enough.
    fn narrow(_view: &Self::View, _legal: &mut Vec<Self::Action>) {}

    /// Returns whether a sensible player would avoid this action because of its risk, even if its mean is good.
    /// Searching bots choose a rash action only if they have no other choice. Advice never names a rash action first.
    /// `sampler` belongs to `view`.
    fn is_rash(_view: &Self::View, _action: Self::Action, _sampler: &Self::Sampler, _rng: &mut Rng) -> bool
    where
        Self: Worlds,
    {
        false
    }

    /// Returns the same as `is_rash`, for searches that use the more exact likelihood ([`Belief::closely`]).
    fn is_rash_closely(view: &Self::View, action: Self::Action, sampler: &Self::Sampler, rng: &mut Rng) -> bool
    where
        Self: Worlds,
    {
        Self::is_rash(view, action, sampler, rng)
    }

    /// Returns whether the rules alone make this action decisive, whatever the hidden cards are: it certainly ends or
    /// prevents an event on which many points depend. A search tries a decisive action even if a net thinks it bad.
    fn is_decisive(_view: &Self::View, _action: Self::Action) -> bool {
        false
    }

    /// Returns whether two legal actions are interchangeable: with both, every seat gets the same, whatever follows.
    fn are_alike(_view: &Self::View, _one: Self::Action, _other: Self::Action) -> bool {
        false
    }

    /// Returns whether a player that chooses at random may choose this action here. A game implements this method if an
    /// action is always possible and ends play, such as `stop` in La Dame Noire. If this action were as likely as
    /// others, play would end too soon.
    fn considered(_view: &Self::View, _action: Self::Action, _must: bool, _rng: &mut Rng) -> bool {
        true
    }
}

/// Everything that bots know about a game beside its rules: how to play it ([`Policy`]), what actions reveal about
/// cards ([`Belief`]), how its ends are played ([`Endgame`]), and the reasons for an action ([`Explain`]).
pub trait Hint: Policy + Belief + Endgame + Explain {}
impl<G: Policy + Belief + Endgame + Explain> Hint for G {}
