//! All tests of the game are one program, so that they are linked once.

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
