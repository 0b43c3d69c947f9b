//! The text form of a match: JSON Lines, one match a line. docs/records.md is its law.

mod options;
mod write;

pub use options::read_all_options;
pub use write::{Deal, Record};

/// What the first key of every record says.
pub const FORMAT: &str = "cardroom/1";
