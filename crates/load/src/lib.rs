//! How much a server bears: `cargo xtask load`.
//!
//! Tables of four sockets play Schwarze Dame against `cardroom serve`, a process of its own that commits every move to the
//! disk before it tells anybody; and a trick game of 52 moves in the same shape against boardgame.io, which keeps it in
//! memory. The same players, the same sockets, one core for the server and one for the players, both servers in turn in
//! one run. What is measured: moves a second when everybody plays as fast as it can, processor time a move, the time
//! from a move to the frame that shows it at a given rate, memory for each connection that does nothing; and, of ours alone, how
//! long people wait for an answer at tables where masters think.
//!
//! `process` a server and what the kernel says about it · `line` one socket · `cardroom`, `boardgame_io` how each is spoken
//! to · `play` the players · `masters` people beside bots that think · `measure` the phases of a round · `flush` what the disk asks ·
//! `report` medians in Markdown and JSON.

mod boardgame_io;
mod cardroom;
mod connection;
mod flush;
mod masters;
mod measure;
mod play;
mod process;
mod report;

pub use flush::{Flush, flush};
pub use measure::{Idle, Masters, Phase, Round, Scale, round};
pub use process::{Cores, Server, open_files, raise_advice};
pub use report::{Report, median};

use std::fmt;

/// Which server is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backend {
    /// Ours, with durable commits.
    Cardroom,
    /// boardgame.io, in memory.
    BoardgameIo,
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Backend::Cardroom => "cardroom, durable",
            Backend::BoardgameIo => "boardgame.io, in memory",
        })
    }
}

/// What went wrong, in words.
pub type Done<T> = Result<T, String>;

/// An error with what was being done.
pub(crate) fn while_<E: fmt::Display>(doing: &str) -> impl Fn(E) -> String + '_ {
    move |error| format!("{doing}: {error}")
}
