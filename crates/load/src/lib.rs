//! Measurements of servers: how much load a server can carry (`cargo xtask load`), and what a cluster costs and
//! survives (`cargo xtask cluster`). They need Linux.
//!
//! Tables of four sockets play Schwarze Dame on `cardroom serve`. The server runs as a separate process. It commits
//! every move to the disk before it sends the move to anybody. For comparison, the same players play on a second
//! server: another build of cardroom. The server has one core and the players have another. A run measures the two
//! servers in turn.
//!
//! It measures five things:
//!
//! - moves a second when everybody plays as fast as possible
//! - processor time for each move
//! - at a given rate, the time from a move to the frame that shows it
//! - memory for each idle connection
//! - for this build only: how long people wait for an answer at tables where champions (bots) think
//!
//! A function that returns [`Done`] returns an error in words if a part does not start, run, end or answer.
//!
//! Begin at `measure`, which runs a round, or at `cluster`, which starts several servers with their databases and a
//! load balancer. `cluster/trial` breaks parts of a cluster while people play.
//!
//! - `process`: starts a server, and reads its figures from the kernel
//! - `connection`: a WebSocket, and plain requests; `cardroom`: the client
//! - `play`: the players; `crowd`: many players at once, perhaps at several servers; `champions`: the people at tables
//!   where champions think
//! - `flush`: measures the disk; `report`: writes medians in Markdown and JSON

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

/// A result, or an error in words.
pub type Done<T> = Result<T, String>;

/// Returns a function that adds the current activity to an error.
pub fn while_<E: fmt::Display>(doing: &str) -> impl Fn(E) -> String + '_ {
    move |error| format!("{doing}: {error}")
}

/// Returns a progress bar with this number of steps, or with an unknown number. It is drawn on a terminal, but not in a
/// pipe.
pub fn bar(steps: Option<u64>) -> ProgressBar {
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(steps, target);
    let template = steps.map_or("{spinner} {elapsed_precise}  {msg}", |_| "{bar:30} {pos}/{len}  {msg}");
    bar.set_style(ProgressStyle::with_template(template).expect("a template that indicatif knows"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Ends a program. An error is printed on standard error.
pub fn exit(done: Done<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            let _ = writeln!(io::stderr(), "error: {words}");
            ExitCode::FAILURE
        }
    }
}
