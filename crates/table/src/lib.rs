//! A match in play: [`AnyTable`] is its face without types.

mod any;

pub use any::{Accepted, AnyBot, AnyTable, Entry, Heard, Phase, Position, Question, Refused, Setup};
