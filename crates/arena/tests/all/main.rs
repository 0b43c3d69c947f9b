//! Matches of bots, and matches as numbers, for every game. All tests are one program, because each further program
//! links everything again.

mod batch;
mod document;
mod policy;
mod search;
mod state;
