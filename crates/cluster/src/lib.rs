//! Runs a cluster on this machine, and puts it to a trial: PostgreSQL with Patroni and etcd, nodes,
//! and HAProxy in front of them. `cargo xtask cluster` runs this crate. Linux.
//!
//! A function that returns [`load::Done`] has an error, in words, where a part does not start, run, end or answer.
//!
//! Begin at `cluster`, which starts all parts. `trial` then breaks some of them while people play.
//!
//! - `cluster`: the whole; `databases`, `balancer`: two of its parts; `child`: a program that runs beside this one
//! - `play`: simulated people at tables, who go on playing whatever happens; `person`: one of them, who acts as the
//!   page does
//! - `network`: a network of its own for a node, so that the trial can cut the node off
//! - `ledger`: compares the moves that people were told are stored with the database
//! - `trial`: the trials of a cluster, and the report

mod balancer;
mod child;
mod cluster;
mod databases;
mod ledger;
mod network;
mod person;
mod play;
mod trial;

pub use cluster::{Cluster, ClusterPlan, ClusterPrograms};
pub use trial::{Blow, BlowScale, CostScale, CrowdScale, TrialReport, blows, costs, crowds};
