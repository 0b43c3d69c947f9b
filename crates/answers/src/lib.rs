//! What requests of the API (docs/protocol.md) are answered with, where that needs no store, no clock and no network.
//! A server and the card room in a browser (`crates/offline`) answer with the same functions.
//!
//! - [`new_table`]: the table that somebody asks for
//! - [`replays`]: a finished deal, position by position; [`lessons`]: the guided first deals
//! - [`imports`]: records that somebody brings
//! - `bad_request`: what is wrong with a question
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
