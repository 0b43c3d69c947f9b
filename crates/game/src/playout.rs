//! Fast random play, for rollouts and measurements.

use crate::{Game, Hint, Rng, Seat, Turn, random_answer};

/// The companion of [`Game`] for random play at full speed.
pub trait Playout: Game {
    /// A random answer of `seat`, which [`Game::turn`] names: a legal action, or `None` for "not now", which only a
    /// seat in `may` can say. Each game documents its distribution: uniform over the legal actions unless it says why
    /// not. The default, [`random_answer`], allocates: a game that is searched has its own.
    fn random(&self, seat: Seat, rng: &mut Rng) -> Option<Self::Action> {
        random_answer(self, seat, rng)
    }

    /// The order in which seats are asked: seats in `may` in playing order from this one. The seat to play, or in a
    /// simultaneous choice the dealer's neighbour.
    fn first_asked(&self) -> Seat {
        self.turn().must().first().expect("the deal goes on")
    }

    /// Returns whether several seats choose at once now, unseen by each other: from the first of them to the last.
    /// Searches hide such a choice from all other seats.
    #[inline]
    fn is_sealed(&self) -> bool {
        false
    }
}

/// A rollout of a search ends here. A rollout with more actions has the value 0 for everybody.
pub const LONGEST_ROLLOUT: u32 = 5_000;

/// Plays a deal to its end with random answers, at most `cap` actions. Returns how many were played; the deal is over
/// unless that is `cap`.
///
/// Seats in `may` are asked once per position, in playing order; if none cuts in, the first seat in `must` acts.
pub fn playout<G: Playout>(deal: &mut G, rng: &mut Rng, cap: u32) -> u32 {
    play_by(deal, cap, |deal, seat, _| deal.random(seat, rng))
}

/// Plays a deal to its end as [`playout`] does, but with the rule player's answers.
pub fn rollout<G: Playout + Hint>(deal: &mut G, rng: &mut Rng, cap: u32) -> u32 {
    play_by(deal, cap, |deal, seat, _| deal.rollout(seat, rng))
}

/// Plays a deal to its end as [`playout`] does. `player` gets the deal, the seat that is asked, and whether it must
/// act.
pub fn play_by<G: Playout>(deal: &mut G, cap: u32, mut answer: impl FnMut(&G, Seat, bool) -> Option<G::Action>) -> u32 {
    for played in 0..cap {
        let Turn::Open { must, may } = deal.turn() else { return played };
        let cut = if may.is_empty() {
            None
        } else {
            let mut asked = may.from_seat(deal.first_asked(), crate::MAX_SEATS as u8);
            asked.find_map(|seat| answer(deal, seat, false).map(|action| (seat, action)))
        };
        let (seat, action) = cut.unwrap_or_else(|| {
            let seat = must.first().expect("an open turn waits for somebody");
            (seat, answer(deal, seat, true).expect("a seat that must act has an action"))
        });
        deal.apply(seat, action);
    }
    cap
}
