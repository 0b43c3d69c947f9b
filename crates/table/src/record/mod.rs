//! The text form of a match: JSON Lines, one match a line. docs/records.md is its law.
//!
//! `write` a record as it is written · `raw` a line as it was read, its parts still text · `walk` plays a record and
//! verifies all of it · `fault` what is wrong and where.

mod fault;
mod raw;
mod walk;
mod write;

pub use fault::Fault;
pub use raw::Raw;
pub use walk::{Counts, Watch, walk};
pub use write::{Deal, Record};

/// What the first key of every record says.
pub const FORMAT: &str = "cardroom/1";
