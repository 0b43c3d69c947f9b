//! Answers to requests of the API (described at `/api`): all that need no store, no clock and no network. The server and
//! the card room in a browser (`crates/offline`) answer with the same functions.
//!
//! - [`new_table`]: the table that a request asks for
//! - [`replays`]: a finished deal, position by position; [`lessons`]: the guided first deals
//! - [`imports`]: records that people import
//! - `bad_request`: why a request is refused
//! - [`deals`]: numbered deals, found by level; [`daily`]: the deal of the day
//! - [`statistics`]: what a person has won and lost

mod bad_request;
pub mod daily;
pub mod deals;
pub mod imports;
pub mod lessons;
pub mod new_table;
pub mod replays;
pub mod statistics;

pub use bad_request::BadRequest;

/// The largest number of a deal. Whole numbers beyond it are not exact in the page's language.
pub const MAX_DEAL: u64 = (1 << 53) - 1;

/// The level of bots if none is asked for.
pub const USUAL_LEVEL: &str = "club";
