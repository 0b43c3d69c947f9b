//! Simulated tables, clusters and twins, and faults that the simulator must find.

mod cluster;
mod faults;
mod tables;
mod twins;
