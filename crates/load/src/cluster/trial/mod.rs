//! The trial of a cluster. It kills, freezes and cuts off parts of the cluster while people play. Nothing that was
//! acknowledged may be lost. It also measures what several nodes cost. It writes a report in Markdown.
//!
//! - `nodes`: kills nodes, stops them past their lease, and cuts them off
//! - `failover`: kills, freezes and cuts off primaries
//! - `costs`: the processor time of a move, with one node on SQLite and with several nodes
//! - `crowds`: how many people can play before one move in a hundred takes too long
//! - `check`: compares what was acknowledged with what is stored; `report`: the words and numbers

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
