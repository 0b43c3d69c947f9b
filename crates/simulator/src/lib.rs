//! A simulation of whole tables on a virtual clock. A [`Plan`] follows from a seed and decides everything: game,
//! settings, people and failures. A [`Simulation`] carries out the plan around a real room (`crates/room`), and checks
//! every promise of docs/develop/reliability.md after each step. Two runs with the same seed are identical to the byte.
//! [`twins`] plays the same script in two worlds that agree with everything that one seat has seen.
//!
//! - `plan`: the decisions of a seed; `simulation`: the shell around rooms; `cluster`: the parts of the shell for
//!   several nodes that share a table
//! - `witness`: checks the promises; `attendance`: who is at a table, as its node knows it
//! - `person`: people, with their pages; `engine`: an engine; `scripted`: bots; `disk`: the committed data;
//!   `counted`: the counts
//! - `faults`: faults that tests plant around rooms and in nodes, for the checks to find
//! - `shrink`: makes a failing table shorter
//! - `worlds`: the same situation in two worlds; `script`: the acts in both worlds; `twins`: compares the two worlds,
//!   at one node or at several nodes

mod attendance;
mod cluster;
mod counted;
mod disk;
mod engine;
mod faults;
mod person;
mod plan;
mod script;
mod scripted;
mod shrink;
mod simulation;
pub mod twins;
mod witness;
pub mod worlds;

pub use counted::Counted;
pub use faults::Fault;
pub use plan::{Failures, Mask, Plan};
pub use shrink::{Shortest, play};
pub use simulation::{Broken, Simulation};
