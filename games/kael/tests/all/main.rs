//! All tests of the game are one program, so that the crates are linked only once.

mod belief;
mod calls;
mod common;
mod laws;
mod reasons;
mod sense;
mod transcripts;
mod turns;
mod worlds;
