//! Knowledge about good play, which bots share and rules do not need.

use crate::{Belief, Endgame, Explain, Game, Rng, Seat, Worlds};

/// A random answer of a seat that the turn names: each legal action is as likely as any other, and as "not now" where play does not
/// wait for the seat.
pub fn random_answer<G: Game>(deal: &G, seat: Seat, rng: &mut Rng) -> Option<G::Action> {
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    one_of(&legal, deal.turn().must().has(seat), rng)
}

fn one_of<A: Copy>(legal: &[A], must: bool, rng: &mut Rng) -> Option<A> {
    let answers = legal.len() + usize::from(!must);
    legal.get(rng.below(answers as u32) as usize).copied()
}

/// The companion of [`Game`] that plays it sensibly, by rules of thumb. A game that says nothing is played at random.
pub trait Policy: Game {
    /// A sensible action here, from the view alone. `legal` are its legal actions, not empty. `must`: play waits for
    /// the seat; if not, `None` means "not now".
    fn suggest(_view: &Self::View, legal: &[Self::Action], must: bool, rng: &mut Rng) -> Option<Self::Action> {
        one_of(legal, must, rng)
    }

    /// The same player's choice on a complete deal, for rollouts: fast, and by what its seat knows. Played with
    /// [`Game::turn`]'s first seat in `must`, or a seat in `may`.
    fn rollout(&self, seat: Seat, rng: &mut Rng) -> Option<Self::Action> {
        random_answer(self, seat, rng)
    }

    /// Removes legal actions that are not worth a search. The rule player's choice stays. For decisions with more actions
    /// than a search can try often enough.
    fn narrow(_view: &Self::View, _legal: &mut Vec<Self::Action>) {}

    /// Returns whether this action risks more than a sensible player would, whatever its mean. Bots that search do not
    /// choose it if they have another choice, and advice never names it first. `sampler` is that of `view`.
    fn is_rash(_view: &Self::View, _action: Self::Action, _sampler: &Self::Sampler, _rng: &mut Rng) -> bool
    where
        Self: Worlds,
    {
        false
    }

    /// The same for searches that look closely at what the others did ([`Belief::closely`]).
    fn is_rash_closely(view: &Self::View, action: Self::Action, sampler: &Self::Sampler, rng: &mut Rng) -> bool
    where
        Self: Worlds,
    {
        Self::is_rash(view, action, sampler, rng)
    }

    /// Returns whether the rules make two legal actions equal in play: neither brings anybody more, whatever follows.
    fn are_alike(_view: &Self::View, _one: Self::Action, _other: Self::Action) -> bool {
        false
    }

    /// Returns whether a player that chooses at random considers this action here. For actions that are always possible
    /// and would end play too soon if chosen as often as others (La Dame Noire's `stop`).
    fn considered(_view: &Self::View, _action: Self::Action, _must: bool, _rng: &mut Rng) -> bool {
        true
    }
}

/// Everything that bots know about a game beside its rules: how to play it ([`Policy`]), what actions reveal about
/// cards ([`Belief`]), how its ends are played ([`Endgame`]), and the reasons for an action ([`Explain`]).
pub trait Hint: Policy + Belief + Endgame + Explain {}
impl<G: Policy + Belief + Endgame + Explain> Hint for G {}
