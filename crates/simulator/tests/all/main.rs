//! Tables, twins, and mistakes that are planted.

mod cluster;
mod faults;
mod tables;
mod twins;
