//! Measures servers: how much load one can carry (`cargo xtask load`), and what a cluster costs and survives (`cargo xtask
//! cluster`). Linux.
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
//! A function that returns [`Done`] has an error, in words, where a part does not start, run, end or answer.
//!
//! Begin at `measure`, which runs a round, or at `cluster`, which starts several servers with their databases and a balancer;
//! `cluster/trial` breaks some of them while people play.
//!
//! - `process`: starts a server, and reads its figures from the kernel
//! - `connection`: one socket; `cardroom`, `boardgame_io`: the protocol of each server
//! - `play`: the players; `crowd`: many of them at once, perhaps at several servers; `champions`: the people at tables where
//!   champions think
//! - `flush`: measures the disk; `report`: writes medians in Markdown and JSON

mod boardgame_io;
mod cardroom;
mod champions;
mod cluster;
mod connection;
mod crowd;
mod flush;
mod measure;
mod play;
mod process;
mod report;

pub use cluster::trial::{Blow, TrialReport, blows, costs, crowds};
pub use cluster::{Cluster, ClusterPlan, ClusterPrograms};
pub use connection::ask;
pub use flush::flush;
pub use measure::{Scale, round};
pub use process::{Cores, raise_advice};
pub use report::LoadReport;

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
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

/// A bar of so many steps, or of an unknown number, on a terminal; nothing in a pipe.
pub fn bar(steps: Option<u64>) -> ProgressBar {
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(steps, target);
    let template = steps.map_or("{spinner} {elapsed_precise}  {msg}", |_| "{bar:30} {pos}/{len}  {msg}");
    bar.set_style(ProgressStyle::with_template(template).expect("a template that indicatif knows"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Ends a program: a failure in words goes to standard error.
pub fn exit(done: Done<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            let _ = writeln!(io::stderr(), "error: {words}");
            ExitCode::FAILURE
        }
    }
}
