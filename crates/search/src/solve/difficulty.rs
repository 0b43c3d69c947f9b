//! The difficulty of a deal for a player who sees the stock, and for one who does not.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use game::{Hint, Rng, Seat, Solve, Viewer, Worlds};

use super::reference_search::is_won;
use super::{Blind, Budget, SolveResult, solve};

/// The difficulty of a deal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Difficulty {
    /// The difficulty with all cards known.
    pub thoughtful: Thoughtful,
    /// The number of reshuffles of the unseen cards in which the blind player won.
    pub won: u32,
    /// The number of reshuffles.
    pub of: u32,
}

/// The difficulty of a deal with all cards known, the easiest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Thoughtful {
    /// The narrowest beam of the budget that wins; 0 if a short exhaustive search wins.
    Beam(usize),
    /// The budget did not suffice to decide.
    Unknown,
    /// The deal cannot be won.
    Lost,
}

/// The number of reshuffles that estimates a chance within ±10 % at 95 % confidence: enough to choose deals.
pub const RESHUFFLES: u32 = 100;

/// The number of actions after which a blind player gives up.
const PATIENCE: u32 = 20_000;

/// Rates a deal from its current position. Finds the narrowest beam that wins. Also counts in how many of `reshuffles`
/// reshuffles of the unseen cards the blind player wins.
///
/// The reshuffles depend on `seed` alone, so the same deal gets the same rating everywhere. The reshuffles are drawn
/// from the player's view, not from the deal. So the count of wins reveals nothing about hidden cards. The width of the
/// beam depends on them. Returns `None` if `cancel` was set.
pub fn difficulty<G: Solve + Hint + Worlds>(
    rules: &G::Rules,
    deal: &G,
    (budget, reshuffles): (&Budget, u32),
    seed: u64,
    cancel: &AtomicBool,
) -> Option<Difficulty> {
    let solution = solve(rules, deal, budget, cancel);
    let thoughtful = match solution.result {
        SolveResult::Won(_) => Thoughtful::Beam(solution.width),
        SolveResult::Lost => Thoughtful::Lost,
        SolveResult::Unknown => Thoughtful::Unknown,
    };
    let worlds = G::sampler(&deal.view(Viewer::Seat(SEAT)));
    let mut won = 0;
    for number in 0..reshuffles {
        let mut rng = Rng::stream(seed, number.into());
        let world = G::sample(&worlds, &mut rng);
        won += u32::from(blind_wins(rules, world, &mut rng, cancel));
        if cancel.load(Relaxed) {
            return None;
        }
    }
    (!cancel.load(Relaxed)).then_some(Difficulty { thoughtful, won, of: reshuffles })
}

const SEAT: Seat = Seat::new(0);

fn blind_wins<G: Solve + Hint>(rules: &G::Rules, mut deal: G, rng: &mut Rng, cancel: &AtomicBool) -> bool {
    let mut player = Blind::<G>::new(Budget::quick());
    let mut legal = Vec::new();
    for _ in 0..PATIENCE {
        if deal.turn().is_over() || cancel.load(Relaxed) {
            break;
        }
        legal.clear();
        deal.legal(SEAT, &mut legal);
        let action = player.choose(&deal.view(Viewer::Seat(SEAT)), &legal, rng, cancel);
        deal.apply(SEAT, action);
    }
    deal.turn().is_over() && is_won(rules, &deal)
}
