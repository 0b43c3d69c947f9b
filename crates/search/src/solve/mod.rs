//! Search in games of one seat with all cards known. It decides whether a deal can be won, and finds a line that wins.
//!
//! [`solve`] runs a portfolio of searches, cheapest first, and returns a [`SolveResult`]: won with a line, lost, or
//! unknown. The result is never wrong. A win is reported only after the game's own rules have accepted the whole line.
//! A loss is reported only if two searches agree that share no code, no encoding and no pruning.
//!
//! - `verdict`: the portfolio
//! - `beam`: search by layers, with a limited number of positions in each; `diversity`: which positions a beam keeps;
//!   `signatures`: a set of hashes
//! - `exhaust`: exhaustive search on exact keys; `reference_search`: exhaustive search by the game's own rules alone
//! - `blind`: a player that does not see what is hidden; `difficulty`: how hard a deal is; `turning_point`: where a
//!   line of play lost
//! - `dominance`: checks the pruning
//!
//! There are no clocks here. Budgets are counted in positions, so the same deal gives the same result everywhere.

mod beam;
mod blind;
mod difficulty;
mod diversity;
mod dominance;
mod exhaust;
mod reference_search;
mod signatures;
mod turning_point;
mod verdict;

pub use beam::{Beam, BeamWatch, Unwatched, beam};
pub use blind::Blind;
pub use difficulty::{Difficulty, RESHUFFLES, Thoughtful, difficulty};
pub use dominance::{Trial, trial};
pub use exhaust::{Exhausted, exhaust};
pub use reference_search::reference_search;
pub use turning_point::{TURNING_POINT_NODES, TurningPoint, turning_point};
pub use verdict::{Budget, Solution, SolveResult, solve};
