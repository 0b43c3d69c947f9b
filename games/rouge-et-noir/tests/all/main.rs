//! All tests of the game are one program, so that the crates are linked only once. Only `alloc` is a separate program,
//! because it has an allocator of its own.

mod laws;
mod play;
mod reasons;
mod strength;
mod table;
mod worlds;
