//! Two games for tests: *Pairs* (`pairs`), with features that no real game has yet, and *Stairs* ([`stairs`]), a
//! solitaire. `card`: the cards of both.

mod card;
mod pairs;
pub mod stairs;

pub use card::Card;
pub use pairs::{Action, Pairs, Rules, Sampler, View};
pub use stairs::Stairs;
