//! Several nodes that share a table: leases, fences, takeovers, and sockets that are forwarded between nodes. Nodes are
//! killed and stopped, the database fails over, connections between nodes end at any moment, and clients pretend to be
//! other people. Rooms (`room::Room`) and leases (`node::Lease`) are the real ones. The database is a model that
//! follows the rules of the real one's SQL.
//!
//! - `database`: the shared database; `member`: the lease of a node, and its sockets from and to other nodes
//! - `owner`: how a node becomes the owner of the table, or finds the owner
//! - `outages`: what a failover of the database does to requests, and how a node finds out whether a commit without an
//!   answer succeeded
//! - `lines`: connections between nodes; `trouble`: failures of nodes

pub(crate) mod database;
pub(crate) mod lines;
pub(crate) mod member;
mod outages;
pub(crate) mod owner;
mod trouble;
