//! Bot matches by the thousand.
//!
//! `simulate` a run and what it comes to · `crew` matches on several threads, results in order · `contest` one match
//! among bots · `statistics` means and shares with their intervals · `summary` what is counted.

mod contest;
mod crew;
mod simulate;
mod statistics;
mod summary;

pub use contest::Capped;
pub use crew::in_order;
pub use simulate::{Matches, Played, Run, SimulateError, check, simulate};
pub use statistics::{Interval, Mean, Share};
pub use summary::{Mark, SeatSummary, Summary};
