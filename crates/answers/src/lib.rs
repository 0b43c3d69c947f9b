//! Answers to requests of the API (described at `/api`), if they need no store, no clock and no network. The server and
//! the card room in a browser (`crates/offline`) use the same functions.
//!
//! - [`new_table`]: the table in a request; [`practice`]: a table that plays on from a position of a record
//! - [`replays`]: a finished deal, position by position; [`lessons`]: the guided first deals
//! - [`imports`]: records that people import
//! - `bad_request`: the refusal of a request
//! - [`deals`]: search for numbered deals by level; [`daily`]: the deal of the day
//!   of a solitaire; [`days`]: the deals of the day in games of several players
//! - [`statistics`]: a person's wins and losses; [`mistakes`]: decisions that cost much, which come back

mod bad_request;
pub mod daily;
pub mod days;
pub mod deals;
pub mod imports;
pub mod lessons;
pub mod mistakes;
pub mod new_table;
pub mod practice;
pub mod replays;
pub mod statistics;

pub use bad_request::BadRequest;

/// The largest number of a deal. JavaScript, the page's language, cannot represent all larger whole numbers.
pub const MAX_DEAL: u64 = (1 << 53) - 1;

/// The level of bots in a request without a level.
pub const USUAL_LEVEL: &str = "club";
