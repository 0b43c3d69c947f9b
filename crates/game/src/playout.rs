//! Fast random play, for rollouts and measurements.

use crate::{Game, Hint, Rng, Seat, Turn, random_answer};

/// The companion of [`Game`] for random play at full speed.
pub trait Playout: Game {
    /// Returns a random legal action of `seat`, which [`Game::turn`] names. A seat in `may` can also answer `None`,
    /// which means "not now". Each game documents its distribution. The distribution is uniform over the legal actions,
    /// unless the game gives a reason. The default, [`random_answer`], allocates, so games with search have a faster
    /// one.
    fn random(&self, seat: Seat, rng: &mut Rng) -> Option<Self::Action> {
        random_answer(self, seat, rng)
    }

    /// Returns the seat from which the seats in `may` are asked in playing order: the seat to play, or the dealer's
    /// neighbour in a simultaneous choice.
    fn first_asked(&self) -> Seat {
        self.turn().must().first().expect("the deal goes on")
    }

    /// Returns whether several seats now choose at the same time, unseen by each other. It is `true` until the last of
    /// them has chosen. Searches hide such a choice from all other seats.
    #[inline]
    fn is_sealed(&self) -> bool {
        false
    }
}

/// The longest rollout of a search, in actions. A longer rollout has the value 0 for every seat.
pub const LONGEST_ROLLOUT: u32 = 5_000;

/// Plays a deal to its end with random answers, at most `cap` actions. Returns the number of actions played. The deal
/// is over if the number is less than `cap`.
///
/// Seats in `may` are asked once per position, in playing order. If no seat cuts in, the first seat in `must` acts.
pub fn playout<G: Playout>(deal: &mut G, rng: &mut Rng, cap: u32) -> u32 {
    play_by(deal, cap, |deal, seat, _| deal.random(seat, rng))
}

/// Plays a deal to its end as [`playout`] does, but with the rule player's answers.
pub fn rollout<G: Playout + Hint>(deal: &mut G, rng: &mut Rng, cap: u32) -> u32 {
    play_by(deal, cap, |deal, seat, _| deal.rollout(seat, rng))
}

/// Plays a deal to its end as [`playout`] does. `answer` gets the deal, the seat that is asked, and whether the seat
/// must act.
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
