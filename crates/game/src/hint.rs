//! What a sensible player would do: knowledge that bots share and rules do not need.

use crate::{Game, Reason, Rng, Worlds};

/// The companion of [`Game`] that knows how to play it sensibly, by rules of thumb.
pub trait Hint: Game {
    /// What a sensible player does here, from its view alone. `legal` are its legal actions, not empty. `must` says
    /// whether play waits for it: if not, `None` means "not now".
    fn suggest(view: &Self::View, legal: &[Self::Action], must: bool, rng: &mut Rng) -> Option<Self::Action>;

    /// The same player's choice on a complete deal, for rollouts: fast, and by what its seat knows. Played with
    /// [`Game::turn`]'s first seat in `must`, or a seat in `may`.
    fn rollout(&self, seat: crate::Seat, rng: &mut Rng) -> Option<Self::Action>;

    /// Plays a complete deal to its end as well as each seat can with all cards open, if the end is near enough to know
    /// that exactly; otherwise does nothing. Returns about how many rollouts take as long as that did.
    fn play_out(&mut self) -> Option<u32> {
        None
    }

    /// How likely it is, up to a constant, that the others would have done what `view` has seen them do, had they held what
    /// they hold in this world, which agrees with the view. 1 in every world: behaviour says nothing of the cards.
    fn likelihood(_view: &Self::View, _world: &Self) -> f32
    where
        Self: Sized,
    {
        1.0
    }

    /// Each world of a search is one of so many, by [`likelihood`](Hint::likelihood): 1 takes any. Only where the arena has
    /// shown that it pays.
    const BELIEF: u32 = 1;

    /// Whether this action risks more than a sensible player would, whatever it promises on the whole. Bots that search
    /// leave it out where they have another choice; advice never names it first. `sampler` is that of `view`.
    fn is_rash(_view: &Self::View, _action: Self::Action, _sampler: &Self::Sampler, _rng: &mut Rng) -> bool
    where
        Self: Worlds,
    {
        false
    }

    /// How many simulated deals an expert and a master spend on a decision. How long that takes: docs/bots.md.
    const SIMULATIONS: Simulations = Simulations { expert: 2_000, master: 16_000 };

    /// What speaks for this action in the eyes of the seat that would do it, from its view alone: true, the weightiest
    /// first, few. `None` is "not now". Whether it is the best choice is not asked here.
    fn reasons(_view: &Self::View, _action: Option<Self::Action>) -> Vec<Reason> {
        Vec::new()
    }

    /// Whether a player that chooses at random considers this action here. For actions that are always possible and
    /// would end everything if chosen as often as others (La Dame Noire's `stop`).
    fn considered(_view: &Self::View, _action: Self::Action, _must: bool, _rng: &mut Rng) -> bool {
        true
    }
}

/// How far bots that search look, in simulated deals a decision. Numbers of deals, never time: the same bot on every
/// machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simulations {
    /// The level `expert`.
    pub expert: u32,
    /// The level `master`.
    pub master: u32,
}
