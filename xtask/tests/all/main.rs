//! Checks that the sources follow ARCHITECTURE.md and STYLE.md.
//!
//! - `arrows`: the crates that each crate may use; `shape`: no cycles of files, no long functions; `parts`: the parts
//!   of a room
//! - `games`, `rules`: the sources and the rules of games
//! - `heads`: the head of each `lib.rs` lists all modules; `guides`: everything that guides mention exists
//! - `names`: each name has one meaning
//! - `tidy`: no unfinished work; `install`: `cargo install` from a clean clone
//! - `sources`: reads the sources for all these checks

mod arrows;
mod games;
mod guides;
mod heads;
mod install;
mod names;
mod parts;
mod rules;
mod shape;
mod sources;
mod tidy;
