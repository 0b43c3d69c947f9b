//! Bot matches by the thousand.
//!
//! `simulate` a run and its summary · `tournament` bots that meet on the same cards · `parallel` matches on several
//! threads, results in order · `contest` one match among bots · `batches` matches side by side, so that policies are asked in
//! batches · `outcome` the result of a match · `error` what can go wrong · `player` the players of a match · `outside` engines ·
//! `policy` players who are asked by numbers · `statistics` means and shares with their confidence intervals · `sprt` a test that ends a
//! tournament · `rating` ratings of bots that met · `summary`, `results` what is counted · `calibration` how well simulation
//! predicts a deal.

mod batches;
mod calibration;
mod contest;
mod error;
mod outcome;
mod outside;
mod parallel;
mod player;
mod policy;
mod rating;
mod results;
mod simulate;
mod sprt;
mod statistics;
mod summary;
mod tournament;

pub use calibration::{Bin, Calibration, CalibrationPlan, calibrate};
pub use engine::Conduct;
pub use error::SimulateError;
pub use outcome::{Capped, MatchTally};
pub use parallel::parallel_ordered;
pub use player::{BudgetError, DecisionBudget, Entrant, TimeSource};
pub use policy::{Policy, Questions, Rows};
pub use rating::Rating;
pub use results::{DecisionTimes, EntrantResults, MarkResults, Quantiles, Results};
pub use simulate::{Matches, PlayedMatch, Run, check, join_simulated, simulate, simulate_part};
pub use sprt::{Hypotheses, Measure, SprtResult, Tested};
pub use statistics::{Clusters, Interval, Share};
pub use summary::{Mark, SeatSummary, Summary};
pub use tournament::{PlayedSet, Tournament, check_tournament, compete, compete_part, join_sets};
