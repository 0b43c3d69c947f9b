//! Thousands of bot matches: simulations and tournaments.
//!
//! Begin at `simulate`, a run of matches, or at `tournament`, in which all bots play the same cards.
//!
//! - `contest`: one match; `outcome`: its result; `parallel`: matches on several threads, with results in order;
//!   `batches`: parallel matches that ask policies in batches
//! - `player`: the players of a match; `engine`: external engines that exchange lines of JSON; `external`: engines as
//!   players; `policy`: external players that get observations and choose actions, both as numbers
//! - `summary`: the result of a simulation; `results`: the result of a tournament; `statistics`: means and shares with
//!   confidence intervals
//! - `sprt`: the sequential test that can end a tournament; `rating`: ratings of bots
//! - `matrix`: a field of bots in which each plays against each other one; `nash`: the field's Nash average
//! - `puzzles`: decisions with one clearly best choice
//! - `calibration`: how well simulation predicts the result of a deal
//! - [`envs`]: matches as numbers, for programs that learn
//! - `error`: the errors of runs and tournaments

mod batches;
mod calibration;
mod contest;
mod engine;
pub mod envs;
mod error;
mod external;
mod matrix;
mod nash;
mod outcome;
mod parallel;
mod player;
mod policy;
mod puzzles;
mod rating;
mod results;
mod simulate;
mod sprt;
mod statistics;
mod summary;
mod tournament;

pub use calibration::{Bin, Calibration, CalibrationPlan, calibrate};
pub use engine::{Conduct, play_level};
pub use error::SimulateError;
pub use matrix::{BotStanding, MatrixResults, Mixture, hold_matrix, matrix_sets};
pub use outcome::{CAP, Capped, MatchTally};
pub use parallel::parallel_ordered;
pub use player::{BudgetError, DecisionBudget, Entrant, TimeSource};
pub use policy::{ExternalPolicy, Questions, Rows};
pub use puzzles::{is_upheld, mine_puzzle};
pub use rating::Rating;
pub use results::{DecisionTimes, EntrantResults, MarkResults, Quantiles, Results};
pub use simulate::{Matches, PlayedMatch, Run, check, join_simulated, simulate, simulate_part};
pub use sprt::{Hypotheses, Measure, SprtResult, Tested};
pub use statistics::{Clusters, Interval, Share};
pub use summary::{Mark, SeatSummary, Summary};
pub use tournament::{PlayedSet, Tournament, check_tournament, compete, compete_part, join_sets};
