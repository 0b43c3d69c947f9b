//! All tests of the game are one program, so that the crates are linked only once.

mod belief;
mod bidding;
mod hands;
mod laws;
mod notation;
mod reasons;
mod sampler;
mod showdown;
mod strength;
mod table;
mod trading;
mod transcript;
