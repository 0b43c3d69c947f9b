//! The trial of a cluster. It kills, freezes and cuts off parts of the cluster while people play, and checks that
//! nothing that was acknowledged is lost. It also measures the cost of several nodes. It writes a report in Markdown.
//!
//! - `nodes`: kills, freezes and cuts off nodes and primaries
//! - `costs`: the processor time of a move, with one node on SQLite and with several nodes
//! - `crowds`: the number of people who can play before one move in a hundred takes too long
//! - `served`: a server or a cluster whose players are measured
//! - `check`: compares acknowledged moves with stored ones; `report`: the text and the figures

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
