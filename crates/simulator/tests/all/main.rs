//! Tables, twins, and mistakes that are planted.

mod faults;
mod tables;
mod twins;
