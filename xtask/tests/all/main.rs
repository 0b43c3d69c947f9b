//! The order of the project, checked: what ARCHITECTURE.md and STYLE.md say holds.
//!
//! - `arrows`: which crate may use which; `shape`: no cycles of files, no long functions; `parts`: the parts of a room
//! - `games`, `rules`: the sources and the rules of games
//! - `heads`, `maps`: heads of crates and ARCHITECTURE.md name what is there; `names`: one meaning a name
//! - `tidy`: no unfinished work; `install`: `cargo install` from a clean clone
//! - `sources`: reads the project for all of them

mod arrows;
mod games;
mod heads;
mod install;
mod maps;
mod names;
mod parts;
mod rules;
mod shape;
mod sources;
mod tidy;
