//! Load tests: they measure how much load a server can carry. `cargo xtask load` runs them.
//!
//! Tables of four sockets play Schwarze Dame on `cardroom serve`, a process of its own that commits every move to the
//! disk before it tells anybody. For comparison, the same players play on a second server. It is another build of
//! cardroom, or boardgame.io with a trick game of the same shape, 52 moves, which it keeps in memory. The server has
//! one core and the players have another. A run measures both servers in turn.
//!
//! It measures five things:
//!
//! - moves a second when everybody plays as fast as possible
//! - processor time for each move
//! - at a given rate, the time from a move to the frame that shows it
//! - memory for each idle connection
//! - of cardroom alone: how long people wait for an answer at tables where champions (bots) think
//!
//! Begin at `measure`, which runs a round.
//!
//! - `process`: starts a server, and reads its figures from the kernel
//! - `connection`: one socket; `cardroom`, `boardgame_io`: the protocol of each server
//! - `play`: the players; `crowd`: many of them at once, perhaps at several servers (`crates/cluster`); `champions`: the
//!   people at tables where champions think
//! - `flush`: measures the disk; `report`: writes medians in Markdown and JSON

mod boardgame_io;
mod cardroom;
mod champions;
mod connection;
mod crowd;
mod flush;
mod measure;
mod play;
mod process;
mod report;

pub use cardroom::LoadTable;
pub use connection::{PlainAnswer, WebSocket, ask};
pub use crowd::Crowd;
pub use flush::{Flush, flush};
pub use measure::{Champions, Idle, Measured, Round, Scale, milliseconds, round};
pub use process::{Cores, ServerProcess, cpu_of, cpu_of_family, open_files, raise_advice};
pub use report::{LoadReport, median};

use std::fmt;

use serde::{Deserialize, Serialize};

/// Which server is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Backend {
    /// Ours, with durable commits.
    Cardroom,
    /// Another build of ours.
    OtherCardroom,
    /// boardgame.io, in memory.
    BoardgameIo,
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Backend::Cardroom => "cardroom, durable",
            Backend::OtherCardroom => "the other build",
            Backend::BoardgameIo => "boardgame.io, in memory",
        })
    }
}

/// A result, or the fault in words.
pub type Done<T> = Result<T, String>;

/// An error with what was being done.
pub fn while_<E: fmt::Display>(doing: &str) -> impl Fn(E) -> String + '_ {
    move |error| format!("{doing}: {error}")
}
