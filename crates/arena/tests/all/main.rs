//! Matches of bots, and matches as numbers, for every game. All tests are one program, so that they are linked once.

mod batch;
mod document;
mod policy;
mod search;
mod state;
