//! `cardroom play`: tables in a terminal. Like the page, it is a client of the protocol (docs/develop/protocol.md). It
//! plays at a server in the same process, or at a table of any server. It knows no rules, because each frame contains
//! the legal actions.
//!
//! Begin at `run`, the loop.
//!
//! - `screen`: takes control of the terminal, and restores it
//! - `replay`: the matches of a record file, step by step
//! - `table`: a table as one person plays at it, without I/O; `table/pressed`: the keys
//! - `hand`: the viewer's cards; `typed`: the `:` line
//! - `rest`: offers to end a decided deal, and the answers
//! - `draw`: the screen; `canvas`: text and cards; `look`: colours and characters; `board`: the boards
//! - `taking_part`: the device's part in shuffling together, without I/O; `seen`: the play that the device stores;
//!   `fair`: compares both with the record of the match
//! - `parts`, `popup`: the popups over a table, in the words of the crate `wording`
//! - `net`: the network

mod board;
mod canvas;
mod draw;
mod fair;
mod hand;
mod look;
mod net;
mod parts;
mod popup;
mod replay;
mod rest;
mod run;
mod screen;
mod seen;
mod table;
mod taking_part;
mod typed;

pub use look::{Colours, Look};
pub use net::{Trouble, is_link};
pub use run::{Ended, TerminalError, TerminalSetup, play};
pub use wording::Language;

/// Returns random bytes from the operating system.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bytes");
    bytes
}

#[cfg(test)]
mod match_tests;
#[cfg(test)]
mod picture_tests;
#[cfg(test)]
mod room_tests;
#[cfg(test)]
mod seen_tests;
#[cfg(test)]
mod snapshot_tests;
#[cfg(test)]
mod table_tests;
