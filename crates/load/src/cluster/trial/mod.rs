//! The trial of a cluster. It kills, freezes and cuts off parts of the cluster while people play. Nothing that was
//! acknowledged may be lost. It also measures what several nodes cost. It writes a report in Markdown.
//!
//! - `nodes`: kills, freezes and cuts off nodes and primaries
//! - `costs`: the processor time of a move, with one node on SQLite and with several nodes
//! - `crowds`: how many people can play before one move in a hundred takes too long
//! - `served`: a server or a cluster whose players are measured
//! - `check`: compares what was acknowledged with what is stored; `report`: the words and numbers

mod check;
mod costs;
mod crowds;
mod nodes;
mod report;
mod served;

pub use self::costs::costs;
pub use self::crowds::crowds;
pub use self::nodes::{Blow, blows};
pub use self::report::TrialReport;
