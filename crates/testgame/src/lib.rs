//! Games for tests: *Pairs* (`pairs`), with features that no real game has yet, and a solitaire, [`stairs`]; `card`: the
//! cards of both.

mod card;
mod pairs;
pub mod stairs;

pub use card::Card;
pub use pairs::{Action, Pairs, Rules, Sampler, Standing, View};
pub use stairs::Stairs;
