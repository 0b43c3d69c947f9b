//! Simulated tables, clusters and twins, and planted mistakes that the simulator must find.

mod cluster;
mod faults;
mod tables;
mod twins;
