//! Several servers on this machine: a primary of PostgreSQL and two standbys, NATS, nodes, and HAProxy before them; and their trial.
//! `cargo xtask cluster`. Unix.
//!
//! - `cluster`: all of it; `databases`, `balancer`: two of its parts; `child`: a program that runs beside this one
//! - `play`: people at tables who play whatever happens; `person`: one of them, as the page is
//! - `network`: a network of its own for a node, so that it can be cut off
//! - `ledger`: what they were told is stored, compared with what is stored
//! - `trial`: what is done to a cluster, and the report

mod balancer;
mod child;
mod cluster;
mod databases;
mod ledger;
mod network;
mod person;
mod play;
mod trial;

pub use cluster::{Cluster, ClusterPlan, ClusterPrograms, Networks};
pub use databases::{Databases, NAMES};
pub use ledger::{AcknowledgedMove, Findings, Ledger, StoredRow, compare};
pub use play::{PlayEnd, TrialPlay};
pub use trial::{BlowScale, CostScale, CrowdScale, FailoverScale, TrialReport, blows, costs, crowds, failovers};
