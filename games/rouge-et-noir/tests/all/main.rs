//! All tests of the game are one program, so that they are linked once; only `alloc`, which has an allocator of its own, is
//! another.

mod laws;
mod play;
mod reasons;
mod strength;
mod table;
mod worlds;
