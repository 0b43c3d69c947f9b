//! The text form of a match: JSON Lines, one match in each line. docs/bots/records.md is the specification.
//!
//! - `write` writes a record; `raw` is a line that was read, with its parts as text
//! - `walk` plays a record and verifies all of it; `entropy`: how its seed was made; `fault`: a fault and its place

mod entropy;
mod fault;
mod raw;
mod walk;
mod write;

pub use entropy::Contributions;
pub use fault::RecordFault;
pub use raw::Raw;
pub use walk::{Counts, Watch, different_cards, walk};
pub(crate) use walk::{given_shuffles, read_cards};
pub use write::{Deal, Record, SeedOrigin};

/// The value of the first key of every record.
pub const FORMAT: &str = "cardroom/1";

/// The `origin` of a record of a match that a page played without a server and then uploaded.
pub const OFFLINE: &str = "offline, unverified";

/// The `origin` of a record of a practice table.
pub const PRACTICE: &str = "practice";
