//! All tests of the game are one program, so that the crates are linked only once.

mod belief;
mod laws;
mod options;
mod reasons;
mod rest;
mod rules;
mod strength;
mod table;
mod transcript;
mod worlds;
