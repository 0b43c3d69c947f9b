//! Exact play of the last cards by a search with all cards known.

use game::{Endgame, Seat, best_play};

use crate::LaDameNoire;
use crate::state::{Phase, SEATS};

/// The largest number of cards in all hands together for which the endgame is solved.
const FEW: u32 = 10;

/// The largest number of positions in a search. Endgames take a few hundred positions, rarely more than this limit.
const POSITIONS: u32 = 4_000;

/// The number of positions whose search takes about as long as a rollout.
const POSITIONS_A_ROLLOUT: u32 = 100;

impl Endgame for LaDameNoire {
    fn play_out(&mut self) -> Option<u32> {
        let late = matches!(self.public.phase, Phase::Showdown | Phase::Coup);
        let left: u32 = Seat::all(SEATS).map(|seat| self.hands[seat.index()].len()).sum();
        if !late || left > FEW {
            return None;
        }
        Some(best_play(self, POSITIONS)?.div_ceil(POSITIONS_A_ROLLOUT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Seed;
    use game::{Game, Policy, Rng, Shuffles};

    /// Returns the total of each seat if all seats play their best, by a plain search.
    fn plain(deal: &LaDameNoire) -> [i32; 4] {
        let Some(seat) = deal.turn().must().first() else {
            return Seat::all(SEATS)
                .map(|seat| LaDameNoire::totals(&deal.next_standing())[seat])
                .collect::<Vec<_>>()
                .try_into()
                .unwrap();
        };
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        let outcomes = legal.into_iter().map(|action| {
            let mut next = deal.clone();
            next.apply(seat, action);
            plain(&next)
        });
        outcomes.reduce(|best, other| if other[seat.index()] > best[seat.index()] { other } else { best }).unwrap()
    }

    #[test]
    fn as_a_plain_search_of_whole_deals() {
        let rules = crate::Rules::default();
        let standing = LaDameNoire::start(&rules, 4).unwrap();
        let mut met = 0;
        for number in 1..=300 {
            let mut deal = LaDameNoire::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
            let mut rng = Rng::new(number);
            while let Some(seat) = deal.turn().must().first() {
                let mut played = deal.clone();
                if played.play_out().is_some() {
                    assert!(played.turn().is_over());
                    let totals = LaDameNoire::totals(&played.next_standing());
                    assert_eq!(Seat::all(SEATS).map(|seat| totals[seat]).collect::<Vec<_>>(), plain(&deal), "{number}");
                    met += 1;
                    break;
                }
                let action = deal.rollout(seat, &mut rng).expect("play waits for this seat");
                deal.apply(seat, action);
            }
        }
        assert!(met > 200, "{met} ends");
    }
}
