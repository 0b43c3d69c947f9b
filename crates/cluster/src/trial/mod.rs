//! The trial: parts of a cluster are killed, frozen and cut off while people play, and nothing that was acknowledged may be lost;
//! and what several nodes cost. A report in Markdown.
//!
//! - `nodes`: nodes that are killed, and nodes that stop past their lease
//! - `failover`: primaries that are killed, and primaries that are frozen
//! - `costs`: the processor time of a move, at one node on SQLite and at several
//! - `crowds`: how many people may play before a hundredth of their moves takes too long
//! - `check`: what was acknowledged against what is stored; `report`: the words and numbers

mod check;
mod costs;
mod crowds;
mod failover;
mod nodes;
mod report;

pub use self::costs::{CostScale, costs};
pub use self::crowds::{CrowdScale, crowds};
pub use self::failover::{FailoverScale, failovers};
pub use self::nodes::{BlowScale, blows};
pub use self::report::TrialReport;
