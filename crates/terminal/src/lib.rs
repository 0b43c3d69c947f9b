//! `cardroom play`: tables in a terminal. It is a client of the protocol (docs/protocol.md), as the page is. It plays
//! alone at a server in the same process, or at a table of any server. It knows no rules: each frame says what can be
//! done.
//!
//! Begin at `run`, the loop.
//!
//! - `screen`: takes the terminal over, and gives it back
//! - `replay`: the matches of a record file, step by step
//! - `table`: a table as one person plays it, without I/O; `hand`: the viewer's cards; `typed`: the `:` line
//! - `rest`: offering to end a deal that is decided, and answering
//! - `draw`: the screen; `canvas`: text and cards; `look`: colours and characters; `board`: the boards
//! - `taking_part`: its part in shuffling together, without I/O; `seen`: its own play; `fair`: both beside the record of the
//!   match
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

/// Random bytes of the operating system.
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
