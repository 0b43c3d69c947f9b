//! All tests of the room from outside are one program, so that they are linked once.

mod alone;
mod bots;
mod claims;
mod clocks;
mod doors;
mod engines;
mod others;
mod practice;
mod rest;
mod review;
mod scene;
mod seats;
mod talk;
